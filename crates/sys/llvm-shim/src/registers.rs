//! Keeping in registers what loops keep in memory, and loading early what slow arithmetic would hold up.

use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheKeepInRegisters(function: LLVMValueRef) -> u32;
    fn scytheIssueLoadsEarly(function: LLVMValueRef) -> bool;
    fn scytheMarkSmallLoops(function: LLVMValueRef) -> bool;
}

/// Keeps in registers what loops of a function keep in memory, where they do not always write there, and
/// returns how many places that are. A loop that did not write leaves memory alone as before.
#[must_use]
pub fn keep_in_registers(function: FunctionValue<'_>) -> u32 {
    if function.count_basic_blocks() == 0 {
        return 0;
    }
    // SAFETY: a live function with a body.
    unsafe { scytheKeepInRegisters(function.as_value_ref()) }
}

/// Moves loads in front of divisions and roots of the same block that they do not need; whether there were any.
#[must_use]
pub fn issue_loads_early(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheIssueLoadsEarly(function.as_value_ref()) }
}

/// Asks for four iterations of small innermost loops at a time, where nothing is said about that; whether there were any.
#[must_use]
pub fn mark_small_loops(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheMarkSmallLoops(function.as_value_ref()) }
}
