//! Whether the pointers of a launch are disjoint.
//!
//! A kernel may have a variant that assumes it. The check runs when the arguments are known: accessors come
//! with the sizes of their boxes, and USM pointers lie in allocations that the runtime made. Unknown pointers
//! count as overlapping, so that the general variant runs.

use scythe_image::{PointerArgument, PointerKind};

/// Pointers of a kernel that are compared without allocating memory.
const FEW: usize = 8;

/// The kinds of memory, which never overlap each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// Memory that the host and other devices can access.
    Global,
    /// Local memory of a work-group.
    Local,
}

/// The memory that a kernel may access through one pointer: addresses from `start` up to `end`.
#[derive(Clone, Copy, Debug)]
struct Footprint {
    memory: Memory,
    writes: bool,
    /// Whether it is limited to the box of an accessor.
    is_box: bool,
    start: u64,
    end: u64,
}

impl Footprint {
    /// No memory.
    const NOTHING: Self =
        Self { memory: Memory::Global, writes: false, is_box: false, start: 0, end: 0 };

    /// The memory for a pointer of which nothing is known.
    fn anything(memory: Memory, writes: bool) -> Self {
        Self { memory, writes, is_box: false, start: 0, end: u64::MAX }
    }

    fn of(
        pointer: &PointerArgument,
        block: &[u8],
        (allocation, reach): &(
            impl Fn(u64) -> Option<(u64, u64)>,
            impl Fn(u32) -> Option<(bool, Option<(i64, i64)>)>,
        ),
    ) -> Self {
        let known = reach(pointer.offset);
        let writes =
            pointer.flags & PointerArgument::WRITES != 0 && known.is_none_or(|(writes, _)| writes);
        let is = |kind: PointerKind| pointer.kind == kind as u32;
        let memory = if is(PointerKind::Local) { Memory::Local } else { Memory::Global };
        let anything = Self::anything(memory, writes);
        let Some(first) = word(block, pointer.offset, 0) else { return anything };
        if is(PointerKind::Usm) {
            // Null points nowhere. Other pointers may be moved anywhere in their allocation, unless more is known.
            let found = if first == 0 { Some((0, 0)) } else { allocation(first) };
            let at = |bytes: i64| first.checked_add_signed(bytes);
            let bounds = known.and_then(|(_, bounds)| bounds);
            let (start, end) = match (found, bounds.and_then(|(a, b)| Some((at(a)?, at(b)?)))) {
                (Some((low, high)), Some((start, end))) => (start.max(low), end.min(high)),
                (Some(all), None) | (None, Some(all)) => all,
                (None, None) => return anything,
            };
            return Self { start, end, ..anything };
        }
        if memory == Memory::Global && first == 0 {
            return Self::NOTHING;
        }
        let extent = span(pointer, block);
        match extent.and_then(|bytes| first.checked_add(bytes)) {
            Some(end) => Self { is_box: memory == Memory::Global, start: first, end, ..anything },
            None => anything,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let nothing = self.start >= self.end || other.start >= other.end;
        !nothing && self.memory == other.memory && self.start < other.end && other.start < self.end
    }
}

/// Whether no two of the pointers, at least one of which is written through, may point to the same memory.
/// `block` holds the arguments of the launch; `allocation` finds the USM allocation of an address: its first
/// address and one past its last. `reach` is what is known about the kernel's accesses through the USM pointer at an
/// offset of the block: whether it writes, and the first byte and one past the last relative to the pointer.
#[must_use]
pub fn all_disjoint(
    pointers: &[PointerArgument],
    block: &[u8],
    memory: (
        impl Fn(u64) -> Option<(u64, u64)>,
        impl Fn(u32) -> Option<(bool, Option<(i64, i64)>)>,
    ),
) -> bool {
    let mut few = [Footprint::NOTHING; FEW];
    let mut many = Vec::new();
    let footprints: &mut [Footprint] = match few.get_mut(..pointers.len()) {
        Some(footprints) => footprints,
        None => {
            many.resize(pointers.len(), Footprint::NOTHING);
            &mut many
        }
    };
    for (index, pointer) in pointers.iter().enumerate() {
        let new = Footprint::of(pointer, block, &memory);
        let disjoint = pointers.iter().zip(&footprints[..index]).all(|(earlier, old)| {
            !(new.writes || old.writes)
                || !new.overlaps(old)
                || (new.is_box && old.is_box && boxes_are_disjoint(pointer, earlier, block))
        });
        if !disjoint {
            return false;
        }
        footprints[index] = new;
    }
    true
}

/// The 64-bit number with that index in an array at `offset` of the block.
fn word(block: &[u8], offset: u32, index: usize) -> Option<u64> {
    if offset == PointerArgument::ABSENT {
        return None;
    }
    let start = (offset as usize).checked_add(index * size_of::<u64>())?;
    block.get(start..)?.first_chunk().copied().map(u64::from_ne_bytes)
}

/// The sizes or the offset of an accessor; missing dimensions come first, filled with `rest`.
fn triple(block: &[u8], offset: u32, dims: u32, rest: u64) -> Option<[u64; 3]> {
    let mut all = [rest; 3];
    let dims = dims as usize;
    for (index, size) in all.get_mut(3usize.checked_sub(dims)?..)?.iter_mut().enumerate() {
        *size = word(block, offset, index)?;
    }
    Some(all)
}

/// Bytes from the first element of an accessor's box to the end of its last; none on overflow.
fn span(pointer: &PointerArgument, block: &[u8]) -> Option<u64> {
    if pointer.dims == 1 {
        // The elements are contiguous.
        return word(block, pointer.access_range, 0)?.checked_mul(pointer.element_size);
    }
    let range = triple(block, pointer.access_range, pointer.dims, 1)?;
    if pointer.element_size == 0 || range.contains(&0) {
        return Some(0);
    }
    let is_local = pointer.kind == PointerKind::Local as u32;
    let memory = if is_local { range } else { triple(block, pointer.memory, pointer.dims, 1)? };
    let last = linear([range[0] - 1, range[1] - 1, range[2] - 1], memory)?;
    last.checked_add(1)?.checked_mul(pointer.element_size)
}

/// The linear index of an element in memory of a given size.
fn linear(at: [u64; 3], memory: [u64; 3]) -> Option<u64> {
    let row = at[0].checked_mul(memory[1])?.checked_add(at[1])?;
    row.checked_mul(memory[2])?.checked_add(at[2])
}

/// Whether two boxes lie in the same buffer and have no element in common. The ranges they span may still
/// overlap: rows of the two halves of a matrix alternate in memory.
fn boxes_are_disjoint(a: &PointerArgument, b: &PointerArgument, block: &[u8]) -> bool {
    disjoint_boxes(a, b, block).unwrap_or(false)
}

fn disjoint_boxes(a: &PointerArgument, b: &PointerArgument, block: &[u8]) -> Option<bool> {
    if (a.dims, a.element_size) != (b.dims, b.element_size) {
        return Some(false);
    }
    let memory = triple(block, a.memory, a.dims, 1)?;
    if triple(block, b.memory, b.dims, 1)? != memory {
        return Some(false);
    }
    let part = |pointer: &PointerArgument| {
        let offset = triple(block, pointer.access_offset, pointer.dims, 0)?;
        let range = triple(block, pointer.access_range, pointer.dims, 1)?;
        let mut end = [0; 3];
        for d in 0..3 {
            end[d] = offset[d].checked_add(range[d])?;
            // Beyond the edge, a row would continue in the next one, and so in another box.
            if d > 0 && end[d] > memory[d] {
                return None;
            }
        }
        let before = linear(offset, memory)?.checked_mul(pointer.element_size)?;
        let buffer = word(block, pointer.offset, 0)?.checked_sub(before)?;
        Some((buffer, offset, end))
    };
    let ((buffer, a_start, a_end), (other, b_start, b_end)) = (part(a)?, part(b)?);
    let separate = |d: usize| a_end[d] <= b_start[d] || b_end[d] <= a_start[d];
    Some(buffer == other && (0..3).any(separate))
}

#[cfg(test)]
mod tests;
