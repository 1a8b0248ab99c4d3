//! Functions wrapped around kernels.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::FunctionType;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{borrow_debug_info, drop_attribute, has_attribute};

use crate::kernel::{ATTR_KERNEL, entry_points, mark_entry_point, original_name};
use crate::{Changed, MuxError, PassCx};

/// Wraps every kernel.
pub fn wrap_each<'c>(
    cx: &PassCx<'_, 'c>,
    wrap_kernel: fn(&PassCx<'_, 'c>, FunctionValue<'c>) -> Result<(), MuxError>,
) -> Result<Changed, MuxError> {
    let kernels = entry_points(cx.module);
    for &kernel in &kernels {
        wrap_kernel(cx, kernel)?;
    }
    Ok(if kernels.is_empty() { Changed::No } else { Changed::Yes })
}

/// Makes an empty function that takes over as the entry point of `kernel`'s kernel; `kernel` becomes
/// an internal function that is inlined into it, where the user did not forbid that.
pub fn wrap<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
    suffix: &str,
    ty: FunctionType<'c>,
) -> FunctionValue<'c> {
    let original = original_name(kernel);
    let wrapper = module.add_function(&format!("{original}.{suffix}"), ty, None);
    copy_machine_attributes(kernel, wrapper);
    mark_entry_point(module, wrapper, &original);
    kernel.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    make_inner(module, kernel);
    wrapper
}

/// The same with the signature of the kernel: what its parameters promise, the wrapper's promise now.
///
/// `byval` moves outwards: there is one copy of an object for all work-items that run in one call,
/// made by whoever calls the outermost wrapper. Kernels cannot change it (SYCL 2020 §4.12.4).
pub fn wrap_alike<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
    suffix: &str,
) -> FunctionValue<'c> {
    let wrapper = wrap(module, kernel, suffix, kernel.get_type());
    for index in 0..kernel.count_params() {
        let at = AttributeLoc::Param(index);
        for attribute in kernel.attributes(at) {
            wrapper.add_attribute(at, attribute);
        }
        drop_attribute(kernel, at, "byval");
    }
    wrapper
}

/// To be called when the wrapper has its body.
pub fn finish(wrapper: FunctionValue<'_>, kernel: FunctionValue<'_>) {
    borrow_debug_info(wrapper, kernel);
}

/// What decides about code generation (`target-cpu`, `frame-pointer`, …) holds for wrappers too.
fn copy_machine_attributes(from: FunctionValue<'_>, to: FunctionValue<'_>) {
    for attribute in from.attributes(AttributeLoc::Function) {
        if attribute.is_string() {
            if !attribute.get_string_kind_id().to_string_lossy().starts_with("mux-") {
                to.add_attribute(AttributeLoc::Function, attribute);
            }
        } else if ["nounwind", "uwtable", "mustprogress"]
            .iter()
            .any(|name| Attribute::get_named_enum_kind_id(name) == attribute.get_enum_kind_id())
        {
            to.add_attribute(AttributeLoc::Function, attribute);
        }
    }
}

fn make_inner(module: &Module<'_>, kernel: FunctionValue<'_>) {
    kernel.set_linkage(Linkage::Internal);
    // `noinline` is the user's word, or -O0's, which wants functions as they were written.
    if !has_attribute(kernel, "noinline") {
        let kind = Attribute::get_named_enum_kind_id("alwaysinline");
        let always = module.get_context().create_enum_attribute(kind, 0);
        kernel.add_attribute(AttributeLoc::Function, always);
    }
}
