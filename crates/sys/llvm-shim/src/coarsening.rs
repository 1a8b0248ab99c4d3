//! Work-items that stand for several, and loads that they share.

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
    fn scytheShareLoads(function: LLVMValueRef) -> bool;
    fn scytheCost(function: LLVMValueRef, is_looping: *mut bool) -> f64;
}

/// A copy of a kernel over a plain range whose work-items each stand for `count` neighbours in a dimension; none where
/// that cannot be, or where they would have nothing in common. `narrow` says that ids have 31 bits.
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
    // SAFETY: a live function with a body; the result is of the same module, or null.
    unsafe {
        let made = scytheCoarsen(function.as_value_ref(), dimension, count, narrow, name.as_ptr());
        FunctionValue::new(made)
    }
}

/// Replaces loads by earlier ones of the same address, where nothing is written between them; whether there were any.
#[must_use]
pub fn share_loads(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheShareLoads(function.as_value_ref()) }
}

/// How long a function takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// About how many instructions it runs.
    pub instructions: f64,
    /// Whether some of them are in a loop, whose iterations nobody has counted.
    pub is_looping: bool,
}

/// About how long a function takes.
#[must_use]
pub fn cost(function: FunctionValue<'_>) -> Cost {
    let mut cost = Cost::default();
    if function.count_basic_blocks() > 0 {
        // SAFETY: a live function with a body; there is room for the answer.
        cost.instructions =
            unsafe { scytheCost(function.as_value_ref(), &raw mut cost.is_looping) };
    }
    cost
}
