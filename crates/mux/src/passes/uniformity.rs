//! Says which instructions give every work-item of a work-group the same result.

use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    Uniformity, access_bytes, accessed_pointer, called_function, has_attribute, instructions,
};

use super::parallel_accesses;
use crate::{Builtin, CollectiveOp, GroupScope, Shape};

/// What is known of the instructions of one kernel.
pub struct Classifier {
    /// Whether a pointer found in memory may lead to a private variable.
    escaped: bool,
}

impl Classifier {
    pub fn of(kernel: FunctionValue<'_>) -> Self {
        Self { escaped: parallel_accesses::private_memory_escapes(&instructions(kernel)) }
    }

    /// What the instruction itself says, its operands aside.
    ///
    /// A load from memory that work-items share is the same for all that load from the same place:
    /// where it were not, somebody would write there unsynchronised, which SYCL leaves undefined.
    pub fn classify(&self, instruction: InstructionValue<'_>) -> Uniformity {
        use InstructionOpcode as Op;
        match instruction.get_opcode() {
            Op::Alloca | Op::AtomicRMW | Op::AtomicCmpXchg | Op::VAArg | Op::LandingPad => {
                Uniformity::Different
            }
            Op::Load => {
                let plain = access_bytes(instruction).is_some();
                let shared = accessed_pointer(instruction)
                    .is_some_and(|p| parallel_accesses::is_shared(p, self.escaped));
                if plain && shared { Uniformity::AsOperands } else { Uniformity::Different }
            }
            Op::Call => called_function(instruction).map_or(Uniformity::Different, of_call),
            Op::Invoke | Op::CallBr => Uniformity::Different,
            _ => Uniformity::AsOperands,
        }
    }
}

fn of_call(callee: FunctionValue<'_>) -> Uniformity {
    let Some(builtin) = Builtin::of(callee) else {
        // LLVM's intrinsics and pure functions depend on their arguments alone.
        let pure = has_attribute(callee, "memory") && scythe_llvm::touches_no_memory(callee);
        return if pure { Uniformity::AsOperands } else { Uniformity::Different };
    };
    match builtin {
        Builtin::LocalId
        | Builtin::GlobalId
        | Builtin::LocalLinearId
        | Builtin::GlobalLinearId
        | Builtin::SubGroupId
        | Builtin::SubGroupSize
        | Builtin::SubGroupLocalId => Uniformity::Different,
        Builtin::Collective(collective) => match (collective.scope, collective.op) {
            (
                GroupScope::WorkGroup,
                CollectiveOp::Any
                | CollectiveOp::All
                | CollectiveOp::Broadcast
                | CollectiveOp::Reduce(_),
            ) => Uniformity::Same,
            (GroupScope::VecGroup, _) => Uniformity::AsOperands,
            _ => Uniformity::Different,
        },
        _ if builtin.shape() == Shape::Dma => Uniformity::Different,
        _ => Uniformity::AsOperands,
    }
}
