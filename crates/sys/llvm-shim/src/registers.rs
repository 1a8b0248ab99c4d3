//! Keeping in registers what loops keep in memory.

use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheKeepInRegisters(function: LLVMValueRef) -> u32;
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
