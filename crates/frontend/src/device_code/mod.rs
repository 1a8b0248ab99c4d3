//! What device code may do (SYCL 2020 §5.4).
//!
//! The plugin describes the functions that kernels reach, who calls whom and what they use
//! ([`graph`]). From that, [`reach`] finds the way from a kernel to each function, [`recursion`] the
//! functions that call themselves, [`rules`] what is wrong in each function, and [`report`] tells it
//! with the way that leads there.

pub mod graph;
mod library;
mod reach;
mod recursion;
mod report;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::diag::Diag;
use graph::DeviceCode;
use reach::Reach;

/// Everything that is wrong with device code: each place once, however many kernels reach it.
#[must_use]
pub fn check(code: &DeviceCode) -> Vec<Diag> {
    let reach = Reach::new(code);
    let mut told = HashSet::new();
    let mut found = Vec::new();
    for &function in reach.order() {
        for offence in rules::offences(code, function) {
            if told.insert(offence.key.clone()) {
                found.push(report::diag(code, &reach, function, offence));
            }
        }
    }
    for cycle in recursion::cycles(code, reach.order()) {
        found.push(report::cycle(code, &reach, &cycle));
    }
    found
}
