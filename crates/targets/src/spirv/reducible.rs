//! Irreducible loops, which are entered at two places.
//!
//! OpenCL drivers need not support them. Intel's for processors does, but barriers after such a loop gave
//! wrong results, so modules have none.

use std::collections::HashSet;

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::successors;

/// Turns them into loops with one entry. The second pass does not support switches.
pub const MAKE_REDUCIBLE: &str = "function(lower-switch,fix-irreducible)";

/// Whether a function has an irreducible loop: a back edge whose target does not dominate its source.
pub fn is_irreducible(function: FunctionValue<'_>) -> bool {
    let Some(entry) = function.get_first_basic_block() else { return false };
    back_edges(entry).into_iter().any(|(from, to)| is_reachable_without(entry, from, to))
}

/// The back edges of a depth-first search.
fn back_edges(entry: BasicBlock<'_>) -> Vec<(BasicBlock<'_>, BasicBlock<'_>)> {
    let mut found = Vec::new();
    let (mut seen, mut on_path) = (HashSet::from([entry]), HashSet::from([entry]));
    let mut path = vec![(entry, successors(entry))];
    while let Some((block, rest)) = path.last_mut() {
        let block = *block;
        let Some(next) = rest.pop() else {
            on_path.remove(&block);
            path.pop();
            continue;
        };
        if on_path.contains(&next) {
            found.push((block, next));
        } else if seen.insert(next) {
            on_path.insert(next);
            path.push((next, successors(next)));
        }
    }
    found
}

fn is_reachable_without<'c>(
    entry: BasicBlock<'c>,
    wanted: BasicBlock<'c>,
    without: BasicBlock<'c>,
) -> bool {
    let mut seen = HashSet::from([without]);
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        if block == wanted {
            return true;
        }
        open.extend(successors(block));
    }
    false
}

#[cfg(test)]
mod tests {
    use scythe_llvm::inkwell::context::Context;
    use scythe_llvm::{Tuning, parse_ir, run_passes};

    use super::*;

    #[test]
    fn irreducible_loops_are_found_and_made_reducible() {
        let text = "define void @two(i32 %x, ptr %p) {\n\
            switch i32 %x, label %a [ i32 1, label %b\n i32 2, label %end ]\n\
            a:\n store i32 1, ptr %p\n br label %b\n\
            b:\n %c = load volatile i1, ptr %p\n br i1 %c, label %a, label %end\n\
            end:\n ret void\n}\n\
            define void @one(i32 %x, ptr %p) {\n\
            switch i32 %x, label %a [ i32 1, label %end ]\n\
            a:\n %d = load volatile i1, ptr %p\n br i1 %d, label %b, label %inner\n\
            inner:\n %e = load volatile i1, ptr %p\n br i1 %e, label %inner, label %b\n\
            b:\n %c = load volatile i1, ptr %p\n br i1 %c, label %a, label %end\n\
            end:\n ret void\n}\n\
            declare void @none()\n";
        let context = Context::create();
        let module = parse_ir(&context, "loops.ll", text.as_bytes()).expect("valid IR");
        let is_odd = |name| is_irreducible(module.get_function(name).expect("a function"));
        assert_eq!(["two", "one", "none"].map(is_odd), [true, false, false]);
        let machine = crate::spirv::machine().expect("LLVM has SPIR-V");
        let tuning = Tuning { vectorize: false, inline_threshold: None };
        run_passes(&module, MAKE_REDUCIBLE, &machine, tuning).expect("the passes run");
        module.verify().expect("the result is valid");
        assert_eq!(["two", "one", "none"].map(is_odd), [false; 3]);
    }
}
