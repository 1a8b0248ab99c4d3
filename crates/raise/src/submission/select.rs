//! Which functions of host code matter to kernel launches.

use std::collections::{HashMap, HashSet};

use scythe_image::RECORD_QUERY;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    call_sites, has_attribute, is_intricate, references, returns_twice_inside, string_attribute,
};

use super::marks::{ATTR_CONSTRUCTOR, ATTR_OPAQUE};

/// A function is looked into if it and all that it calls have no more instructions than this, as clang
/// leaves them: enough for a container to be made and asked for its size. What is larger hardly leaves a
/// constant.
const SMALL: usize = 700;

/// The functions that matter.
pub struct Selection<'c> {
    /// Those that launch kernels or refer to one that does.
    pub launching: Vec<FunctionValue<'c>>,
    /// Those of them that may be called by more than the calls that are seen.
    pub roots: Vec<FunctionValue<'c>>,
    /// What is looked into besides.
    pub small: Vec<FunctionValue<'c>>,
    /// Those of them that make objects with constructors that stay calls.
    pub making: Vec<FunctionValue<'c>>,
}

/// Finds the functions that matter; none where the module launches nothing.
#[must_use]
pub fn select<'c>(module: &Module<'c>) -> Option<Selection<'c>> {
    let query = module.get_function(RECORD_QUERY)?;
    let bodies = module.get_functions().filter(|function| has_body(*function));
    let refers: Vec<_> = bodies.map(|function| (function, references(function))).collect();
    let referrers = referrers(&refers);
    let in_order = |found: &HashSet<FunctionValue<'c>>| -> Vec<_> {
        // In the order of the module, so that the same program gives the same result.
        refers.iter().map(|(function, _)| *function).filter(|f| found.contains(f)).collect()
    };
    let launching = in_order(&reaching([query], &referrers));
    if launching.is_empty() {
        return None;
    }
    let small = in_order(&small(&launching, &refers.iter().cloned().collect()));
    let makers = module.get_functions().filter(|f| is_constructor(*f));
    let makers = reaching(makers, &referrers);
    let making = small.iter().copied().filter(|f| makers.contains(f)).collect();
    // Anything else that refers to a function may call it: tables of functions, lists of initialisers.
    let roots = launching.iter().copied().filter(|f| call_sites(*f).is_none()).collect();
    Some(Selection { launching, roots, small, making })
}

fn has_body(function: FunctionValue<'_>) -> bool {
    function.count_basic_blocks() > 0
}

type References<'c> = HashMap<FunctionValue<'c>, Vec<FunctionValue<'c>>>;

fn referrers<'c>(refers: &[(FunctionValue<'c>, Vec<FunctionValue<'c>>)]) -> References<'c> {
    let mut referrers: References<'c> = HashMap::new();
    for (function, referred) in refers {
        for other in referred {
            referrers.entry(*other).or_default().push(*function);
        }
    }
    referrers
}

/// The functions from which one of the given ones is reached.
fn reaching<'c>(
    functions: impl IntoIterator<Item = FunctionValue<'c>>,
    referrers: &References<'c>,
) -> HashSet<FunctionValue<'c>> {
    let mut found = HashSet::new();
    let mut open: Vec<_> = functions.into_iter().collect();
    while let Some(function) = open.pop() {
        let new = referrers.get(&function).into_iter().flatten().copied();
        open.extend(new.filter(|referrer| found.insert(*referrer)));
    }
    found
}

fn small<'c>(
    launching: &[FunctionValue<'c>],
    refers: &References<'c>,
) -> HashSet<FunctionValue<'c>> {
    let mut seen: HashSet<_> = launching.iter().copied().collect();
    let (mut found, mut sizes) = (HashSet::new(), HashMap::new());
    for function in launching {
        for &callee in refers.get(function).into_iter().flatten() {
            if seen.insert(callee)
                && let Some(all) = whole(callee, refers, &mut sizes)
            {
                found.extend(all);
            }
        }
    }
    found
}

/// A function with everything that it calls, if that is small.
fn whole<'c>(
    function: FunctionValue<'c>,
    refers: &References<'c>,
    sizes: &mut HashMap<FunctionValue<'c>, usize>,
) -> Option<Vec<FunctionValue<'c>>> {
    let mut all = Vec::new();
    let (mut open, mut size) = (vec![function], 0);
    while let Some(next) = open.pop() {
        if all.contains(&next) || !is_transparent(next) {
            continue;
        }
        size += *sizes.entry(next).or_insert_with(|| count(next));
        if size > SMALL {
            return None;
        }
        all.push(next);
        open.extend(refers.get(&next).into_iter().flatten());
    }
    Some(all)
}

/// Whether the body of a function is what runs when it is called, and in one go.
pub(super) fn is_what_runs(function: FunctionValue<'_>) -> bool {
    // Another definition may take the place of one that is weak.
    let weak = matches!(function.get_linkage(), Linkage::WeakAny | Linkage::LinkOnceAny);
    let odd = ["presplitcoroutine", "returns_twice", "naked"];
    // What is called after the second return would go through its callers' variables as well.
    !weak
        && !odd.into_iter().any(|attribute| has_attribute(function, attribute))
        && !returns_twice_inside(function)
}

/// Whether a function may be looked into: not what stays a call, no error paths, and nothing that calls
/// functions through pointers or counts references.
fn is_transparent(function: FunctionValue<'_>) -> bool {
    has_body(function)
        && is_what_runs(function)
        && !is_constructor(function)
        && string_attribute(function, ATTR_OPAQUE).is_none()
        && !has_attribute(function, "cold")
        && !is_intricate(function)
}

fn is_constructor(function: FunctionValue<'_>) -> bool {
    string_attribute(function, ATTR_CONSTRUCTOR).is_some()
}

/// Instructions of a function.
pub(super) fn count(function: FunctionValue<'_>) -> usize {
    function.get_basic_block_iter().map(|block| block.get_instructions().count()).sum()
}
