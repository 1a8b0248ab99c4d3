//! The shapes of launches: how many blocks of how many threads. CUDA's dimension x is the contiguous one, which is
//! SYCL's last.

use crate::backend::IndexSpace;
use crate::core::error::{Errc, RtError};

/// The most threads in blocks of plain ranges: larger ones gain nothing, and occupy registers until the last
/// thread is done.
const MOST_THREADS: u32 = 256;
/// Threads that run in lockstep.
const WARP: usize = 32;
/// The driver's most blocks in each dimension. Larger launches are split.
const MOST_BLOCKS: [u32; 3] = [i32::MAX as u32, 65535, 65535];
/// The most blocks in a dimension of a split launch: their ids have 31 bits.
const MOST_NUMBERS: usize = i32::MAX as usize;

/// The largest item in a dimension, including those beyond the range that its block has.
const MOST_ITEMS: usize = (1 << 31) - (1 << 14);

/// The shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Blocks, possibly more than the driver accepts.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
}

/// Sizes in CUDA's order of dimensions; `rest` is for missing ones.
pub fn reorder<T: Copy>(sizes: [T; 3], dims: u32, rest: T) -> [T; 3] {
    let dims = dims as usize;
    std::array::from_fn(|d| if d < dims { sizes[dims - 1 - d] } else { rest })
}

/// The work-items of a launch over a plain range if each of them processes `items` items in dimension
/// `along`, in CUDA's order; none if these are fewer than `least`, or if numbers of items need more than 31
/// bits.
pub fn coarse(space: &IndexSpace, items: u32, along: u32, least: u64) -> Option<IndexSpace> {
    let at = space.dims.checked_sub(along + 1)? as usize;
    if space.global[at].saturating_add(space.offset[at]) > MOST_ITEMS {
        return None;
    }
    let mut coarse = *space;
    coarse.global[at] = space.global[at].div_ceil(items.max(1) as usize);
    let mut sizes = coarse.global[..space.dims as usize].iter();
    let all = sizes.try_fold(1u64, |all, &size| all.checked_mul(size as u64));
    all.is_none_or(|all| all >= least).then_some(coarse)
}

impl Shape {
    /// The shape of a launch in work-groups of size `local`.
    ///
    /// # Errors
    /// When there are more work-groups than the device can have.
    pub fn of_work_groups(space: &IndexSpace, local: [usize; 3]) -> Result<Self, RtError> {
        let block = reorder(local, space.dims, 1);
        Self::cover(space, block, |blocks, dimension| {
            format!(
                "the launch has {blocks} work-groups in dimension {dimension}, CUDA devices allow {MOST_NUMBERS}"
            )
        })
    }

    /// The shape of a launch over a plain range, with blocks of at most `limit` threads. `along` is the
    /// dimension in which neighbouring work-items access neighbouring memory: its index in CUDA's order plus
    /// one, or zero.
    ///
    /// # Errors
    /// When there are more work-items than the device can have.
    pub fn of_range(space: &IndexSpace, limit: u32, along: u32) -> Result<Self, RtError> {
        let global = reorder(space.global, space.dims, 1);
        if global[1] == 1 && global[2] == 1 && along <= 1 && global[0] <= MOST_NUMBERS {
            return Ok(Self::of_line(global[0], limit.min(MOST_THREADS)));
        }
        let block = block(global, limit.min(MOST_THREADS) as usize, along);
        let block = taller(block, global, limit as usize);
        Self::cover(space, block, |_, dimension| {
            format!(
                "the global size {} in dimension {dimension} is more than CUDA devices can run",
                space.global[dimension]
            )
        })
    }

    /// The shape of a launch over one dimension, the most common case: the result of [`Shape::of_range`],
    /// without a division.
    fn of_line(global: usize, limit: u32) -> Self {
        let log = limit.clamp(1, 1024).ilog2();
        let (most, global) = (1usize << log, global.max(1));
        let (grid, block) = match global > most {
            true => ((global + most - 1) >> log, most),
            false => (1, global.next_power_of_two().min(global.next_multiple_of(WARP))),
        };
        Self { grid: [grid as u32, 1, 1], block: [block as u32, 1, 1] }
    }

    fn cover(
        space: &IndexSpace,
        block: [usize; 3],
        error: impl Fn(usize, usize) -> String,
    ) -> Result<Self, RtError> {
        let global = reorder(space.global, space.dims, 1);
        let grid: [usize; 3] = std::array::from_fn(|d| global[d].div_ceil(block[d].max(1)));
        if let Some(d) = (0..3).find(|&d| grid[d] > MOST_NUMBERS) {
            let dimension = (space.dims as usize).saturating_sub(1 + d);
            return Err(RtError::new(Errc::NdRange, error(grid[d], dimension)));
        }
        // In range, as was checked; blocks are smaller still.
        let narrow = |sizes: [usize; 3]| sizes.map(|size| u32::try_from(size).unwrap_or(u32::MAX));
        Ok(Self { grid: narrow(grid), block: narrow(block) })
    }

