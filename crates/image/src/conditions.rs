//! The conditions under which a launch runs a specialization of a kernel.

/// The kind of a [`Guard`].
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardKind {
    /// `size` bytes of the block of arguments at `offset` are equal to those at `bytes`.
    Bytes = 1,
    /// The global size of `dimension` is `value`.
    GlobalSize = 2,
    /// The size of work-groups in `dimension` is `value`. This is never true of a launch over a range without
    /// a required work-group size.
    LocalSize = 3,
    /// The global offset of `dimension` is `value`.
    GlobalOffset = 4,
    /// The number of `size` bytes (4 or 8) at `offset` in the block of arguments is a multiple of `value`, a
    /// power of two.
    Multiple = 5,
    /// No condition of its own, but what a version of the kernel accesses through the USM pointer at `offset` in the
    /// block of arguments: `size` bytes at `bytes` are a [`Reach`](crate::Reach). It decides whether pointers refer
    /// to the same memory.
    Reach = 6,
}

/// One condition of a version of a kernel. Dimensions are SYCL's, counted from zero; a launch has size 1 and
/// offset 0 in further dimensions.
#[repr(C)]
#[derive(Debug)]
pub struct Guard {
    /// A [`GuardKind`], kept as an integer because it comes from outside.
    pub kind: u32,
    /// The dimension, for conditions about one.
    pub dimension: u32,
    /// The offset of the bytes in the block of arguments.
    pub offset: u32,
    /// Their number.
    pub size: u32,
    /// The required size or offset, or the number that an argument must be a multiple of.
    pub value: u64,
    /// The required bytes.
    pub bytes: *const u8,
}

impl Guard {
    /// The required bytes.
    #[must_use]
    pub fn expected(&self) -> &[u8] {
        if self.bytes.is_null() {
            return &[];
        }
        // SAFETY: the compiler wrote as many bytes as the guard says.
        unsafe { std::slice::from_raw_parts(self.bytes, self.size as usize) }
    }
}

// SAFETY: written once by the compiler, read-only afterwards.
unsafe impl Sync for Guard {}

/// What a [`PointerArgument`] points to.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    /// The first element of an accessor's box in a buffer.
    Accessor = 1,
    /// A place in a USM allocation.
    Usm = 2,
    /// A local accessor's part of the work-group's local memory. The block contains the offset in that memory
    /// instead of an address.
    Local = 3,
}

/// A pointer among the arguments of a kernel, with the sizes that determine the memory it refers to.
///
/// `memory`, `access_range` and `access_offset` are offsets in the block of arguments, each of one 64-bit
/// number per dimension, in SYCL's order; [`PointerArgument::ABSENT`] if the block does not have them. An
/// absent size is not guessed: fewer pointers are then known to be disjoint.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerArgument {
    /// A [`PointerKind`], kept as an integer because it comes from outside.
    pub kind: u32,
    /// [`PointerArgument::WRITES`], or zero.
    pub flags: u32,
    /// The pointer's offset in the block of arguments.
    pub offset: u32,
    /// Dimensions of the accessor, 1 to 3 (an accessor of a single element has one); 0 for USM.
    pub dims: u32,
    /// Bytes of an element; 0 for USM.
    pub element_size: u64,
    /// The range of the buffer, which determines how elements lie in memory. Local accessors have none: they
    /// refer to all of their memory.
    pub memory: u32,
    /// The range of the accessor's box.
    pub access_range: u32,
    /// The box's first element in the buffer. The pointer refers to it already.
    pub access_offset: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

impl PointerArgument {
    /// The kernel may write through the pointer.
    pub const WRITES: u32 = 1;
    /// Instead of an offset: the block of arguments does not have the value.
    pub const ABSENT: u32 = u32::MAX;

    /// A USM pointer.
    #[must_use]
    pub const fn usm(offset: u32, writes: bool) -> Self {
        Self {
            kind: PointerKind::Usm as u32,
            flags: if writes { Self::WRITES } else { 0 },
            offset,
            dims: 0,
            element_size: 0,
            memory: Self::ABSENT,
            access_range: Self::ABSENT,
            access_offset: Self::ABSENT,
            reserved: 0,
        }
    }

    /// The pointer of an accessor; `sizes` are the offsets of the buffer's range, the box's range, and the
    /// box's first element.
    #[must_use]
    pub const fn accessor(
        offset: u32,
        writes: bool,
        (dims, element_size): (u32, u64),
        [memory, access_range, access_offset]: [u32; 3],
    ) -> Self {
        Self {
            kind: PointerKind::Accessor as u32,
            dims,
            element_size,
            memory,
            access_range,
            access_offset,
            ..Self::usm(offset, writes)
        }
    }

    /// The offset of a local accessor; `access_range` is the offset of its range.
    #[must_use]
    pub const fn local(
        offset: u32,
        writes: bool,
        (dims, element_size): (u32, u64),
        access_range: u32,
    ) -> Self {
        Self {
            kind: PointerKind::Local as u32,
            dims,
            element_size,
            access_range,
            ..Self::usm(offset, writes)
        }
    }
}
