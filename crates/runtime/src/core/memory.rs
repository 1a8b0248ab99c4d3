//! Memory that the runtime allocates, on the host and on devices.

use std::alloc::Layout;
use std::ptr::NonNull;

use crate::core::error::RtError;

/// Memory that a device allocated; dropping it gives it back.
pub trait DeviceAllocation: Send + Sync {
    /// The first byte, as commands of the device see it. The host may have no access to it.
    fn start(&self) -> *mut u8;
}

/// Memory for a program's data.
pub enum Memory {
    /// The host's.
    Host(Allocation),
    /// A device's.
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
    layout: Layout,
}

// SAFETY: the allocation is owned by this object alone; who may use its bytes when is the command
// graph's affair.
unsafe impl Send for Allocation {}
// SAFETY: as above; the object itself is never changed.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// Uninitialised memory.
    ///
    /// # Errors
    /// When there is not that much, or the size is absurd.
    pub fn new(bytes: usize, align: usize, what: &str) -> Result<Self, RtError> {
        /// Cache lines are not shared, vector loads are aligned.
        const LEAST_ALIGN: usize = 64;
        let large = bytes >= 2 * HUGE_PAGE;
        let align = align.max(if large { HUGE_PAGE } else { LEAST_ALIGN });
        let layout = Layout::from_size_align(bytes.max(1), align)
            .map_err(|_| RtError::out_of_memory(bytes, what))?;
        // SAFETY: the size is not zero.
        let start = unsafe { std::alloc::alloc(layout) };
        let start = NonNull::new(start).ok_or_else(|| RtError::out_of_memory(bytes, what))?;
        if large {
            want_huge_pages(start, bytes - bytes % HUGE_PAGE);
        }
        Ok(Self { start, layout })
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
        unsafe { std::alloc::dealloc(self.start.as_ptr(), self.layout) }
    }
}

/// The size of a huge page where there are some.
const HUGE_PAGE: usize = 2 << 20;

/// Asks for huge pages: kernels that stride through large arrays spend their time on page tables
/// otherwise. It is a wish; without them everything works as well.
fn want_huge_pages(start: NonNull<u8>, bytes: usize) {
    use rustix::mm::{Advice, madvise};
    // SAFETY: the pages belong to the allocation, and the advice changes nothing about their contents.
    let _ = unsafe { madvise(start.as_ptr().cast(), bytes, Advice::LinuxHugepage) };
}
