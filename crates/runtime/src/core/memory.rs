//! Memory that the runtime allocates, on the host and on devices.

use std::alloc::Layout;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::check;
use crate::core::error::RtError;

/// Memory that a device allocated; dropping it frees it.
pub trait DeviceAllocation: Send + Sync {
    /// The first byte, as commands of the device see it. The host may have no access to it.
    fn start(&self) -> *mut u8;
}

/// Memory for a program's data.
pub enum Memory {
    /// Host memory.
    Host(Allocation),
    /// Device memory.
    Device(Box<dyn DeviceAllocation>),
}

impl Memory {
    /// The first byte.
    #[must_use]
    pub fn start(&self) -> *mut u8 {
        match self {
            Self::Host(memory) => memory.start(),
            Self::Device(memory) => memory.start(),
        }
    }
}

/// Memory of the host that the runtime allocated.
pub struct Allocation {
    start: NonNull<u8>,
    /// The pointer from the allocator: the memory begins some bytes into it.
    base: NonNull<u8>,
    layout: Layout,
}

// SAFETY: this object owns the allocation; the command graph orders accesses to its bytes.
unsafe impl Send for Allocation {}
// SAFETY: as above; the object itself is never changed.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// Uninitialized memory.
    ///
    /// # Errors
    /// When there is not enough, or the size is impossible.
    pub fn new(bytes: usize, align: usize, what: &str) -> Result<Self, RtError> {
        /// Cache lines are not shared, vector loads are aligned.
        const LEAST_ALIGN: usize = 64;
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let none = || RtError::out_of_memory(bytes, what);
        let large = bytes >= 2 * HUGE_PAGE;
        let offset = match bytes {
            _ if bytes < STAGGERED => 0,
            _ => stagger(COUNT.fetch_add(1, Ordering::Relaxed), align, large),
        };
        // The bytes around memory of a checked program must not be accessed.
        let around = check::red_zone();
        let offset = match around {
            0 => offset,
            _ => offset + around.max(align).max(LEAST_ALIGN),
        };
        let align = align.max(if large { HUGE_PAGE } else { LEAST_ALIGN });
        let whole = bytes.max(1).checked_add(offset + around).ok_or_else(none)?;
        let layout = Layout::from_size_align(whole, align).map_err(|_| none())?;
        // SAFETY: the size is not zero.
        let base = unsafe { std::alloc::alloc(layout) };
        let base = NonNull::new(base).ok_or_else(none)?;
        if large {
            want_huge_pages(base, whole - whole % HUGE_PAGE);
        }
        // SAFETY: the layout includes the offset.
        let start = unsafe { base.add(offset) };
        Ok(Self { start, base, layout })
    }

    /// The first byte.
    #[must_use]
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { std::alloc::dealloc(self.base.as_ptr(), self.layout) }
    }
}

/// The usual size of a huge page.
const HUGE_PAGE: usize = 2 << 20;
/// The size of a small page.
const PAGE: usize = 4 << 10;
/// Allocations of this size and more start at different places of a page.
const STAGGERED: usize = 64 << 10;
/// The number of different starts.
const STARTS: usize = 16;

/// The offset of an allocation in its pages, given the number of earlier ones.
///
/// Arrays that agree in the low bits of their addresses compete for the same sets of every cache, and processors take
/// loads from one for loads of what was just stored to the other. With huge pages even the physical addresses agree. On
/// Intel's processors, a kernel that reads one such array and writes another is up to 2.6 times slower than when the two
/// start 256 bytes to 64 KiB apart. So starts differ by some bytes within a page, and large allocations by some pages,
/// too.
fn stagger(count: usize, align: usize, large: bool) -> usize {
    let step = if large { PAGE + PAGE / STARTS } else { PAGE / STARTS };
    // With a larger alignment, starts differ by that, or not at all if it would waste much memory.
    let step = step.next_multiple_of(align.max(1));
    if step > 4 * PAGE || (!large && step > PAGE / STARTS) { 0 } else { count % STARTS * step }
}

/// Requests huge pages: kernels with strided accesses to large arrays otherwise spend their time on page
/// tables. Only a hint; nothing depends on it.
fn want_huge_pages(start: NonNull<u8>, bytes: usize) {
    use rustix::mm::{Advice, madvise};
    // SAFETY: the pages belong to the allocation, and the advice changes nothing about their contents.
    let _ = unsafe { madvise(start.as_ptr().cast(), bytes, Advice::LinuxHugepage) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_differ_within_a_page_and_keep_their_alignment() {
        for align in [1usize, 64, 256, 512, 4096, 8192, 16 << 10, 64 << 10, 4 << 20] {
            for large in [false, true] {
                let starts: Vec<_> = (0..STARTS).map(|n| stagger(n, align, large)).collect();
                assert!(starts.iter().all(|start| start % align == 0), "{align}: {starts:?}");
                assert!(starts.iter().all(|&start| start <= STARTS * 4 * PAGE), "{starts:?}");
                if align <= 256 {
                    let mut lines: Vec<_> = starts.iter().map(|start| start % PAGE).collect();
                    lines.sort_unstable();
                    let apart = lines.windows(2).all(|two| two[1] - two[0] >= 256);
                    assert!(apart && lines[STARTS - 1] + 256 <= PAGE, "{large}: {lines:?}");
                }
                if large && align <= 16 << 10 {
                    let mut different = starts.clone();
                    different.dedup();
                    assert_eq!(different.len(), STARTS, "{align}: {starts:?}");
                }
            }
        }
    }

    #[test]
    fn allocations_are_aligned_and_whole() {
        for bytes in [0, 1, 1000, STAGGERED, STAGGERED + 1, 1 << 20, 2 * HUGE_PAGE, 5 << 20] {
            for align in [1, 64, 4096, 1 << 16, HUGE_PAGE] {
                let all: Vec<_> = (0..3)
                    .map(|_| Allocation::new(bytes, align, "a test").expect("memory"))
                    .collect();
                for memory in &all {
                    assert_eq!(memory.start() as usize % align.max(64), 0, "{bytes} {align}");
                    // SAFETY: this much was asked for.
                    unsafe { memory.start().write_bytes(1, bytes) };
                }
                if bytes >= STAGGERED && align <= 64 {
                    let page = |at: usize| all[at].start() as usize % PAGE;
                    assert!(page(0) != page(1) || page(1) != page(2), "{bytes}");
                }
            }
        }
    }

    #[test]
    fn absurd_sizes_are_errors() {
        for bytes in [usize::MAX, usize::MAX - 4096, isize::MAX as usize, 1 << 60] {
            assert!(Allocation::new(bytes, 64, "a test").is_err(), "{bytes}");
        }
    }
}
