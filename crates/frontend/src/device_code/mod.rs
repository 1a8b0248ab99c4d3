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
use rules::{Key, Offence};

/// Everything that is wrong with device code: each place once, however many kernels reach it.
#[must_use]
pub fn check(code: &DeviceCode) -> Vec<Diag> {
    let reach = Reach::new(code);
    // One place can stand in several functions: the instantiations of a template.
    let mut found: Vec<(Offence, Vec<usize>)> = Vec::new();
    let mut known: HashMap<Key, usize> = HashMap::new();
    for &function in reach.order() {
        for offence in rules::offences(code, function) {
            let at = *known.entry(offence.key).or_insert(found.len());
            match found.get_mut(at) {
                Some((_, functions)) => functions.push(function),
                None => found.push((offence, vec![function])),
            }
        }
    }
    // A library may do several things wrong behind one call of the user: the first will do.
    let mut reported = HashSet::new();
    found.retain(|(offence, of)| match report::blamed(code, &reach, of[0], offence.place) {
        Some(call) => reported.insert((offence.code.as_str(), call)),
        None => true,
    });
    let cycles = recursion::cycles(code, reach.order());
    let offences =
        found.into_iter().map(|(offence, of)| report::offence(code, &reach, offence, &of));
    offences.chain(cycles.iter().map(|cycle| report::cycle(code, &reach, cycle))).collect()
}
