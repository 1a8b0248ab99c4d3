//! Wrappers around kernels.

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

/// Makes an empty function that becomes the entry point of `kernel`'s kernel; `kernel` becomes an internal
/// function that is inlined into it, unless the user forbids that.
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
    // References to the kernel are to the function that is launched.
    move_used(kernel, wrapper);
    make_inner(kernel);
    wrapper
}

/// The same with the signature of the kernel: the attributes of its parameters are copied to the wrapper.
///
/// `byval` moves outwards: there is one copy of an object for all work-items of one call, made by the caller
/// of the outermost wrapper. A kernel that may write the object gets its own copy.
///
/// `noalias` moves outwards, too. Around the loops over work-items it has the same meaning; inlined inside
/// them it would begin a scope for each work-item, and memory accumulated by lanes would not become
/// registers.
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

/// Called when the wrapper has its body.
pub fn finish(wrapper: FunctionValue<'_>, kernel: FunctionValue<'_>) {
    for call in calls_in(wrapper) {
        if call.get_called_fn_value() == Some(kernel) {
            call_like_callee(call, Repeated::All);
        }
    }
    borrow_debug_info(wrapper, kernel);
}

/// Marks loops of a wrapper that copy or fill memory so that they stay loops.
///
/// Between two barriers a group copies what its work-items need, a few kilobytes. A loop of vectors takes a
/// third of the time of the C library's `memcpy` (glibc, AVX-512).
pub fn keep_copies<'c>(module: &Module<'c>, wrapper: FunctionValue<'c>) {
    for function in ["memcpy", "memmove", "memset"] {
        set_attribute(module, wrapper, &format!("no-builtin-{function}"), "");
    }
}

/// Attributes that a wrapper inherits from the kernel: about code generation, not about the kernel's body. A
/// wrapper reads memory that the kernel does not.
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

/// All string attributes (`target-cpu`, `mux-orig-fn`, …) are inherited.
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

/// Turns a former entry point into an internal function, which is inlined unless the user forbids it.
pub fn make_inner(kernel: FunctionValue<'_>) {
    kernel.set_linkage(Linkage::Internal);
    // LLVM rejects calls of functions with the calling convention of kernels.
    if kernel.get_call_conventions() == SPIR_KERNEL {
        kernel.set_call_conventions(SPIR_FUNC);
    }
    // `noinline` comes from the user, or from -O0, which keeps functions.
    if !has_attribute(kernel, "noinline") {
        add_attribute(kernel, AttributeLoc::Function, "alwaysinline", 0);
    }
}
