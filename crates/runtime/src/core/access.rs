//! Which part of a buffer a command accesses, and when two accesses overlap.

use crate::core::ranges::Ranges;

/// A box of elements in a buffer, or in a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Bytes of an element.
    pub element_size: usize,
    /// Where the (sub-)buffer starts in the allocation.
    pub byte_offset: usize,
    /// The shape of the (sub-)buffer; the last dimension is contiguous.
    pub shape: [usize; 3],
    /// The first element of the box.
    pub offset: [usize; 3],
    /// The size of the box.
    pub range: [usize; 3],
}

impl Region {
    /// The whole of an allocation.
    #[must_use]
    pub fn whole(bytes: usize) -> Self {
        Self {
            element_size: 1,
            byte_offset: 0,
            shape: [1, 1, bytes],
            offset: [0; 3],
            range: [1, 1, bytes],
        }
    }

    /// All of the (sub-)buffer that the box is part of. Commands that access a part of a buffer are ordered
    /// as if they accessed all of it (SYCL 2020 §4.7.6.4).
    #[must_use]
    pub fn frame(&self) -> Self {
        Self { offset: [0; 3], range: self.shape, ..*self }
    }

    /// What an accessor of the box needs, unless it discards the contents: all of a small buffer. A part of one would not
    /// be copied in less time, and programs reach other elements through the pointer to the start of a buffer that
    /// accessors have.
    #[must_use]
    pub fn with_neighbours(&self) -> Self {
        const SMALL: usize = 1024;
        let frame = self.frame();
        let bytes = frame.frame_end().map_or(usize::MAX, |end| end - frame.byte_offset);
        if bytes <= SMALL && !self.is_empty() { frame } else { *self }
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.element_size == 0 || self.range.contains(&0)
    }

    /// Whether the box lies inside the shape.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        (0..3).all(|d| {
            self.offset[d].checked_add(self.range[d]).is_some_and(|end| end <= self.shape[d])
        })
    }

    /// One past the last byte of the shape, unless it overflows.
    #[must_use]
    pub fn frame_end(&self) -> Option<usize> {
        let elements = self.shape.iter().try_fold(1usize, |all, &size| all.checked_mul(size))?;
        elements.checked_mul(self.element_size)?.checked_add(self.byte_offset)
    }

    /// First byte and one past the last byte of the box.
    fn bytes(&self) -> (usize, usize) {
        let linear = |at: [usize; 3]| {
            let row = at[0].wrapping_mul(self.shape[1]).wrapping_add(at[1]);
            row.wrapping_mul(self.shape[2]).wrapping_add(at[2])
        };
        let last: [usize; 3] = std::array::from_fn(|d| self.offset[d] + self.range[d] - 1);
        let at = |element: usize| self.byte_offset + element * self.element_size;
        (at(linear(self.offset)), at(linear(last)) + self.element_size)
    }

    /// The bytes of the box, and whether they are exact: boxes of very many rows are replaced by the range
    /// they span.
    #[must_use]
    pub fn ranges(&self) -> (Ranges, bool) {
        /// Longer lists of ranges cost more than copying the gaps between them.
        const MOST_ROWS: usize = 4096;
        if self.is_empty() {
            return (Ranges::default(), true);
        }
        let (start, end) = self.bytes();
        let [slices, rows, row] = self.range;
        // Adjacent ranges are merged, so only rows that are not adjacent make long lists.
        let rows_touch = row == self.shape[2];
        let many = slices.saturating_mul(if rows_touch { 1 } else { rows }) > MOST_ROWS;
        if many && !(rows_touch && rows == self.shape[1]) {
            return (Ranges::one(start..end), false);
        }
        let element = self.element_size;
        let row_pitch = self.shape[2] * element;
        let slice_pitch = self.shape[1] * row_pitch;
        let length = if rows_touch { rows * row_pitch } else { row * element };
        let mut ranges = Ranges::default();
        for slice in 0..slices {
            for row in 0..if rows_touch { 1 } else { rows } {
                let at = start + slice * slice_pitch + row * row_pitch;
                ranges.push(at..at + length);
            }
        }
        (ranges, true)
    }

    fn same_frame(&self, other: &Self) -> bool {
        (self.element_size, self.byte_offset, self.shape)
            == (other.element_size, other.byte_offset, other.shape)
    }

    /// Whether the two may have a byte in common. Boxes of one shape are compared exactly; others, such as
    /// those of sub-buffers and reinterpreted buffers, by the bytes they span.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        if self.is_empty() || other.is_empty() {
            return false;
        }
        if self.same_frame(other) {
            return (0..3).all(|d| {
                self.offset[d] < other.offset[d] + other.range[d]
                    && other.offset[d] < self.offset[d] + self.range[d]
            });
        }
        let ((a, b), (c, d)) = (self.bytes(), other.bytes());
        a < d && c < b
    }

    /// Whether this certainly contains all of `other`.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        if other.is_empty() {
            return true;
        }
        if self.same_frame(other) {
            return (0..3).all(|d| {
                self.offset[d] <= other.offset[d]
                    && other.offset[d] + other.range[d] <= self.offset[d] + self.range[d]
            });
        }
        // The span of a box may have holes, unless the box is all of its shape.
        let whole = self.offset == [0; 3] && self.range == self.shape && !self.is_empty();
        let ((a, b), (c, d)) = (if whole { self.bytes() } else { (0, 0) }, other.bytes());
        whole && a <= c && d <= b
    }
}

