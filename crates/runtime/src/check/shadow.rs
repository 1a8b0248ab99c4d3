//! The last accesses to memory: two words and two places for each four bytes of it.

use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous};

/// Bytes that share a cell.
pub const GRANULE: usize = 4;

/// The last accesses to some bytes, and their places in the program. [`word`] describes the layout of a word.
#[repr(C)]
#[derive(Debug)]
pub struct Cell {
    /// The last write.
    pub write: AtomicU64,
    /// The first of the last reads.
    pub read: AtomicU64,
    /// The number of the place of the write.
    pub write_site: AtomicU32,
    /// The number of the place of the read.
    pub read_site: AtomicU32,
}

/// The parts of a word in a [`Cell`].
pub mod word {
    /// The number of the work-item in its launch, truncated.
    pub const ITEM: u64 = (1 << 28) - 1;
    /// The number of sub-group barriers since the last work-group barrier.
    pub const SUB_SHIFT: u32 = 28;
    /// The largest number of these; beyond, nothing is known.
    pub const MOST_SUB: u64 = 0x7f;
    /// The number of work-group barriers.
    pub const PHASE_SHIFT: u32 = 35;
    /// The largest number of these.
    pub const MOST_PHASE: u64 = 0x1fff;
    /// The access was atomic.
    pub const ATOMIC: u64 = 1 << 48;
    /// A mask of the bytes.
    pub const MASK: u64 = 0xf << MASK_SHIFT;
    /// The position of the mask.
    pub const MASK_SHIFT: u32 = 49;
    /// Other work-items have read the same bytes.
    pub const SEVERAL: u64 = 1 << 53;
    /// The number of the launch, or of the work-group for local memory; never 0.
    pub const STAMP_SHIFT: u32 = 54;
    /// The largest such number.
    pub const MOST_STAMP: u64 = 0x3ff;
}

/// Address space for cells; pages are committed when they are written.
#[derive(Debug)]
struct Mapping {
    start: usize,
    bytes: usize,
}

/// Unused mappings, to be used again.
static FREE: Mutex<Vec<Mapping>> = Mutex::new(Vec::new());

/// The cells of some memory.
#[derive(Debug, Default)]
pub struct Shadow {
    start: AtomicPtr<Cell>,
    bytes: AtomicU64,
}

impl Shadow {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { start: AtomicPtr::new(std::ptr::null_mut()), bytes: AtomicU64::new(0) }
    }

    /// The first cell of memory of so many bytes; none if cells cannot be mapped.
    #[inline]
    pub fn cells(&self, bytes: usize) -> Option<*const Cell> {
        let start = self.start.load(Ordering::Acquire);
        if start.is_null() { self.map(bytes) } else { Some(start) }
    }

    #[cold]
    fn map(&self, bytes: usize) -> Option<*const Cell> {
        // One more: an access may start in the middle of a cell.
        let wanted = (bytes.div_ceil(GRANULE) + 2) * size_of::<Cell>();
        let wanted = wanted.next_power_of_two().max(1 << 16);
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.start.load(Ordering::Acquire);
        if !known.is_null() {
            return Some(known);
        }
        let found = free.iter().position(|mapping| mapping.bytes == wanted);
        let start = match found {
            Some(index) => free.swap_remove(index).start as *mut Cell,
            // SAFETY: new memory, which nothing else uses.
            None => unsafe {
                let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
                let protection = ProtFlags::READ | ProtFlags::WRITE;
                mmap_anonymous(std::ptr::null_mut(), wanted, protection, flags).ok()?.cast()
            },
        };
        self.bytes.store(wanted as u64, Ordering::Relaxed);
        self.start.store(start, Ordering::Release);
        Some(start)
    }

    /// Forgets all accesses.
    pub fn clear(&self) {
        let start = self.start.load(Ordering::Acquire);
        if !start.is_null() {
            let bytes = self.bytes.load(Ordering::Relaxed) as usize;
            // SAFETY: the mapping holds only these cells; all of its pages are zero afterwards.
            let _ = unsafe { madvise(start.cast(), bytes, Advice::LinuxDontNeed) };
        }
    }

    /// Gives the cells back. The mapping stays, so that accesses by late code do no harm.
    pub fn release(&self) {
        self.clear();
        let start = self.start.swap(std::ptr::null_mut(), Ordering::AcqRel);
        if !start.is_null() {
            let bytes = self.bytes.load(Ordering::Relaxed) as usize;
            let mapping = Mapping { start: start.addr(), bytes };
            FREE.lock().unwrap_or_else(PoisonError::into_inner).push(mapping);
        }
    }
}
