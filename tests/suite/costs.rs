//! Where the time of a run went: by kind of test, and the tests that took longest.
//!
//! Times are of the wall clock, so tests that run side by side share the processors that they are measured on.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many of the slowest tests are named.
const SLOWEST: usize = 12;

/// Runs this short need no account of their time.
const WORTH_TELLING: Duration = Duration::from_secs(60);

/// What every finished test took.
static COSTS: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// Notes what a test took.
pub fn record(name: &str, time: Duration) {
    COSTS.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), time));
}

/// The account of a run that took long, as lines to print.
pub fn summary() -> Vec<String> {
    let costs = COSTS.lock().unwrap_or_else(PoisonError::into_inner);
    describe(&costs)
}

fn describe(costs: &[(String, Duration)]) -> Vec<String> {
    let total: Duration = costs.iter().map(|(_, time)| *time).sum();
    if total < WORTH_TELLING {
        return Vec::new();
    }
    let mut kinds: BTreeMap<&str, (usize, Duration)> = BTreeMap::new();
    for (name, time) in costs {
        let (count, sum) = kinds.entry(kind(name)).or_default();
        *count += 1;
        *sum += *time;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (_, sum))| std::cmp::Reverse(*sum));
    let mut lines = vec!["where the time went (sums over tests that ran side by side):".to_owned()];
    for (kind, (count, sum)) in kinds {
        let share = 100.0 * sum.as_secs_f64() / total.as_secs_f64();
        lines.push(format!("{:8.1} s {share:4.0} %  {kind} ({count} tests)", sum.as_secs_f64()));
    }
    lines.push("the slowest:".to_owned());
    let mut slowest: Vec<_> = costs.iter().collect();
    slowest.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    for (name, time) in slowest.into_iter().take(SLOWEST) {
        lines.push(format!("{:8.1} s         {name}", time.as_secs_f64()));
    }
    lines
}

/// What tests are added up by: the folder, and for programs how and where they run as well.
fn kind(name: &str) -> &str {
    match name.split_once(' ') {
        Some((program, how)) if program.starts_with("run/") || program.starts_with("examples/") => {
            how
        }
        _ => name.split('/').next().unwrap_or(name),
    }
}
