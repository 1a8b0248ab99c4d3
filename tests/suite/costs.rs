//! The cost of a run: by kind of test, and the slowest tests.
//!
//! Processor time is that of a test's children. It hardly depends on the machine's load, so it is suitable
//! for comparing runs; the wall clock includes waiting for other tests.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io};

/// How many of the slowest tests are named.
const SLOWEST: usize = 20;

/// Shorter runs print no table.
const LONG_RUN: Duration = Duration::from_secs(60);

/// The cost of a test.
struct Cost {
    name: String,
    wall: Duration,
    processor: Duration,
}

/// The cost of every finished test.
static COSTS: Mutex<Vec<Cost>> = Mutex::new(Vec::new());

thread_local! {
    /// The processor time of the current test's children on this thread.
    static PROCESSOR: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Adds the processor time of a child.
pub fn add_processor_time(time: Duration) {
    PROCESSOR.set(PROCESSOR.get() + time);
}

/// Records the cost of this thread's test.
pub fn record(name: &str, wall: Duration) {
    let cost = Cost { name: name.to_owned(), wall, processor: PROCESSOR.take() };
    COSTS.lock().unwrap_or_else(PoisonError::into_inner).push(cost);
}

/// The tables of a long run, as lines.
pub fn summary() -> Vec<String> {
    let costs = COSTS.lock().unwrap_or_else(PoisonError::into_inner);
    describe(&costs)
}

/// Writes what each test took to a file: processor time and wall clock in seconds, and the name, slowest first.
pub fn write(path: &Path) -> io::Result<()> {
    let costs = COSTS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut slowest: Vec<_> = costs.iter().collect();
    slowest.sort_by_key(|cost| std::cmp::Reverse(cost.processor));
    let mut text = String::new();
    for Cost { name, wall, processor } in slowest {
        let (wall, processor) = (wall.as_secs_f64(), processor.as_secs_f64());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{processor:.2}\t{wall:.2}\t{name}");
    }
    fs::write(path, text)
}

fn describe(costs: &[Cost]) -> Vec<String> {
    let total: Duration = costs.iter().map(|cost| cost.processor).sum();
    if total < LONG_RUN {
        return Vec::new();
    }
    let mut kinds: BTreeMap<&str, (usize, Duration)> = BTreeMap::new();
    for cost in costs {
        let (count, sum) = kinds.entry(kind(&cost.name)).or_default();
        *count += 1;
        *sum += cost.processor;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (_, sum))| std::cmp::Reverse(*sum));
    let mut lines = vec!["processor time by kind of test:".to_owned()];
    for (kind, (count, sum)) in kinds {
        let share = 100.0 * sum.as_secs_f64() / total.as_secs_f64();
        lines.push(format!("{:8.1} s {share:4.0} %  {kind} ({count} tests)", sum.as_secs_f64()));
    }
    lines.push("slowest tests, processor time and wall clock:".to_owned());
    let mut slowest: Vec<_> = costs.iter().collect();
    slowest.sort_by_key(|cost| std::cmp::Reverse(cost.processor));
    for Cost { name, wall, processor } in slowest.into_iter().take(SLOWEST) {
        let (wall, processor) = (wall.as_secs_f64(), processor.as_secs_f64());
        lines.push(format!("{processor:8.1} s {wall:6.1} s  {name}"));
    }
    lines
}

/// The group of a test in the table: its folder, and for programs how and where they run.
fn kind(name: &str) -> &str {
    match name.split_once(' ') {
        Some((program, how)) if program.starts_with("run/") || program.starts_with("examples/") => {
            how
        }
        _ => name.split('/').next().unwrap_or(name),
    }
}
