//! Finds kernels that always dereference a pointer which host code passes as null.
//!
//! In specializations, such a pointer is a constant, so conditions on it have been folded and the remaining
//! accesses are not guarded by any. Other conditions may still prevent an access, and programs pass null for
//! what they do not use: only an access on every path through the kernel is reported.

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue, InstructionValue, PointerValue};
use scythe_llvm::{
    accessed_pointer, atomic_pointer, call_argument, called_function, has_attribute,
    is_offset_from_null, program_place, successors,
};
use scythe_mux::{entry_points, original_name};

use super::{Finding, Warning};

/// The first such access of each kernel.
pub(super) fn find(module: &Module<'_>) -> Vec<Finding> {
    let finding = |kernel: FunctionValue<'_>| Finding {
        warning: Warning::NullPointer,
        kernel: original_name(kernel),
        place: certain_access(kernel).and_then(program_place),
    };
    // Specializations with a null pointer have this attribute (`bind::specialize`).
    entry_points(module)
        .into_iter()
        .filter(|kernel| has_attribute(*kernel, "null_pointer_is_valid"))
        .filter(|kernel| certain_access(*kernel).is_some())
        .map(finding)
        .collect()
}

/// An access through a null pointer on every path through a kernel.
fn certain_access<'c>(kernel: FunctionValue<'c>) -> Option<InstructionValue<'c>> {
    let entry = kernel.get_first_basic_block()?;
    let access = |block: &BasicBlock<'c>| block.get_instructions().find(|i| is_null_access(*i));
    let blocks = kernel.get_basic_block_iter();
    blocks.filter(|block| !is_avoidable(entry, *block)).find_map(|block| access(&block))
}

/// Whether a path from `entry` ends without reaching a block.
fn is_avoidable<'c>(entry: BasicBlock<'c>, avoided: BasicBlock<'c>) -> bool {
    let mut seen = vec![avoided];
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        if seen.contains(&block) {
            continue;
        }
        seen.push(block);
        let next = successors(block);
        if next.is_empty() {
            return true;
        }
        open.extend(next);
    }
    false
}

fn is_null_access(instruction: InstructionValue<'_>) -> bool {
    let plain = accessed_pointer(instruction).or_else(|| atomic_pointer(instruction));
    plain.into_iter().chain(copied_pointers(instruction)).any(is_offset_from_null)
}

/// The pointers of a copy or fill of memory whose size is not zero.
fn copied_pointers<'c>(instruction: InstructionValue<'c>) -> Vec<PointerValue<'c>> {
    /// Where `llvm.memcpy` and its kin have their size.
    const SIZE: u32 = 2;
    let Ok(call) = CallSiteValue::try_from(instruction) else { return Vec::new() };
    let name = called_function(instruction).map(|f| f.get_name().to_string_lossy().into_owned());
    let pointers = match name.as_deref() {
        Some(name) if name.starts_with("llvm.memset.") => 0..1,
        Some(name) if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => 0..2,
        _ => return Vec::new(),
    };
    let size = call_argument(call, SIZE).map(|size| size.into_int_value());
    if size.and_then(|size| size.get_zero_extended_constant()).is_none_or(|size| size == 0) {
        return Vec::new();
    }
    let argument = |index| call_argument(call, index).map(|pointer| pointer.into_pointer_value());
    pointers.filter_map(argument).collect()
}
