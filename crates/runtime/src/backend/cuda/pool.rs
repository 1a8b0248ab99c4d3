//! A pool of device memory: allocating and freeing through the driver takes longer than most commands run.
//!
//! Only memory for buffers comes from here: commands keep the buffers that they use alive, so returned memory
//! is not in use any more. Blocks are kept by size, a few sizes for each power of two. The amount that is
//! kept is bounded, and all of it is freed when the driver runs out of memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::api::Address;

/// The smallest block.
const LEAST: usize = 512;
/// Larger ones are not kept: using them takes longer than allocating them.
const LARGEST: usize = 256 << 20;
/// The most bytes that are kept.
const MOST: usize = 1 << 30;
/// The number of sizes for each power of two.
const STEPS: usize = 8;

/// The kept blocks.
#[derive(Default)]
pub struct Pool(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// Blocks by their size.
    blocks: BTreeMap<usize, Vec<Address>>,
    /// Bytes of all of them.
    bytes: usize,
}

/// The size of the block for so many bytes; none for sizes that are not kept.
pub fn size_of_block(bytes: usize) -> Option<usize> {
    if bytes > LARGEST {
        return None;
    }
    let bytes = bytes.max(LEAST);
    // The next smaller power of two, or half of it.
    let below = bytes.next_power_of_two() / 2;
    Some(bytes.next_multiple_of((below / STEPS).max(1)))
}

impl Pool {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block of that size, if there is one.
    pub fn take(&self, size: usize) -> Option<Address> {
        let mut kept = self.kept();
        let block = kept.blocks.get_mut(&size)?.pop()?;
        kept.bytes -= size;
        Some(block)
    }

    /// Keeps a block that no command uses any more; false if that would exceed the bound.
    pub fn keep(&self, size: usize, block: Address) -> bool {
        let mut kept = self.kept();
        if kept.bytes + size > MOST {
            return false;
        }
        kept.bytes += size;
        kept.blocks.entry(size).or_default().push(block);
        true
    }

    /// The size of all kept blocks.
    pub fn bytes(&self) -> usize {
        self.kept().bytes
    }

    /// Takes all kept blocks.
    pub fn take_all(&self) -> Vec<Address> {
        let kept = std::mem::take(&mut *self.kept());
        kept.blocks.into_values().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_little_larger_than_requested() {
        assert_eq!(size_of_block(1), Some(512));
        assert_eq!(size_of_block(512), Some(512));
        assert_eq!(size_of_block(513), Some(576));
        assert_eq!(size_of_block(4096), Some(4096));
        assert_eq!(size_of_block(LARGEST), Some(LARGEST));
        assert_eq!(size_of_block(LARGEST + 1), None);
        assert_eq!(size_of_block(usize::MAX), None);
        for bytes in (1..100_000).step_by(7) {
            let size = size_of_block(bytes).expect("small enough");
            assert!(size >= bytes && size <= (bytes + bytes / STEPS).max(LEAST), "{bytes}: {size}");
            assert_eq!(size_of_block(size), Some(size), "a block has its own size");
        }
    }

    #[test]
    fn there_is_a_bound() {
        let pool = Pool::default();
        assert_eq!(pool.take(512), None);
        assert!(pool.keep(512, 7) && pool.keep(512, 8) && pool.keep(576, 9));
        assert_eq!(pool.bytes(), 1600);
        assert_eq!(pool.take(512), Some(8));
        assert!(!pool.keep(MOST, 10), "more than may be kept");
        let mut all = pool.take_all();
        all.sort_unstable();
        assert_eq!((all, pool.bytes()), (vec![7, 9], 0));
    }
}