    /// Whether the driver accepts it as one launch.
    pub fn is_whole(&self) -> bool {
        (0..3).all(|d| self.grid[d] <= MOST_BLOCKS[d])
    }

    /// The parts of a split launch: the first block of each, and their number.
    pub fn slices(&self) -> impl Iterator<Item = Slice> + use<> {
        let grid = self.grid;
        let starts = move |d: usize| (0..grid[d]).step_by(MOST_BLOCKS[d] as usize);
        let corners = starts(2)
            .flat_map(move |z| starts(1).flat_map(move |y| starts(0).map(move |x| [x, y, z])));
        corners.map(move |first| {
            let size = std::array::from_fn(|d| (grid[d] - first[d]).min(MOST_BLOCKS[d]));
            Slice { first, size }
        })
    }
}

/// A part of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The ids of the first block.
    pub first: [u32; 3],
    /// The number of blocks.
    pub size: [u32; 3],
}

/// The block for a range: long where memory is contiguous, the rest in the other dimensions; never longer
/// than the range, so that small ranges have few idle threads.
fn block(global: [usize; 3], limit: usize, along: u32) -> [usize; 3] {
    let limit = 1 << limit.max(1).ilog2();
    let long = along.checked_sub(1).map_or(0, |d| (d as usize).min(2));
    let mut block = [1; 3];
    let others = (0..3).filter(|&d| d != long).any(|d| global[d] > 1);
    // Up to two warps along that dimension, and the rest along the next one, if there are others: measured on
    // stencils, which share rows.
    let first = if others { 2 * WARP } else { limit };
    block[long] = global[long].next_power_of_two().min(first).min(limit);
    let most = |d: usize| if d == 2 { 64 } else { 1024 };
    block[long] = block[long].min(most(long));
    for d in (0..3).filter(|&d| d != long) {
        let left = limit / block.iter().product::<usize>();
        block[d] = global[d].next_power_of_two().min(left).min(most(d));
    }
    // If the others are short, the long one has the rest.
    let left = limit / block.iter().product::<usize>();
    block[long] = global[long].next_power_of_two().min(block[long] * left).min(most(long));
    // A short dimension need not be a power of two.
    if block.iter().enumerate().all(|(d, &size)| d == long || size == 1) {
        block[long] = block[long].min(global[long].next_multiple_of(WARP).max(1));
    }
    block
}

