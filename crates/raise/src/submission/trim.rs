//! Removes code that no launch depends on.
//!
//! A launch depends on what happens before it. A block from which no launch can be reached either follows
//! one, and becomes a trap, or belongs to a path around all of them, usually an exception, and is declared
//! unreachable: facts about launches remain true whenever a launch happens.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    call_instruction, called_function, calls_in, first_insertion_point, operand_instruction,
    remove_unreachable, successors, truncate,
};

use super::{asks_for_record, is_launch};

/// Removes what the headers' own function does after it has named the kernel: packing the arguments does not
/// determine them. The function returns nothing.
pub(super) fn cut_after_launch(function: FunctionValue<'_>) {
    if function.get_type().get_return_type().is_some() {
        return;
    }
    for block in launching_blocks(function) {
        cut(after_launch(block), Ending::Return);
    }
    remove_unreachable(function);
}

/// The blocks with a launch, all of them before one is trimmed, which deletes calls.
fn launching_blocks(function: FunctionValue<'_>) -> Vec<BasicBlock<'_>> {
    let launches = calls_in(function).into_iter().filter(|&call| is_launch(call));
    launches.filter_map(|c| call_instruction(c).get_parent()).collect()
}

/// A call that replaces everything after a launch and does not return. LLVM would join returns, together with
/// what precedes them.
fn end<'c>(module: &Module<'c>) -> FunctionValue<'c> {
    let ty = module.get_context().void_type().fn_type(&[], false);
    module.get_function(END).unwrap_or_else(|| module.add_function(END, ty, None))
}

const END: &str = "llvm.trap";

/// Trims all functions with a launch.
pub(super) fn trim(module: &Module<'_>) {
    let end = end(module);
    for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        trim_function(function, end);
    }
}

fn trim_function<'c>(function: FunctionValue<'c>, end: FunctionValue<'c>) {
    let mut leading: HashSet<BasicBlock<'c>> = HashSet::new();
    let launching = launching_blocks(function);
    if launching.is_empty() {
        return;
    }
    let blocks: Vec<BasicBlock<'c>> = function.get_basic_blocks();
    let edges: Vec<_> = blocks.iter().map(|&block| (block, successors(block))).collect();
    let mut forward: HashMap<BasicBlock<'c>, Vec<BasicBlock<'c>>> = HashMap::new();
    let mut backward: HashMap<BasicBlock<'c>, Vec<BasicBlock<'c>>> = HashMap::new();
    for (block, nexts) in &edges {
        forward.entry(*block).or_default().extend(nexts);
        for next in nexts {
            backward.entry(*next).or_default().push(*block);
        }
    }
    leading.extend(reached(&launching, &backward));
    let following = reached(&launching, &forward);
    for &block in blocks.iter().filter(|block| !leading.contains(block)) {
        // A block that unwinds does not return.
        let ends = following.contains(&block) && !is_landing_pad(block);
        cut(first_insertion_point(block), if ends { Ending::Call(end) } else { Ending::Never });
    }
    for block in launching {
        let nexts = forward.get(&block).into_iter().flatten();
        if !nexts.into_iter().any(|next| leading.contains(next)) {
            cut(after_launch(block), Ending::Call(end));
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

/// The instruction after the last launch of a block and the store of its kernel into the handler.
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

/// The new end of a block.
#[derive(Clone, Copy)]
enum Ending<'c> {
    /// A return.
    Return,
    /// A call that does not return.
    Call(FunctionValue<'c>),
    /// Unreachable.
    Never,
}

/// Ends a block before an instruction.
fn cut<'c>(first: Option<InstructionValue<'c>>, ending: Ending<'c>) {
    let Some(block) = first.and_then(|first| first.get_parent()) else { return };
    first.into_iter().for_each(truncate);
    let builder = block.get_context().create_builder();
    builder.position_at_end(block);
    let ended = match ending {
        Ending::Return => builder.build_return(None),
        Ending::Call(end) => {
            builder.build_call(end, &[], "").and_then(|_| builder.build_unreachable())
        }
        Ending::Never => builder.build_unreachable(),
    };
    ended.expect("the builder stands at the end of a block");
}
