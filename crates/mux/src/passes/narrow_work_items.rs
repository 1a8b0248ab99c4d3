//! Runs only those work-items for which a kernel's guards hold.
//!
//! Before: `@k` with `if (global_id(0) < n) { … }`, all of which is inside
//! After:  `@k` without the branch, and `@k.mux-bounds.0(…, ptr)`, which computes the interval of work-items of a
//!         group along dimension 0 for which the guard holds; `work-item-loops` runs `@k` for those
//!
//! Guards with code for both outcomes are left to `split-interior`.
//!
//! Without the guard, all work-items that run a loop reach it together, so that `interchange-uniform-loops`
//! can run lanes inside it, and vectors need no masks.
//!
//! A guard compares a number that changes by a constant from one work-item to the next, in any arithmetic
//! (`guards`), with a uniform one; of `a && b`, the operands that are such comparisons are removed. It has to
//! be known before the kernel runs: it is an expression of ids, sizes and arguments.
//!
//! Requires: optimised kernels, objects that are not written (`copy-written-objects`).

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    access_bytes, called_function, numbers, operand_instruction, remove_unreachable, replace_uses,
    set_attribute, string_attribute, successors, touches_no_memory,
};

use super::bounds;
use super::calls::reaches_call;
use super::cuts::cuts_in;
use super::guards::{Guards, Interval, conjuncts};
use super::split_rows;
use super::sub_groups::uses_sub_groups;
use crate::kernel::{META_KEEP_GUARDS, entry_points};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "narrow-work-items",
    summary: "run only those work-items for which a kernel's guards hold",
    run,
};

/// On a kernel, with a dimension as suffix: the function that computes the bounds of its work-items.
const BOUNDS: &str = "mux-bounds";

/// Larger kernels are not duplicated.
pub(super) const MOST_TWICE: usize = 1000;

/// The work-items that run a kernel, and the function for the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrowed<'c> {
    /// For each dimension, the function that computes the bounds; none if all run it.
    pub bounds: [Option<FunctionValue<'c>>; 3],
    /// The function for the others.
    pub others: Option<FunctionValue<'c>>,
}

impl<'c> Narrowed<'c> {
    /// The result of this pass for a kernel.
    pub fn of(module: &Module<'c>, kernel: FunctionValue<'c>) -> Self {
        Self { bounds: noted(module, kernel, BOUNDS), others: None }
    }

    /// Whether anything was narrowed.
    pub fn is_narrow(&self) -> bool {
        self.bounds.iter().any(Option::is_some)
    }

