//! Functions wrapped around kernels.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::FunctionType;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    Repeated, add_attribute, borrow_debug_info, call_like_callee, calls_in, copy_metadata,
    drop_attribute, has_attribute, move_used, set_attribute,
};

use super::copy_written_objects::copy_objects;
use crate::kernel::{ATTR_BASE, ATTR_KERNEL, SPIR_FUNC, SPIR_KERNEL, base_name, entry_points};
use crate::{Changed, MuxError, PassCx};

/// Wraps every entry point.
pub fn wrap_each<'c>(
    cx: &PassCx<'_, 'c>,
    wrap_kernel: fn(&PassCx<'_, 'c>, FunctionValue<'c>) -> Result<(), MuxError>,
) -> Result<Changed, MuxError> {
    let kernels = entry_points(cx.module);
    for &kernel in &kernels {
        if kernel.get_type().get_return_type().is_some() {
            return Err(MuxError::malformed(base_name(kernel), "is a kernel, and returns a value"));
        }
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
    let base = base_name(kernel);
    let wrapper = module.add_function(&format!("{base}.{suffix}"), ty, None);
    wrapper.set_call_conventions(kernel.get_call_conventions());
    copy_attributes(kernel, wrapper);
    copy_metadata(kernel, wrapper);
    set_attribute(module, wrapper, ATTR_BASE, &base);
    add_attribute(wrapper, AttributeLoc::Function, "nounwind", 0);
    kernel.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    // Whoever keeps the kernel means what is launched.
    move_used(kernel, wrapper);
    make_inner(kernel);
    wrapper
}

/// The same with the signature of the kernel: what its parameters promise, the wrapper's promise now.
///
/// `byval` moves outwards: there is one copy of an object for all work-items that run in one call,
/// made by whoever calls the outermost wrapper. A kernel that may write the object gets its own copy.
///
/// `noalias` moves outwards, too. Promised once around the loops over work-items it says as much; inlined
/// inside them it would begin a scope for each work-item, and what lanes keep in memory would stay there.
pub fn wrap_alike<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    suffix: &str,
) -> Result<FunctionValue<'c>, MuxError> {
    copy_objects(cx, kernel)?;
    let module = cx.module;
    let wrapper = wrap(module, kernel, suffix, kernel.get_type());
    for index in 0..kernel.count_params() {
        let at = AttributeLoc::Param(index);
        for attribute in kernel.attributes(at) {
            wrapper.add_attribute(at, attribute);
        }
        for outwards in ["byval", "noalias"] {
            drop_attribute(kernel, at, outwards);
        }
    }
    Ok(wrapper)
}

/// To be called when the wrapper has its body.
pub fn finish(wrapper: FunctionValue<'_>, kernel: FunctionValue<'_>) {
    for call in calls_in(wrapper) {
        if call.get_called_fn_value() == Some(kernel) {
            call_like_callee(call, Repeated::All);
        }
    }
    borrow_debug_info(wrapper, kernel);
}

/// Has loops of a wrapper that copy or fill memory stay loops.
///
/// Between two barriers a group copies what its work-items need, a few kilobytes. A loop of vectors does that in less time
/// than the C library needs to find out how: its `memcpy` may run backwards through memory, which no prefetcher expects.
pub fn keep_copies<'c>(module: &Module<'c>, wrapper: FunctionValue<'c>) {
    for function in ["memcpy", "memmove", "memset"] {
        set_attribute(module, wrapper, &format!("no-builtin-{function}"), "");
    }
}

/// Attributes that hold for a wrapper because they hold for the kernel: how code is generated, not
/// what the kernel's body does. A wrapper reads memory the kernel does not.
const INHERITED: &[&str] = &[
    "cold",
    "hot",
    "minsize",
    "mustprogress",
    "nocf_check",
    "noinline",
    "nounwind",
    "null_pointer_is_valid",
    "optsize",
    "safestack",
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_thread",
    "shadowcallstack",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "uwtable",
    "vscale_range",
];

/// String attributes (`target-cpu`, `mux-orig-fn`, …) are inherited without exception.
fn copy_attributes(from: FunctionValue<'_>, to: FunctionValue<'_>) {
    let inherited = |attribute: &Attribute| {
        let kind = attribute.get_enum_kind_id();
        INHERITED.iter().any(|name| Attribute::get_named_enum_kind_id(name) == kind)
    };
    for attribute in from.attributes(AttributeLoc::Function) {
        if attribute.is_string() || inherited(&attribute) {
            to.add_attribute(AttributeLoc::Function, attribute);
        }
    }
}

/// Makes a function of what was an entry point: internal, and inlined where the user did not forbid it.
pub fn make_inner(kernel: FunctionValue<'_>) {
    kernel.set_linkage(Linkage::Internal);
    // LLVM rejects calls of functions with the kernels' own convention.
    if kernel.get_call_conventions() == SPIR_KERNEL {
        kernel.set_call_conventions(SPIR_FUNC);
    }
    // `noinline` is the user's request, or -O0's, which wants functions as they were written.
    if !has_attribute(kernel, "noinline") {
        add_attribute(kernel, AttributeLoc::Function, "alwaysinline", 0);
    }
}
