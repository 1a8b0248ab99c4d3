//! The time during which any of several overlapping commands ran.

use std::collections::BTreeMap;

/// The number of intervals that are kept: beyond it, the older half is added up. The part of a later command
/// before the end of those is not counted again.
const MOST: usize = 1 << 12;

/// A union of intervals of time, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Busy {
    /// Ends by starts; none overlap.
    open: BTreeMap<u64, u64>,
    /// The sum of the older intervals, and the end of the last of them.
    settled: u64,
    until: u64,
}

impl Busy {
    /// Adds an interval.
    pub fn add(&mut self, start: u64, end: u64) {
        let (mut start, mut end) = (start.max(self.until), end);
        if start >= end {
            return;
        }
        while let Some((&from, &to)) = self.open.range(..=end).next_back() {
            if to < start {
                break;
            }
            self.open.remove(&from);
            start = start.min(from);
            end = end.max(to);
        }
        self.open.insert(start, end);
        if self.open.len() > MOST {
            while self.open.len() > MOST / 2
                && let Some((from, to)) = self.open.pop_first()
            {
                self.settled += to - from;
                self.until = to;
            }
        }
    }

    /// The total length.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.settled + self.open.iter().map(|(from, to)| to - from).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_intervals_count_once() {
        let mut busy = Busy::default();
        for (start, end) in [(10, 20), (30, 40), (15, 32), (50, 50), (60, 70), (20, 25), (0, 5)] {
            busy.add(start, end);
        }
        assert_eq!(busy.total(), 30 + 10 + 5);
        busy.add(0, 100);
        assert_eq!(busy.total(), 100);
    }

    #[test]
    fn memory_is_bounded() {
        let mut busy = Busy::default();
        for at in 0..10 * MOST as u64 {
            busy.add(at * 10, at * 10 + 4);
        }
        assert_eq!(busy.total(), 40 * MOST as u64);
        assert!(busy.open.len() <= MOST);
        // In the settled part, so already counted.
        busy.add(0, 4);
        assert_eq!(busy.total(), 40 * MOST as u64);
    }
}
