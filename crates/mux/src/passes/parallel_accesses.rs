//! Finds the memory accesses of a kernel that no other work-item can touch out of turn.
//!
//! Work-items of a kernel without barriers may run in any order, so accesses to memory they share
//! may be reordered between work-items: the work-item loop is parallel over them. Not so for
//! private variables: all work-items use the same stack slot, one after the other, and a vectoriser
//! that took those accesses for independent would mix work-items up.

use crate::Builtin;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue, PointerValue};
use scythe_llvm::{AccessGroup, Object, accessed_pointer, instructions, is_captured, objects};

/// Puts the accesses of `kernel` to shared memory into a new group.
pub fn mark<'c>(module: &Module<'c>, kernel: FunctionValue<'c>) -> AccessGroup {
    let group = AccessGroup::new(module);
    let all = instructions(kernel);
    let escaped = private_memory_escapes(&all);
    for &instruction in &all {
        if accessed_pointer(instruction).is_some_and(|pointer| is_shared(pointer, escaped)) {
            group.add(instruction);
        }
    }
    group
}

/// Once the address of a private variable is stored somewhere, a pointer found in memory may lead to it.
pub fn private_memory_escapes(all: &[InstructionValue<'_>]) -> bool {
    all.iter().any(|&i| i.get_opcode() == InstructionOpcode::Alloca && is_captured(i))
}

/// Whether a pointer certainly leads to memory that work-items share.
pub fn is_shared(pointer: PointerValue<'_>, escaped: bool) -> bool {
    objects(pointer).into_iter().all(|object| match object {
        // A kernel's own arguments are read-only and known before it starts.
        Object::Argument | Object::Global => true,
        Object::Load(_) => !escaped,
        Object::Result(function) => {
            Builtin::of(function) == Some(Builtin::LocalMemory)
        }
        Object::Alloca | Object::Unknown => false,
    })
}
