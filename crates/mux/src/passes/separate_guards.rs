//! Puts guarded code between barriers into a separate region.
//!
//! Before: `tile[l] = in[g]; if (l < radius) tile[l - radius] = in[g - radius]; barrier`
//! After:  the same with barriers without memory ordering before and after the `if`
//!
//! Only the work-items for which its guard holds run a separate region (`narrow_regions`), and all of them
//! run the code around it, in loops without the guard. Barriers may be added wherever all work-items pass.
//! They are added only where no values per work-item live across them: all live values are uniform, or
//! cheaper to recompute (`cheap_values`).
//!
//! Requires: optimised kernels, barriers prepared. Only for kernels that `work-item-loops` splits anyway and
//! whose work-items reach all barriers together.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    Among, UniformFacts, accessed_pointer, by_value, called_function, first_insertion_point,
    incoming_edges, instructions, numbers, successors, touches_no_memory, users,
};

use super::calls::reaches_call;
use super::cheap_values::Cheap;
use super::cuts::{Level, cuts_in, level_of};
use super::divergence::divergent_cuts;
use super::guards::{Guards, conjuncts};
use super::narrow_work_items::decision;
use super::sub_groups::{WORK_ITEM_SCOPE, uses_sub_groups};
use crate::kernel::{META_WHOLE_REGIONS, entry_points};
use crate::reader::KernelGraph;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "separate-guards",
    summary: "put guarded code between barriers into separate regions",
    run,
};

/// Kernels with more guards than this are not split at them.
const MOST_GUARDS: usize = 24;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let meets = cuts_in(kernel).iter().any(|(_, b)| level_of(*b) == Some(Level::Group));
        if meets
            && numbers(kernel, META_WHOLE_REGIONS).is_none()
            && !reaches_call(kernel, uses_sub_groups)
            && divergent_cuts(kernel).is_empty()
            && separate(cx, kernel)?
        {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn separate<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<bool, MuxError> {
    let read = KernelGraph::of(kernel);
    let uniformity = read.uniformity();
    let all = instructions(kernel);
    let same: HashSet<InstructionValue<'c>> =
        all.iter().copied().filter(|&i| uniformity.is_same(i, Among::WorkGroup)).collect();
    let guards = Guards::of(kernel).with_agreed(&same);
    let found: Vec<BasicBlock<'c>> = kernel
        .get_basic_blocks()
        .into_iter()
        .filter(|&block| {
            uniformity.is_met(block, Among::WorkGroup)
                && decision(block).is_some_and(|(_, condition)| {
                    let parts = |holds| conjuncts(condition, holds);
                    let mut both = parts(true).into_iter().chain(parts(false));
                    both.any(|(part, holds)| guards.interval(part, holds).is_some())
                })
        })
        .collect();
    if found.is_empty() || found.len() > MOST_GUARDS {
        return Ok(false);
    }
    let live = Live::of(kernel, &same);
    let ends = Ends::of(kernel);
    let mut places: Vec<InstructionValue<'c>> = Vec::new();
    for guard in found {
        let Some(end) = guard.get_terminator() else { continue };
        if live.at_end(guard).is_empty() && is_busy_before(end) {
            places.push(end);
        }
        if let Some(behind) = ends.behind(guard)
            && uniformity.is_met(behind, Among::WorkGroup)
            && live.at_start(behind).is_empty()
            && let Some(first) = first_insertion_point(behind)
            && is_busy_behind(first)
        {
            places.push(first);
        }
    }
    places.sort_unstable_by_key(|place| all.iter().position(|i| i == place));
    places.dedup();
    let builder = cx.module.get_context().create_builder();
    let number = |n| cx.module.get_context().i32_type().const_int(n, false).into();
    let barrier = Builtin::WorkGroupBarrier.declare(cx.module);
    for place in &places {
        builder.position_before(place);
        builder.build_call(barrier, &[number(0), number(WORK_ITEM_SCOPE), number(0)], "")?;
    }
    Ok(!places.is_empty())
}

/// Whether there is work between the previous cut and an instruction.
fn is_busy_before(at: InstructionValue<'_>) -> bool {
    let Some(block) = at.get_parent() else { return false };
    let (mut seen, mut open) = (HashSet::new(), vec![(block, at.get_previous_instruction())]);
    while let Some((block, mut last)) = open.pop() {
        let mut met = false;
        while let Some(instruction) = last {
            met = meets(instruction);
            if met {
                break;
            }
            if is_work(instruction) {
                return true;
            }
            last = instruction.get_previous_instruction();
        }
        let before = predecessors(block).into_iter().filter(|b| !met && seen.insert(*b));
        open.extend(before.map(|b| (b, b.get_last_instruction())));
    }
    false
}

/// The same from an instruction to the next cut.
fn is_busy_behind(from: InstructionValue<'_>) -> bool {
    let Some(block) = from.get_parent() else { return false };
    let (mut seen, mut open) = (HashSet::new(), vec![(block, Some(from))]);
    while let Some((block, mut next)) = open.pop() {
        let mut met = false;
        while let Some(instruction) = next {
            met = meets(instruction);
            if met {
                break;
            }
            if is_work(instruction) {
                return true;
            }
            next = instruction.get_next_instruction();
        }
        let behind = successors(block).into_iter().filter(|b| !met && seen.insert(*b));
        open.extend(behind.map(|b| (b, b.get_first_instruction())));
    }
    false
}

fn predecessors<'c>(block: BasicBlock<'c>) -> Vec<BasicBlock<'c>> {
    let all = block.get_parent().map(|function| function.get_basic_blocks()).unwrap_or_default();
    all.into_iter().filter(|b| successors(*b).contains(&block)).collect()
}

