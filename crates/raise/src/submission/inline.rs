//! Inlines everything that launches kernels into its callers.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{calls_in, inline_call};

use super::select::{count, is_what_runs};

/// The size at which a function does not grow further: a function with so many calls of launching functions
/// does more than launch.
const LARGE: usize = 30_000;

/// Inlines the `launching` functions of a module into one another, callees first.
pub(super) fn inline(functions: &[FunctionValue<'_>]) {
    let wanted: HashSet<_> = functions.iter().copied().collect();
    let mut sizes: HashMap<FunctionValue<'_>, usize> = HashMap::new();
    for function in callees_first(functions, &wanted) {
        let mut size = count(function);
        for call in calls_in(function) {
            // A function without a size is being processed: a cycle.
            let Some(callee) = call.get_called_fn_value().filter(|f| *f != function) else {
                continue;
            };
            let Some(&added) = sizes.get(&callee) else { continue };
            if !is_what_runs(callee) {
                continue;
            }
            if size + added <= LARGE && inline_call(call) {
                size += added;
            }
        }
        sizes.insert(function, size);
    }
}

/// Depth first without recursion, because chains of calls may be long.
fn callees_first<'c>(
    functions: &[FunctionValue<'c>],
    wanted: &HashSet<FunctionValue<'c>>,
) -> Vec<FunctionValue<'c>> {
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    for &root in functions {
        let mut open = vec![(root, false)];
        while let Some((function, done)) = open.pop() {
            if done {
                order.push(function);
            } else if seen.insert(function) {
                open.push((function, true));
                let callees =
                    calls_in(function).into_iter().filter_map(|c| c.get_called_fn_value());
                open.extend(callees.filter(|f| wanted.contains(f)).map(|f| (f, false)));
            }
        }
    }
    order
}
