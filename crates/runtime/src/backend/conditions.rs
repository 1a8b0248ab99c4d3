//! Selects the variant of a kernel for a launch.
//!
//! A variant may have assumptions ([`Variant`]): that arguments have certain values, that the index space has
//! a certain size, that pointers refer to disjoint memory. Records are validated once, when a device first
//! uses them; after that a launch only compares.

use scythe_image::{Guard, GuardKind, Kernel, PointerArgument, PointerKind, Reach, Variant};

use super::specialization::Unmet;
use super::{IndexSpace, Named};
use crate::core::error::{Errc, RtError};
use crate::core::{disjoint, usm};

/// The assumptions of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    no_alias: bool,
    guards: &'static [Guard],
}

/// The parts of a launch that conditions depend on.
pub struct Circumstances<'a> {
    space: &'a IndexSpace,
    local: Option<[usize; 3]>,
    block: &'a [u8],
    pointers: &'static [PointerArgument],
    /// Whether some pointers are host addresses that will be replaced.
    moved: bool,
    /// Whether pointers are disjoint, once computed.
    disjoint: Option<bool>,
}

/// The pointers among a kernel's arguments.
///
/// # Errors
/// When the record is malformed.
pub fn pointers(kernel: &'static Kernel) -> Result<&'static [PointerArgument], RtError> {
    // SAFETY: the compiler wrote as many as the record says, for the life of the process.
    let pointers = unsafe { array(kernel.pointers, kernel.pointer_count) }
        .ok_or_else(|| malformed(kernel, "has no pointers where it counts some"))?;
    for pointer in pointers {
        let words = |offset: u32, count: u32| {
            offset == PointerArgument::ABSENT
                || u64::from(offset) + 8 * u64::from(count) <= kernel.args_size
        };
        let is = |kind: PointerKind| pointer.kind == kind as u32;
        let dims = if is(PointerKind::Usm) { 0..=0 } else { 1..=3 };
        let sizes = [pointer.memory, pointer.access_range, pointer.access_offset];
        let known = is(PointerKind::Usm) || is(PointerKind::Accessor) || is(PointerKind::Local);
        if !known || !dims.contains(&pointer.dims) {
            return Err(malformed(kernel, "has a pointer of unknown kind"));
        }
        if pointer.offset == PointerArgument::ABSENT
            || !words(pointer.offset, 1)
            || !sizes.iter().all(|&offset| words(offset, pointer.dims))
        {
            return Err(malformed(kernel, "has a pointer outside its arguments"));
        }
    }
    Ok(pointers)
}

impl Conditions {
    /// The assumptions of a variant.
    ///
    /// # Errors
    /// When the record is malformed.
    pub fn of(kernel: &'static Kernel, variant: &'static Variant) -> Result<Self, RtError> {
        let known = Variant::NO_ALIAS
            | Variant::WIDE_IDS
            | Variant::SLICES
            | Variant::KNOWN_SPACE
            | Variant::WRITES_ELSEWHERE;
        if variant.flags & !known != 0 {
            return Err(malformed(kernel, "has a variant with unknown flags"));
        }
        // SAFETY: the compiler wrote as many as the record says, for the life of the process.
        let guards = unsafe { array(variant.guards, variant.guard_count) }
            .ok_or_else(|| malformed(kernel, "has no guards where it counts some"))?;
        for guard in guards {
            let is = |kind: GuardKind| guard.kind == kind as u32;
            let end = u64::from(guard.offset) + u64::from(guard.size);
            let of_dimension = is(GuardKind::GlobalSize)
                || is(GuardKind::LocalSize)
                || is(GuardKind::GlobalOffset);
            match (is(GuardKind::Bytes), of_dimension) {
                (true, _) if end > kernel.args_size => {
                    return Err(malformed(kernel, "has a guard outside its arguments"));
                }
                (true, _) if guard.bytes.is_null() && guard.size > 0 => {
                    return Err(malformed(kernel, "has a guard without bytes to compare with"));
                }
                (true, _) => {}
                _ if is(GuardKind::Multiple) && end > kernel.args_size => {
                    return Err(malformed(kernel, "has a guard outside its arguments"));
                }
                _ if is(GuardKind::Reach) && Reach::from_bytes(guard.expected()).is_some() => {}
                _ if is(GuardKind::Multiple)
                    && matches!(guard.size, 4 | 8)
                    && guard.value.is_power_of_two()
                    && guard.value <= 256 => {}
                (_, true) if guard.dimension < 3 => {}
                _ => return Err(malformed(kernel, "has a guard of unknown kind")),
            }
        }
        Ok(Self { no_alias: variant.flags & Variant::NO_ALIAS != 0, guards })
    }

    /// Whether there are no conditions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.no_alias && self.guards.is_empty()
    }

    /// The comparisons.
    #[must_use]
    pub fn guards(&self) -> &'static [Guard] {
        self.guards
    }

    /// Whether pointers must be disjoint.
    #[must_use]
    pub fn no_alias(&self) -> bool {
        self.no_alias
    }

    /// The first condition that a launch does not meet.
    #[must_use]
    pub fn unmet(&self, launch: &mut Circumstances<'_>) -> Option<Unmet> {
        let guard = self.guards.iter().find(|guard| !launch.meets(guard)).map(Unmet::Guard);
        guard.or_else(|| (self.no_alias && !launch.disjoint(self.guards)).then_some(Unmet::Overlap))
    }

    /// Whether a launch meets all conditions.
    #[must_use]
    pub fn hold(&self, launch: &mut Circumstances<'_>) -> bool {
        self.guards.iter().all(|guard| launch.meets(guard))
            && (!self.no_alias || launch.disjoint(self.guards))
    }
}

