//! Says which instructions give every work-item of a work-group, or of a sub-group, the same result.

use scythe_llvm::inkwell::values::{
    CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
};
use scythe_llvm::{
    Among, Uniformity, access_bytes, accessed_pointer, called_function, instructions,
    touches_no_memory,
};

use super::calls::reaches_call;
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
    pub fn classify(&self, instruction: InstructionValue<'_>, among: Among) -> Uniformity {
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
            Op::Call => called_function(instruction)
                .map_or(Uniformity::Different, |callee| of_call(callee, among)),
            Op::Invoke | Op::CallBr => Uniformity::Different,
            _ => Uniformity::AsOperands,
        }
    }
}

fn of_call(callee: FunctionValue<'_>, among: Among) -> Uniformity {
    let Some(builtin) = Builtin::of(callee) else {
        // LLVM's intrinsics and pure functions depend on their arguments alone, and on where the
        // work-item is if they ask.
        let pure = touches_no_memory(callee) && !reaches_call(callee, asks);
        return if pure { Uniformity::AsOperands } else { Uniformity::Different };
    };
    match builtin {
        Builtin::LocalId
        | Builtin::GlobalId
        | Builtin::LocalLinearId
        | Builtin::GlobalLinearId
        | Builtin::SubGroupLocalId => Uniformity::Different,
        Builtin::SubGroupId | Builtin::SubGroupSize => match among {
            Among::WorkGroup => Uniformity::Different,
            Among::SubGroup => Uniformity::Same,
        },
        Builtin::Collective(collective) => {
            let one_for_all = matches!(
                collective.op,
                CollectiveOp::Any
                    | CollectiveOp::All
                    | CollectiveOp::Broadcast
                    | CollectiveOp::Reduce(_)
            );
            match (collective.scope, among) {
                (GroupScope::VecGroup, _) => Uniformity::AsOperands,
                (GroupScope::WorkGroup, _) | (GroupScope::SubGroup, Among::SubGroup)
                    if one_for_all =>
                {
                    Uniformity::Same
                }
                _ => Uniformity::Different,
            }
        }
        _ if builtin.shape() == Shape::Dma => Uniformity::Different,
        _ => Uniformity::AsOperands,
    }
}

/// Whether a call asks where its work-item is, for all we can see.
fn asks(call: CallSiteValue<'_>) -> bool {
    call.get_called_fn_value().is_none_or(|callee| Builtin::of(callee).is_some())
}
