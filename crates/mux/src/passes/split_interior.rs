//! Runs the interior of an index space with a version of the kernel that has no guards.
//!
//! Before: `@k` with `v = 0; if (0 < id && id < n - 1) v = a[id - 1] + a[id + 1]; b[id] = v;`
//! After:  `@k` without the branch; `@k.mux-others`, which other work-items run; and `@k.mux-interior.0(…, ptr)`,
//!         which says between which work-items of a group along dimension 0 the interior is
//!
//! The interior is the set of work-items for which each guard takes its more expensive branch. Guards are
//! those of `narrow-work-items`, along any dimension, whose two branches differ in loops or in memory
//! accesses. Without them, no access needs a mask, and all work-items that run a loop reach it together, so
//! that `interchange-uniform-loops` can run lanes inside it.
//!
//! If there is only one guard, its condition is known in the other version, too.
//!
//! Requires: as `narrow-work-items`, and comes after it.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    NaturalLoop, clone_with_parameters, instructions, loops, numbers, remove_unreachable,
    set_attribute, string_attribute, successors,
};

use super::calls::reaches_call;
use super::cuts::cuts_in;
use super::early_returns::reachable;
use super::guards::{Guards, Interval, conjuncts};
use super::interchange_uniform_loops::is_vectorizable;
use super::narrow_work_items::{MOST_TWICE, Narrowed, decision, drop_notes, note_bounds, noted};
use super::split_rows;
use super::sub_groups::uses_sub_groups;
use crate::kernel::{ATTR_KERNEL, META_KEEP_EDGES, entry_points, original_name};
use crate::{Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "split-interior",
    summary: "give work-items that pass all guards of a kernel a version without them",
    run,
};

/// On a kernel, with a dimension as suffix: the function that computes the bounds of the interior.
const INTERIOR: &str = "mux-interior";
/// On a kernel: the function for all other work-items.
const ATTR_OTHERS: &str = "mux-others";

/// Kernels with more guards keep the rest of them.
const MOST_GUARDS: usize = 8;

/// The work-items that run a kernel, and the function of the others.
pub fn interior<'c>(module: &Module<'c>, kernel: FunctionValue<'c>) -> Narrowed<'c> {
    let others = string_attribute(kernel, ATTR_OTHERS).and_then(|name| module.get_function(&name));
    Narrowed { bounds: noted(module, kernel, INTERIOR), others }
}

