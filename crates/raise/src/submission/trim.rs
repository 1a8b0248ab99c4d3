//! Cuts off what no launch depends on.
//!
//! A launch depends on what happens before it. Blocks that lead to no launch are either what happens after
//! one, which becomes a return, or the way around all of them, mostly exceptions, which is declared
//! impossible: that says of a launch only what is true whenever it happens.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode};
use scythe_llvm::{
    call_instruction, calls_in, first_insertion_point, poison, remove_unreachable, successors,
    truncate,
};

use super::is_launch;

/// Trims all functions that have a launch.
pub fn trim(module: &Module<'_>) {
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
        cut(function, block, following.contains(&block));
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

fn cut<'c>(function: FunctionValue<'c>, block: BasicBlock<'c>, returns: bool) {
    let Some(first) = first_insertion_point(block) else { return };
    truncate(first);
    let builder = block.get_context().create_builder();
    builder.position_at_end(block);
    let is_landing_pad = block
        .get_first_instruction()
        .is_some_and(|i| i.get_opcode() == InstructionOpcode::LandingPad);
    let result = match function.get_type().get_return_type() {
        // What unwinds does not come back.
        _ if !returns || is_landing_pad => builder.build_unreachable(),
        None => builder.build_return(None),
        Some(ty) => builder.build_return(Some(&poison(ty))),
    };
    result.expect("the builder stands at the end of a block");
}
