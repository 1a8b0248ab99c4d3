//! The conditions under which a launch runs a specialization of a kernel.

/// What a [`Guard`] is about.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardKind {
    /// `size` bytes of the block of arguments from `offset` on are those at `bytes`.
    Bytes = 1,
    /// The global size of `dimension` is `value`.
    GlobalSize = 2,
    /// The size of work-groups in `dimension` is `value`. A launch over a range without a required
    /// work-group size has none that could be known.
    LocalSize = 3,
    /// The global offset of `dimension` is `value`.
    GlobalOffset = 4,
    /// The number of `size` bytes (4 or 8) in the block of arguments from `offset` on is a multiple of `value`, a power
    /// of two.
    Multiple = 5,
}

/// One condition of a version of a kernel. Dimensions are SYCL's, counted from zero; those that a launch
/// does not have are of size 1 and offset 0.
#[repr(C)]
#[derive(Debug)]
pub struct Guard {
    /// A [`GuardKind`], kept as an integer because it comes from outside.
    pub kind: u32,
    /// Which dimension, where it is about one.
    pub dimension: u32,
    /// Where in the block of arguments the bytes lie.
    pub offset: u32,
    /// How many there are.
    pub size: u32,
    /// The number that a size or an offset must be, or that an argument must be a multiple of.
    pub value: u64,
    /// What the bytes must be.
    pub bytes: *const u8,
}

impl Guard {
    /// What the bytes must be.
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

/// What a [`PointerArgument`] leads to.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    /// The first element of an accessor's box in a buffer.
    Accessor = 1,
    /// Somewhere in a USM allocation.
    Usm = 2,
    /// A local accessor's part of the work-group's local memory. The block has the distance from the
    /// start of that memory in place of an address.
    Local = 3,
}

/// A pointer among the arguments of a kernel, with the sizes that say how far it leads.
///
/// `memory`, `access_range` and `access_offset` are places in the block of arguments, each of as many
/// 64-bit numbers as there are dimensions, in SYCL's order; [`PointerArgument::ABSENT`] where the block
/// does not have them. What is absent is never guessed: without it, less is known to be disjoint.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerArgument {
    /// A [`PointerKind`], kept as an integer because it comes from outside.
    pub kind: u32,
    /// [`PointerArgument::WRITES`], or zero.
    pub flags: u32,
    /// Where in the block of arguments the pointer lies.
    pub offset: u32,
    /// Dimensions of the accessor, 1 to 3 (an accessor of a single element has one); 0 for USM.
    pub dims: u32,
    /// Bytes of an element; 0 for USM.
    pub element_size: u64,
    /// The size of the buffer, which is how elements lie in memory. Local accessors have none: they are
    /// all of their memory.
    pub memory: u32,
    /// The size of the box that the accessor may touch.
    pub access_range: u32,
    /// The box's first element in the buffer. The pointer leads there already.
    pub access_offset: u32,
    /// Reserved, zero.
    pub reserved: u32,
}

impl PointerArgument {
    /// The kernel may write through the pointer.
    pub const WRITES: u32 = 1;
    /// In place of an offset: the block of arguments does not have it.
    pub const ABSENT: u32 = u32::MAX;

    /// A pointer of the program.
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

    /// The pointer of an accessor; `sizes` are where the block has the size of the buffer, of the box,
    /// and the box's first element.
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

    /// The place of a local accessor; `access_range` is where the block has its size.
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
