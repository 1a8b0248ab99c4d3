//! Has work-items meet at the end of loops in which they meet anyway.
//!
//! Before: `loop: … barrier … br loop`
//! After:  the same with a barrier of our own in front of `br loop`
//!
//! A loop whose work-items write for the next iteration what others still read is a data race, and right on every
//! machine whose work-items go in step; programs of many authors have such loops. Barriers that turn out to
//! order nothing go away again (`drop-idle-barriers`), so loops without the race do not pay.
//!
//! Requires: barriers prepared; before loops are unrolled.

use std::collections::HashSet;

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue, InstructionValue};
use scythe_llvm::{Uniformity, call_instruction, loops, successors};

use super::calls::constant_argument;
use super::cuts::{Level, cuts_in, level_of};
use super::sub_groups::is_stepping;
use crate::kernel::entry_points;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "meet-in-loops",
    summary: "meet at the end of loops that contain a barrier",
    run,
};

/// The semantics of barriers that no program asked for: a bit that SPIR-V does not use.
const IMPLICIT: u64 = 1 << 30;
const WORK_GROUP_SCOPE: u64 = 2;
const SUB_GROUP_SCOPE: u64 = 3;

/// Whether a call is a barrier that the compiler added on suspicion.
pub(super) fn is_implicit(call: CallSiteValue<'_>) -> bool {
    let builtin = call.get_called_fn_value().and_then(Builtin::of);
    matches!(builtin, Some(Builtin::WorkGroupBarrier | Builtin::SubGroupBarrier))
        && constant_argument(call, 2) == Some(IMPLICIT)
}

/// Puts such a barrier in front of an instruction.
pub(super) fn meet_before<'c>(
    cx: &PassCx<'_, 'c>,
    instruction: InstructionValue<'c>,
    level: Level,
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
    builder.build_call(barrier, &[number(0), number(scope), number(IMPLICIT)], "")?;
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
            level_of(*builtin) == Some(wanted) && !is_stepping(*call) && !is_implicit(*call)
        });
        wanted.filter_map(|(call, _)| call_instruction(call).get_parent()).collect()
    };
    let (group, sub_group) = (blocks_with(Level::Group), blocks_with(Level::SubGroup));
    if group.is_empty() && sub_group.is_empty() {
        return Ok(false);
    }
    let mut changed = false;
    // Whether work-items run a loop in step is not asked.
    for found in loops(kernel, &|_, _| Uniformity::Different) {
        let has =
            |blocks: &HashSet<BasicBlock<'c>>| found.blocks.iter().any(|b| blocks.contains(b));
        let level = if has(&group) {
            Level::Group
        } else if has(&sub_group) {
            Level::SubGroup
        } else {
            continue;
        };
        let latches = found.blocks.iter().filter(|b| successors(**b).contains(&found.header));
        for end in latches.filter_map(|latch| latch.get_terminator()) {
            meet_before(cx, end, level)?;
            changed = true;
        }
    }
    Ok(changed)
}
