//! Which dimension of a kernel is innermost: the one along which neighbouring work-items access neighbouring memory.
//!
//! Loops over work-items run along that dimension, and it becomes the dimension of vectors. The runtime makes
//! work-groups long in it.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{calls_in, loops, set_attribute, string_attribute};

use super::calls::{constant_argument, reaches_call};
use super::cuts::cuts_in;
use super::sub_groups::{is_stepping, uses_sub_groups};
use crate::Builtin;
use crate::kernel::ATTR_INNERMOST;
use crate::reader::{KernelGraph, Neighbours, Reach};

/// The assumed number of iterations of each loop.
const ITERATIONS: u64 = 8;
/// Deeper loops count no more: the numbers are only compared.
const MOST_DEPTH: u32 = 4;

/// The dimension along which neighbouring work-items of a kernel access neighbouring memory, if it makes a
/// difference. Dimension 0 is SYCL's last.
///
/// Passes decide this once and record it on the kernel, and its wrappers inherit it; before that, this
/// returns what they would decide.
#[must_use]
pub fn preferred_dimension(kernel: FunctionValue<'_>) -> Option<u32> {
    match string_attribute(kernel, ATTR_INNERMOST) {
        Some(_) => noted_dimension(kernel),
        None => cheapest(kernel),
    }
}

/// The recorded decision, for functions that already have loops, from which it can no longer be computed.
#[must_use]
pub fn noted_dimension(kernel: FunctionValue<'_>) -> Option<u32> {
    string_attribute(kernel, ATTR_INNERMOST)?.parse().ok().filter(|&dimension| dimension < 3)
}

/// Decides which dimension is innermost, and records it.
pub(super) fn decide(module: &Module<'_>, kernel: FunctionValue<'_>) -> u32 {
    let decided = if meet(kernel) { Some(0) } else { preferred_dimension(kernel) };
    note(module, kernel, decided);
    decided.unwrap_or(0)
}

/// Records the decision.
pub(super) fn note(module: &Module<'_>, kernel: FunctionValue<'_>, decided: Option<u32>) {
    let text = decided.map_or_else(|| "none".to_owned(), |dimension| dimension.to_string());
    set_attribute(module, kernel, ATTR_INNERMOST, &text);
}

/// Whether there are barriers of the program. Work-items are then numbered along dimension 0, and so are
/// sub-groups.
fn meet(kernel: FunctionValue<'_>) -> bool {
    cuts_in(kernel).iter().any(|(call, _)| !is_stepping(*call))
        || reaches_call(kernel, uses_sub_groups)
}

/// The order of dimensions, innermost first.
pub(super) fn order(innermost: u32) -> [usize; 3] {
    match innermost {
        1 => [1, 0, 2],
        2 => [2, 0, 1],
        _ => [0, 1, 2],
    }
}

fn cheapest(kernel: FunctionValue<'_>) -> Option<u32> {
    if meet(kernel) {
        return Some(0);
    }
    let accesses = weighted_instructions(kernel);
    let read = KernelGraph::of(kernel);
    let cost = |dimension: u32| -> u64 {
        let mut strides = read.strides(dimension, Reach::SubGroup);
        accesses
            .iter()
            .map(|&(access, weight)| weight * price(strides.access(access), access.get_opcode()))
            .sum()
    };
    let first = cost(0);
    let mut best = (first > 0).then_some((0, first));
    for dimension in 1..3 {
        // Neighbours along a dimension that is never queried are copies of the same work-item.
        if !asks_about(kernel, dimension) {
            continue;
        }
        let this = cost(dimension);
        if best.is_some_and(|(_, least)| this < least) {
            best = Some((dimension, this));
        }
    }
    best.map(|(dimension, _)| dimension)
}

/// The approximate cost of an access for each work-item of a vector. Scattered stores are the most expensive:
/// they take cache lines from other processors.
fn price(access: Option<Neighbours>, opcode: InstructionOpcode) -> u64 {
    match (access, opcode == InstructionOpcode::Store) {
        (Some(Neighbours::SideBySide), _) | (Some(Neighbours::Same), false) => 1,
        (Some(Neighbours::Scattered), false) => 4,
        (Some(Neighbours::Scattered | Neighbours::Same), true) => 6,
        _ => 0,
    }
}

/// All instructions, with their execution frequency relative to code outside loops.
fn weighted_instructions(kernel: FunctionValue<'_>) -> Vec<(InstructionValue<'_>, u64)> {
    let found = loops(kernel);
    let mut all = Vec::new();
    for block in kernel.get_basic_blocks() {
        let depth = found.iter().filter(|l| l.blocks.contains(&block)).map(|l| l.depth).max();
        let weight = ITERATIONS.pow(depth.unwrap_or(0).min(MOST_DEPTH));
        all.extend(block.get_instructions().map(|instruction| (instruction, weight)));
    }
    all
}

/// Whether work-items query their position in a dimension.
pub(super) fn asks_about(kernel: FunctionValue<'_>, dimension: u32) -> bool {
    calls_in(kernel).into_iter().any(|call| {
        let builtin = call.get_called_fn_value().and_then(Builtin::of);
        matches!(builtin, Some(Builtin::LocalId | Builtin::GlobalId))
            && constant_argument(call, 0) == Some(u64::from(dimension))
    })
}

/// Whether work-items query work-groups, whose sizes the program then chooses.
pub(super) fn knows_groups(kernel: FunctionValue<'_>) -> bool {
    reaches_call(kernel, |call| {
        let builtin = call.get_called_fn_value().and_then(Builtin::of);
        matches!(
            builtin,
            Some(
                Builtin::LocalId
                    | Builtin::LocalLinearId
                    | Builtin::LocalSize
                    | Builtin::GroupId
                    | Builtin::NumGroups
                    | Builtin::LocalMemory
            )
        )
    })
}
