//! Promotion of memory to registers in loops, and the order of loads and slow arithmetic.

use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheKeepInRegisters(function: LLVMValueRef) -> u32;
    fn scytheIssueLoadsEarly(function: LLVMValueRef) -> bool;
    fn scytheMarkSmallLoops(function: LLVMValueRef) -> bool;
}

/// Promotes memory in loops of a function that do not always write it, and returns the number of locations. A
/// loop without a write leaves memory unchanged.
#[must_use]
pub fn keep_in_registers(function: FunctionValue<'_>) -> u32 {
    if function.count_basic_blocks() == 0 {
        return 0;
    }
    // SAFETY: a live function with a body.
    unsafe { scytheKeepInRegisters(function.as_value_ref()) }
}

/// Moves loads before independent divisions and roots of the same block; returns whether there were any.
#[must_use]
pub fn issue_loads_early(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheIssueLoadsEarly(function.as_value_ref()) }
}

/// Requests partial unrolling of small innermost loops without unrolling metadata; returns whether there were
/// any.
#[must_use]
pub fn mark_small_loops(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheMarkSmallLoops(function.as_value_ref()) }
}
