//! The accesses of a kernel's instructions to memory that its work-items share.

use scythe_llvm::inkwell::values::{
    AnyValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    Object, accessed_pointer, argument_behind, atomic_pointer, by_value, called_function, objects,
    touches_no_memory,
};

use super::parallel_accesses::is_local;
use crate::{Builtin, Shape};

/// The memory of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Local,
    Other,
    Any,
}

/// An access of an instruction to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SharedAccess {
    pub writes: bool,
    memory: Memory,
}

impl SharedAccess {
    /// Whether the order of two work-items' accesses matters.
    pub fn conflicts_with(self, other: Self) -> bool {
        let disjoint = matches!(
            (self.memory, other.memory),
            (Memory::Local, Memory::Other) | (Memory::Other, Memory::Local)
        );
        (self.writes || other.writes) && !disjoint
    }
}

/// Intrinsics that access no memory although LLVM says so.
const HARMLESS: &[&str] = &["llvm.lifetime.", "llvm.dbg.", "llvm.assume", "llvm.experimental."];
/// Intrinsics that copy, from their second argument to their first.
const COPIES: &[&str] = &["llvm.memcpy.", "llvm.memmove."];
/// Intrinsics that fill their first argument.
const FILLS: &[&str] = &["llvm.memset."];

/// The accesses of an instruction of a kernel.
pub(super) fn shared_accesses<'c>(
    kernel: FunctionValue<'c>,
    instruction: InstructionValue<'c>,
) -> Vec<SharedAccess> {
    use InstructionOpcode as Op;
    let through = |pointer: Option<PointerValue<'c>>, writes: bool| {
        let memory = pointer.map_or(Some(Memory::Any), |pointer| memory_of(kernel, pointer));
        memory.map(|memory| SharedAccess { writes, memory })
    };
    match instruction.get_opcode() {
        Op::Load => through(accessed_pointer(instruction), false).into_iter().collect(),
        Op::Store => through(accessed_pointer(instruction), true).into_iter().collect(),
        Op::AtomicRMW | Op::AtomicCmpXchg => {
            through(atomic_pointer(instruction), true).into_iter().collect()
        }
        Op::Call => {
            let anything = vec![SharedAccess { writes: true, memory: Memory::Any }];
            let Some(callee) = called_function(instruction) else { return anything };
            if let Some(builtin) = Builtin::of(callee) {
                return if builtin.shape() == Shape::Dma { anything } else { Vec::new() };
            }
            let name = callee.get_name().to_string_lossy();
            let is_one_of = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
            if is_one_of(HARMLESS) || touches_no_memory(callee) {
                Vec::new()
            } else if is_one_of(COPIES) {
                let to = through(pointer_operand(instruction, 0), true);
                let from = through(pointer_operand(instruction, 1), false);
                to.into_iter().chain(from).collect()
            } else if is_one_of(FILLS) {
                through(pointer_operand(instruction, 0), true).into_iter().collect()
            } else {
                anything
            }
        }
        Op::Invoke | Op::CallBr => vec![SharedAccess { writes: true, memory: Memory::Any }],
        _ => Vec::new(),
    }
}

fn pointer_operand<'c>(call: InstructionValue<'c>, index: u32) -> Option<PointerValue<'c>> {
    match AnyValueEnum::from(call.get_operand(index)?.value()?) {
        AnyValueEnum::PointerValue(pointer) => Some(pointer),
        _ => None,
    }
}

/// The memory of a pointer; none if it is private to the work-item, or never written.
fn memory_of<'c>(kernel: FunctionValue<'c>, pointer: PointerValue<'c>) -> Option<Memory> {
    if objects(pointer).into_iter().all(|object| object == Object::Alloca) {
        return None;
    }
    let behind = argument_behind(pointer);
    let is_object = (0..kernel.count_params()).any(|index| {
        by_value(kernel, index).is_some() && kernel.get_nth_param(index) == behind.map(Into::into)
    });
    if is_object {
        return None;
    }
    Some(if is_local(pointer) { Memory::Local } else { Memory::Other })
}
