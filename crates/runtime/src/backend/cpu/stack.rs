//! Stacks for kernels with large private arrays.
//!
//! The compiler records how much of the stack a kernel's variables take, if it is much
//! ([`scythe_image::Variant::stack_kib`]). Threads of the pool have enough space for most; other threads run
//! kernels too, on stacks of unknown size. A kernel that may not fit runs on a separate stack, of which only
//! the used pages are committed.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

use crate::core::error::{Errc, RtError};
pub use crate::core::host_calls::THREAD_STACK;

/// The most that variables may take of the stack of a pool's thread.
const SHARE: usize = THREAD_STACK / 2;
/// The most that variables may take.
const MOST: usize = 1 << 30;
/// The space for everything but a kernel's variables: spills, and functions that it calls.
const BESIDES: usize = 1 << 20;
/// Larger stacks are not kept for the next kernel.
const KEPT: usize = 64 << 20;
/// At least the size of a page.
const PAGE: usize = 64 << 10;

thread_local! {
    /// Whether the thread belongs to the pool.
    static OF_POOL: Cell<bool> = const { Cell::new(false) };
    static STACK: Cell<Option<Stack>> = const { Cell::new(None) };
}

/// Marks the calling thread as the pool's.
pub fn enter_pool() {
    OF_POOL.set(true);
}

/// The bytes that a kernel's variables take, from its record.
///
/// # Errors
/// When they are more than a stack can have.
pub fn bytes(kib: u32, kernel: impl fmt::Display) -> Result<usize, RtError> {
    let bytes = (kib as usize).saturating_mul(1 << 10);
    if bytes <= MOST {
        return Ok(bytes);
    }
    Err(RtError::new(
        Errc::MemoryAllocation,
        format!(
            "the private variables of kernel {kernel} take {} MiB; the device has {} MiB of private memory for \
             a work-item",
            bytes >> 20,
            MOST >> 20
        ),
    ))
}

/// Runs a kernel whose variables take so many bytes of the stack.
///
/// # Errors
/// When there is no memory for a stack.
pub fn run<R>(bytes: usize, kernel: impl FnOnce() -> R) -> Result<R, RtError> {
    if bytes == 0 || (bytes <= SHARE && OF_POOL.get()) {
        return Ok(kernel());
    }
    let needed = (bytes + bytes / 4 + BESIDES).next_multiple_of(PAGE);
    let kept = STACK.take().filter(|stack| stack.size >= needed);
    let stack = kept.map_or_else(|| Stack::new(needed), Ok)?;
    // A panic must not leave the stack.
    let kernel = || catch_unwind(AssertUnwindSafe(kernel));
    // SAFETY: only this thread uses the stack, which has that size.
    let result = unsafe { psm::on_stack(stack.start.as_ptr(), stack.size, kernel) };
    if stack.size <= KEPT {
        STACK.set(Some(stack));
    }
    Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
}

struct Stack {
    /// After the guard page.
    start: NonNull<u8>,
    size: usize,
}

impl Stack {
    fn new(size: usize) -> Result<Self, RtError> {
        let fail = |_| RtError::out_of_memory(size, "the private variables of a kernel");
        let (protection, flags) =
            (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::NORESERVE);
        // SAFETY: new memory, which nothing else uses.
        let all = unsafe { mmap_anonymous(std::ptr::null_mut(), size + PAGE, protection, flags) };
        let all = all.map_err(fail)?.cast::<u8>();
        let start =
            NonNull::new(all.wrapping_add(PAGE)).ok_or_else(|| fail(rustix::io::Errno::NOMEM))?;
        let stack = Self { start, size };
        // SAFETY: the first bytes of the memory above. Stacks grow towards the guard page.
        unsafe { mprotect(all.cast(), PAGE, MprotectFlags::empty()) }.map_err(fail)?;
        Ok(stack)
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this size, and nothing runs on it any more.
        let _ = unsafe { munmap(self.start.as_ptr().wrapping_sub(PAGE).cast(), self.size + PAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn large() -> u64 {
        let mut array = [0u8; 20 << 20];
        for (i, byte) in array.iter_mut().enumerate().step_by(4096) {
            *byte = i as u8 ^ (i >> 12) as u8;
        }
        std::hint::black_box(&array).iter().step_by(4096).map(|&byte| u64::from(byte)).sum()
    }

    #[test]
    fn large_frames_run_on_separate_stacks() {
        // Threads of tests have two MiB.
        for _ in 0..2 {
            assert!(run(20 << 20, large).expect("memory") > 0);
        }
        assert_eq!(run(0, || 7).expect("nothing to do"), 7);
    }

    #[test]
    fn panics_propagate() {
        let caught = std::panic::catch_unwind(|| run(1 << 20, || panic!("in a kernel")));
        assert!(caught.is_err());
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert_eq!(bytes(1 << 20, "k").expect("a gigabyte"), 1 << 30);
        let error = bytes((1 << 20) + 1, "my_kernel").expect_err("more");
        assert!(error.message.contains("my_kernel"), "{error}");
    }
}
