//! Versions of kernels whose work-items may return before a barrier: `if (id >= n) return; …; barrier; …`.
//!
//! Before: `@k`, with a barrier that some work-items may not reach
//! After:  a function that tests whether any work-item of a group leaves, and then runs `@k`, or, if
//!         none does, a copy of `@k` without that branch, in which all come to the barrier
//!
//! Stores before the branch happen once, in the version that runs: the test omits them, so it must not depend
//! on memory that a work-item writes.
//!
//! Programs ported from GPUs have many such branches, and all groups but the last one are full. The test
//! costs a loop over work-items, which is vectorised.

use std::collections::HashSet;

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
    PointerValue,
};
use scythe_llvm::{
    Repeated, access_bytes, accessed_pointer, argument_behind, by_value, call_instruction,
    call_like_callee, called_function, calls_in, clone_with_parameters, drop_attribute,
    drop_instruction, erase, instruction_of, instructions, operands, remove_unreachable,
    successors, touches_no_memory, truncate,
};

use super::boxes::WorkItems;
use super::cuts::cuts_in;
use super::divergence::divergent_cuts;
use super::work_item_loops::{Inside, for_each_work_item, limits};
use super::{innermost, interchange_uniform_loops, parallel_accesses, regions, wrapper};
use crate::kernel::{ATTR_KERNEL, original_name};
use crate::{Builtin, MuxError, PassCx};

/// A branch after which some work-items return.
struct Guard {
    /// The index of its block.
    block: usize,
    /// The condition for work-items that stay.
    stays_if: bool,
}

/// Two versions of a kernel.
pub struct Versions<'c> {
    /// Runs one work-item up to the branch, and writes to its last argument, a byte, whether it leaves.
    test: FunctionValue<'c>,
    /// The kernel for groups in which no work-item leaves.
    pub full: FunctionValue<'c>,
}

/// Makes a version of a kernel for groups in which no work-item returns early, if the kernel is uniform then.
pub fn split<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
) -> Result<Option<Versions<'c>>, MuxError> {
    let Some(guard) = find(kernel) else { return Ok(None) };
    let name = original_name(kernel);
    let full = clone_with_parameters(kernel, &format!("{name}.mux-full"), &[]);
    let branch = end(full, guard.block)?;
    let stays = cx.module.get_context().bool_type().const_int(guard.stays_if.into(), false);
    branch.set_operand(0, stays);
    if !divergent_cuts(full).is_empty() {
        erase(full);
        return Ok(None);
    }
    interchange_uniform_loops::interchange(cx, full)?;
    Ok(Some(Versions { test: question(cx, kernel, &guard)?, full }))
}

/// The first branch that lets work-items skip all later cuts, and that can be evaluated in advance.
fn find(kernel: FunctionValue<'_>) -> Option<Guard> {
    let blocks = kernel.get_basic_blocks();
    let cuts: Vec<BasicBlock<'_>> = cuts_in(kernel)
        .iter()
        .filter_map(|(call, _)| call_instruction(*call).get_parent())
        .collect();
    let meets = |from: BasicBlock<'_>| reachable(from).iter().any(|block| cuts.contains(block));
    (0..blocks.len()).find_map(|number| {
        let block = blocks[number];
        let branch = block.get_terminator()?;
        let [first, second] = successors(block)[..] else { return None };
        let two_ways =
            branch.get_opcode() == InstructionOpcode::Br && meets(first) != meets(second);
        let once = !reachable(first).contains(&block) && !reachable(second).contains(&block);
        let before: Vec<_> =
            blocks.iter().filter(|b| reachable(**b).contains(&block)).copied().collect();
        (two_ways && once && can_ask(kernel, &before))
            .then(|| Guard { block: number, stays_if: meets(first) })
    })
}