/// Enlarges a block if there would be more blocks than the device supports, up to `limit` threads, and
/// shrinks other dimensions if that is not enough.
fn taller(mut block: [usize; 3], global: [usize; 3], limit: usize) -> [usize; 3] {
    for d in [1, 2] {
        let most = if d == 2 { 64 } else { 1024 };
        while global[d].div_ceil(block[d]) > MOST_BLOCKS[d] as usize && 2 * block[d] <= most {
            if 2 * block.iter().product::<usize>() > limit {
                let other = (0..3).filter(|&other| other != d).max_by_key(|&other| block[other]);
                let Some(other) = other.filter(|&other| block[other] > 1) else { break };
                block[other] = block[other].div_ceil(2);
            }
            block[d] *= 2;
        }
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_like_other_ranges() {
        for limit in [1, 31, 32, 100, 255, 256, 1024] {
            for global in (1..70).chain([255, 256, 257, 1000, 1024, 1025, 1 << 20, (1 << 31) - 1]) {
                let space = space(1, [global, 1, 1]);
                let block = block([global, 1, 1], limit.min(MOST_THREADS) as usize, 0);
                let slow = Shape::cover(&space, block, |_, _| String::new()).expect("a shape");
                let line = Shape::of_range(&space, limit, 0).expect("a shape");
                assert_eq!(line, slow, "{global} with blocks of {limit}");
            }
        }
    }

    fn space(dims: u32, global: [usize; 3]) -> IndexSpace {
        IndexSpace {
            dims,
            global,
            local: None,
            offset: [0; 3],
            local_memory: 0,
            hierarchical: false,
            together: false,
        }
    }

    #[test]
    fn blocks_are_long_where_memory_is_contiguous() {
        assert_eq!(block([1 << 20, 1, 1], 1024, 0), [1024, 1, 1]);
        assert_eq!(block([1000, 1000, 1], 256, 0), [64, 4, 1]);
        assert_eq!(block([1000, 1000, 1], 256, 2), [4, 64, 1]);
        assert_eq!(block([100, 100, 100], 256, 0), [64, 4, 1]);
        assert_eq!(block([1000, 2, 1], 256, 0), [128, 2, 1]);
        assert_eq!(block([1000, 1, 2], 256, 1), [128, 1, 2]);
        assert_eq!(block([4, 1000, 1], 256, 0), [4, 64, 1]);
    }

    #[test]
    fn blocks_have_enough_threads_and_no_more_than_there_is_work() {
        for global in [[1, 1, 1], [7, 1, 1], [33, 1, 1], [1, 9, 1], [3, 3, 3], [1, 1, 500]] {
            let threads: usize = block(global, 256, 0).iter().product();
            let work: usize = global.iter().product();
            assert!(threads <= 256, "{global:?}");
            assert!(threads < 8 * work.max(4), "{global:?}: {threads} threads");
        }
        for (global, limit) in [([1 << 20, 1, 1], 130), ([512, 512, 1], 200), ([64, 64, 64], 128)] {
            let threads: usize = block(global, limit, 0).iter().product();
            assert!((128..=limit).contains(&threads), "{global:?}: {threads} threads");
        }
        assert!(block([1, 1, 500], 256, 3)[2] <= 64, "what the device allows there");
    }

    #[test]
    fn work_items_stand_for_several_where_enough_are_left() {
        let image = space(2, [1001, 500, 0]);
        assert_eq!(coarse(&image, 4, 1, 251 * 500).map(|s| s.global), Some([251, 500, 0]));
        assert!(coarse(&image, 4, 1, 251 * 500 + 1).is_none(), "too few are left");
        assert!(coarse(&image, 4, 2, 0).is_none(), "there is no such dimension");
        let cube = space(3, [9, 8, 7]);
        assert_eq!(coarse(&cube, 4, 2, 1).map(|s| s.global), Some([3, 8, 7]));
        assert_eq!(coarse(&cube, 4, 1, 1).map(|s| s.global), Some([9, 2, 7]));
        let huge = space(3, [usize::MAX, 8, usize::MAX]);
        assert!(coarse(&huge, 4, 1, 1).is_some(), "more than can be counted");
        assert!(coarse(&huge, 4, 2, 1).is_none(), "numbers have 31 bits");
        let late = IndexSpace { offset: [0, (1 << 31) - 1008, 0], ..space(2, [9, 1000, 0]) };
        assert!(coarse(&late, 4, 0, 1).is_none(), "numbers include offsets");
        assert!(coarse(&late, 4, 1, 1).is_some(), "those of this dimension");
    }

    #[test]
    fn grids_cover_the_range() {
        let shape = Shape::of_range(&space(2, [10, 1000, 0]), 1024, 0).expect("it fits");
        assert_eq!(shape, Shape { grid: [16, 3, 1], block: [64, 4, 1] });
        let shape = Shape::of_work_groups(&space(3, [8, 6, 4]), [4, 3, 2]).expect("it fits");
        assert_eq!(shape, Shape { grid: [2, 2, 2], block: [2, 3, 4] });
    }

    #[test]
    fn large_launches_are_split() {
        let groups = |dims, global| Shape::of_work_groups(&space(dims, global), [1; 3]);
        let whole = groups(2, [1, 70_000, 0]).expect("x is larger");
        assert!(whole.is_whole());
        let slices: Vec<Slice> = whole.slices().collect();
        assert_eq!(slices, [Slice { first: [0; 3], size: [70_000, 1, 1] }]);
        let tall = groups(2, [70_000, 3, 0]).expect("y in slices");
        assert!(!tall.is_whole());
        let slices: Vec<Slice> = tall.slices().collect();
        let (first, second) = ([0, 0, 0], [0, 65535, 0]);
        let [whole, rest] = [[3, 65535, 1], [3, 4465, 1]];
        let expected = [Slice { first, size: whole }, Slice { first: second, size: rest }];
        assert_eq!(slices, expected);
        let deep = groups(3, [131_070, 65_536, 2]).expect("z and y in slices");
        assert_eq!(deep.slices().count(), 2 * 2);
        let blocks = |slice: Slice| slice.size.iter().map(|&n| u64::from(n)).product::<u64>();
        assert_eq!(deep.slices().map(blocks).sum::<u64>(), 131_070 * 65_536 * 2);
    }

    #[test]
    fn ranges_get_taller_blocks_before_they_are_split() {
        let range = |dims, global| Shape::of_range(&space(dims, global), 1024, 0);
        assert!(range(2, [70_000, 1, 0]).expect("blocks take more of it").is_whole());
        let tall = range(2, [4 << 20, 64, 0]).expect("blocks are taller");
        assert_eq!(tall, Shape { grid: [8, 32768, 1], block: [8, 128, 1] });
        let deep = range(3, [5 << 20, 1, 1]).expect("blocks have 64 threads there");
        assert_eq!(deep, Shape { grid: [1, 1, 81920], block: [1, 1, 64] });
        assert!(!deep.is_whole());
    }

    #[test]
    fn numbers_of_blocks_have_31_bits() {
        let error = Shape::of_work_groups(&space(2, [1 << 31, 1, 0]), [1; 3]).expect_err("y");
        assert_eq!(error.code, Errc::NdRange);
        assert_eq!(
            error.message,
            "the launch has 2147483648 work-groups in dimension 0, CUDA devices allow 2147483647"
        );
        let error = Shape::of_range(&space(1, [1 << 50, 0, 0]), 1024, 0).expect_err("x");
        assert!(error.message.contains("1125899906842624 in dimension 0"), "{error}");
    }
}
