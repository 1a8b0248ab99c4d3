//! Loads of equal and of neighbouring addresses.

use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheShareLoads(function: LLVMValueRef) -> bool;
    fn scytheJoinLoads(function: LLVMValueRef) -> bool;
}

/// Replaces loads by earlier ones of the same address, if nothing is written between them; returns whether
/// there were any.
#[must_use]
pub fn share_loads(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheShareLoads(function.as_value_ref()) }
}

/// Moves loads to an earlier load of neighbouring elements, whose alignment allows to read all of them at once;
/// returns whether there were any.
#[must_use]
pub fn join_loads(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheJoinLoads(function.as_value_ref()) }
}
