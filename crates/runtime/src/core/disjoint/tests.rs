//! Decisions about pointers, compared with sets of bytes.

use std::collections::HashSet;

use super::*;

/// An accessor as the headers decompose it: address of the box, sizes of buffer and box, and the box's first
/// element.
#[derive(Clone, Copy, Debug)]
struct Accessor {
    dims: usize,
    element_size: u64,
    writes: bool,
    buffer: u64,
    memory: [u64; 3],
    range: [u64; 3],
    offset: [u64; 3],
}

impl Accessor {
    fn first(&self) -> u64 {
        let place = (0..self.dims)
            .fold(0u64, |at, d| at.wrapping_mul(self.memory[d]).wrapping_add(self.offset[d]));
        self.buffer.wrapping_add(place.wrapping_mul(self.element_size))
    }

    /// Every byte that it may access.
    fn bytes(&self) -> HashSet<u64> {
        let size = |d: usize| if d < self.dims { self.range[d] } else { 1 };
        let mut all = HashSet::new();
        for z in 0..size(0) {
            for y in 0..size(1) {
                for x in 0..size(2) {
                    let at = [z, y, x];
                    let place = (0..self.dims).fold(0, |sum, d| sum * self.memory[d] + at[d]);
                    let start = self.first() + place * self.element_size;
                    all.extend(start..start + self.element_size);
                }
            }
        }
        all
    }
}

/// A block of arguments and its description.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    pointers: Vec<PointerArgument>,
}

impl Block {
    fn put(&mut self, words: &[u64]) -> u32 {
        let offset = self.bytes.len() as u32;
        self.bytes.extend(words.iter().flat_map(|word| word.to_ne_bytes()));
        offset
    }

    fn accessor(mut self, accessor: Accessor) -> Self {
        let dims = accessor.dims;
        let pointer = self.put(&[accessor.first()]);
        let sizes =
            [accessor.memory, accessor.range, accessor.offset].map(|s| self.put(&s[..dims]));
        let element = (dims as u32, accessor.element_size);
        self.pointers.push(PointerArgument::accessor(pointer, accessor.writes, element, sizes));
        self
    }

    fn usm(mut self, address: u64, writes: bool) -> Self {
        let pointer = self.put(&[address]);
        self.pointers.push(PointerArgument::usm(pointer, writes));
        self
    }

    fn local(mut self, start: u64, count: u64) -> Self {
        let (pointer, range) = (self.put(&[start]), self.put(&[count]));
        self.pointers.push(PointerArgument::local(pointer, true, (1, 4), range));
        self
    }

    /// The result, with allocations at 0x1000 and at 0x2000.
    fn is_disjoint(&self) -> bool {
        self.is_disjoint_within(&[])
    }

    /// The same, if it is known what the kernel accesses through its first pointers: whether it writes, and which
    /// bytes.
    fn is_disjoint_within(&self, known: &[(bool, Option<(i64, i64)>)]) -> bool {
        let allocation = |address| match address {
            0x1000..0x1100 => Some((0x1000, 0x1100)),
            0x2000..0x2100 => Some((0x2000, 0x2100)),
            _ => None,
        };
        let reach = |offset| {
            let number = self.pointers.iter().position(|pointer| pointer.offset == offset)?;
            known.get(number).copied()
        };
        all_disjoint(&self.pointers, &self.bytes, (allocation, reach))
    }
}

fn whole(buffer: u64, count: u64, writes: bool) -> Accessor {
    Accessor {
        dims: 1,
        element_size: 4,
        writes,
        buffer,
        memory: [count, 0, 0],
        range: [count, 0, 0],
        offset: [0; 3],
    }
}

fn part(range: [u64; 2], offset: [u64; 2]) -> Accessor {
    Accessor {
        dims: 2,
        element_size: 4,
        writes: true,
        buffer: 0x4000,
        memory: [8, 8, 0],
        range: [range[0], range[1], 0],
        offset: [offset[0], offset[1], 0],
    }
}

fn both(a: Accessor, b: Accessor) -> bool {
    Block::default().accessor(a).accessor(b).is_disjoint()
}

#[test]
fn different_buffers_are_disjoint() {
    assert!(both(whole(0x4000, 16, true), whole(0x4040, 16, true)), "side by side");
    assert!(!both(whole(0x4000, 17, true), whole(0x4040, 16, true)));
    assert!(!both(whole(0x4000, 16, true), whole(0x4000, 16, false)), "the same one twice");
    assert!(both(whole(0x4000, 16, false), whole(0x4000, 16, false)), "read by both");
}