/// Removes the attributes from a wrapper that uses them.
pub(super) fn done(wrapper: FunctionValue<'_>) {
    drop_notes(wrapper, INTERIOR);
    wrapper.remove_string_attribute(AttributeLoc::Function, ATTR_OTHERS);
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    // Bounds are 64-bit numbers.
    if size_type(cx.module).get_bit_width() != 64 {
        return Ok(changed);
    }
    for kernel in entry_points(cx.module) {
        let meets = !cuts_in(kernel).is_empty() || reaches_call(kernel, uses_sub_groups);
        if meets || numbers(kernel, META_KEEP_EDGES).is_some() {
            continue;
        }
        for version in split_rows::versions(cx.module, kernel) {
            if split(cx, version)? {
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

/// A branch, and the work-items for which it leads to the interior.
struct Guard<'c> {
    branch: InstructionValue<'c>,
    /// The value of its condition there.
    holds: bool,
    intervals: Vec<Interval<'c>>,
}

/// Makes two versions of a kernel.
fn split<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<bool, MuxError> {
    if instructions(kernel).len() > MOST_TWICE {
        return Ok(false);
    }
    let guards = Guards::of(kernel);
    let found = guards_of(kernel, &guards);
    if found.is_empty() {
        return Ok(false);
    }
    let intervals: Vec<Interval<'c>> =
        found.iter().flat_map(|guard| guard.intervals.iter().cloned()).collect();
    let name = format!("{}.mux-others", kernel.get_name().to_string_lossy());
    let others = clone_with_parameters(kernel, &name, &[]);
    others.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    others.set_linkage(Linkage::Internal);
    Narrowed::done(others);
    note_bounds(cx, kernel, INTERIOR, (&guards, &intervals))?;
    set_attribute(cx.module, kernel, ATTR_OTHERS, &name);
    let truth = cx.module.get_context().bool_type();
    if let [only] = &found[..] {
        let lost = || MuxError::malformed(original_name(kernel), "lost a block");
        let blocks = kernel.get_basic_blocks();
        let number = blocks.iter().position(|block| only.branch.get_parent() == Some(*block));
        let copies = others.get_basic_blocks();
        let copy = number.and_then(|number| copies.get(number)?.get_terminator());
        let copy = copy.ok_or_else(lost)?;
        copy.set_operand(0, truth.const_int((!only.holds).into(), false));
        remove_unreachable(others);
    }
    for guard in &found {
        guard.branch.set_operand(0, truth.const_int(guard.holds.into(), false));
    }
    remove_unreachable(kernel);
    Ok(true)
}

/// The guards on the path through the interior.
fn guards_of<'c>(kernel: FunctionValue<'c>, guards: &Guards<'c>) -> Vec<Guard<'c>> {
    let loops = loops(kernel);
    // Masks cost time only if work-items are vectorized.
    let straight = instructions(kernel).into_iter().all(is_vectorizable);
    let mut found: Vec<Guard<'c>> = Vec::new();
    let (mut seen, mut left) = (Vec::new(), Vec::from_iter(kernel.get_first_basic_block()));
    while let Some(block) = left.pop() {
        if seen.contains(&block) {
            continue;
        }
        seen.push(block);
        let guard = (found.len() < MOST_GUARDS && !loops.iter().any(|l| l.blocks.contains(&block)))
            .then(|| guard_at(block, guards, (&loops, straight)))
            .flatten();
        match guard {
            Some(guard) => {
                left.extend(successors(block).get(usize::from(!guard.holds)));
                found.push(guard);
            }
            None => left.extend(successors(block)),
        }
    }
    found
}

/// The guard at the end of a block, if it is worth two versions.
fn guard_at<'c>(
    block: BasicBlock<'c>,
    guards: &Guards<'c>,
    (loops, straight): (&[NaturalLoop<'c>], bool),
) -> Option<Guard<'c>> {
    let (branch, condition) = decision(block)?;
    // `!(a && b)` is not an interval, but its complement is.
    let side = |holds: bool| {
        let parts = conjuncts(condition, holds);
        let all: Option<Vec<Interval<'c>>> =
            parts.iter().map(|&(part, holds)| guards.interval(part, holds)).collect();
        let mut all = all?;
        let dimension = all.iter().find(|interval| interval.step != 0)?.dimension;
        for interval in all.iter_mut().filter(|interval| interval.step == 0) {
            interval.dimension = dimension;
        }
        Some(all)
    };
    let sides = sides(block)?;
    let differ = loops.iter().any(|l| sides.iter().any(|side| side.contains(&l.header)));
    let masked = |i: InstructionValue<'c>| {
        matches!(i.get_opcode(), InstructionOpcode::Load | InstructionOpcode::Store)
    };
    let masks = || sides.iter().flatten().any(|b| b.get_instructions().any(masked));
    if !(differ || straight && masks()) {
        return None;
    }
    let work = sides.map(|side| side.iter().map(|b| b.get_instructions().count()).sum::<usize>());
    let alone = |all: &[Interval<'c>]| all.iter().any(|i| i.predicate == IntPredicate::EQ);
    let (intervals, holds) = match (side(true), side(false)) {
        (None, None) => return None,
        (Some(yes), None) => (yes, true),
        (None, Some(no)) => (no, false),
        (Some(yes), Some(no)) => match (alone(&yes), alone(&no)) {
            (true, false) => (no, false),
            (false, true) => (yes, true),
            _ if work[1] > work[0] => (no, false),
            _ => (yes, true),
        },
    };
    Some(Guard { branch, holds, intervals })
}

/// The blocks that are reachable from only one successor of a block.
fn sides<'c>(block: BasicBlock<'c>) -> Option<[Vec<BasicBlock<'c>>; 2]> {
    let [first, second] = successors(block)[..] else { return None };
    let [mut first, mut second] = [first, second].map(reachable);
    let both: Vec<BasicBlock<'c>> = first.extract_if(.., |b| second.contains(b)).collect();
    second.retain(|b| !both.contains(b));
    Some([first, second])
}
