//! Memory with guards against misuse, and the runtime functions that hand it out.
//!
//! Named boundary module: compiled kernels write here through raw pointers.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ptr::NonNull;

/// The runtime's alignment for every variable of a kernel: a page.
const ALIGN: usize = 4096;
/// Guard bytes on either side that must not be written.
const FENCE: usize = ALIGN;
/// Their value.
const FENCE_BYTE: u8 = 0x5a;
/// The contents of new memory: not zeros.
const FRESH_BYTE: u8 = 0xc3;

/// Bytes between two fences.
#[derive(Debug)]
pub struct Fenced {
    memory: NonNull<u8>,
    layout: Layout,
    bytes: usize,
}

impl Fenced {
    /// Fresh memory.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let layout = Layout::from_size_align(bytes + 2 * FENCE, ALIGN)
            .expect("kernels ask for little memory");
        // SAFETY: the layout is not empty, because fences are not.
        let memory = unsafe { alloc(layout) };
        let memory = NonNull::new(memory).unwrap_or_else(|| handle_alloc_error(layout));
        // SAFETY: fence, memory and fence are what was allocated.
        unsafe {
            memory.write_bytes(FENCE_BYTE, layout.size());
            memory.add(FENCE).write_bytes(FRESH_BYTE, bytes);
        }
        Self { memory, layout, bytes }
    }

    /// Memory with contents.
    #[must_use]
    pub fn with(contents: &[u8]) -> Self {
        let memory = Self::new(contents.len());
        // SAFETY: as many bytes as were just allocated, at an address that nothing else knows.
        unsafe { memory.start().copy_from_nonoverlapping(contents.as_ptr(), contents.len()) };
        memory
    }

    /// The first byte between the fences.
    #[must_use]
    pub fn start(&self) -> *mut u8 {
        // SAFETY: the fence is inside of the allocation.
        unsafe { self.memory.add(FENCE).as_ptr() }
    }

    /// What is in the memory.
    #[must_use]
    pub fn contents(&self) -> Vec<u8> {
        // SAFETY: kernels that know the address have ended, and all bytes were written by `new`.
        unsafe { std::slice::from_raw_parts(self.start(), self.bytes) }.to_vec()
    }

    /// Whether the guard bytes are unchanged.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        // SAFETY: kernels that know the address have ended, and all bytes were written by `new`.
        let all = unsafe { std::slice::from_raw_parts(self.memory.as_ptr(), self.layout.size()) };
        let (before, rest) = all.split_at(FENCE);
        let behind = &rest[self.bytes..];
        before.iter().chain(behind).all(|&byte| byte == FENCE_BYTE)
    }

    fn spoil(&self) {
        // SAFETY: the memory is owned here; later uses violate the runtime's contract.
        unsafe { self.start().write_bytes(FRESH_BYTE, self.bytes) };
    }
}

impl Drop for Fenced {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

thread_local! {
    static LOCAL: RefCell<Vec<Fenced>> = const { RefCell::new(Vec::new()) };
    static SCRATCH: RefCell<Vec<Fenced>> = const { RefCell::new(Vec::new()) };
}

/// Hands out memory and overwrites earlier blocks, which the runtime may have freed.
fn hand_out(blocks: &RefCell<Vec<Fenced>>, bytes: u64) -> *mut u8 {
    let mut blocks = blocks.borrow_mut();
    if let Some(last) = blocks.last() {
        last.spoil();
    }
    let block = Fenced::new(usize::try_from(bytes).unwrap_or(0));
    let start = block.start();
    blocks.push(block);
    start
}

/// The function that compiled code calls for local memory.
pub extern "C" fn local_memory(bytes: u64) -> *mut u8 {
    LOCAL.with(|blocks| hand_out(blocks, bytes))
}

/// The function that compiled code calls for variables that live across barriers.
pub extern "C" fn scratch(bytes: u64) -> *mut u8 {
    SCRATCH.with(|blocks| hand_out(blocks, bytes))
}

/// Takes back all memory of this thread's kernels; returns whether its guard bytes are unchanged.
#[must_use]
pub fn take_back() -> bool {
    let intact = |blocks: &RefCell<Vec<Fenced>>| {
        blocks.borrow_mut().drain(..).fold(true, |good, block| good & block.is_intact())
    };
    LOCAL.with(intact) & SCRATCH.with(intact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_detect_overflows() {
        let memory = Fenced::with(&[1, 2, 3]);
        assert!(memory.is_intact());
        assert_eq!(memory.contents(), [1, 2, 3]);
        // SAFETY: the fence is part of the allocation.
        unsafe { memory.start().add(3).write(0) };
        assert!(!memory.is_intact());
    }

    #[test]
    fn memory_of_the_last_group_is_overwritten() {
        let first = scratch(8);
        // SAFETY: this much was asked for.
        unsafe { first.write(1) };
        let second = scratch(8);
        assert_ne!(first, second);
        // SAFETY: blocks are kept until they are taken back.
        assert_eq!(unsafe { first.read() }, FRESH_BYTE);
        assert!(take_back());
    }
}
