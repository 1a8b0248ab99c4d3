//! What device code may do (SYCL 2020 §5.4).
//!
//! The plugin describes the functions that kernels reach, the call graph and what they use ([`graph`]). From that,
//! [`reach`] finds the path from a kernel to each function, [`recursion`] the functions that call themselves,
//! [`rules`] the violations in each function, and [`report`] turns these into diagnostics with the path that leads
//! there.

pub mod graph;
mod library;
mod reach;
mod recursion;
mod report;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::diag::Diag;
use graph::DeviceCode;
use reach::Reach;
use rules::{Key, Violation};

/// Returns the violations in device code, each once per location, however many kernels reach it.
#[must_use]
pub fn check(code: &DeviceCode) -> Vec<Diag> {
    let reach = Reach::new(code);
    // A location may be in several functions: the instantiations of a template.
    let mut found: Vec<(Violation, Vec<usize>)> = Vec::new();
    let mut known: HashMap<Key, usize> = HashMap::new();
    for &function in reach.order() {
        for violation in rules::violations(code, function) {
            let at = *known.entry(violation.key).or_insert(found.len());
            match found.get_mut(at) {
                Some((_, functions)) => functions.push(function),
                None => found.push((violation, vec![function])),
            }
        }
    }
    // Of several violations in a library behind one call of the user, the first is reported.
    let mut reported = HashSet::new();
    found.retain(|(violation, of)| {
        match report::users_call(code, &reach, of[0], violation.place) {
            Some(call) => reported.insert((violation.code.as_str(), call)),
            None => true,
        }
    });
    let cycles = recursion::cycles(code, reach.order());
    let violations =
        found.into_iter().map(|(violation, of)| report::violation(code, &reach, violation, &of));
    violations.chain(cycles.iter().map(|cycle| report::cycle(code, &reach, cycle))).collect()
}