/// A block and all that are reachable from it.
pub(super) fn reachable(from: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
    let mut found = vec![from];
    let mut at = 0;
    while at < found.len() {
        for next in successors(found[at]) {
            if !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

/// Whether the path through some blocks can be evaluated in advance.
fn can_ask<'c>(kernel: FunctionValue<'c>, blocks: &[BasicBlock<'c>]) -> bool {
    let all = || blocks.iter().flat_map(|block| block.get_instructions());
    if !all().all(|i| is_repeatable(i) || is_plain_store(i)) {
        return false;
    }
    let own = |pointer: PointerValue<'c>| {
        argument_behind(pointer).is_some_and(|owner| {
            (0..kernel.count_params()).any(|index| {
                kernel.get_nth_param(index) == Some(owner.into())
                    && by_value(kernel, index).is_some()
            })
        })
    };
    // The conditions on the path, and the values they depend on.
    let mut open: Vec<InstructionValue<'c>> =
        blocks.iter().filter_map(|block| block.get_terminator()).collect();
    let mut seen: HashSet<InstructionValue<'c>> = open.iter().copied().collect();
    let stores = all().any(is_plain_store);
    while let Some(instruction) = open.pop() {
        let loads = instruction.get_opcode() == InstructionOpcode::Load;
        if stores && loads && !accessed_pointer(instruction).is_some_and(own) {
            return false;
        }
        let made_of = operands(instruction).into_iter().filter_map(instruction_of);
        open.extend(made_of.filter(|operand| seen.insert(*operand)));
    }
    true
}

fn is_plain_store(instruction: InstructionValue<'_>) -> bool {
    instruction.get_opcode() == InstructionOpcode::Store && access_bytes(instruction).is_some()
}

/// Whether an instruction may run twice, or for a work-item that does not reach it in the end.
fn is_repeatable(instruction: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    match instruction.get_opcode() {
        Op::Load => access_bytes(instruction).is_some(),
        Op::Call => called_function(instruction).is_some_and(|callee| match Builtin::of(callee) {
            // Sub-group ids are known only inside the loops over sub-groups.
            Some(Builtin::SubGroupLocalId) => false,
            Some(builtin) => builtin.is_rematerialisable(),
            None => touches_no_memory(callee),
        }),
        Op::Store
        | Op::AtomicCmpXchg
        | Op::AtomicRMW
        | Op::Fence
        | Op::Invoke
        | Op::CallBr
        | Op::IndirectBr
        | Op::VAArg => false,
        _ => true,
    }
}

fn end(function: FunctionValue<'_>, block: usize) -> Result<InstructionValue<'_>, MuxError> {
    let blocks = function.get_basic_blocks();
    let lost = || MuxError::malformed(original_name(function), "lost a block");
    blocks.get(block).and_then(|b| b.get_terminator()).ok_or_else(lost)
}

/// A copy of the kernel that ends at the branch.
fn question<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    guard: &Guard,
) -> Result<FunctionValue<'c>, MuxError> {
    let context = cx.module.get_context();
    let pointer = context.ptr_type(Default::default());
    let name = format!("{}.mux-leaves", original_name(kernel));
    let test = clone_with_parameters(kernel, &name, &[pointer.into()]);
    let lost = || MuxError::malformed(&name, "lost its parameters");
    let noted = test.get_last_param().ok_or_else(lost)?.into_pointer_value();
    let branch = end(test, guard.block)?;
    let block = branch.get_parent().ok_or_else(lost)?;
    let condition = branch.get_operand(0).and_then(|o| o.value()).ok_or_else(lost)?;
    let builder = context.create_builder();
    builder.position_before(&branch);
    let condition = condition.into_int_value();
    let leaves: IntValue<'c> =
        if guard.stays_if { builder.build_not(condition, "leaves")? } else { condition };
    let byte = context.i8_type();
    let leaves = builder.build_int_z_extend(leaves, byte, "")?;
    let before = builder.build_load(byte, noted, "")?.into_int_value();
    let all = builder.build_or(before, leaves, "")?;
    builder.build_store(noted, all)?;
    truncate(branch);
    builder.position_at_end(block);
    builder.build_return(None)?;
    remove_unreachable(test);
    let stores = |i: &InstructionValue<'c>| {
        i.get_opcode() == InstructionOpcode::Store
            && accessed_pointer(*i).is_some_and(|pointer| pointer != noted)
    };
    instructions(test).into_iter().filter(stores).for_each(drop_instruction);
    make_version(test);
    Ok(test)
}

/// Turns a former kernel into a part of one, like `wrapper::wrap_alike`.
pub(super) fn make_version(function: FunctionValue<'_>) {
    function.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    wrapper::make_inner(function);
    for index in 0..function.count_params() {
        for outwards in ["byval", "noalias"] {
            drop_attribute(function, AttributeLoc::Param(index), outwards);
        }
    }
}

/// Emits a function around the wrappers of both versions that tests which one to run.
pub fn choose<'c>(
    cx: &PassCx<'_, 'c>,
    versions: &Versions<'c>,
    (some_leave, all_stay): (FunctionValue<'c>, FunctionValue<'c>),
) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    some_leave.as_global_value().set_name(&format!("{}.mux-some-leave", original_name(some_leave)));
    let function = wrapper::wrap_alike(cx, some_leave, "mux-barrier-wrapper")?;
    make_version(all_stay);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let byte = context.i8_type();
    let noted = builder.build_alloca(byte, "leaves")?;
    builder.build_store(noted, byte.const_zero())?;
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        function.get_params().into_iter().map(Into::into).collect();
    let mut with_note = arguments.clone();
    with_note.push(noted.into());
    let limits = limits(cx, &builder, some_leave, false)?;
    // The result accumulates over work-items, so this access must not be reordered.
    let answer = versions.test.get_last_param().into_iter().collect();
    let pointers = regions::RegionPointers { private: answer, own: Vec::new() };
    let group = parallel_accesses::mark(cx.module, versions.test, 0, &pointers);
    let all = (WorkItems::all(limits), group, Inside::Other);
    for_each_work_item(cx, &builder, function, all, innermost::order(0), |b, _| {
        b.build_call(versions.test, &with_note, "")?;
        Ok(())
    })?;
    let [some, none, exit] =
        ["some-leave", "all-stay", "exit"].map(|n| context.append_basic_block(function, n));
    let left = builder.build_load(byte, noted, "")?.into_int_value();
    let any = builder.build_int_truncate(left, context.bool_type(), "any")?;
    builder.build_conditional_branch(any, some, none)?;
    for (block, version) in [(some, some_leave), (none, all_stay)] {
        builder.position_at_end(block);
        builder.build_call(version, &arguments, "")?;
        builder.build_unconditional_branch(exit)?;
    }
    builder.position_at_end(exit);
    builder.build_return(None)?;
    for call in calls_in(function) {
        if call.get_called_fn_value().is_some_and(|f| f == versions.test || f == all_stay) {
            call_like_callee(call, Repeated::All);
        }
    }
    wrapper::finish(function, some_leave);
    Ok(())
}