#[test]
fn boxes_of_one_buffer_are_disjoint_in_any_dimension() {
    let left = part([8, 4], [0, 0]);
    assert!(both(left, part([8, 4], [0, 4])), "columns");
    assert!(!both(left, part([8, 5], [0, 3])));
    assert!(both(part([4, 8], [0, 0]), part([4, 8], [4, 0])), "rows");
    assert!(!both(part([4, 4], [2, 2]), part([4, 4], [5, 5])), "a corner");
    // A part of the same buffer with another shape: only the bytes it spans count.
    let reshaped = Accessor { memory: [16, 4, 0], range: [1, 4, 0], offset: [1, 0, 0], ..left };
    assert!(!both(left, reshaped));
}

#[test]
fn boxes_beyond_the_edge_of_their_buffer_overlap() {
    // The row continues in the next one, where the other box is.
    assert!(!both(part([1, 12], [0, 0]), part([1, 4], [1, 0])));
    assert!(!both(part([1, 8], [0, 4]), part([2, 4], [0, 0])));
}

#[test]
fn empty_boxes_overlap_nothing() {
    let all = whole(0x4000, 16, true);
    assert!(both(all, whole(0x4010, 0, true)));
    assert!(both(part([8, 8], [0, 0]), part([0, 8], [0, 0])));
    assert!(both(part([8, 8], [0, 0]), part([8, 0], [0, 0])));
    assert!(both(all, whole(0, 0, true)), "a default-constructed one");
}

#[test]
fn different_usm_allocations_are_disjoint() {
    let pair = |a, b| Block::default().usm(a, true).usm(b, true).is_disjoint();
    assert!(pair(0x1000, 0x2000));
    assert!(pair(0x10ff, 0x2080), "inside");
    assert!(!pair(0x1000, 0x1080), "two halves of one");
    assert!(!pair(0x1000, 0x1100), "one past the end is outside");
    assert!(!pair(0x1000, 0x5000), "no allocation");
    assert!(pair(0x1000, 0) && pair(0, 0), "null leads nowhere");
    let unknown = Block::default().usm(0x5000, false).usm(0x1000, false);
    assert!(unknown.is_disjoint(), "no writes");
    assert!(!unknown.accessor(whole(0x9000, 1, true)).is_disjoint());
}

#[test]
fn parts_of_one_allocation_are_disjoint_if_accesses_are_known() {
    let halves = Block::default().usm(0x1000, true).usm(0x1080, true);
    let bytes = |first, end| (true, Some((first, end)));
    assert!(halves.is_disjoint_within(&[bytes(0, 0x80), bytes(0, 0x80)]));
    assert!(!halves.is_disjoint_within(&[bytes(0, 0x81), bytes(0, 0x80)]));
    assert!(!halves.is_disjoint_within(&[bytes(0, 0x80), bytes(-1, 0x80)]), "before the pointer");
    assert!(!halves.is_disjoint_within(&[bytes(0, 0x80)]), "the second one may go anywhere");
    assert!(!halves.is_disjoint_within(&[bytes(0, 0x80), (true, None)]), "beyond the limit");
    assert!(halves.is_disjoint_within(&[(false, None), (false, None)]), "nothing is written");
    assert!(!halves.is_disjoint_within(&[(false, None), (true, None)]));
    let other = Block::default().usm(0x1000, true).usm(0x2000, true);
    assert!(other.is_disjoint_within(&[bytes(0, 0x80)]), "another allocation");
    assert!(other.is_disjoint_within(&[bytes(-0x2000, 0x2000), bytes(0, 1)]), "it stays inside");
    let unknown = Block::default().usm(0x5000, true).usm(0x6000, true);
    assert!(unknown.is_disjoint_within(&[bytes(0, 16), bytes(0, 16)]), "no allocations");
    assert!(!unknown.is_disjoint_within(&[bytes(0, i64::MAX), bytes(0, 16)]));
    let none = Block::default().usm(0, true).usm(0, true);
    assert!(none.is_disjoint_within(&[bytes(0, 16), bytes(0, 16)]), "null leads nowhere");
}

#[test]
fn buffers_may_lie_in_usm() {
    let over = |buffer| Block::default().usm(0x1000, true).accessor(whole(buffer, 4, true));
    assert!(!over(0x1080).is_disjoint());
    assert!(!over(0x0ff4).is_disjoint(), "its end");
    assert!(over(0x1100).is_disjoint() && over(0x0ff0).is_disjoint());
}

#[test]
fn local_memory_overlaps_only_local_memory() {
    let base = || Block::default().local(0, 4).local(16, 4);
    assert!(base().is_disjoint());
    assert!(!base().local(12, 1).is_disjoint());
    assert!(!base().local(0, 4).is_disjoint(), "the same one twice");
    assert!(base().usm(0x1000, true).accessor(whole(8, 4, true)).is_disjoint());
    assert!(base().local(4, 0).is_disjoint(), "empty");
}

