//! Which functions of host code matter to kernel launches.

use std::collections::{HashMap, HashSet, VecDeque};

use scythe_image::RECORD_QUERY;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{call_sites, has_attribute, references, string_attribute};

use super::marks::ATTR_CONSTRUCTOR;

/// A function of more instructions, as clang leaves them, is not looked into unless it launches
/// kernels: what it returns is hardly a constant.
const SMALL: usize = 60;

/// How many instructions all functions that do not launch kernels may have together.
const ALL_SMALL: usize = 20_000;

/// The functions that matter.
pub struct Selection<'c> {
    /// Those that launch kernels or refer to one that does.
    pub launching: Vec<FunctionValue<'c>>,
    /// Those of them that may be called by more than the calls that are seen.
    pub roots: Vec<FunctionValue<'c>>,
    /// Small functions that they call.
    pub small: Vec<FunctionValue<'c>>,
}

/// Finds the functions that matter; none where the module launches nothing.
#[must_use]
pub fn select<'c>(module: &Module<'c>) -> Option<Selection<'c>> {
    let query = module.get_function(RECORD_QUERY)?;
    let bodies = module.get_functions().filter(|function| has_body(*function));
    let refers: Vec<_> = bodies.map(|function| (function, references(function))).collect();
    let launching = launching(query, &refers);
    if launching.is_empty() {
        return None;
    }
    let small = small(&launching, &refers.into_iter().collect());
    // Anything else that refers to a function may call it: tables of functions, lists of initialisers.
    let roots = launching.iter().copied().filter(|f| call_sites(*f).is_none()).collect();
    Some(Selection { launching, roots, small })
}

fn has_body(function: FunctionValue<'_>) -> bool {
    function.count_basic_blocks() > 0
}

type References<'c> = Vec<(FunctionValue<'c>, Vec<FunctionValue<'c>>)>;

fn launching<'c>(query: FunctionValue<'c>, refers: &References<'c>) -> Vec<FunctionValue<'c>> {
    let mut referrers: HashMap<FunctionValue<'c>, Vec<FunctionValue<'c>>> = HashMap::new();
    for (function, referred) in refers {
        for other in referred {
            referrers.entry(*other).or_default().push(*function);
        }
    }
    let mut found = HashSet::new();
    let mut open = vec![query];
    while let Some(function) = open.pop() {
        for &referrer in referrers.get(&function).into_iter().flatten() {
            if found.insert(referrer) {
                open.push(referrer);
            }
        }
    }
    // In the order of the module, so that the same program gives the same result.
    refers.iter().map(|(function, _)| *function).filter(|f| found.contains(f)).collect()
}

/// From the launching functions outwards, so that the nearest ones come first.
fn small<'c>(
    launching: &[FunctionValue<'c>],
    refers: &HashMap<FunctionValue<'c>, Vec<FunctionValue<'c>>>,
) -> Vec<FunctionValue<'c>> {
    let mut seen: HashSet<_> = launching.iter().copied().collect();
    let mut open: VecDeque<_> = launching.iter().copied().collect();
    let (mut found, mut size) = (Vec::new(), 0);
    while let Some(function) = open.pop_front() {
        for &callee in refers.get(&function).into_iter().flatten() {
            if !seen.insert(callee) || !is_transparent(callee) {
                continue;
            }
            let instructions = count(callee);
            if instructions > SMALL || size + instructions > ALL_SMALL {
                continue;
            }
            size += instructions;
            found.push(callee);
            open.push_back(callee);
        }
    }
    found
}

/// Whether a function may be looked into: not what stays a call, and no error paths.
fn is_transparent(function: FunctionValue<'_>) -> bool {
    has_body(function)
        && string_attribute(function, ATTR_CONSTRUCTOR).is_none()
        && !has_attribute(function, "cold")
}

/// Instructions of a function.
pub(super) fn count(function: FunctionValue<'_>) -> usize {
    function.get_basic_block_iter().map(|block| block.get_instructions().count()).sum()
}
