//! The bytes that all work-items of a launch access at one place, and whether two such accesses race.

use std::collections::BTreeMap;

use super::proof::Unknown;

/// The numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The smallest.
    pub low: i128,
    /// The largest.
    pub high: i128,
}

impl Extent {
    /// One number.
    #[must_use]
    pub fn one(number: i128) -> Self {
        Self { low: number, high: number }
    }

    /// All products; none where they are too large.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        let mut found: Option<Self> = None;
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let product = a.checked_mul(b)?;
                let Self { low, high } = found.unwrap_or(Self::one(product));
                found = Some(Self { low: low.min(product), high: high.max(product) });
            }
        }
        found
    }

    fn meets(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    fn plus(self, other: Self) -> Self {
        Self { low: self.low.saturating_add(other.low), high: self.high.saturating_add(other.high) }
    }
}

/// The addresses of an access: `rest` plus multiples of unknowns, and `size` bytes from there.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// It writes.
    pub write: bool,
    /// It is atomic.
    pub atomic: bool,
    /// The smallest range that contains all bytes.
    pub hull: Extent,
    /// Bytes of each work-item, in each iteration.
    pub size: i128,
    /// The part that does not depend on unknowns, or is not known to.
    pub rest: Extent,
    /// The factors of unknowns, and their ranges.
    pub terms: BTreeMap<Unknown, (i128, Extent)>,
    /// The ids of the work-items that make the access.
    pub ids: BTreeMap<Unknown, Extent>,
    /// All of them make it, in all iterations.
    pub exact: bool,
}

impl Footprint {
    /// Whether each byte between the first and the last one is accessed.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        if !self.exact || self.rest.low != self.rest.high {
            return false;
        }
        let mut steps: Vec<(i128, i128)> =
            self.terms.values().map(|(by, range)| (by.abs(), range.high - range.low)).collect();
        steps.sort_unstable();
        let mut covered = self.size;
        steps.into_iter().all(|(by, count)| {
            let is_next = by <= covered || count == 0;
            covered = covered.saturating_add(by.saturating_mul(count));
            is_next
        })
    }

    /// Whether no two work-items access the same byte, one by this access and one by the other.
    #[must_use]
    pub fn is_disjoint_from(&self, other: &Self) -> bool {
        if !self.hull.meets(other.hull) {
            return true;
        }
        let mut rests = [self.rest, other.rest];
        // Factor, the largest difference between two work-items, and whether it distinguishes them.
        let mut digits: Vec<(i128, i128, bool)> = Vec::new();
        let range_of = |footprint: &Self, unknown: Unknown| {
            let known = footprint.ids.get(&unknown).copied();
            known.or_else(|| footprint.terms.get(&unknown).map(|(_, range)| *range))
        };
        let factor = |footprint: &Self, unknown: Unknown| {
            footprint.terms.get(&unknown).map_or(0, |(by, _)| *by)
        };
        let mut unknowns: Vec<Unknown> = self.ids.keys().copied().collect();
        unknowns.extend(self.terms.keys().chain(other.terms.keys()).filter(|u| !u.is_id()));
        unknowns.sort_unstable();
        unknowns.dedup();
        for unknown in unknowns {
            let ranges = (range_of(self, unknown), range_of(other, unknown));
            let factors = (factor(self, unknown), factor(other, unknown));
            if let (Some(one), Some(two)) = ranges
                && factors.0 == factors.1
            {
                let most = one.high.max(two.high) - one.low.min(two.low);
                digits.push((factors.0.abs(), most, unknown.is_id()));
                // Ranges with a different start are the same digit.
                continue;
            }
            if unknown.is_id()
                && ranges.0.zip(ranges.1).is_none_or(|(one, two)| one != two || one.low != one.high)
            {
                return false;
            }
            for (rest, (range, by)) in
                rests.iter_mut().zip([(ranges.0, factors.0), (ranges.1, factors.1)])
            {
                if let Some(range) = range.filter(|_| by != 0) {
                    let Some(part) = range.times(Extent::one(by)) else { return false };
                    *rest = rest.plus(part);
                }
            }
        }
        let reach = |from: Extent, to: Extent, size: i128| {
            to.high.saturating_add(size).saturating_sub(from.low)
        };
        let mut covered =
            reach(rests[0], rests[1], other.size).max(reach(rests[1], rests[0], self.size));
        digits.sort_unstable();
        let mut differs = false;
        for (by, most, is_id) in digits {
            if most == 0 || (by == 0 && !is_id) {
                continue;
            }
            // Iterations inside a work-item's own bytes enlarge these.
            if by < covered && (is_id || differs) {
                return false;
            }
            differs |= is_id;
            covered = covered.saturating_add(by.saturating_mul(most));
        }
        true
    }
}
