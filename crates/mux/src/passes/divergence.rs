//! Divergent barriers and group operations, which some work-items of a group may reach without the others.
//!
//! Kernels without them run region by region, all work-items together (`group_loops`). In others each
//! work-item has its own next region (`scheduler`), and the work-items of a sub-group have to reconverge
//! after branches and loops. An order of the cuts ensures that: of those where work-items of a sub-group
//! wait, the first one continues first.
//!
//! - Blocks are in reverse post order, and the blocks of a loop are contiguous. So work-items wait after a
//!   branch for those inside it, and after a loop for those that still run it.
//! - Each loop in which a sub-group synchronises gets a cut at the start of its iterations, which comes last
//!   in the loop's order: no work-item starts an iteration before the others of its sub-group have ended
//!   theirs.

use std::collections::HashMap;

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue};
use scythe_llvm::{
    Among, NaturalLoop, UniformFacts, call_argument, call_instruction, drop_instruction, loops,
    replace_uses, successors,
};

use super::cuts::{Cut, Level, cuts_in, level_of};
use super::interchange_uniform_loops::meet;
use super::sub_groups::is_stepping;
use crate::reader::KernelGraph;
use crate::{Builtin, MuxError, PassCx};

/// The cuts of a kernel that some work-items may reach without the others of their group.
pub fn divergent_cuts<'c>(kernel: FunctionValue<'c>) -> Vec<(CallSiteValue<'c>, Builtin)> {
    let mut cuts = cuts_in(kernel);
    if cuts.is_empty() {
        return cuts;
    }
    let read = KernelGraph::of(kernel);
    let uniformity = read.uniformity();
    cuts.retain(|(call, builtin)| {
        let among = match level_of(*builtin) {
            Some(Level::SubGroup) => Among::SubGroup,
            _ => Among::WorkGroup,
        };
        let block = call_instruction(*call).get_parent();
        block.is_some_and(|block| !uniformity.is_met(block, among))
    });
    cuts
}

/// Removes cuts that only make lanes run in lockstep: divergent lanes do not.
pub fn drop_stepping(kernel: FunctionValue<'_>) {
    for (call, _) in cuts_in(kernel) {
        if !is_stepping(call) {
            continue;
        }
        // A gate tests whether any lane still runs; a lane that runs alone tests itself.
        if let Some(result) = call.try_as_basic_value().basic()
            && let Some(own) = call_argument(call, 0)
        {
            replace_uses(&result, &own);
        }
        drop_instruction(call_instruction(call));
    }
}

/// Makes the work-items of a sub-group wait for one another where iterations start.
pub fn meet_in_loops<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let meeting: Vec<BasicBlock<'c>> = cuts_in(kernel)
        .into_iter()
        .filter(|(_, builtin)| level_of(*builtin) == Some(Level::SubGroup))
        .filter_map(|(call, _)| call_instruction(call).get_parent())
        .collect();
    for found in loops(kernel) {
        if meeting.iter().any(|block| found.blocks.contains(block)) {
            meet(cx, kernel, found.header)?;
        }
    }
    Ok(())
}

/// Sorts cuts: those of sub-groups come first, in the order in which their work-items continue.
pub fn sort<'c>(kernel: FunctionValue<'c>, cuts: &mut [Cut<'c>]) {
    let loops = loops(kernel);
    let places: HashMap<BasicBlock<'c>, usize> =
        contiguous(kernel, &loops).into_iter().enumerate().map(|(place, b)| (b, place)).collect();
    let place = |block: BasicBlock<'c>| places.get(&block).copied().unwrap_or(usize::MAX);
    cuts.sort_by_cached_key(|cut| {
        // A cut at the start of an iteration is the last of its loop.
        let head = cut.stepping.then(|| cut.block.get_previous_basic_block()).flatten();
        let around = loops.iter().find(|l| Some(l.header) == head);
        let (last, depth) = match around {
            Some(l) => (l.blocks.iter().map(|&b| place(b)).max(), l.depth),
            None => (None, 0),
        };
        let key = last.map_or((place(cut.block), 0), |last| (last, u32::MAX - depth));
        (cut.level == Level::Group, key)
    });
}

/// The blocks of a kernel in reverse post order, but with the blocks of each loop contiguous.
fn contiguous<'c>(kernel: FunctionValue<'c>, loops: &[NaturalLoop<'c>]) -> Vec<BasicBlock<'c>> {
    let mut order = reverse_post_order(kernel);
    // Outer loops come first, and a header before the rest of its loop.
    for inner in loops {
        let (members, others): (Vec<_>, Vec<_>) =
            order.iter().partition(|block| inner.blocks.contains(block));
        let before = order.iter().take_while(|block| !inner.blocks.contains(block)).count();
        let (head, tail) = others.split_at(before);
        order = [head, members.as_slice(), tail].concat();
    }
    order
}

fn reverse_post_order<'c>(kernel: FunctionValue<'c>) -> Vec<BasicBlock<'c>> {
    let Some(entry) = kernel.get_first_basic_block() else { return Vec::new() };
    let mut seen = vec![entry];
    let mut done = Vec::new();
    let mut open = vec![(entry, successors(entry))];
    while let Some((block, next)) = open.last_mut() {
        match next.pop() {
            Some(after) if !seen.contains(&after) => {
                seen.push(after);
                open.push((after, successors(after)));
            }
            Some(_) => {}
            None => {
                done.push(*block);
                open.pop();
            }
        }
    }
    done.reverse();
    done
}
