//! Interleaving of private arrays across work-items.

use std::ffi::c_void;

use inkwell::values::{AsValueRef, FunctionValue, InstructionOpcode, InstructionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scythePreparePrivateArrays(function: LLVMValueRef, most_bytes: u64) -> bool;
    fn scytheLaneArrays(
        function: LLVMValueRef,
        most_bytes: u64,
        visit: extern "C" fn(LLVMValueRef, *mut c_void),
        user: *mut c_void,
    );
    fn scytheSpreadArray(alloca: LLVMValueRef, most_bytes: u64, lanes: u64) -> bool;
    fn scytheLaneUnit(alloca: LLVMValueRef) -> u64;
}

/// Replaces vectors by scalars in a function that has private arrays of vectors, of at most so many bytes,
/// and copies to and from private arrays by loads and stores; arrays that are not needed then become values.
/// Returns whether there were any.
pub fn prepare_private_arrays(function: FunctionValue<'_>, most_bytes: u64) -> bool {
    // SAFETY: a live function with a body.
    function.count_basic_blocks() > 0
        && unsafe { scythePreparePrivateArrays(function.as_value_ref(), most_bytes) }
}

extern "C" fn collect(alloca: LLVMValueRef, user: *mut c_void) {
    // SAFETY: `lane_arrays` passes its vector; C++ passes live instructions.
    unsafe { (*user.cast::<Vec<InstructionValue<'_>>>()).push(InstructionValue::new(alloca)) }
}

/// The private arrays of at most so many bytes that can be interleaved: every access is known.
/// [`prepare_private_arrays`] comes first.
#[must_use]
pub fn lane_arrays<'c>(function: FunctionValue<'c>, most_bytes: u64) -> Vec<InstructionValue<'c>> {
    let mut found: Vec<InstructionValue<'c>> = Vec::new();
    if function.count_basic_blocks() > 0 {
        let user = (&raw mut found).cast::<c_void>();
        // SAFETY: a live function with a body; the vector outlives the call.
        unsafe { scytheLaneArrays(function.as_value_ref(), most_bytes, collect, user) }
    }
    found
}

/// Interleaves a private array across so many lanes; returns whether it is one of [`lane_arrays`]. The array
/// is replaced by another variable.
pub fn spread_array(array: InstructionValue<'_>, most_bytes: u64, lanes: u64) -> bool {
    assert!(array.get_opcode() == InstructionOpcode::Alloca, "no variable");
    // SAFETY: a live variable, as just checked.
    unsafe { scytheSpreadArray(array.as_value_ref(), most_bytes, lanes) }
}

/// Bytes from one work-item's part of a variable to the next, if [`spread_array`] interleaved it.
#[must_use]
pub fn lane_unit(variable: InstructionValue<'_>) -> Option<u64> {
    // SAFETY: a live instruction.
    Some(unsafe { scytheLaneUnit(variable.as_value_ref()) }).filter(|&unit| unit > 0)
}
