//! Sets of bytes.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

/// A set of bytes of a buffer: ranges in order, with gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(SmallVec<[Range<usize>; 1]>);

impl Ranges {
    /// The set with the bytes of one range.
    #[must_use]
    pub fn one(range: Range<usize>) -> Self {
        Self(if range.is_empty() { SmallVec::new() } else { smallvec![range] })
    }

    /// The ranges.
    #[must_use]
    pub fn as_slice(&self) -> &[Range<usize>] {
        &self.0
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.iter().map(ExactSizeIterator::len).sum()
    }

    /// From the first byte to the last.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        match (self.0.first(), self.0.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }

    /// Adds a range after all others.
    pub fn push(&mut self, range: Range<usize>) {
        match self.0.last_mut() {
            _ if range.is_empty() => {}
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => self.0.push(range),
        }
    }

    /// The bytes of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut all = Self::default();
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(left), Some(right)) if left.start <= right.start => a.next(),
                (_, Some(_)) => b.next(),
                (_, None) => a.next(),
            };
            let Some(next) = next else { return all };
            all.push(next.clone());
        }
    }

    /// The bytes in both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let (mut a, mut b) = (0, 0);
        let mut common = Self::default();
        while let (Some(left), Some(right)) = (self.0.get(a), other.0.get(b)) {
            let start = left.start.max(right.start);
            common.push(start..left.end.min(right.end).max(start));
            if left.end <= right.end { a += 1 } else { b += 1 }
        }
        common
    }

    /// The bytes in this set that are not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let mut rest = Self::default();
        let mut others = other.0.iter().peekable();
        for range in &self.0 {
            let mut at = range.start;
            while let Some(hole) = others.peek() {
                if hole.start >= range.end {
                    break;
                }
                rest.push(at..hole.start.max(at));
                at = at.max(hole.end);
                if hole.end > range.end {
                    break;
                }
                others.next();
            }
            rest.push(at..range.end.max(at));
        }
        rest
    }

    /// Whether all bytes of the other are in this set.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        if let ([own], [others]) = (&self.0[..], &other.0[..]) {
            return own.start <= others.start && others.end <= own.end;
        }
        other.difference(self).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    const BYTES: usize = 40;

    fn random(random: &mut fastrand::Rng) -> (Ranges, Vec<bool>) {
        let mut bits = vec![false; BYTES];
        for _ in 0..random.usize(0..6) {
            let start = random.usize(0..BYTES);
            bits[start..random.usize(start..=BYTES)].fill(true);
        }
        let mut ranges = Ranges::default();
        for (at, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
            ranges.push(at..at + 1);
        }
        (ranges, bits)
    }

    fn bits(ranges: &Ranges) -> Vec<bool> {
        let slice = ranges.as_slice();
        assert!(slice.iter().all(|range| !range.is_empty()), "{ranges:?}");
        assert!(slice.windows(2).all(|pair| pair[0].end < pair[1].start), "{ranges:?}");
        (0..BYTES).map(|at| slice.iter().any(|range| range.contains(&at))).collect()
    }

    #[test]
    fn sets_agree_with_bits() {
        let mut numbers = fastrand::Rng::with_seed(1);
        for _ in 0..5000 {
            let ((a, x), (b, y)) = (random(&mut numbers), random(&mut numbers));
            let both = |with: fn(bool, bool) -> bool| -> Vec<bool> {
                x.iter().zip(&y).map(|(&x, &y)| with(x, y)).collect()
            };
            assert_eq!(bits(&a.union(&b)), both(|x, y| x || y), "{a:?} {b:?}");
            assert_eq!(bits(&a.intersection(&b)), both(|x, y| x && y), "{a:?} {b:?}");
            assert_eq!(bits(&a.difference(&b)), both(|x, y| x && !y), "{a:?} {b:?}");
            assert_eq!(a.covers(&b), !both(|x, y| y && !x).contains(&true), "{a:?} {b:?}");
            assert_eq!(a.bytes(), x.iter().filter(|bit| **bit).count());
        }
    }
}
