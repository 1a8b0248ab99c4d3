//! Cuts off what no launch depends on.
//!
//! A launch depends on what happens before it. Blocks that lead to no launch are either what happens after
//! one, which becomes a return, or the way around all of them, mostly exceptions, which is declared
//! impossible: that says of a launch only what is true whenever it happens.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    call_instruction, called_function, calls_in, first_insertion_point, operand_instruction,
    poison, remove_unreachable, successors, truncate,
};

use super::{asks_for_record, is_launch};

/// Cuts off what the headers' own function does after it has named the kernel: packing its arguments says
/// nothing about them.
pub(super) fn cut_after_launch(function: FunctionValue<'_>) {
    let launches = calls_in(function).into_iter().filter(|&call| is_launch(call));
    for block in launches.filter_map(|c| call_instruction(c).get_parent()) {
        cut(function, after_launch(block), true);
    }
    remove_unreachable(function);
}

/// Trims all functions that have a launch.
pub(super) fn trim(module: &Module<'_>) {
    for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        trim_function(function);
    }
}

fn trim_function(function: FunctionValue<'_>) {
    let mut leading: HashSet<BasicBlock<'_>> = HashSet::new();
    let launches = calls_in(function).into_iter().filter(|&call| is_launch(call));
    let launching: Vec<_> = launches.filter_map(|c| call_instruction(c).get_parent()).collect();
    if launching.is_empty() {
        return;
    }
    let blocks: Vec<BasicBlock<'_>> = function.get_basic_blocks();
    let edges: Vec<_> = blocks.iter().map(|&block| (block, successors(block))).collect();
    let mut forward: HashMap<BasicBlock<'_>, Vec<BasicBlock<'_>>> = HashMap::new();
    let mut backward: HashMap<BasicBlock<'_>, Vec<BasicBlock<'_>>> = HashMap::new();
    for (block, nexts) in &edges {
        forward.entry(*block).or_default().extend(nexts);
        for next in nexts {
            backward.entry(*next).or_default().push(*block);
        }
    }
    leading.extend(reached(&launching, &backward));
    let following = reached(&launching, &forward);
    for &block in blocks.iter().filter(|block| !leading.contains(block)) {
        // What unwinds does not come back.
        let returns = following.contains(&block) && !is_landing_pad(block);
        cut(function, first_insertion_point(block), returns);
    }
    for block in launching {
        let nexts = forward.get(&block).into_iter().flatten();
        if !nexts.into_iter().any(|next| leading.contains(next)) {
            cut(function, after_launch(block), true);
        }
    }
    remove_unreachable(function);
}

fn reached<'c>(
    from: &[BasicBlock<'c>],
    edges: &HashMap<BasicBlock<'c>, Vec<BasicBlock<'c>>>,
) -> HashSet<BasicBlock<'c>> {
    let mut found: HashSet<_> = from.iter().copied().collect();
    let mut open: Vec<_> = from.to_vec();
    while let Some(block) = open.pop() {
        let nexts = edges.get(&block).into_iter().flatten();
        open.extend(nexts.filter(|next| found.insert(**next)));
    }
    found
}

fn is_launching(instruction: InstructionValue<'_>) -> bool {
    matches!(instruction.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke)
        && called_function(instruction).is_some_and(asks_for_record)
}

/// What follows the last launch of a block and the store that names its kernel to the handler.
fn after_launch(block: BasicBlock<'_>) -> Option<InstructionValue<'_>> {
    let all: Vec<_> = block.get_instructions().collect();
    let last = all.iter().rposition(|&instruction| is_launching(instruction))?;
    let stores = |i: &InstructionValue<'_>| {
        i.get_opcode() == InstructionOpcode::Store && operand_instruction(*i, 0) == Some(all[last])
    };
    let named = all[last..].iter().position(stores)?;
    all.get(last + named + 1).copied()
}

fn is_landing_pad(block: BasicBlock<'_>) -> bool {
    block.get_instructions().any(|i| i.get_opcode() == InstructionOpcode::LandingPad)
}

/// Ends a block in front of an instruction, with a return or as a way that is never taken.
fn cut<'c>(function: FunctionValue<'c>, first: Option<InstructionValue<'c>>, returns: bool) {
    let Some(block) = first.and_then(|first| first.get_parent()) else { return };
    first.into_iter().for_each(truncate);
    let builder = block.get_context().create_builder();
    builder.position_at_end(block);
    let result = match function.get_type().get_return_type() {
        _ if !returns => builder.build_unreachable(),
        None => builder.build_return(None),
        Some(ty) => builder.build_return(Some(&poison(ty))),
    };
    result.expect("the builder stands at the end of a block");
}
