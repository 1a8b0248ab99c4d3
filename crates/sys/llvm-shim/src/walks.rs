//! Loops that read memory element by element: the arguments that decide whether several elements can be read
//! at once.

use inkwell::builder::Builder;
use inkwell::values::{AsValueRef, BasicValueEnum, FunctionValue};
use llvm_sys::prelude::{LLVMBuilderRef, LLVMValueRef};

/// The most arguments to check at every launch.
const MOST_PARTS: usize = 16;

/// A number or a pointer among the arguments of a kernel.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgumentPart {
    /// Its parameter.
    pub parameter: u32,
    /// Its size in bytes.
    pub size: u32,
    /// Its offset in the object of the parameter; zero for the parameter itself.
    pub at: u64,
    /// Whether it is a pointer.
    pub is_pointer: bool,
}

unsafe extern "C" {
    fn scytheWalkedArguments(
        function: LLVMValueRef,
        parts: *mut ArgumentPart,
        most: usize,
    ) -> usize;
    fn scytheAssumeMultiple(builder: LLVMBuilderRef, value: LLVMValueRef, of: u64);
    fn scytheKeepAlignments(function: LLVMValueRef) -> bool;
    fn scytheWalkPointers(function: LLVMValueRef) -> bool;
}

/// The arguments that element-wise loads in innermost loops depend on, if everything else in these addresses
/// is a multiple of the widest access: if all these arguments are such multiples, loads can be wide.
#[must_use]
pub fn walked_arguments(function: FunctionValue<'_>) -> Vec<ArgumentPart> {
    if function.count_basic_blocks() == 0 {
        return Vec::new();
    }
    let mut parts = vec![ArgumentPart::default(); MOST_PARTS];
    // SAFETY: a live function with a body, and an array of the stated size.
    let count =
        unsafe { scytheWalkedArguments(function.as_value_ref(), parts.as_mut_ptr(), parts.len()) };
    parts.truncate(count);
    parts
}

/// Asserts at the builder's position that an integer or an address is a multiple of a power of two.
pub fn assume_multiple<'c>(builder: &Builder<'c>, value: BasicValueEnum<'c>, of: u64) {
    // SAFETY: a builder positioned in a function, and a value of it.
    unsafe { scytheAssumeMultiple(builder.as_mut_ptr(), value.as_value_ref(), of) }
}

/// Repeats the alignment of parameters for addresses in other address spaces that are based on them, as LLVM
/// does not look through casts; returns whether there were any.
#[must_use]
pub fn keep_alignments(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheKeepAlignments(function.as_value_ref()) }
}

/// Makes pointers that walk of addresses with a step that innermost loops compute anew in each iteration; whether there
/// were any. The steps are multiplied by an instruction of PTX.
#[must_use]
pub fn walk_pointers(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0 && unsafe { scytheWalkPointers(function.as_value_ref()) }
}