#[cfg(test)]
mod tests {
    use super::{Ranges, Region};

    fn boxed(offset: [usize; 3], range: [usize; 3]) -> Region {
        Region { element_size: 4, byte_offset: 0, shape: [4, 8, 16], offset, range }
    }

    #[test]
    fn small_buffers_are_needed_whole() {
        let part = |columns| Region {
            element_size: 4,
            byte_offset: 64,
            shape: [1, 4, columns],
            offset: [0, 1, 2],
            range: [1, 2, 3],
        };
        assert_eq!(part(64).with_neighbours(), part(64).frame());
        assert_eq!(part(65).with_neighbours(), part(65), "1040 bytes");
        let empty = Region { range: [1, 0, 3], ..part(64) };
        assert_eq!(empty.with_neighbours(), empty);
        let huge = Region { shape: [usize::MAX, 2, 2], ..part(64) };
        assert_eq!(huge.with_neighbours(), huge);
    }

    #[test]
    fn boxes_of_one_shape_are_compared_exactly() {
        let left = boxed([0, 0, 0], [4, 8, 8]);
        let right = boxed([0, 0, 8], [4, 8, 8]);
        assert!(!left.overlaps(&right));
        assert!(left.overlaps(&boxed([3, 7, 7], [1, 1, 1])));
        assert!(!left.covers(&right));
        assert!(boxed([0; 3], [4, 8, 16]).covers(&right));
    }

    #[test]
    fn other_shapes_are_compared_by_bytes() {
        let row = boxed([1, 0, 0], [1, 8, 16]); // bytes 512..1024
        let sub = Region {
            element_size: 8,
            byte_offset: 1024,
            shape: [1, 1, 10],
            offset: [0; 3],
            range: [1, 1, 10],
        };
        assert!(!row.overlaps(&sub));
        assert!(row.overlaps(&Region { byte_offset: 1016, ..sub }));
        assert!(Region::whole(4096).covers(&row));
        assert!(!Region::whole(1000).covers(&row));
    }

    #[test]
    fn columns_span_bytes_they_do_not_contain() {
        let column = boxed([0, 0, 3], [4, 8, 1]);
        let inner = Region { byte_offset: 64, ..Region::whole(4) };
        assert!(column.overlaps(&inner), "safe: taken for an overlap");
        assert!(!column.covers(&inner));
    }

    #[test]
    fn boxes_are_sets_of_bytes() {
        let row = |from: usize, to: usize| Ranges::one(from * 4..to * 4);
        assert_eq!(boxed([1, 0, 0], [2, 8, 16]).ranges(), (row(128, 384), true), "whole slices");
        assert_eq!(boxed([1, 2, 0], [1, 3, 16]).ranges(), (row(160, 208), true), "whole rows");
        let rows = row(35, 37).union(&row(51, 53)).union(&row(163, 165)).union(&row(179, 181));
        assert_eq!(boxed([0, 2, 3], [2, 2, 2]).ranges(), (rows, true));
        let shape = [1, 100_000, 2];
        let (offset, range) = ([0, 5, 1], [1, 99_000, 1]);
        let column = Region { element_size: 4, byte_offset: 8, shape, offset, range };
        let (ranges, exact) = column.ranges();
        let first = 8 + 11 * 4;
        assert!(!exact && ranges == Ranges::one(first..first + 98_999 * 8 + 4));
        assert_eq!(boxed([0; 3], [0, 8, 16]).ranges(), (Ranges::default(), true));
    }

    #[test]
    fn empty_boxes_overlap_nothing() {
        let none = boxed([1, 1, 1], [0, 8, 16]);
        assert!(!none.overlaps(&boxed([0; 3], [4, 8, 16])));
        assert!(boxed([0; 3], [1, 1, 1]).covers(&none));
    }

    #[test]
    fn random_boxes_agree_with_counting() {
        let mut seed = 1u64;
        let mut next = move |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        for _ in 0..2000 {
            let mut any = || {
                let offset = [next(4), next(8), next(16)];
                boxed(offset, [next(5 - offset[0]), next(9 - offset[1]), next(17 - offset[2])])
            };
            let (a, b) = (any(), any());
            let holds = |r: &Region, p: [usize; 3]| {
                (0..3).all(|d| r.offset[d] <= p[d] && p[d] < r.offset[d] + r.range[d])
            };
            let points =
                (0..4).flat_map(|z| (0..8).flat_map(move |y| (0..16).map(move |x| [z, y, x])));
            let (mut both, mut only_b) = (false, false);
            for p in points {
                both |= holds(&a, p) && holds(&b, p);
                only_b |= holds(&b, p) && !holds(&a, p);
            }
            assert_eq!(a.overlaps(&b), both, "{a:?} {b:?}");
            assert_eq!(a.covers(&b), !only_b, "{a:?} {b:?}");
        }
    }
}
