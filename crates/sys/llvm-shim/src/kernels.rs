//! What the work-item passes need of LLVM beyond its C API.

use inkwell::values::{AsValueRef, BasicValueEnum};
use llvm_sys::core::LLVMIsConstant;
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheSplatScalable(value: LLVMValueRef, lanes: u32) -> LLVMValueRef;
}

/// The constant of type `<vscale x lanes x T>` whose every lane is `value`.
///
/// # Panics
/// When `value` is no constant.
#[must_use]
pub fn splat_scalable<'c>(value: BasicValueEnum<'c>, lanes: u32) -> BasicValueEnum<'c> {
    // SAFETY: a live value.
    let constant = unsafe { LLVMIsConstant(value.as_value_ref()) != 0 };
    assert!(constant, "only constants can be splat into a constant");
    // SAFETY: a constant, as just checked; LLVM returns a constant of the vector type.
    unsafe { BasicValueEnum::new(scytheSplatScalable(value.as_value_ref(), lanes)) }
}
