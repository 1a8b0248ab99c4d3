//! Takes away barriers of our own that order nothing.
//!
//! Before: barriers that `meet-in-loops` and `step-together` have put wherever one might be needed
//! After:  those are left that stand between accesses to shared memory of which one writes
//!
//! The accesses are those that a work-item may make since it last met others, and before it meets them again.
//! Barriers that the program asks for always stay.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionValue};
use scythe_llvm::{call_instruction, drop_instruction, successors};

use super::cuts::{Level, cuts_in, level_of};
use super::meet_in_loops::is_implicit;
use super::shared_accesses::{SharedAccess, shared_accesses};
use crate::kernel::entry_points;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "drop-idle-barriers",
    summary: "remove barriers that no program asked for and that order nothing",
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
        cuts_in(kernel).into_iter().partition(|(call, _)| is_implicit(*call));
    if implicit.is_empty() {
        return false;
    }
    let blocks = Blocks::of(kernel);
    let leveled = |(call, builtin)| Some((call_instruction(call), level_of(builtin)?));
    // Those that nothing has been decided about do not count: they may go.
    let mut meetings: HashMap<InstructionValue<'_>, Level> =
        asked.into_iter().filter_map(leveled).collect();
    let mut idle = Vec::new();
    for (barrier, level) in implicit.into_iter().filter_map(leveled) {
        meetings.insert(barrier, level);
        let before = blocks.accesses(barrier, level, &meetings, Direction::Back);
        let after = blocks.accesses(barrier, level, &meetings, Direction::On);
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

/// The blocks of a kernel, and what its instructions do to shared memory.
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

    /// The kinds of accesses between a barrier and the meetings next to it, on all paths in one direction.
    fn accesses(
        &self,
        barrier: InstructionValue<'c>,
        level: Level,
        meetings: &HashMap<InstructionValue<'c>, Level>,
        direction: Direction,
    ) -> Vec<SharedAccess> {
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
                if seen.insert(next) {
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
