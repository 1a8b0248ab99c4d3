//! Moves the loop over work-items into loops of the kernel.
//!
//! Before: a kernel with `for (k…) sum += a[k] * b[k][x];`, the same number of times in all work-items
//! After:  the same with sub-group barriers at the start of each iteration and behind the loop
//!
//! LLVM vectorises innermost loops only. A loop in the kernel would be the innermost one, and often the wrong
//! one: its iterations depend on one another, or access distant memory. With a barrier in each iteration,
//! `work-item-loops` runs the lanes of a sub-group inside it, and the lanes become a vector.
//!
//! A loop that some work-items leave earlier than others gets a gate: each iteration starts with a test
//! whether any lane is still active, and inactive lanes skip it. The vectoriser turns the skipped code into
//! masked operations.
//!
//! Private arrays are then interleaved across lanes (`lane_arrays`).
//!
//! Only where that pays: all work-items of a sub-group reach the loop together, all of it can be vectorised,
//! and most of its loads and stores are contiguous across neighbouring work-items, or uniform.
//!
//! Requires: optimised kernels; barriers prepared.

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    Among, NaturalLoop, UniformFacts, called_function, divide_in_floating_point,
    first_insertion_point, gate_loop, instruction_of, is_vectorizable_intrinsic, loops,
    lower_switches, numbers, operands,
};

use super::cuts::cuts_in;
use super::innermost;
use super::lane_arrays::LaneArrays;
use super::split_interior;
use super::split_rows;
use super::sub_groups::WORK_ITEM_SCOPE;
use super::sub_groups::{self, SubGroups};
use crate::kernel::{META_KEEP_LOOPS, entry_points};
use crate::reader::{KernelGraph, KernelUniformity, Neighbours, Reach, Strides};
use crate::{
    Builtin, Changed, Collective, CollectiveOp, Element, GroupScope, Lanes, MuxError, PassCx,
    PassDesc, Shape, ValueType,
};

pub const PASS: PassDesc = PassDesc {
    name: "interchange-uniform-loops",
    summary: "run the lanes of work-items inside uniform loops",
    run,
};

/// Whether one of the lanes is true.
const ANY: Collective = Collective {
    scope: GroupScope::SubGroup,
    op: CollectiveOp::Any,
    ty: ValueType { element: Element::I1, lanes: Lanes::Scalar },
};

/// Lanes run through all cases of a switch, those of other lanes without effect. With more cases, a jump is
/// better.
const MOST_CASES: u32 = 8;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        for version in split_rows::versions(cx.module, kernel) {
            let others = split_interior::interior(cx.module, version).others;
            for part in std::iter::once(version).chain(others) {
                if interchange(cx, part)? {
                    changed = Changed::Yes;
                }
            }
        }
    }
    Ok(changed)
}

/// The same for one kernel; returns whether it changed.
pub(super) fn interchange<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
) -> Result<bool, MuxError> {
    if numbers(kernel, META_KEEP_LOOPS).is_some() {
        return Ok(false);
    }
    let dimension = lanes_along(cx, kernel);
    let mut places: Vec<BasicBlock<'c>> = Vec::new();
    if cuts_in(kernel).is_empty() {
        lower_switches(kernel, MOST_CASES);
    }
    let arrays = LaneArrays::of(kernel);
    let before = loops(kernel);
    if before.is_empty() {
        return Ok(false);
    }
    for (header, same) in loops_to_gate(&KernelGraph::of(kernel), dimension, &before, &arrays) {
        let any = Builtin::from(ANY).declare(cx.module);
        places.extend(gate_loop(header, any, &same));
    }
    let all = loops(kernel);
    let read = KernelGraph::of(kernel);
    let (uniformity, mut strides) = (read.uniformity(), read.strides(dimension, Reach::SubGroup));
    for (index, candidate) in all.iter().enumerate() {
        let nested = all[index..].iter().take_while(|l| candidate.blocks.contains(&l.header));
        let nest: Vec<&NaturalLoop<'c>> = nested.collect();
        if nest.iter().all(|l| uniformity.run_in_step(l))
            && lanes_pay(&mut strides, candidate, &arrays, &[])
        {
            for part in nest {
                places.extend(std::iter::once(part.header).chain(part.exits.iter().copied()));
            }
        }
    }
    let blocks = kernel.get_basic_blocks();
    places.sort_unstable_by_key(|place| blocks.iter().position(|block| block == place));
    places.dedup();
    // No processor has vector division of integers.
    let inside = loops(kernel).into_iter().filter(|l| places.contains(&l.header) || is_gate(l));
    let inside: Vec<BasicBlock<'c>> = inside.flat_map(|l| l.blocks).collect();
    divide_in_floating_point(kernel, &inside);
    if !places.is_empty() {
        arrays.spread(match sub_groups::of(cx, kernel)? {
            Some(SubGroups::Program(size)) => size,
            _ => cx.target.stepping_width(),
        });
    }
    for &place in &places {
        meet(cx, kernel, place)?;
    }
    if !places.is_empty() {
        innermost::note(cx.module, kernel, Some(dimension));
    }
    Ok(!places.is_empty())
}

