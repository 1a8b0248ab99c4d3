//! What the work-item passes need beyond LLVM's C API.

use std::ffi::{CString, c_char, c_void};

use inkwell::types::{AsTypeRef, BasicTypeEnum};
use inkwell::values::{AsValueRef, BasicValueEnum, CallSiteValue, FunctionValue};
use llvm_sys::core::{LLVMGetPoison, LLVMIsConstant};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheSplatScalable(value: LLVMValueRef, lanes: u32) -> LLVMValueRef;
    fn scytheSetNumbers(
        function: LLVMValueRef,
        name: *const c_char,
        numbers: *const i32,
        count: usize,
    );
    fn scytheVisitNumbers(
        function: LLVMValueRef,
        name: *const c_char,
        visit: extern "C" fn(i64, *mut c_void),
        user: *mut c_void,
    ) -> bool;
    fn scytheCopyMetadata(from: LLVMValueRef, to: LLVMValueRef);
    fn scytheExtendCall(
        call: LLVMValueRef,
        callee: LLVMValueRef,
        extra: *const LLVMValueRef,
        count: u32,
    ) -> LLVMValueRef;
    fn scytheCallLikeCallee(call: LLVMValueRef, function_attributes: bool);
}

/// The constant of type `<vscale x lanes x T>` whose every lane is `value`.
///
/// # Panics
/// When `value` is not a constant.
#[must_use]
pub fn splat_scalable<'c>(value: BasicValueEnum<'c>, lanes: u32) -> BasicValueEnum<'c> {
    // SAFETY: a live value.
    let constant = unsafe { LLVMIsConstant(value.as_value_ref()) != 0 };
    assert!(constant, "only constants can be splat into a constant");
    // SAFETY: a constant, as just checked; LLVM returns a constant of the vector type.
    unsafe { BasicValueEnum::new(scytheSplatScalable(value.as_value_ref(), lanes)) }
}

/// Sets the metadata `name` of a function, a tuple of numbers, which replaces a previous one.
///
/// # Panics
/// When the name contains a NUL.
pub fn set_numbers(function: FunctionValue<'_>, name: &str, numbers: &[i32]) {
    let name = CString::new(name).expect("names of metadata contain no NUL");
    // SAFETY: a live function, and as many numbers as the count says.
    unsafe {
        scytheSetNumbers(function.as_value_ref(), name.as_ptr(), numbers.as_ptr(), numbers.len());
    }
}

extern "C" fn push(number: i64, user: *mut c_void) {
    // SAFETY: `numbers` passes its vector, which outlives the call.
    let all = unsafe { &mut *user.cast::<Vec<i64>>() };
    all.push(number);
}

/// The numbers in a function's metadata `name`; none if it is missing or of another kind.
#[must_use]
pub fn numbers(function: FunctionValue<'_>, name: &str) -> Option<Vec<i64>> {
    let name = CString::new(name).ok()?;
    let mut found: Vec<i64> = Vec::new();
    let user = (&raw mut found).cast::<c_void>();
    // SAFETY: a live function; the callback's user pointer is the vector above.
    unsafe { scytheVisitNumbers(function.as_value_ref(), name.as_ptr(), push, user) }
        .then_some(found)
}

/// Copies all metadata of a function to another one, except debug information.
pub fn copy_metadata(from: FunctionValue<'_>, to: FunctionValue<'_>) {
    // SAFETY: live functions of one context.
    unsafe { scytheCopyMetadata(from.as_value_ref(), to.as_value_ref()) }
}

/// Replaces a call by one of `callee` with more arguments at the end.
///
/// # Panics
/// When the callee has another number of parameters.
pub fn extend_call<'c>(
    call: CallSiteValue<'c>,
    callee: FunctionValue<'c>,
    extra: &[BasicValueEnum<'c>],
) -> CallSiteValue<'c> {
    let extra: Vec<LLVMValueRef> = extra.iter().map(AsValueRef::as_value_ref).collect();
    let count = u32::try_from(extra.len()).unwrap_or(u32::MAX);
    assert_eq!(call.count_arguments().checked_add(count), Some(callee.count_params()));
    // SAFETY: a live call and callee, with as many arguments as parameters, as just checked.
    unsafe {
        CallSiteValue::new(scytheExtendCall(
            call.as_value_ref(),
            callee.as_value_ref(),
            extra.as_ptr(),
            count,
        ))
    }
}

/// LLVM's number of the calling convention `spir_func`.
pub const SPIR_FUNC: u32 = 75;
/// LLVM's number of the calling convention `spir_kernel`. LLVM rejects calls of functions with it.
pub const SPIR_KERNEL: u32 = 76;
/// The calling convention of kernels for NVIDIA GPUs.
pub const PTX_KERNEL: u32 = 71;

/// The attributes of a function that a call gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// Those of parameters: a later body of the function may violate the others.
    Parameters,
    /// All except those that prevent optimisation (`noinline`, `optnone`).
    All,
}

/// Gives a direct call the calling convention of its callee, and its attributes.
///
/// # Panics
/// When it is an indirect call.
pub fn call_like_callee(call: CallSiteValue<'_>, repeated: Repeated) {
    assert!(call.get_called_fn_value().is_some(), "an indirect call has no callee to be like");
    // SAFETY: a live direct call, as just checked.
    unsafe { scytheCallLikeCallee(call.as_value_ref(), repeated == Repeated::All) }
}

/// The poison value of a type.
#[must_use]
pub fn poison<'c>(ty: BasicTypeEnum<'c>) -> BasicValueEnum<'c> {
    // SAFETY: a live type; poison of a basic type is a basic value.
    unsafe { BasicValueEnum::new(LLVMGetPoison(ty.as_type_ref())) }
}
