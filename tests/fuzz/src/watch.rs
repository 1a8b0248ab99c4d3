//! Detection of hanging processes.
//!
//! Wall-clock time would depend on other load. A process hangs when it has used more processor time than any
//! kernel needs, or none at all for a long while.

use std::fs;
use std::time::{Duration, Instant};

use rustix::param::clock_ticks_per_second;

/// A process without progress for so long hangs; a runnable one gets some processor time even on a busy
/// machine.
const MOST_IDLE: Duration = Duration::from_secs(90);

/// Watches a process.
#[derive(Debug)]
pub struct Watch {
    process: u32,
    /// The limit of processor time for one task.
    limit: Duration,
    /// What had been used when the task began.
    start: Duration,
    last: Duration,
    changed: Instant,
}

impl Watch {
    /// Watches a process that begins a task.
    #[must_use]
    pub fn new(process: u32, limit: Duration) -> Self {
        let now = used(process);
        Self { process, limit, start: now, last: now, changed: Instant::now() }
    }

    /// Starts another task.
    pub fn restart(&mut self) {
        *self = Self::new(self.process, self.limit);
    }

    /// Whether the process hangs; to be called now and then.
    pub fn hangs(&mut self) -> bool {
        let now = used(self.process);
        if now != self.last {
            (self.last, self.changed) = (now, Instant::now());
        }
        now.saturating_sub(self.start) > self.limit || self.changed.elapsed() > MOST_IDLE
    }
}

/// The processor time of a process, its threads and its children that have ended; zero after its end.
fn used(process: u32) -> Duration {
    let ticks = fs::read_to_string(format!("/proc/{process}/stat")).ok().and_then(|s| ticks(&s));
    let per_second = clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.unwrap_or(0) * 1000 / per_second)
}

/// The sum of `utime`, `stime`, `cutime` and `cstime` of a line of `/proc/<pid>/stat`.
fn ticks(stat: &str) -> Option<u64> {
    // The name of the program, in parentheses, may contain anything.
    let (_, fields) = stat.rsplit_once(") ")?;
    let numbers = fields.split(' ').skip(11).take(4).map(|field| field.parse::<u64>().ok());
    numbers.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_those_of_all() {
        let line = "7 (a) b) R 1 2 3 4 5 6 7 8 9 10 100 20 3 4 20 0 1 0 55";
        assert_eq!(ticks(line), Some(127));
        assert_eq!(ticks("7 (a"), None);
    }

    #[test]
    fn work_counts_and_waiting_does_not() {
        let process = std::process::id();
        let mut patient = Watch::new(process, Duration::from_secs(3600));
        let mut strict = Watch::new(process, Duration::ZERO);
        let start = used(process);
        let mut sum = 0u64;
        while used(process) == start {
            sum = (0..1_000_000u64).fold(sum, |sum, n| std::hint::black_box(sum ^ n));
        }
        assert!(strict.hangs() && !patient.hangs());
        strict.restart();
        assert!(strict.start > start);
    }
}
