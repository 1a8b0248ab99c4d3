//! The amount of work of a command, and the number of threads that should share it.

use crate::backend::cpu::launch::{JOIN_NANOSECONDS, Launch};
use crate::core::command::Command;
use crate::core::work::Work;

/// The work that is worth waking a thread.
const WAKE_NANOSECONDS: f64 = 20_000.0;
/// Work of at most this length is done before another thread could start it.
const AT_ONCE_NANOSECONDS: f64 = 1500.0;

/// The amount of work.
pub struct Extent {
    /// Units in all.
    pub units: u64,
    /// The least number of units in a span.
    pub grain: u64,
    /// Threads that should work at it.
    pub wanted: usize,
    /// The number of threads that are worth waking.
    pub woken: usize,
    /// The time that it takes one thread, if it is known.
    nanoseconds: Option<f64>,
}

impl Extent {
    /// The extent of a command for a pool of so many threads.
    pub fn of(command: &Command, threads: usize) -> Self {
        match Launch::of(&command.work) {
            Some(launch) => Self::known(launch.groups, threads, launch.nanoseconds()),
            None => {
                let units = command.work.units();
                let grain = match &command.work {
                    Work::CopyRows { .. } | Work::FillRows { .. } => {
                        units.div_ceil(threads as u64 * 4).max(1)
                    }
                    _ => 1,
                };
                let wanted = units.div_ceil(grain).clamp(1, threads.max(1) as u64) as usize;
                let nanoseconds = nanoseconds(&command.work);
                Self { units, grain, wanted, woken: wanted, nanoseconds }
            }
        }
    }

    /// A launch of so many work-groups.
    fn known(units: u64, threads: usize, nanoseconds: Option<f64>) -> Self {
        let most = units.clamp(1, threads.max(1) as u64) as usize;
        let Some(time) = nanoseconds else {
            return Self { units, grain: 1, wanted: most, woken: most, nanoseconds };
        };
        // The pool has at most 1024 threads: larger numbers make no difference.
        let worth = |each: f64| (time / each).min(1e6) as usize;
        let grain = (units as f64 * JOIN_NANOSECONDS / time.max(1.0)) as u64;
        Self {
            units,
            grain: grain.clamp(1, units.max(1)),
            wanted: worth(JOIN_NANOSECONDS).clamp(1, most),
            woken: worth(WAKE_NANOSECONDS).clamp(1, most),
            nanoseconds,
        }
    }

    /// Whether one thread should do all of it.
    pub fn is_small(&self) -> bool {
        self.wanted <= 1
    }

    /// Whether it is known to be very short.
    pub fn is_short(&self) -> bool {
        self.nanoseconds.is_some_and(|time| time < JOIN_NANOSECONDS)
    }

    /// Whether notifying another thread takes longer than doing it.
    pub fn is_done_at_once(&self) -> bool {
        self.nanoseconds.is_some_and(|time| time < AT_ONCE_NANOSECONDS)
    }
}

/// The time of work that is not a launch, if it is certainly short.
fn nanoseconds(work: &Work) -> Option<f64> {
    /// Small enough for the caches.
    const LITTLE: usize = 8 << 10;
    /// The time of a copy in the caches.
    const PER_BYTE: f64 = 0.1;
    let bytes = match work {
        Work::Empty => 0,
        Work::Copy { bytes, .. } => *bytes,
        Work::Fill { pattern, count, .. } => pattern.len() * count,
        _ => return None,
    };
    (bytes <= LITTLE).then_some(bytes as f64 * PER_BYTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_grow_with_work() {
        let wanted = |ns: f64| Extent::known(1000, 16, Some(ns)).wanted;
        assert_eq!([wanted(0.0), wanted(4e3), wanted(11e3), wanted(1e6)], [1, 1, 2, 16]);
        let woken = |ns: f64| Extent::known(1000, 16, Some(ns)).woken;
        assert_eq!([woken(0.0), woken(19e3), woken(50e3), woken(1e9)], [1, 1, 2, 16]);
        assert_eq!(Extent::known(3, 16, Some(1e9)).wanted, 3, "no more than there are groups");
        let unknown = Extent::known(1000, 16, None);
        assert_eq!((unknown.wanted, unknown.grain, unknown.is_short()), (16, 1, false));
    }

    #[test]
    fn spans_are_worth_their_cost() {
        assert_eq!(Extent::known(1000, 16, Some(1e5)).grain, 50);
        assert_eq!(Extent::known(1000, 16, Some(1e9)).grain, 1);
        assert_eq!(Extent::known(10, 16, Some(1.0)).grain, 10);
        assert_eq!(Extent::known(0, 16, Some(0.0)).grain, 1);
    }

    #[test]
    fn short_work_is_done_at_once_or_alone() {
        let extent = Extent::known(4, 16, Some(1000.0));
        assert!(extent.is_small() && extent.is_short() && extent.is_done_at_once());
        let extent = Extent::known(4, 16, Some(4000.0));
        assert!(extent.is_small() && extent.is_short() && !extent.is_done_at_once());
        let extent = Extent::known(1, 16, None);
        assert!(extent.is_small() && !extent.is_short() && !extent.is_done_at_once());
    }
}
