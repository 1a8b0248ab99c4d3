//! Memory of a thread for running work-groups: local memory, and values that live across barriers. It grows on
//! demand, stays with the thread and is reused by the next group.

use std::cell::RefCell;

use crate::core::error::RtError;
use crate::core::memory::Allocation;

/// Memory grows in steps of this, so that it does not grow often.
const STEP: usize = 64 << 10;
/// The largest alignment of a kernel's variables: a page.
const ALIGN: usize = 4096;

#[derive(Default)]
struct Arena {
    memory: Option<Allocation>,
    bytes: usize,
}

impl Arena {
    const fn new() -> Self {
        Self { memory: None, bytes: 0 }
    }

    fn at_least(&mut self, bytes: usize) -> Result<*mut u8, RtError> {
        if bytes > self.bytes || self.memory.is_none() {
            // The old contents are of no use, so the old memory goes first.
            self.memory = None;
            self.bytes = 0;
            let wanted = bytes.max(1).checked_next_multiple_of(STEP).unwrap_or(bytes);
            self.memory = Some(Allocation::new(wanted, ALIGN, "the work-items of a work-group")?);
            self.bytes = wanted;
        }
        Ok(self.memory.as_ref().map_or(std::ptr::null_mut(), Allocation::start))
    }

    fn contains(&self, address: usize) -> bool {
        self.memory
            .as_ref()
            .is_some_and(|memory| address.wrapping_sub(memory.start().addr()) < self.bytes)
    }
}

thread_local! {
    static LOCAL: RefCell<Arena> = const { RefCell::new(Arena::new()) };
    static SCRATCH: RefCell<Arena> = const { RefCell::new(Arena::new()) };
}

/// Local memory for the work-groups that the calling thread runs.
///
/// # Errors
/// When there is not that much.
pub fn local_memory(bytes: usize) -> Result<*mut u8, RtError> {
    LOCAL.with_borrow_mut(|arena| arena.at_least(bytes))
}

/// Memory for values that live across barriers.
///
/// # Errors
/// When there is not that much.
pub fn scratch(bytes: usize) -> Result<*mut u8, RtError> {
    SCRATCH.with_borrow_mut(|arena| arena.at_least(bytes))
}

/// Allocates memory for the calling thread that is enough for most kernels, before it runs any. False when
/// there is none, and for a thread that ends.
#[must_use]
pub fn prepare() -> bool {
    let has_some = |arena: &RefCell<Arena>| arena.borrow_mut().at_least(1).is_ok();
    [LOCAL.try_with(has_some), SCRATCH.try_with(has_some)].into_iter().all(|has| has == Ok(true))
}

/// Whether the address is in the calling thread's local memory.
#[must_use]
pub fn is_local(address: usize) -> bool {
    LOCAL.with_borrow(|arena| arena.contains(address))
}

/// Whether the address is in the calling thread's memory for values that live across barriers.
#[must_use]
pub fn is_scratch(address: usize) -> bool {
    SCRATCH.with_borrow(|arena| arena.contains(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reused_and_grows() {
        assert!(prepare() && prepare());
        let first = local_memory(100).expect("memory");
        assert_eq!(first as usize % ALIGN, 0);
        assert_eq!(local_memory(200).expect("memory"), first);
        let other = scratch(100).expect("memory");
        assert_ne!(first, other, "local memory and scratch are two things");
        let big = scratch(10 << 20).expect("memory");
        // SAFETY: this much was asked for.
        unsafe { big.write_bytes(1, 10 << 20) };
        assert!(scratch(usize::MAX).is_err());
        assert!(!scratch(1).expect("memory").is_null(), "a failure does no lasting harm");
    }
}
