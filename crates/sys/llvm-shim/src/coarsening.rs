//! Work-items that process several items.

use std::ffi::{CString, c_char};

use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheCoarsen(
        function: LLVMValueRef,
        dimension: u32,
        count: u32,
        narrow: bool,
        name: *const c_char,
    ) -> LLVMValueRef;
    fn scytheCost(function: LLVMValueRef, is_looping: *mut bool) -> f64;
}

/// A copy of a kernel over a plain range whose work-items each process `count` neighbours in a dimension;
/// none if the kernel does not allow it, or if the items would share nothing. `narrow` says that ids have 31
/// bits.
#[must_use]
pub fn coarsen<'c>(
    function: FunctionValue<'c>,
    (dimension, count): (u32, u32),
    narrow: bool,
    name: &str,
) -> Option<FunctionValue<'c>> {
    if function.count_basic_blocks() == 0 {
        return None;
    }
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: a live function with a body; the result belongs to the same module, or is null.
    unsafe {
        let made = scytheCoarsen(function.as_value_ref(), dimension, count, narrow, name.as_ptr());
        FunctionValue::new(made)
    }
}

/// The estimated time of a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The approximate number of instructions that it executes.
    pub instructions: f64,
    /// Whether some of them are in a loop, whose trip count is unknown.
    pub is_looping: bool,
}

/// Estimates the time of a function.
#[must_use]
pub fn cost(function: FunctionValue<'_>) -> Cost {
    let mut cost = Cost::default();
    if function.count_basic_blocks() > 0 {
        // SAFETY: a live function with a body; `is_looping` is writable.
        cost.instructions =
            unsafe { scytheCost(function.as_value_ref(), &raw mut cost.is_looping) };
    }
    cost
}
