//! Runs only those work-items of a region for which its guards hold.
//!
//! Before: a region with `if (local_id(0) < half) tile[…] += tile[… + half];`, run by all work-items
//! After:  two versions of it and `@….mux-bounds.0(…, ptr)`, which computes the interval of work-items for which it holds:
//!         those run the version in which it does, all others the one in which it does not
//!
//! Between two barriers few work-items may be active, as in a tree reduction. The version for the others is
//! empty then, and its loop is removed; the loop of the first covers only active work-items, and needs no
//! masks. Each work-item still runs a region from start to end, so a guard needs no storage.
//!
//! A guard is defined as for `narrow-work-items` (`guards`): its bounds are expressions of ids, sizes,
//! arguments, and here also of uniform values that live across the barrier. It is known when the region
//! starts.
//!
//! Guards at the edge of the index space, as in `if (global_id(0) < n)`, hold for all work-items of most
//! groups. So work-items for which all such guards of a region hold run a version without them; the others
//! run the original region.
//!
//! Part of `work-item-loops`. Requires: regions whose work-items reach each cut together.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{
    FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    accessed_pointer, called_function, clone_with_parameters, erase, has_loops, instruction_of,
    instructions, operands, promote_variables, remove_unreachable, replace_uses, successors,
    touches_no_memory,
};

use super::bounds;
use super::cuts::Level;
use super::guards::{Guards, Interval, conjuncts};
use super::narrow_work_items::decision;
use super::regions::Regions;
use super::variables::Kind;
use super::work_item_loops::Inside;
use crate::{Builtin, MuxError, PassCx};

/// How often a region is split, and each version of it again.
const MOST_SPLITS: u32 = 2;
/// Longer loops over work-items are not unrolled.
const MOST_LANES: u64 = 1024;
/// Larger regions are not run under a mask for the sake of one work-item.
const MOST_MASKED: usize = 32;
/// Larger regions are not duplicated.
const MOST_INSTRUCTIONS: usize = 300;

/// The versions of a region that work-items run, depending on a guard.
pub struct Split<'c> {
    /// For each dimension, the function that computes the bounds of the guard; none if it holds for all.
    pub bounds: [Option<FunctionValue<'c>>; 3],
    /// The version for which the guard holds.
    pub inside: Box<Version<'c>>,
    /// The version for the others.
    pub others: Box<Version<'c>>,
}

/// A version of a region.
pub struct Version<'c> {
    /// The function that runs it for one work-item.
    pub function: FunctionValue<'c>,
    /// The versions that it is split into.
    pub split: Option<Split<'c>>,
}

/// Splits regions that all work-items of a group start together and that end at a common cut. `objects` marks
/// the arguments of the kernel that are unmodified objects, `local` is the known size of work-groups.
pub fn narrow<'c>(
    cx: &PassCx<'_, 'c>,
    regions: &mut Regions<'c>,
    (objects, local): (&[bool], [Option<u64>; 3]),
) -> Result<(), MuxError> {
    let levels: Vec<Level> = regions.regions.iter().map(|region| region.level).collect();
    let variables = &regions.variables;
    for region in &mut regions.regions {
        let alone = |next: &usize| next.checked_sub(1).is_some_and(|n| levels[n] != Level::Group);
        // Loops over shifted intervals load vectors that straddle the vectors that an earlier region stored:
        // processors stall on that.
        let mut kept = region.ins.iter().chain(region.outs.iter().map(|(v, _)| v));
        let remembers = kept.any(|&v| variables[v].kind(Level::Group) == Kind::PerItem);
        if region.level != Level::Group || region.next.iter().any(alone) {
            continue;
        }
        promote_variables(region.function);
        if !remembers {
            region.split = split(cx, region.function, (objects, local), MOST_SPLITS)?;
        }
        if region.split.is_none() {
            region.split = split_edges(cx, region.function, objects)?;
        }
    }
    Ok(())
}

