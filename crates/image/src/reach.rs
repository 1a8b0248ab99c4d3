//! The memory that a kernel accesses through a pointer.

/// The bytes that the work-items of a launch access through a pointer: if they are bounded, from `first` on, relative to
/// the pointer, up to `end` plus the largest ids times the strides. Programs pass pointers to parts of one allocation,
/// which are disjoint only because each work-item accesses its own elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The first byte, which may lie before the pointer.
    pub first: i64,
    /// One past the last byte of the work-item whose ids are all zero.
    pub end: i64,
    /// The distance of neighbouring work-items in bytes; the contiguous dimension is the first.
    pub strides: [u64; 3],
    /// The largest sum of ids times strides for which this is true: the kernel may count in 32 bits.
    pub limit: u64,
    /// Whether the kernel writes.
    pub writes: bool,
    /// Whether the other fields but `writes` are known.
    pub is_bounded: bool,
}

/// Bits of the last number of the encoding.
const WRITES: u64 = 1;
const IS_BOUNDED: u64 = 2;

impl Reach {
    /// The size of its encoding.
    pub const BYTES: usize = 7 * size_of::<u64>();

    /// As bytes in a record: numbers of 64 bits in the order of the fields.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let [x, y, z] = self.strides;
        let words = [
            self.first.cast_unsigned(),
            self.end.cast_unsigned(),
            x,
            y,
            z,
            self.limit,
            u64::from(self.writes) * WRITES + u64::from(self.is_bounded) * IS_BOUNDED,
        ];
        let mut bytes = [0; Self::BYTES];
        for (to, word) in bytes.chunks_exact_mut(size_of::<u64>()).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// From bytes in a record; none if there are too few.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |number: usize| {
            let bytes = bytes.get(number * size_of::<u64>()..)?;
            bytes.first_chunk().copied().map(u64::from_le_bytes)
        };
        Some(Self {
            first: word(0)?.cast_signed(),
            end: word(1)?.cast_signed(),
            strides: [word(2)?, word(3)?, word(4)?],
            limit: word(5)?,
            writes: word(6)? & WRITES != 0,
            is_bounded: word(6)? & IS_BOUNDED != 0,
        })
    }

    /// The first byte and one past the last, relative to the pointer, of a launch whose ids in each dimension are less
    /// than these numbers; none if that is unknown.
    #[must_use]
    pub fn of(&self, ends: [u64; 3]) -> Option<(i64, i64)> {
        if ends.contains(&0) {
            return Some((0, 0));
        }
        if !self.is_bounded {
            return None;
        }
        let mut further = 0u64;
        for (stride, end) in self.strides.into_iter().zip(ends) {
            further = further.checked_add(stride.checked_mul(end - 1)?)?;
        }
        if further > self.limit {
            return None;
        }
        Some((self.first, self.end.checked_add_unsigned(further)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: Reach = Reach {
        first: -4,
        end: 8,
        strides: [4, 400, 0],
        limit: 1 << 20,
        writes: true,
        is_bounded: true,
    };

    #[test]
    fn bytes_are_read_as_written() {
        assert_eq!(Reach::from_bytes(&ROWS.to_bytes()), Some(ROWS));
        for (writes, is_bounded) in [(false, true), (true, false), (false, false)] {
            let other = Reach { writes, is_bounded, ..ROWS };
            assert_eq!(Reach::from_bytes(&other.to_bytes()), Some(other));
        }
        assert_eq!(Reach::from_bytes(&ROWS.to_bytes()[1..]), None);
    }

    #[test]
    fn launches_reach_as_far_as_their_last_work_item() {
        assert_eq!(ROWS.of([1, 1, 1]), Some((-4, 8)));
        assert_eq!(ROWS.of([100, 10, 7]), Some((-4, 8 + 99 * 4 + 9 * 400)));
        assert_eq!(ROWS.of([100, 0, 1]), Some((0, 0)));
    }

    #[test]
    fn nothing_is_known_beyond_the_limit() {
        assert_eq!(ROWS.of([(1 << 18) + 1, 1, 1]), Some((-4, 8 + (1 << 20))));
        assert_eq!(ROWS.of([(1 << 18) + 2, 1, 1]), None);
        assert_eq!(ROWS.of([u64::MAX, u64::MAX, 1]), None);
        assert_eq!(Reach { is_bounded: false, ..ROWS }.of([1, 1, 1]), None);
    }
}
