//! Removes barriers that the compiler added and that order nothing.
//!
//! Before: barriers that `meet-in-loops` and `step-together` have put wherever one might be needed
//! After:  those are left that stand between accesses to shared memory of which one writes
//!
//! The accesses are those that a work-item may make between its previous and its next barrier. A barrier at
//! the end of a loop is for the next iteration, so code after the loop does not count. The program's own
//! barriers always stay.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionValue};
use scythe_llvm::{NaturalLoop, call_instruction, drop_instruction, loops, successors};

use super::cuts::{Level, cuts_in, level_of};
use super::divergence::divergent_cuts;
use super::meet_in_loops::{Suspicion, suspicion};
use super::shared_accesses::{SharedAccess, shared_accesses};
use crate::kernel::entry_points;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "drop-idle-barriers",
    summary: "remove compiler-made barriers that order nothing",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if drop_idle(kernel) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn drop_idle(kernel: FunctionValue<'_>) -> bool {
    let (implicit, asked): (Vec<_>, Vec<_>) =
        cuts_in(kernel).into_iter().partition(|(call, _)| suspicion(*call).is_some());
    if implicit.is_empty() {
        return false;
    }
    let blocks = Blocks::of(kernel);
    let leveled = |(call, builtin)| Some((call_instruction(call), level_of(builtin)?));
    // Undecided barriers do not count: they may be removed.
    let mut meetings: HashMap<InstructionValue<'_>, Level> =
        asked.into_iter().filter_map(leveled).collect();
    // A kernel without divergent cuts has to stay one: it runs much faster.
    let divergent = divergent_cuts(kernel);
    let known = divergent.iter().all(|(call, _)| suspicion(*call).is_some());
    let alone = |call| known && divergent.iter().any(|(other, _)| *other == call);
    let mut idle = Vec::new();
    let loops = loops(kernel);
    for (call, builtin) in implicit {
        let Some((barrier, level)) = leveled((call, builtin)) else { continue };
        meetings.insert(barrier, level);
        let around = loops
            .iter()
            .filter(|l| barrier.get_parent().is_some_and(|home| l.blocks.contains(&home)))
            .max_by_key(|l| l.depth)
            .filter(|_| suspicion(call) == Some(Suspicion::NextIteration));
        if suspicion(call) == Some(Suspicion::NextIteration) && alone(call) {
            meetings.remove(&barrier);
            idle.push(barrier);
            continue;
        }
        let walk = Walk { barrier, level, meetings: &meetings, around };
        let before = blocks.accesses(&walk, Direction::Back);
        let after = blocks.accesses(&walk, Direction::On);
        if !before.iter().any(|a| after.iter().any(|b| a.conflicts_with(*b))) {
            meetings.remove(&barrier);
            idle.push(barrier);
        }
    }
    let changed = !idle.is_empty();
    idle.into_iter().for_each(drop_instruction);
    changed
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Back,
    On,
}

/// Searches from a barrier to the next cuts.
struct Walk<'a, 'c> {
    barrier: InstructionValue<'c>,
    level: Level,
    meetings: &'a HashMap<InstructionValue<'c>, Level>,
    /// The loop that the search does not leave.
    around: Option<&'a NaturalLoop<'c>>,
}

/// The blocks of a kernel, and the accesses of its instructions to shared memory.
struct Blocks<'c> {
    instructions: HashMap<BasicBlock<'c>, Vec<InstructionValue<'c>>>,
    accesses: HashMap<InstructionValue<'c>, Vec<SharedAccess>>,
    predecessors: HashMap<BasicBlock<'c>, Vec<BasicBlock<'c>>>,
}

impl<'c> Blocks<'c> {
    fn of(kernel: FunctionValue<'c>) -> Self {
        let (mut instructions, mut accesses) = (HashMap::new(), HashMap::new());
        let mut predecessors: HashMap<BasicBlock<'c>, Vec<BasicBlock<'c>>> = HashMap::new();
        for block in kernel.get_basic_blocks() {
            let all: Vec<InstructionValue<'c>> = block.get_instructions().collect();
            for &instruction in &all {
                let found = shared_accesses(kernel, instruction);
                if !found.is_empty() {
                    accesses.insert(instruction, found);
                }
            }
            instructions.insert(block, all);
            for next in successors(block) {
                predecessors.entry(next).or_default().push(block);
            }
        }
        Self { instructions, accesses, predecessors }
    }

    /// The kinds of accesses between a barrier and the next cuts, on all paths in one direction.
    fn accesses(&self, walk: &Walk<'_, 'c>, direction: Direction) -> Vec<SharedAccess> {
        let &Walk { barrier, level, meetings, around } = walk;
        let mut found: Vec<SharedAccess> = Vec::new();
        let mut seen: HashSet<BasicBlock<'c>> = HashSet::new();
        let Some(home) = barrier.get_parent() else { return found };
        let rest = |all: &[InstructionValue<'c>]| -> Vec<InstructionValue<'c>> {
            let at = all.iter().position(|i| *i == barrier).unwrap_or(0);
            match direction {
                Direction::Back => all[..at].iter().rev().copied().collect(),
                Direction::On => all[at + 1..].to_vec(),
            }
        };
        let mut open = vec![(home, rest(&self.instructions[&home]))];
        while let Some((block, instructions)) = open.pop() {
            let meets = |i: &InstructionValue<'c>| {
                meetings.get(i).is_some_and(|met| *met == Level::Group || level == Level::SubGroup)
            };
            let end = instructions.iter().position(meets);
            for instruction in &instructions[..end.unwrap_or(instructions.len())] {
                for access in self.accesses.get(instruction).into_iter().flatten() {
                    if !found.contains(access) {
                        found.push(*access);
                    }
                }
            }
            if end.is_some() {
                continue;
            }
            let neighbours = match direction {
                Direction::Back => self.predecessors.get(&block).cloned().unwrap_or_default(),
                Direction::On => successors(block),
            };
            for next in neighbours {
                if around.is_none_or(|l| l.blocks.contains(&next)) && seen.insert(next) {
                    let mut all = self.instructions[&next].clone();
                    if direction == Direction::Back {
                        all.reverse();
                    }
                    open.push((next, all));
                }
            }
        }
        found
    }
}