fn meets(instruction: InstructionValue<'_>) -> bool {
    let builtin = called(instruction).and_then(Builtin::of);
    builtin.and_then(level_of) == Some(Level::Group)
}

fn called(instruction: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    (instruction.get_opcode() == InstructionOpcode::Call).then(|| called_function(instruction))?
}

/// Whether an instruction has an effect that others observe.
fn is_work(instruction: InstructionValue<'_>) -> bool {
    match instruction.get_opcode() {
        InstructionOpcode::Call => called_function(instruction).is_none_or(|callee| {
            !callee.get_name().to_bytes().starts_with(b"llvm.assume")
                && !touches_no_memory(callee)
                && Builtin::of(callee).is_none_or(|b| !b.is_rematerialisable())
        }),
        InstructionOpcode::Load => false,
        _ => {
            accessed_pointer(instruction).is_some()
                || matches!(
                    instruction.get_opcode(),
                    InstructionOpcode::AtomicRMW | InstructionOpcode::AtomicCmpXchg
                )
        }
    }
}

/// Values that would have to be stored per work-item, by block.
struct Live<'c> {
    starts: HashMap<BasicBlock<'c>, HashSet<InstructionValue<'c>>>,
    ends: HashMap<BasicBlock<'c>, HashSet<InstructionValue<'c>>>,
}

impl<'c> Live<'c> {
    /// `same` are the values that need not be stored per work-item.
    fn of(kernel: FunctionValue<'c>, same: &HashSet<InstructionValue<'c>>) -> Self {
        let objects: Vec<bool> =
            (0..kernel.count_params()).map(|index| by_value(kernel, index).is_some()).collect();
        let arguments = kernel.get_params();
        let cheap = Cheap::of(&arguments, &objects);
        let mut live = Self { starts: HashMap::new(), ends: HashMap::new() };
        for value in instructions(kernel) {
            let kept = value.get_opcode() != InstructionOpcode::Alloca
                && !same.contains(&value)
                && !cheap.is_cheap(value);
            if kept {
                live.follow(value);
            }
        }
        live
    }

    /// Records where a value is live: from each of its uses back to its definition.
    fn follow(&mut self, value: InstructionValue<'c>) {
        let Some(home) = value.get_parent() else { return };
        let mut open: Vec<BasicBlock<'c>> = Vec::new();
        for user in users(value) {
            let Some(block) = user.get_parent() else { continue };
            if user.get_opcode() == InstructionOpcode::Phi {
                for (_, from) in incoming_edges(user, value) {
                    self.ends.entry(from).or_default().insert(value);
                    open.extend((from != home).then_some(from));
                }
            } else {
                if Some(user) == block.get_terminator() {
                    self.ends.entry(block).or_default().insert(value);
                }
                open.extend((block != home).then_some(block));
            }
        }
        if value.get_opcode() == InstructionOpcode::Phi {
            self.starts.entry(home).or_default().insert(value);
        }
        while let Some(block) = open.pop() {
            if self.starts.entry(block).or_default().insert(value) {
                for before in predecessors(block) {
                    self.ends.entry(before).or_default().insert(value);
                    open.extend((before != home).then_some(before));
                }
            }
        }
    }

    fn at_start(&self, block: BasicBlock<'c>) -> Vec<InstructionValue<'c>> {
        self.starts.get(&block).into_iter().flatten().copied().collect()
    }

    /// Before the last instruction.
    fn at_end(&self, block: BasicBlock<'c>) -> Vec<InstructionValue<'c>> {
        self.ends.get(&block).into_iter().flatten().copied().collect()
    }
}

/// The post-dominators of blocks.
struct Ends<'c> {
    /// For each block, the blocks on every path from it to the kernel's end.
    behind: HashMap<BasicBlock<'c>, HashSet<BasicBlock<'c>>>,
}

impl<'c> Ends<'c> {
    fn of(kernel: FunctionValue<'c>) -> Self {
        let blocks = kernel.get_basic_blocks();
        let all: HashSet<BasicBlock<'c>> = blocks.iter().copied().collect();
        let mut behind: HashMap<BasicBlock<'c>, HashSet<BasicBlock<'c>>> =
            blocks.iter().map(|&b| (b, all.clone())).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in blocks.iter().rev() {
                let mut next = successors(block).into_iter();
                let mut found = next.next().map(|n| behind[&n].clone()).unwrap_or_default();
                for other in next {
                    found.retain(|b| behind[&other].contains(b));
                }
                found.insert(block);
                if found != behind[&block] {
                    behind.insert(block, found);
                    changed = true;
                }
            }
        }
        Self { behind }
    }

    /// The immediate post-dominator of a block.
    fn behind(&self, block: BasicBlock<'c>) -> Option<BasicBlock<'c>> {
        let candidates = self.behind.get(&block)?.iter().copied().filter(|b| *b != block);
        // The nearest is the one with the most post-dominators.
        candidates.max_by_key(|b| self.behind[b].len())
    }
}