/// Splits a region, or a version of it, at the first guard that is worth it.
fn split<'c>(
    cx: &PassCx<'_, 'c>,
    function: FunctionValue<'c>,
    (objects, local): (&[bool], [Option<u64>; 3]),
    more: u32,
) -> Result<Option<Split<'c>>, MuxError> {
    let Some(more) = more.checked_sub(1) else { return Ok(None) };
    if instructions(function).len() > MOST_INSTRUCTIONS {
        return Ok(None);
    }
    let guards = Guards::of_part(function, objects);
    for (place, guard) in guards_in(function, &guards) {
        let short = |i: &Interval<'c>| local[i.dimension].is_some_and(|size| size <= MOST_LANES);
        let constant = guard.intervals.iter().all(short);
        let versions = versions(cx, function, (place, &guard), (objects.len(), constant))?;
        let Some((inside, others)) = versions else { continue };
        let name = function.get_name().to_string_lossy().into_owned();
        let mut found = [None; 3];
        for (dimension, bounds) in found.iter_mut().enumerate() {
            let along: Vec<&Interval<'c>> =
                guard.intervals.iter().filter(|i| i.dimension == dimension).collect();
            if !along.is_empty() {
                let name = format!("{name}.mux-bounds.{dimension}");
                *bounds = Some(bounds::make(cx, function, &name, (&guards, &along))?);
            }
        }
        let version = |function| {
            let split = match split(cx, function, (objects, local), more)? {
                None => split_edges(cx, function, objects)?,
                split => split,
            };
            Ok::<_, MuxError>(Box::new(Version { function, split }))
        };
        let (inside, others) = (version(inside)?, version(others)?);
        return Ok(Some(Split { bounds: found, inside, others }));
    }
    Ok(None)
}

/// The versions of a function for work-items for which a guard holds and for all others; none if that is no
/// gain.
fn versions<'c>(
    cx: &PassCx<'_, 'c>,
    function: FunctionValue<'c>,
    (place, guard): (usize, &Guard<'c>),
    (own, constant): (usize, bool),
) -> Result<Option<(FunctionValue<'c>, FunctionValue<'c>)>, MuxError> {
    let name = function.get_name().to_string_lossy().into_owned();
    let lost = || MuxError::malformed(&name, "lost a block");
    let truth = cx.module.get_context().bool_type();
    let parts: Vec<(usize, bool)> = {
        let all = instructions(function);
        let number = |i: &Interval<'c>| all.iter().position(|other| *other == i.comparison);
        guard.intervals.iter().filter_map(|i| Some((number(i)?, i.holds))).collect()
    };
    let make = |suffix: &str, is_inside: bool| {
        let version = clone_with_parameters(function, &format!("{name}.{suffix}"), &[]);
        let all = instructions(version);
        let end = version.get_basic_blocks().get(place).and_then(|b| b.get_terminator());
        let end = end.ok_or_else(lost)?;
        if is_inside {
            for &(number, holds) in &parts {
                replace_uses(&all[number], &truth.const_int(holds.into(), false));
            }
        }
        if !is_inside || guard.whole {
            let holds = guard.holds == is_inside;
            end.set_operand(0, truth.const_int(holds.into(), false));
        }
        remove_unreachable(version);
        Ok::<_, MuxError>(version)
    };
    let (inside, others) = (make("mux-inside", true)?, make("mux-others", false)?);
    // Splitting off one work-item only pays if it always has work to do, since the loops around it then start
    // and end in the middle of vectors: under a mask, each vector would need a test. Masks of short loops of
    // known length are constants.
    let one = guard.intervals.iter().any(|i| i.predicate == IntPredicate::EQ);
    // Unless only the one work-item writes: that would be a scatter.
    let written = |f: FunctionValue<'c>| instructions(f).into_iter().filter(|i| writes(*i)).count();
    let masked = constant
        && Inside::of(function) == Inside::Vectors
        && instructions(function).len() <= MOST_MASKED
        && [inside, others].into_iter().all(|f| written(f) == written(function));
    let always = || all_come_to(function, place) && !masked;
    let pays = is_idle(others, own)
        || is_idle(inside, own)
        || if one { always() } else { has_loops(function) };
    if !pays {
        erase(inside);
        erase(others);
        return Ok(None);
    }
    Ok(Some((inside, others)))
}

/// Whether an instruction may change memory.
fn writes(instruction: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    match instruction.get_opcode() {
        Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg => true,
        Op::Call => !called_function(instruction).is_some_and(|callee| {
            touches_no_memory(callee)
                || Builtin::of(callee).is_some_and(Builtin::is_rematerialisable)
        }),
        _ => false,
    }
}

/// Whether every path through a function leads to the block with this index.
fn all_come_to(function: FunctionValue<'_>, place: usize) -> bool {
    let blocks = function.get_basic_blocks();
    let mut seen = vec![blocks[place]];
    let mut open: Vec<BasicBlock<'_>> = if place == 0 { Vec::new() } else { vec![blocks[0]] };
    while let Some(block) = open.pop() {
        let next = successors(block);
        if next.is_empty() {
            return false;
        }
        for block in next {
            if !seen.contains(&block) {
                seen.push(block);
                open.push(block);
            }
        }
    }
    true
}

