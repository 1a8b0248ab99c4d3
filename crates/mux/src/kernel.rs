//! Attributes and metadata of kernels in IR.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
pub use scythe_llvm::{PTX_KERNEL, SPIR_FUNC, SPIR_KERNEL};
use scythe_llvm::{numbers, set_attribute, string_attribute};

/// On a kernel; the value `entry-point` marks the function that the next stage starts from.
pub const ATTR_KERNEL: &str = "mux-kernel";
/// The value of [`ATTR_KERNEL`] on kernels that can be launched.
pub const ENTRY_POINT: &str = "entry-point";
/// On a kernel and its wrappers: the kernel's name from the front end.
pub const ATTR_ORIGINAL: &str = "mux-orig-fn";
/// On a function made from another one: the name of the original, without suffixes.
pub const ATTR_BASE: &str = "mux-base-fn-name";
/// On a kernel: the size of the module's variables in local memory.
pub const ATTR_LOCAL_MEMORY: &str = "mux-local-mem-usage";
/// On a kernel and its wrappers: the dimension of the innermost loop over work-items, or `none` if it makes
/// no difference.
pub const ATTR_INNERMOST: &str = "mux-innermost-dimension";
/// On a kernel, as metadata: the required work-group size.
pub const META_REQD_SIZE: &str = "reqd_work_group_size";
/// On a kernel, as metadata: the required sub-group size.
pub const META_REQD_SUB_GROUP_SIZE: &str = "intel_reqd_sub_group_size";
/// On a kernel, as metadata: the work-items of a sub-group run in lockstep between barriers.
pub const META_LOCKSTEP: &str = "scythe_lockstep";

/// On a kernel, as metadata: guards of the kernel do not become loop bounds.
pub const META_KEEP_GUARDS: &str = "scythe_keep_guards";

/// On a kernel, as metadata: no separate version of it runs the work-items that pass all its guards.
pub const META_KEEP_EDGES: &str = "scythe_keep_edges";

/// On a kernel, as metadata: guards of regions do not become loop bounds.
pub const META_WHOLE_REGIONS: &str = "scythe_whole_regions";

/// On a kernel, as metadata: group operations are loops over the values of work-items.
pub const META_EXCHANGE_LOOPS: &str = "scythe_exchange_loops";

/// On a kernel, as metadata: group-stride loops keep their conditions.
pub const META_KEEP_TURNS: &str = "scythe_keep_turns";

/// On a kernel, as metadata: loops with barriers are not unrolled.
pub const META_BARRIER_LOOPS: &str = "scythe_barrier_loops";

/// On a kernel, as metadata: flat index spaces are not split into rows.
pub const META_KEEP_ROWS: &str = "scythe_keep_rows";

/// On a kernel, as metadata: private arrays are not interleaved across lanes.
pub const META_KEEP_ARRAYS: &str = "scythe_keep_arrays";

/// On a kernel, as metadata: lanes do not run inside loops.
pub const META_KEEP_LOOPS: &str = "scythe_keep_loops";

/// On a kernel: scatters and gathers with few active lanes are not changed (`few-lanes`).
pub const ATTR_KEEP_SCATTERS: &str = scythe_image::facts::KEEP_SCATTERS_ATTRIBUTE;

/// On a kernel: stored vectors are not forwarded to loads (`forward-vectors`).
pub const ATTR_KEEP_LOADS: &str = scythe_image::facts::KEEP_LOADS_ATTRIBUTE;

/// On a kernel: nothing is prefetched (`prefetch-streams`).
pub const ATTR_KEEP_STREAMS: &str = scythe_image::facts::KEEP_STREAMS_ATTRIBUTE;

/// On a kernel: values of lanes are not moved from memory to registers (`promote-lanes`).
pub const ATTR_KEEP_LANES: &str = scythe_image::facts::KEEP_LANES_ATTRIBUTE;

/// On a kernel, as metadata: its memory accesses are checked at run time (`check-accesses`).
pub const META_CHECKED: &str = "scythe_checked";

/// All functions with a body that are kernels, in module order.
#[must_use]
pub fn kernels<'c>(module: &Module<'c>) -> Vec<FunctionValue<'c>> {
    module.get_functions().filter(|&f| f.count_basic_blocks() > 0 && is_kernel(f)).collect()
}

/// All entry points, in module order.
#[must_use]
pub fn entry_points<'c>(module: &Module<'c>) -> Vec<FunctionValue<'c>> {
    kernels(module)
        .into_iter()
        .filter(|&f| string_attribute(f, ATTR_KERNEL).as_deref() == Some(ENTRY_POINT))
        .collect()
}

/// The entry points of the kernel with this front-end name, one for each of its variants.
#[must_use]
pub fn entry_points_of<'c>(module: &Module<'c>, original: &str) -> Vec<FunctionValue<'c>> {
    entry_points(module).into_iter().filter(|&f| original_name(f) == original).collect()
}

/// The functions of the kernel `original`: its entry points, and versions and bounds of these that passes have made,
/// with the same parameters and perhaps more.
#[must_use]
pub fn functions_of<'c>(module: &Module<'c>, original: &str) -> Vec<FunctionValue<'c>> {
    let is_part = |function: &FunctionValue<'c>| {
        string_attribute(*function, ATTR_ORIGINAL).is_some_and(|name| name == original)
    };
    module.get_functions().filter(|f| f.count_basic_blocks() > 0).filter(is_part).collect()
}

/// Whether a function is a kernel.
#[must_use]
pub fn is_kernel(function: FunctionValue<'_>) -> bool {
    string_attribute(function, ATTR_KERNEL).is_some()
}

/// Marks a function as the entry point of the kernel `original`.
pub fn mark_entry_point(module: &Module<'_>, function: FunctionValue<'_>, original: &str) {
    set_attribute(module, function, ATTR_KERNEL, ENTRY_POINT);
    set_attribute(module, function, ATTR_ORIGINAL, original);
}

/// The required work-group size of a kernel, dimension 0 first; none if there is no requirement. Every
/// work-group has that size: none is smaller.
#[must_use]
pub fn required_local_size(kernel: FunctionValue<'_>) -> Option<[u64; 3]> {
    let numbers = numbers(kernel, META_REQD_SIZE)?;
    let mut sizes = [1; 3];
    for (size, &number) in sizes.iter_mut().zip(&numbers) {
        *size = u64::try_from(number).ok().filter(|&size| size > 0)?;
    }
    Some(sizes)
}

/// The front-end name of a function's kernel, however often it was wrapped.
#[must_use]
pub fn original_name(function: FunctionValue<'_>) -> String {
    string_attribute(function, ATTR_ORIGINAL).unwrap_or_else(|| base_name(function))
}

/// The prefix of the names of functions made from this one.
#[must_use]
pub fn base_name(function: FunctionValue<'_>) -> String {
    string_attribute(function, ATTR_BASE)
        .unwrap_or_else(|| function.get_name().to_string_lossy().into_owned())
}