/// The headers of innermost loops that work-items leave at different times and that should still run lanes
/// inside, each with the loads in it whose address is the same for all of them.
fn loops_to_gate<'c>(
    read: &KernelGraph<'c>,
    dimension: u32,
    all: &[NaturalLoop<'c>],
    arrays: &LaneArrays<'c>,
) -> Vec<(BasicBlock<'c>, Vec<InstructionValue<'c>>)> {
    let uniformity = read.uniformity();
    // Loops that stride by the lane have the same length for every lane, and are better without a gate.
    let mut strides = read.strides(dimension, Reach::WorkGroup);
    let is_innermost = |candidate: &NaturalLoop<'c>| {
        all.iter().filter(|l| candidate.blocks.contains(&l.header)).count() == 1
    };
    let mut chosen = Vec::new();
    for candidate in all {
        if uniformity.run_in_step(candidate)
            || !uniformity.come_together(candidate)
            || !is_innermost(candidate)
            || !lanes_pay(&mut strides, candidate, arrays, &[])
        {
            continue;
        }
        chosen.push((candidate.header, common_loads(candidate, &uniformity)));
    }
    chosen
}

/// The loads at the start of an iteration whose address is computed from values that are uniform in a
/// sub-group, and from values in the header; `gate_loop` checks the latter.
fn common_loads<'c>(
    candidate: &NaturalLoop<'c>,
    uniformity: &KernelUniformity<'_, 'c>,
) -> Vec<InstructionValue<'c>> {
    let mut found = Vec::new();
    // Values that differ between work-items, or may differ.
    let mut own: Vec<InstructionValue<'c>> = Vec::new();
    for instruction in candidate.header.get_instructions() {
        let mut parts = operands(instruction).into_iter().filter_map(instruction_of);
        let is_own = parts.any(|part| {
            own.contains(&part)
                || (part.get_parent() != Some(candidate.header)
                    && !uniformity.is_same(part, Among::SubGroup))
        });
        if is_own {
            own.push(instruction);
        } else if instruction.get_opcode() == InstructionOpcode::Load {
            found.push(instruction);
        }
    }
    found
}

/// Whether a loop starts with a gate.
fn is_gate(candidate: &NaturalLoop<'_>) -> bool {
    candidate.header.get_instructions().any(|instruction| {
        called_function(instruction).and_then(Builtin::of) == Some(Builtin::from(ANY))
    })
}

/// The dimension of the lanes. Work-groups that the program shapes are rarely long enough for vectors in any
/// dimension but the first.
fn lanes_along(cx: &PassCx<'_, '_>, kernel: FunctionValue<'_>) -> u32 {
    if innermost::knows_groups(kernel) { 0 } else { innermost::decide(cx.module, kernel) }
}

/// Whether vectorising the loop across lanes is better than across its iterations, or would be if some loads
/// were contiguous.
pub(super) fn lanes_pay<'c>(
    strides: &mut Strides<'_, 'c>,
    candidate: &NaturalLoop<'c>,
    arrays: &LaneArrays<'c>,
    side_by_side: &[InstructionValue<'c>],
) -> bool {
    let (mut good, mut bad) = (0, 0);
    for block in &candidate.blocks {
        for instruction in block.get_instructions() {
            if !is_vectorizable(instruction) {
                return false;
            }
            let private = arrays.neighbours(strides, instruction);
            match private.or_else(|| strides.access(instruction)) {
                _ if side_by_side.contains(&instruction) => good += 1,
                Some(Neighbours::SideBySide) => good += 1,
                Some(Neighbours::Same) if instruction.get_opcode() == InstructionOpcode::Load => {
                    good += 1;
                }
                Some(Neighbours::Same | Neighbours::Scattered) => bad += 1,
                Some(Neighbours::Private) => return false,
                None => {}
            }
        }
    }
    bad * 2 < good.max(1)
}

/// Whether an instruction can be vectorised across lanes.
pub(super) fn is_vectorizable(instruction: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    match instruction.get_opcode() {
        Op::Call => called_function(instruction).is_some_and(|callee| match Builtin::of(callee) {
            Some(builtin) => matches!(
                builtin.shape(),
                Shape::RankedGetter | Shape::Getter | Shape::Getter32 | Shape::LocalMemory
            ),
            None => is_vectorizable_intrinsic(callee),
        }),
        Op::Load | Op::Store => scythe_llvm::access_bytes(instruction).is_some(),
        Op::AtomicCmpXchg
        | Op::AtomicRMW
        | Op::Fence
        | Op::Alloca
        | Op::Invoke
        | Op::Switch
        | Op::IndirectBr
        | Op::Resume
        | Op::ExtractElement
        | Op::InsertElement
        | Op::ShuffleVector => false,
        _ => true,
    }
}

/// Inserts a barrier without memory ordering at the start of a block.
pub(super) fn meet<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    block: BasicBlock<'c>,
) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    let first = first_insertion_point(block).ok_or_else(|| {
        MuxError::malformed(crate::original_name(kernel), "has a block without an end")
    })?;
    builder.position_before(&first);
    let number = |n| context.i32_type().const_int(n, false).into();
    let barrier = Builtin::SubGroupBarrier.declare(cx.module);
    builder.build_call(barrier, &[number(0), number(WORK_ITEM_SCOPE), number(0)], "")?;
    Ok(())
}
