//! Device memory for a command's own use, such as the partial results of reductions: blocks that begin with
//! zeros.
//!
//! A command takes a block and returns it when it is complete, with its zeros restored. Blocks are reused,
//! since allocating device memory takes longer than most commands.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::backend::Device;
use crate::core::error::RtError;
use crate::core::memory::Memory;

/// The alignment of blocks.
const ALIGN: usize = 256;
/// The smallest block.
const LEAST: usize = 4 << 10;

/// A block.
struct Block {
    /// The device's number.
    device: usize,
    /// Bytes that are zero between commands.
    zeros: usize,
    /// All bytes.
    bytes: usize,
    memory: Memory,
    is_free: bool,
}

static BLOCKS: Mutex<Vec<Block>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<Block>> {
    BLOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Frees all unused blocks; returns whether there were any.
pub fn release_unused() -> bool {
    let mut blocks = all();
    let unused: Vec<Block> = blocks.extract_if(.., |block| block.is_free).collect();
    // Without the lock: this calls devices.
    drop(blocks);
    !unused.is_empty()
}

/// A block of at least so many bytes, of which the first `zeros` are zero.
///
/// # Errors
/// When the device has no more memory.
pub fn acquire(
    (number, device): (usize, &dyn Device),
    zeros: usize,
    bytes: usize,
) -> Result<*mut u8, RtError> {
    let too_large = || RtError::out_of_memory(bytes, "partial results");
    let class = |size: usize| size.max(1).checked_next_power_of_two().ok_or_else(too_large);
    let (zeros, bytes) = (class(zeros)?, class(bytes.max(LEAST).max(zeros))?);
    let mut blocks = all();
    let fits = |block: &&mut Block| {
        block.is_free && (block.device, block.zeros, block.bytes) == (number, zeros, bytes)
    };
    if let Some(block) = blocks.iter_mut().find(fits) {
        block.is_free = false;
        return Ok(block.memory.start());
    }
    // Without the lock: a device without free memory calls `release_unused`.
    drop(blocks);
    let memory = device.allocate_zeroed(bytes, ALIGN, "partial results")?;
    let start = memory.start();
    all().push(Block { device: number, zeros, bytes, memory, is_free: false });
    Ok(start)
}

/// Returns a block.
pub fn release(start: *const u8) {
    let mut blocks = all();
    if let Some(block) = blocks.iter_mut().find(|block| block.memory.start().cast_const() == start)
    {
        block.is_free = true;
    }
}