impl<'a> Circumstances<'a> {
    /// A launch over `space` with work-group size `local`, if it is known; `block` are the arguments, which
    /// contain `pointers`.
    #[must_use]
    pub fn new(
        space: &'a IndexSpace,
        local: Option<[usize; 3]>,
        block: &'a [u8],
        pointers: &'static [PointerArgument],
    ) -> Self {
        Self { space, local, block, pointers, moved: false, disjoint: None }
    }

    /// The same launch, with some pointers that are host addresses and will be replaced.
    #[must_use]
    pub fn moved(self, moved: bool) -> Self {
        Self { moved, ..self }
    }

    fn meets(&self, guard: &Guard) -> bool {
        let dims = self.space.dims as usize;
        let size = |sizes: &[usize; 3], rest: usize| {
            let dimension = guard.dimension as usize;
            let found = if dimension < dims { sizes[dimension] } else { rest };
            found as u64 == guard.value
        };
        match guard.kind {
            kind if kind == GuardKind::Bytes as u32 => {
                let start = guard.offset as usize;
                let passed = self.block.get(start..).and_then(|b| b.get(..guard.size as usize));
                // SAFETY: the compiler wrote as many bytes as the guard says.
                let expected = unsafe { array(guard.bytes, guard.size) };
                passed.is_some() && passed == expected
            }
            kind if kind == GuardKind::Multiple as u32 => {
                let start = guard.offset as usize;
                // Little-endian, and no condition compares more bytes than the number has.
                let lowest = self.block.get(start).copied().map(u64::from);
                let is_moved = self.moved && guard.size == 8;
                !is_moved && lowest.is_some_and(|byte| byte & (guard.value - 1) == 0)
            }
            kind if kind == GuardKind::GlobalSize as u32 => size(&self.space.global, 1),
            kind if kind == GuardKind::LocalSize as u32 => {
                self.local.is_some_and(|local| size(&local, 1))
            }
            kind if kind == GuardKind::GlobalOffset as u32 => size(&self.space.offset, 0),
            // It belongs to the condition that pointers are disjoint.
            kind if kind == GuardKind::Reach as u32 => true,
            _ => false,
        }
    }

    /// Whether pointers are disjoint. All variants of a kernel that ask have the same reaches.
    fn disjoint(&mut self, guards: &'static [Guard]) -> bool {
        let Self { space, pointers, block, .. } = *self;
        *self.disjoint.get_or_insert_with(|| {
            let allocation = |address| {
                let (start, end) = usm::extent(usize::try_from(address).ok()?)?;
                Some((start as u64, end as u64))
            };
            let reach = |offset: u32| {
                let is_its = |guard: &&Guard| {
                    guard.kind == GuardKind::Reach as u32 && guard.offset == offset
                };
                let reach = Reach::from_bytes(guards.iter().find(is_its)?.expected())?;
                Some((reach.writes, reach.of(ends(space)?)))
            };
            disjoint::all_disjoint(pointers, block, (allocation, reach))
        })
    }
}

/// One past the largest global id in each dimension, the contiguous one first; none for work-items that stand for
/// work-groups.
fn ends(space: &IndexSpace) -> Option<[u64; 3]> {
    let dims = space.dims as usize;
    let mut ends = [1; 3];
    for (end, at) in ends.iter_mut().zip((0..dims).rev()) {
        *end = space.offset[at].checked_add(space.global[at])? as u64;
    }
    (!space.hierarchical).then_some(ends)
}

/// An array of a record; null stands for an empty one only.
///
/// # Safety
/// There are as many elements as `count` says, for the life of the process.
unsafe fn array<T>(start: *const T, count: u32) -> Option<&'static [T]> {
    if count == 0 {
        return Some(&[]);
    }
    // SAFETY: by this function's contract.
    (!start.is_null()).then(|| unsafe { std::slice::from_raw_parts(start, count as usize) })
}

/// An error about a record that no compiler of this version writes.
pub fn malformed(kernel: &Kernel, what: &str) -> RtError {
    RtError::new(
        Errc::Build,
        format!(
            "the record of kernel {} is malformed: it {what}; compile the program again",
            Named(kernel)
        ),
    )
}
