//! Distributes the commands of a device to lanes: slices of one lane must not overlap.

use std::collections::BTreeMap;

/// The number of slices of a lane that are kept for comparison.
const KEPT: usize = 256;

/// The lanes of a device.
#[derive(Debug, Default)]
pub struct Lanes(Vec<Lane>);

#[derive(Debug, Default)]
struct Lane {
    /// Slices: their ends by their starts.
    slices: BTreeMap<u64, u64>,
    /// Before this time, the lane counts as occupied.
    from: u64,
}

impl Lane {
    fn put(&mut self, start: u64, end: u64) -> bool {
        let before = self.slices.range(..end).next_back();
        if start < self.from || before.is_some_and(|(_, &before)| before > start) {
            return false;
        }
        self.slices.insert(start, end);
        if self.slices.len() > KEPT
            && let Some((_, end)) = self.slices.pop_first()
        {
            self.from = end;
        }
        true
    }
}

impl Lanes {
    /// The number of the first lane that is free then. Empty slices take a nanosecond.
    pub fn put(&mut self, start: u64, end: u64) -> usize {
        let end = end.max(start + 1);
        if let Some(free) = self.0.iter_mut().position(|lane| lane.put(start, end)) {
            return free;
        }
        self.0.push(Lane::default());
        let number = self.0.len() - 1;
        self.0[number].put(start, end);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_slices_are_on_different_lanes() {
        let mut lanes = Lanes::default();
        let slices =
            [(10, 20), (20, 30), (5, 10), (15, 25), (0, 100), (30, 30), (40, 50), (29, 31)];
        let found = slices.map(|(start, end)| lanes.put(start, end));
        assert_eq!(found, [0, 0, 0, 1, 2, 0, 0, 1]);
    }

    #[test]
    fn forgotten_times_are_occupied() {
        let mut lanes = Lanes::default();
        for at in 0..1000 {
            assert_eq!(lanes.put(at * 10, at * 10 + 5), 0);
        }
        assert_eq!(lanes.put(6, 9), 1, "free, but forgotten");
        assert_eq!(lanes.put(9_996, 9_999), 0);
    }
}
