//! A pool of device memory: allocating and freeing through the driver takes longer than most commands run.
//!
//! Only memory for buffers comes from here: commands hold on to the buffers that they use, so what is given back is used
//! by no command any more. Blocks are kept by size, a few sizes to each power of two. There is a bound on what is kept,
//! and all of it goes back to the driver when that has no more.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::api::Address;

/// The smallest block.
const LEAST: usize = 512;
/// Larger ones are the driver's: what is done with them takes longer than making them.
const LARGEST: usize = 256 << 20;
/// How many bytes are kept at most.
const MOST: usize = 1 << 30;
/// How many sizes there are to each power of two.
const STEPS: usize = 8;

/// What is kept.
#[derive(Default)]
pub struct Pool(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// Blocks by their size.
    blocks: BTreeMap<usize, Vec<Address>>,
    /// Bytes of all of them.
    bytes: usize,
}

/// The size of the blocks that so many bytes come from; none where they are the driver's alone.
pub fn size_of_block(bytes: usize) -> Option<usize> {
    if bytes > LARGEST {
        return None;
    }
    let bytes = bytes.max(LEAST);
    // The power of two that is less, or half of it.
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

    /// Keeps a block that no command uses any more; false where that would be too much.
    pub fn keep(&self, size: usize, block: Address) -> bool {
        let mut kept = self.kept();
        if kept.bytes + size > MOST {
            return false;
        }
        kept.bytes += size;
        kept.blocks.entry(size).or_default().push(block);
        true
    }

    /// Bytes of all that is kept.
    pub fn bytes(&self) -> usize {
        self.kept().bytes
    }

    /// Takes all that is kept.
    pub fn take_all(&self) -> Vec<Address> {
        let kept = std::mem::take(&mut *self.kept());
        kept.blocks.into_values().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_little_larger_than_what_is_asked_for() {
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
