//! Selects the functions of host code that matter to kernel launches.

use std::collections::{HashMap, HashSet};

use scythe_image::RECORD_QUERY;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    call_sites, has_attribute, is_intricate, references, returns_twice_inside, string_attribute,
};

use super::marks::{ATTR_CONSTRUCTOR, ATTR_OPAQUE};

/// The number of instructions, in clang's unoptimised code, up to which a function with its callees is
/// analysed: enough for the construction and size of a container. Larger functions rarely leave constants.
const SMALL: usize = 700;

/// The selected functions.
pub struct Selection<'c> {
    /// Those that contain launches or refer to one that does.
    pub launching: Vec<FunctionValue<'c>>,
    /// Those of them that may have further callers.
    pub roots: Vec<FunctionValue<'c>>,
    /// Other functions that are analysed.
    pub small: Vec<FunctionValue<'c>>,
    /// Those of them that call constructors which stay calls.
    pub making: Vec<FunctionValue<'c>>,
}

/// Selects the functions; none if the module has no launches.
#[must_use]
pub fn select<'c>(module: &Module<'c>) -> Option<Selection<'c>> {
    let query = module.get_function(RECORD_QUERY)?;
    let bodies = module.get_functions().filter(|function| has_body(*function));
    let refers: Vec<_> = bodies.map(|function| (function, references(function))).collect();
    let referrers = referrers(&refers);
    let in_order = |found: &HashSet<FunctionValue<'c>>| -> Vec<_> {
        // In the order of the module, so that the result is reproducible.
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
    // Any other reference may lead to calls: tables of functions, lists of initialisers.
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

/// The functions from which one of the given ones can be reached.
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

/// A function with all its callees, if these are small together.
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

/// Whether the body of a function is executed when it is called, once and to its end.
pub(super) fn is_what_runs(function: FunctionValue<'_>) -> bool {
    // A weak definition may be replaced.
    let weak = matches!(function.get_linkage(), Linkage::WeakAny | Linkage::LinkOnceAny);
    let odd = ["presplitcoroutine", "returns_twice", "naked"];
    // After a second return, the callers' variables might change as well.
    !weak
        && !odd.into_iter().any(|attribute| has_attribute(function, attribute))
        && !returns_twice_inside(function)
}

/// Whether a function may be analysed: it is not kept as a call, is not an error path, does not call
/// functions through pointers and does not count references.
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
