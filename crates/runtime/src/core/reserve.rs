//! Memory for the case that there is none.
//!
//! Rust ends the process when a small allocation fails, and a submission makes several. So the runtime keeps a
//! reserve: when memory cannot be had, the reserve is given back to the system and the allocation is tried again.
//! From then on submissions fail with an error, until the reserve could be refilled.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::core::error::{Errc, RtError};

/// Enough for what threads may be in the middle of. Large enough for allocators to give it back to the system.
const BYTES: usize = 1 << 20;

static RESERVE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
/// Whether the reserve was used and not refilled.
static USED: AtomicBool = AtomicBool::new(false);

fn layout() -> Layout {
    // A constant, and both are powers of two.
    Layout::from_size_align(BYTES, 4096).unwrap_or(Layout::new::<u128>())
}

/// The system's allocator, with a reserve.
pub struct WithReserve;

#[global_allocator]
static ALLOCATOR: WithReserve = WithReserve;

impl WithReserve {
    /// Gives the reserve back; false where there is none.
    #[cold]
    fn use_reserve() -> bool {
        USED.store(true, Ordering::Relaxed);
        let reserve = RESERVE.swap(std::ptr::null_mut(), Ordering::AcqRel);
        if reserve.is_null() {
            return false;
        }
        // SAFETY: allocated with this layout, and nobody else has it any more.
        unsafe { System.dealloc(reserve, layout()) };
        true
    }
}

// SAFETY: all memory is the system allocator's, whose promises these are.
unsafe impl GlobalAlloc for WithReserve {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the caller's promises.
        let memory = unsafe { System.alloc(layout) };
        // Large ones are asked for by those who can do without.
        if memory.is_null() && layout.size() < BYTES / 4 && Self::use_reserve() {
            // SAFETY: by the caller's promises.
            return unsafe { System.alloc(layout) };
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: by the caller's promises.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the caller's promises.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if memory.is_null() && layout.size() < BYTES / 4 && Self::use_reserve() {
            // SAFETY: by the caller's promises.
            return unsafe { System.alloc_zeroed(layout) };
        }
        memory
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: by the caller's promises.
        let moved = unsafe { System.realloc(memory, layout, size) };
        if moved.is_null() && size < BYTES / 4 && Self::use_reserve() {
            // SAFETY: by the caller's promises; the memory is still there.
            return unsafe { System.realloc(memory, layout, size) };
        }
        moved
    }
}

/// Puts memory aside, where there is none yet. Without any, small allocations may end the process.
pub fn fill() -> bool {
    if !RESERVE.load(Ordering::Acquire).is_null() {
        return true;
    }
    // SAFETY: the layout is not empty.
    let memory = unsafe { System.alloc(layout()) };
    if memory.is_null() {
        return false;
    }
    let none = std::ptr::null_mut();
    if RESERVE.compare_exchange(none, memory, Ordering::AcqRel, Ordering::Relaxed).is_err() {
        // SAFETY: allocated above, and not stored.
        unsafe { System.dealloc(memory, layout()) };
    }
    true
}

/// Whether there is memory to go on with.
///
/// # Errors
/// When the reserve was used and cannot be refilled.
pub fn check() -> Result<(), RtError> {
    if USED.load(Ordering::Relaxed) {
        return refill();
    }
    Ok(())
}

#[cold]
fn refill() -> Result<(), RtError> {
    if fill() {
        USED.store(false, Ordering::Relaxed);
        return Ok(());
    }
    Err(RtError::new(
        Errc::MemoryAllocation,
        "the process is out of memory: nothing can be submitted until some is freed",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_used_once_and_refilled() {
        assert!(fill());
        assert!(WithReserve::use_reserve());
        assert!(USED.load(Ordering::Relaxed));
        check().expect("there is memory");
        assert!(!USED.load(Ordering::Relaxed) && !RESERVE.load(Ordering::Relaxed).is_null());
    }
}
