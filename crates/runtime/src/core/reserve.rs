//! Reserves of memory for when allocation fails.
//!
//! Rust aborts the process when a small allocation fails, and a submission makes several. So the runtime
//! keeps reserves: when an allocation fails, a reserve is freed and the allocation is tried again. From then
//! on submissions fail with an error, until the reserves could be refilled.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::core::error::{Errc, RtError};

/// The sizes of the reserves, which are used in this order: the first for lists that have grown long, the
/// second for operations in progress. Large enough for allocators to return them to the system.
const SIZES: [usize; 2] = [4 << 20, 256 << 10];

static RESERVES: [AtomicPtr<u8>; 2] = [const { AtomicPtr::new(std::ptr::null_mut()) }; 2];
/// Whether a reserve was used and not refilled.
static USED: AtomicBool = AtomicBool::new(false);

fn layout(index: usize) -> Layout {
    // Constants that are small, and a power of two.
    Layout::from_size_align(SIZES[index], 16).unwrap_or(Layout::new::<u128>())
}

/// The system's allocator, with a reserve.
pub struct WithReserve;

#[global_allocator]
static ALLOCATOR: WithReserve = WithReserve;

impl WithReserve {
    /// Gives reserves back until `again`, the allocation, succeeds.
    #[cold]
    fn retry(again: impl Fn() -> *mut u8) -> *mut u8 {
        USED.store(true, Ordering::Relaxed);
        for (index, reserve) in RESERVES.iter().enumerate() {
            let reserve = reserve.swap(std::ptr::null_mut(), Ordering::AcqRel);
            if reserve.is_null() {
                continue;
            }
            // SAFETY: allocated with this layout, and owned here.
            unsafe { System.dealloc(reserve, layout(index)) };
            let memory = again();
            if !memory.is_null() {
                return memory;
            }
        }
        std::ptr::null_mut()
    }
}

// SAFETY: all memory comes from the system allocator, which has the same contract.
unsafe impl GlobalAlloc for WithReserve {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the caller's promises.
        let memory = unsafe { System.alloc(layout) };
        // Callers of large allocations handle failure.
        if memory.is_null() && layout.size() < SIZES[0] {
            // SAFETY: by the caller's promises.
            return Self::retry(|| unsafe { System.alloc(layout) });
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
        if memory.is_null() && layout.size() < SIZES[0] {
            // SAFETY: by the caller's promises.
            return Self::retry(|| unsafe { System.alloc_zeroed(layout) });
        }
        memory
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: by the caller's promises.
        let moved = unsafe { System.realloc(memory, layout, size) };
        if moved.is_null() && size < SIZES[0] {
            // SAFETY: by the caller's promises; the memory is still there.
            return Self::retry(|| unsafe { System.realloc(memory, layout, size) });
        }
        moved
    }
}

/// Allocates missing reserves. False if there is no small reserve.
pub fn fill() -> bool {
    let mut filled = true;
    for (index, reserve) in RESERVES.iter().enumerate().rev() {
        if !reserve.load(Ordering::Acquire).is_null() {
            continue;
        }
        // SAFETY: the layout is not empty.
        let memory = unsafe { System.alloc(layout(index)) };
        if memory.is_null() {
            filled &= index == 0;
            continue;
        }
        let none = std::ptr::null_mut();
        if reserve.compare_exchange(none, memory, Ordering::AcqRel, Ordering::Relaxed).is_err() {
            // SAFETY: allocated above, and not stored.
            unsafe { System.dealloc(memory, layout(index)) };
        }
    }
    filled
}

/// Checks that there is memory to continue.
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
    fn reserves_are_used_one_after_the_other_and_refilled() {
        assert!(fill());
        let tries = std::cell::Cell::new(0);
        let nothing = WithReserve::retry(|| {
            tries.set(tries.get() + 1);
            std::ptr::null_mut()
        });
        assert!(nothing.is_null() && tries.get() == 2);
        assert!(USED.load(Ordering::Relaxed));
        check().expect("there is memory");
        assert!(!USED.load(Ordering::Relaxed));
        assert!(RESERVES.iter().all(|reserve| !reserve.load(Ordering::Relaxed).is_null()));
    }
}
