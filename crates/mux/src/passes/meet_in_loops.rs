//! Adds a barrier at the end of loops that contain one.
//!
//! Before: `loop: … barrier … br loop`
//! After:  the same with an additional barrier before `br loop`
//!
//! A loop whose work-items write for the next iteration what others still read has a data race, but works on
//! every machine that runs work-items in lockstep, and is common. Barriers that turn out to order nothing are
//! removed again (`drop-idle-barriers`), so loops without the race do not pay.
//!
//! Requires: barriers prepared; before loops are unrolled.

use std::collections::HashSet;

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue, InstructionValue};
use scythe_llvm::{call_instruction, first_insertion_point, loops, successors};

use super::calls::constant_argument;
use super::cuts::{Level, cuts_in, level_of};
use super::sub_groups::is_stepping;
use crate::kernel::entry_points;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "meet-in-loops",
    summary: "add a barrier at the end of loops that contain one",
    run,
};

/// The reason for a barrier that the program does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suspicion {
    /// Accesses in the next iteration of a loop.
    NextIteration,
    /// The lanes of a sub-group may rely on lockstep (`step-together`).
    Lanes,
}

impl Suspicion {
    /// The encoding in the barrier's semantics: bits that SPIR-V does not use.
    fn semantics(self) -> u64 {
        match self {
            Self::NextIteration => 1 << 30,
            Self::Lanes => 1 << 29,
        }
    }
}

const WORK_GROUP_SCOPE: u64 = 2;
const SUB_GROUP_SCOPE: u64 = 3;

/// The reason for a compiler-made barrier; none for barriers of the program.
pub(super) fn suspicion(call: CallSiteValue<'_>) -> Option<Suspicion> {
    let builtin = call.get_called_fn_value().and_then(Builtin::of)?;
    let is_barrier = matches!(builtin, Builtin::WorkGroupBarrier | Builtin::SubGroupBarrier);
    let semantics = constant_argument(call, 2).filter(|_| is_barrier)?;
    let all = [Suspicion::NextIteration, Suspicion::Lanes];
    all.into_iter().find(|suspicion| suspicion.semantics() == semantics)
}

/// Inserts such a barrier before an instruction.
pub(super) fn meet_before<'c>(
    cx: &PassCx<'_, 'c>,
    instruction: InstructionValue<'c>,
    (level, why): (Level, Suspicion),
) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    builder.position_before(&instruction);
    let (builtin, scope) = match level {
        Level::Group => (Builtin::WorkGroupBarrier, WORK_GROUP_SCOPE),
        Level::SubGroup => (Builtin::SubGroupBarrier, SUB_GROUP_SCOPE),
    };
    let number = |n| context.i32_type().const_int(n, false).into();
    let barrier = builtin.declare(cx.module);
    builder.build_call(barrier, &[number(0), number(scope), number(why.semantics())], "")?;
    Ok(())
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if meet(cx, kernel)? {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn meet<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<bool, MuxError> {
    let blocks_with = |wanted: Level| -> HashSet<BasicBlock<'c>> {
        let cuts = cuts_in(kernel).into_iter();
        let wanted = cuts.filter(|(call, builtin)| {
            level_of(*builtin) == Some(wanted) && !is_stepping(*call) && suspicion(*call).is_none()
        });
        wanted.filter_map(|(call, _)| call_instruction(call).get_parent()).collect()
    };
    let (group, sub_group) = (blocks_with(Level::Group), blocks_with(Level::SubGroup));
    if group.is_empty() && sub_group.is_empty() {
        return Ok(false);
    }
    let mut changed = false;
    // Whether the loop is uniform does not matter.
    for found in loops(kernel) {
        let has =
            |blocks: &HashSet<BasicBlock<'c>>| found.blocks.iter().any(|b| blocks.contains(b));
        let level = if has(&group) {
            Level::Group
        } else if has(&sub_group) {
            Level::SubGroup
        } else {
            continue;
        };
        let latches: Vec<BasicBlock<'c>> = (found.blocks.iter().copied())
            .filter(|block| successors(*block).contains(&found.header))
            .collect();
        // If there are several latches, all branch to the start.
        let place = match latches[..] {
            [only] => only.get_terminator(),
            _ => first_insertion_point(found.header),
        };
        if let Some(place) = place {
            meet_before(cx, place, (level, Suspicion::NextIteration))?;
            changed = true;
        }
    }
    Ok(changed)
}