/// Splits off the version of a region in which all guards at the edge of the index space hold, as they do in
/// most groups; the rest keeps the tests.
fn split_edges<'c>(
    cx: &PassCx<'_, 'c>,
    function: FunctionValue<'c>,
    objects: &[bool],
) -> Result<Option<Split<'c>>, MuxError> {
    let all = instructions(function);
    if all.len() > MOST_INSTRUCTIONS {
        return Ok(None);
    }
    let guards = Guards::of_part(function, objects);
    let edge = |comparison: InstructionValue<'c>| {
        let below = |i: &Interval<'c>| {
            use IntPredicate as P;
            matches!(i.predicate, P::ULT | P::ULE | P::SLT | P::SLE) && i.step > 0
        };
        let interval = guards.interval(comparison, true).filter(below);
        interval
            .or_else(|| guards.interval(comparison, false).filter(below))
            .filter(|i| differs_between_groups(i.moving) || differs_between_groups(i.bound))
    };
    let found: Vec<(usize, Interval<'c>)> = all
        .iter()
        .enumerate()
        .filter(|(_, i)| i.get_opcode() == InstructionOpcode::ICmp)
        .filter_map(|(number, &i)| Some((number, edge(i)?)))
        .collect();
    if found.is_empty() {
        return Ok(None);
    }
    let name = function.get_name().to_string_lossy().into_owned();
    let mut bounds = [None; 3];
    for (dimension, bounds) in bounds.iter_mut().enumerate() {
        let along: Vec<&Interval<'c>> =
            found.iter().map(|(_, i)| i).filter(|i| i.dimension == dimension).collect();
        if !along.is_empty() {
            let name = format!("{name}.mux-bounds.{dimension}");
            *bounds = Some(bounds::make(cx, function, &name, (&guards, &along))?);
        }
    }
    let inside = clone_with_parameters(function, &format!("{name}.mux-inside"), &[]);
    let copies = instructions(inside);
    let truth = cx.module.get_context().bool_type();
    for (number, interval) in &found {
        replace_uses(&copies[*number], &truth.const_int(interval.holds.into(), false));
    }
    remove_unreachable(inside);
    let version = |function| Box::new(Version { function, split: None });
    Ok(Some(Split { bounds, inside: version(inside), others: version(function) }))
}

/// Whether a number depends on the work-group.
fn differs_between_groups(value: IntValue<'_>) -> bool {
    let mut open: Vec<InstructionValue<'_>> = value.as_instruction().into_iter().collect();
    while let Some(instruction) = open.pop() {
        if instruction.get_opcode() == InstructionOpcode::Call {
            let builtin = called_function(instruction).and_then(Builtin::of);
            if matches!(builtin, Some(Builtin::GlobalId | Builtin::GroupId)) {
                return true;
            }
        }
        open.extend(operands(instruction).into_iter().filter_map(instruction_of));
    }
    false
}

/// Whether a version of a region has no effect that other work-items observe. Its parameters beyond the
/// kernel's are the storage of values that live across cuts.
fn is_idle(version: FunctionValue<'_>, kernel_parameters: usize) -> bool {
    use InstructionOpcode as Op;
    let places = version.get_params().split_off(kernel_parameters);
    let own = |pointer: PointerValue<'_>| places.contains(&pointer.into());
    instructions(version).into_iter().all(|instruction| match instruction.get_opcode() {
        Op::Store => accessed_pointer(instruction).is_some_and(own),
        Op::Call => called_function(instruction).is_some_and(|callee| {
            touches_no_memory(callee)
                || callee.get_name().to_bytes().starts_with(b"llvm.assume")
                || Builtin::of(callee).is_some_and(Builtin::is_rematerialisable)
        }),
        Op::AtomicCmpXchg | Op::AtomicRMW | Op::Fence | Op::Invoke | Op::CallBr => false,
        _ => true,
    })
}

/// A branch that some work-items take and others do not.
struct Guard<'c> {
    /// The condition's value for work-items in the intervals.
    holds: bool,
    /// Whether the intervals are the whole condition.
    whole: bool,
    intervals: Vec<Interval<'c>>,
}

/// The guards of a function, each with the index of its block.
fn guards_in<'c>(function: FunctionValue<'c>, guards: &Guards<'c>) -> Vec<(usize, Guard<'c>)> {
    let guard = |(place, block): (usize, BasicBlock<'c>)| {
        let (_, condition) = decision(block)?;
        let way = |holds: bool| {
            let parts = conjuncts(condition, holds);
            let intervals: Vec<Interval<'c>> =
                parts.iter().filter_map(|&(part, holds)| guards.interval(part, holds)).collect();
            // All but one are not an interval; the one is.
            let is_one = intervals.iter().all(|i| i.predicate != IntPredicate::NE);
            let whole = intervals.len() == parts.len();
            (!intervals.is_empty() && is_one).then_some(Guard { holds, whole, intervals })
        };
        Some((place, way(true).or_else(|| way(false))?))
    };
    function.get_basic_blocks().into_iter().enumerate().filter_map(guard).collect()
}
