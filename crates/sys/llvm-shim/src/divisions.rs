//! Divisions of integers in floating point.

use inkwell::basic_block::BasicBlock;
use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

unsafe extern "C" {
    fn scytheDivideInFloatingPoint(
        function: LLVMValueRef,
        blocks: *const LLVMBasicBlockRef,
        count: u32,
    ) -> u32;
}

/// Replaces integer divisions in some blocks of a function by floating-point divisions, if the result is the
/// same and the divisor is not a constant. Returns their number.
pub fn divide_in_floating_point<'c>(function: FunctionValue<'c>, blocks: &[BasicBlock<'c>]) -> u32 {
    if blocks.is_empty() {
        return 0;
    }
    let blocks: Vec<LLVMBasicBlockRef> = blocks.iter().map(|block| block.as_mut_ptr()).collect();
    // SAFETY: live blocks of a live function; the array is as long as it says.
    unsafe {
        let count = blocks.len() as u32;
        scytheDivideInFloatingPoint(function.as_value_ref(), blocks.as_ptr(), count)
    }
}
