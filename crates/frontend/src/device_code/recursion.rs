//! Functions that call themselves.
//!
//! Functions that all reach one another form a strongly connected component of the call graph. Each component
//! with a call inside is reported once, as its shortest cycle through the function nearest to a kernel.

use std::collections::{HashMap, VecDeque};

use super::graph::DeviceCode;
use super::reach::Step;

/// The calls of one cycle per component, from the function nearest to a kernel back to itself. `order` lists
/// the functions to consider, the nearest first.
pub fn cycles<'c>(code: &'c DeviceCode, order: &[usize]) -> Vec<Vec<Step<'c>>> {
    let components = components(code, order);
    let mut reported = vec![false; code.functions.len()];
    let mut found = Vec::new();
    for &start in order {
        let component = components[start];
        if component.is_none_or(|component| reported[component]) {
            continue;
        }
        if let Some(cycle) = shortest(code, start, |f| components[f] == component) {
            found.push(cycle);
        }
        if let Some(component) = component {
            reported[component] = true;
        }
    }
    found
}

/// The shortest cycle from a function back to itself, through the given functions only.
fn shortest(
    code: &DeviceCode,
    start: usize,
    among: impl Fn(usize) -> bool,
) -> Option<Vec<Step<'_>>> {
    let mut came: HashMap<usize, Step<'_>> = HashMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(caller) = open.pop_front() {
        for call in code.callees(caller).filter(|call| among(call.callee)) {
            if call.callee == start {
                let mut steps = vec![Step { caller, call }];
                while let Some(&step) = steps.last().and_then(|last| came.get(&last.caller)) {
                    steps.push(step);
                }
                steps.reverse();
                return Some(steps);
            }
            came.entry(call.callee).or_insert_with(|| {
                open.push_back(call.callee);
                Step { caller, call }
            });
        }
    }
    None
}

/// The number of each function's strongly connected component; none for functions that do not run. Tarjan's
/// algorithm without recursion, because call graphs may be deeper than the stack.
fn components(code: &DeviceCode, order: &[usize]) -> Vec<Option<usize>> {
    let count = code.functions.len();
    let callees: Vec<Vec<usize>> =
        (0..count).map(|f| code.callees(f).map(|call| call.callee).collect()).collect();
    let mut component = vec![None; count];
    let mut index: Vec<Option<usize>> = vec![None; count];
    let mut low = vec![0; count];
    let (mut met, mut finished) = (0, 0);
    let mut stack = Vec::new();
    for &root in order {
        let mut open = vec![(root, 0)];
        while let Some((function, next)) = open.pop() {
            if next == 0 {
                if index[function].is_some() {
                    continue;
                }
                index[function] = Some(met);
                low[function] = met;
                met += 1;
                stack.push(function);
            } else {
                let callee = callees[function][next - 1];
                low[function] = low[function].min(low[callee]);
            }
            let (mut at, mut descends) = (next, false);
            while let Some(&callee) = callees[function].get(at) {
                at += 1;
                match index[callee] {
                    None => {
                        open.extend([(function, at), (callee, 0)]);
                        descends = true;
                        break;
                    }
                    Some(earlier) if component[callee].is_none() => {
                        low[function] = low[function].min(earlier);
                    }
                    Some(_) => {}
                }
            }
            if !descends && Some(low[function]) == index[function] {
                while let Some(member) = stack.pop() {
                    component[member] = Some(finished);
                    if member == function {
                        break;
                    }
                }
                finished += 1;
            }
        }
    }
    component
}