    /// Removes the attributes from the wrapper that implements them.
    pub fn done(wrapper: FunctionValue<'c>) {
        drop_notes(wrapper, BOUNDS);
    }
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    // Bounds are numbers of 64 bits.
    if size_type(cx.module).get_bit_width() != 64 {
        return Ok(changed);
    }
    for kernel in entry_points(cx.module) {
        let meets = !cuts_in(kernel).is_empty() || reaches_call(kernel, uses_sub_groups);
        let kept = numbers(kernel, META_KEEP_GUARDS).is_some();
        if meets || kept {
            continue;
        }
        for version in split_rows::versions(cx.module, kernel) {
            if narrow(cx, version, version != kernel)? {
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

/// Removes guards that are followed only by the kernel's end. Uniform guards are only removed together with
/// others, or if a kernel runs `in_rows`.
fn narrow<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    in_rows: bool,
) -> Result<bool, MuxError> {
    let mut found: Vec<Interval<'c>> = Vec::new();
    let mut folded: Vec<(InstructionValue<'c>, bool)> = Vec::new();
    let guards = Guards::of(kernel);
    for (branch, stays_if) in outer_guards(kernel) {
        let Some(condition) = operand_instruction(branch, 0) else { continue };
        let parts = conjuncts(condition, stays_if);
        let intervals: Vec<Interval<'c>> =
            parts.iter().filter_map(|&(part, holds)| guards.interval(part, holds)).collect();
        if intervals.len() == parts.len() {
            folded.push((branch, stays_if));
        }
        found.extend(intervals);
    }
    let moving = found.iter().find(|interval| interval.step != 0).map(|i| i.dimension);
    let Some(dimension) = moving.or_else(|| (in_rows && !found.is_empty()).then_some(0)) else {
        return Ok(false);
    };
    for interval in found.iter_mut().filter(|interval| interval.step == 0) {
        interval.dimension = dimension;
    }
    note_bounds(cx, kernel, BOUNDS, (&guards, &found))?;
    // The conditions are known for every work-item that runs the kernel from now on.
    let truth = cx.module.get_context().bool_type();
    for interval in &found {
        replace_uses(&interval.comparison, &truth.const_int(interval.holds.into(), false));
    }
    for (branch, taken) in folded {
        branch.set_operand(0, truth.const_int(taken.into(), false));
    }
    remove_unreachable(kernel);
    Ok(true)
}

/// Makes the functions that compute the bounds of a kernel, and names them in its attributes.
pub(super) fn note_bounds<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    note: &str,
    (guards, intervals): (&Guards<'c>, &[Interval<'c>]),
) -> Result<(), MuxError> {
    for dimension in 0..3 {
        let along: Vec<&Interval<'c>> =
            intervals.iter().filter(|i| i.dimension == dimension).collect();
        if along.is_empty() {
            continue;
        }
        let name = format!("{}.{note}.{dimension}", kernel.get_name().to_string_lossy());
        bounds::make(cx, kernel, &name, (guards, &along))?;
        set_attribute(cx.module, kernel, &format!("{note}-{dimension}"), &name);
    }
    Ok(())
}

/// The functions that a kernel's attributes name, by dimension.
pub(super) fn noted<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
    note: &str,
) -> [Option<FunctionValue<'c>>; 3] {
    [0, 1, 2].map(|dimension| {
        let name = string_attribute(kernel, &format!("{note}-{dimension}"))?;
        module.get_function(&name)
    })
}

/// Removes such attributes from a function.
pub(super) fn drop_notes(function: FunctionValue<'_>, note: &str) {
    for dimension in 0..3 {
        function.remove_string_attribute(AttributeLoc::Function, &format!("{note}-{dimension}"));
    }
}

/// The conditional branch at the end of a block, and its condition.
pub(super) fn decision<'c>(
    block: BasicBlock<'c>,
) -> Option<(InstructionValue<'c>, InstructionValue<'c>)> {
    let branch = block.get_terminator()?;
    let two_ways = branch.get_opcode() == InstructionOpcode::Br && successors(block).len() == 2;
    two_ways.then(|| Some((branch, operand_instruction(branch, 0)?)))?
}

/// The branches at the start of a kernel with one successor that leads to its end, before anything
/// observable: each with the condition's value for work-items that stay.
fn outer_guards<'c>(kernel: FunctionValue<'c>) -> Vec<(InstructionValue<'c>, bool)> {
    let mut found = Vec::new();
    let mut next = kernel.get_first_basic_block();
    let mut seen: Vec<BasicBlock<'c>> = Vec::new();
    while let Some(block) = next {
        if seen.contains(&block) || !block.get_instructions().all(is_idle) {
            break;
        }
        seen.push(block);
        next = match successors(block)[..] {
            [only] => Some(only),
            [first, second] => {
                let stays = match (ends(first), ends(second)) {
                    (true, false) => Some((second, false)),
                    (false, true) => Some((first, true)),
                    _ => None,
                };
                let branch = decision(block).map(|(branch, _)| branch);
                if let (Some((_, stays_if)), Some(branch)) = (stays, branch) {
                    found.push((branch, stays_if));
                }
                stays.map(|(block, _)| block)
            }
            _ => None,
        };
    }
    found
}

/// Whether a block leads to the end of the kernel without side effects.
fn ends(block: BasicBlock<'_>) -> bool {
    if !block.get_instructions().all(is_idle) {
        return false;
    }
    match successors(block)[..] {
        [] => {
            block.get_terminator().is_some_and(|end| end.get_opcode() == InstructionOpcode::Return)
        }
        [only] => only != block && ends(only),
        _ => false,
    }
}

/// Whether an instruction has no side effects.
fn is_idle(instruction: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    match instruction.get_opcode() {
        Op::Load => access_bytes(instruction).is_some(),
        Op::Call => called_function(instruction).is_some_and(|callee| match Builtin::of(callee) {
            Some(builtin) => builtin.is_rematerialisable(),
            None => {
                let name = callee.get_name().to_string_lossy();
                let is_hint =
                    ["llvm.assume", "llvm.lifetime", "llvm.dbg", "llvm.experimental.noalias"];
                is_hint.iter().any(|hint| name.starts_with(hint))
                    || (name.starts_with("llvm.") && touches_no_memory(callee))
            }
        }),
        Op::Store
        | Op::AtomicCmpXchg
        | Op::AtomicRMW
        | Op::Fence
        | Op::Invoke
        | Op::CallBr
        | Op::IndirectBr
        | Op::Unreachable
        | Op::Resume
        | Op::VAArg => false,
        _ => true,
    }
}