#[test]
fn hostile_sizes_are_overlaps() {
    let far = whole(0x10_0000, 4, true);
    for size in [u64::MAX, u64::MAX / 4, 1 << 62, 1 << 63] {
        assert!(!both(whole(0x4000, size, true), far), "{size}");
        let deep =
            Accessor { range: [size, size, 0], memory: [size, size, 0], ..part([1; 2], [0; 2]) };
        assert!(!both(deep, far), "{size}");
        // The address of the buffer cannot be found.
        assert!(!both(part([8, 4], [size, 0]), part([8, 4], [size, 4])), "{size}");
    }
    assert!(!both(whole(u64::MAX - 7, 4, true), far), "wraps around");
}

#[test]
fn missing_values_are_overlaps() {
    let mut block = Block::default().accessor(part([8, 4], [0, 0])).accessor(part([8, 4], [0, 4]));
    assert!(block.is_disjoint());
    let full = block.pointers.clone();
    for lose in [
        |p: &mut PointerArgument| p.memory = PointerArgument::ABSENT,
        |p: &mut PointerArgument| p.access_range = PointerArgument::ABSENT,
        |p: &mut PointerArgument| p.access_offset = PointerArgument::ABSENT,
        |p: &mut PointerArgument| p.access_range = 4000,
    ] {
        block.pointers.clone_from(&full);
        lose(&mut block.pointers[1]);
        assert!(!block.is_disjoint(), "{:?}", block.pointers[1]);
    }
    // One dimension needs neither the buffer's size nor the offset.
    let mut line = Block::default().accessor(whole(0x4000, 4, true)).usm(0x1000, true);
    line.pointers[0].memory = PointerArgument::ABSENT;
    line.pointers[0].access_offset = PointerArgument::ABSENT;
    assert!(line.is_disjoint());
}

#[test]
fn many_pointers_are_compared_with_each_other() {
    let many = |count: u64| {
        (0..count).fold(Block::default(), |b, n| b.accessor(whole(0x4000 + n * 64, 16, true)))
    };
    for count in [1, FEW as u64, FEW as u64 + 1, 40] {
        assert!(many(count).is_disjoint(), "{count}");
        let last = 0x4000 + (count - 1) * 64;
        assert!(!many(count).accessor(whole(last + 60, 1, false)).is_disjoint(), "{count}");
    }
}

#[test]
fn random_boxes_agree_with_counting_bytes() {
    let mut random = fastrand::Rng::with_seed(6);
    let (mut disjoint, mut found) = (0, 0);
    for round in 0..20_000 {
        let dims = random.usize(1..=3);
        let memory: [u64; 3] = std::array::from_fn(|_| random.u64(1..=5));
        let mut any = |same: Option<Accessor>| {
            // Mostly other boxes of the same buffer, since those are the hard ones.
            let frame = same.filter(|_| random.u8(..) < 200);
            let memory =
                frame.map_or_else(|| std::array::from_fn(|_| random.u64(1..=5)), |f| f.memory);
            let offset = std::array::from_fn(|d| random.u64(0..=memory[d]));
            let range = std::array::from_fn(|d: usize| random.u64(0..=memory[d] - offset[d]));
            let element_size = frame.map_or_else(|| random.u64(1..=4), |f| f.element_size);
            let buffer = frame.map_or_else(|| 0x4000 + random.u64(0..64), |f| f.buffer);
            Accessor { dims, element_size, writes: random.bool(), buffer, memory, range, offset }
        };
        let first = any(Some(Accessor { dims, memory, ..whole(0x4020, 1, true) }));
        let all: Vec<Accessor> = [first, any(Some(first)), any(Some(first))].into();
        let block = all.iter().fold(Block::default(), |block, &a| block.accessor(a));
        let clash = (0..3).any(|i| {
            (0..i).any(|j| {
                (all[i].writes || all[j].writes) && !all[i].bytes().is_disjoint(&all[j].bytes())
            })
        });
        let verdict = block.is_disjoint();
        assert!(!(verdict && clash), "round {round}: {all:?}");
        // Boxes of one frame are compared exactly.
        let frame = |a: &Accessor| (a.buffer, a.memory, a.element_size);
        if all.iter().all(|a| frame(a) == frame(&first)) {
            assert_eq!(verdict, !clash, "round {round}: {all:?}");
        }
        disjoint += usize::from(!clash);
        found += usize::from(verdict);
    }
    assert!(disjoint > 1000 && found * 10 > disjoint * 8, "{found} of {disjoint}");
}
