//! Instrumentation of memory accesses.

use std::ffi::{CString, c_char};

use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue, PointerValue};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

unsafe extern "C" {
    fn scytheCheckAccesses(function: LLVMValueRef, access: LLVMValueRef, index: LLVMValueRef);
    fn scytheProofOf(
        kernel: LLVMValueRef,
        prove: LLVMValueRef,
        name: *const c_char,
    ) -> LLVMValueRef;
    fn scytheAssumeIndices(function: LLVMValueRef);
    fn scytheCheckSite(instruction: LLVMValueRef) -> LLVMValueRef;
    fn scytheCheckHost(module: LLVMModuleRef, access: LLVMValueRef, wanted: LLVMValueRef);
}

/// Instruments a function's memory accesses. Those to a variable of known size are checked against it, and
/// `index(i32 what, i64 offset, i64 size, ptr site)` is called for bad ones. All others use the address that
/// `ptr access(ptr address, ptr base, size_t bytes, i32 flags, ptr site)` returns, if there is such a
/// function.
///
/// # Panics
/// When the called functions have other parameters.
pub fn check_accesses(
    function: FunctionValue<'_>,
    access: Option<FunctionValue<'_>>,
    index: FunctionValue<'_>,
) {
    assert!(access.is_none_or(|access| access.count_params() == 5), "not what watches accesses");
    assert_eq!(index.count_params(), 4, "not what is told of bad indices");
    let access = access.map_or(std::ptr::null_mut(), |access| access.as_value_ref());
    // SAFETY: live functions of one module, with the parameters just checked.
    unsafe { scytheCheckAccesses(function.as_value_ref(), access, index.as_value_ref()) }
}

/// A function `name` with a kernel's parameters that returns whether all accesses of a launch are proven
/// good, by `i32 prove(ptr words, i32 count, ptr leaves, i32 count)`; none if the kernel's accesses cannot be
/// expressed.
///
/// # Panics
/// When the called function has other parameters.
#[must_use]
pub fn proof_of<'c>(
    kernel: FunctionValue<'c>,
    prove: FunctionValue<'c>,
    name: &str,
) -> Option<FunctionValue<'c>> {
    assert_eq!(prove.count_params(), 4, "not what proves accesses");
    let name = CString::new(name).ok()?;
    // SAFETY: live functions of one module, and a text; the result is a function of the module, or null.
    unsafe {
        let proof = scytheProofOf(kernel.as_value_ref(), prove.as_value_ref(), name.as_ptr());
        FunctionValue::new(proof)
    }
}

/// Removes the code that reports bad indices from a function, which must only run if there are none.
pub fn assume_indices(function: FunctionValue<'_>) {
    // SAFETY: a live function.
    unsafe { scytheAssumeIndices(function.as_value_ref()) }
}

/// A record of an instruction's place in the program, for the runtime.
#[must_use]
pub fn check_site<'c>(instruction: InstructionValue<'c>) -> PointerValue<'c> {
    // SAFETY: a live instruction of a module; the result is a variable of the module.
    unsafe { PointerValue::new(scytheCheckSite(instruction.as_value_ref())) }
}

/// Instruments host code to call `access(ptr, i64 bytes, i32 flags)` for its memory accesses while the
/// variable `wanted` is not zero. Both are declared.
pub fn check_host(module: &Module<'_>, access: &str, wanted: &str) {
    let context = module.get_context();
    let small = context.i32_type();
    let pointer = context.ptr_type(Default::default());
    let types = [pointer.into(), context.i64_type().into(), small.into()];
    let access = module.get_function(access).unwrap_or_else(|| {
        module.add_function(access, context.void_type().fn_type(&types, false), None)
    });
    let wanted =
        module.get_global(wanted).unwrap_or_else(|| module.add_global(small, None, wanted));
    // SAFETY: a live module, a function of it with the parameters above, and a variable.
    unsafe {
        scytheCheckHost(
            module.as_mut_ptr(),
            access.as_value_ref(),
            wanted.as_pointer_value().as_value_ref(),
        );
    }
}
