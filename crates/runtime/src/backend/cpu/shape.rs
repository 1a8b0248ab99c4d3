//! The shape of work-groups.
//!
//! Kernels over a plain range have no work-groups in SYCL; here they get some, because threads share work by
//! work-groups. There are two aims: groups must be long in the innermost dimension, so that the vectorised
//! loop runs; and there must be enough of them, so that threads can balance even if work-items are few and
//! slow. A kernel's first launch counts as slow; afterwards its measured speed decides.

/// Groups per thread that allow balancing.
const GROUPS_PER_THREAD: u64 = 32;
/// More work-items in a group gain nothing: the loop's overhead is negligible.
const MOST_ITEMS: u64 = 16 * 1024;
/// The least time of a group if the kernel's speed is known.
const LEAST_NANOSECONDS: f64 = 2000.0;
/// Groups are a multiple of this in the innermost dimension, for vectors, and in the contiguous one, so that
/// threads do not write to the same cache lines.
const VECTOR: u64 = 16;
/// Long groups are a multiple of this: whole cache lines even of bytes.
const LINE: u64 = 64;
/// Groups of so many work-items are long.
const LONG: u64 = 16 * LINE;
/// With fewer groups than this for each thread, all threads get the same number of them.
const FEW_ROUNDS: u64 = 8;
/// The longest group in an innermost dimension that is not the contiguous one: neighbours in the contiguous
/// one share cache lines, which must not be evicted before their turn.
const MOST_DOWN: u64 = 64;

/// The dimension of a kernel's innermost loop over work-items, given [`Kernel::shape`]: that of the record,
/// if the range is long enough in it for vectors.
pub fn innermost(shape: u32, global: [u64; 3]) -> usize {
    match shape {
        2 | 3 if global[shape as usize - 1] >= VECTOR => shape as usize - 1,
        _ => 0,
    }
}

/// Chooses a shape for a range with a given innermost dimension. `nanoseconds` is the time of a work-item, if
/// it is known.
pub fn choose(
    global: [u64; 3],
    innermost: usize,
    threads: usize,
    nanoseconds: Option<f64>,
) -> [u64; 3] {
    let total = global.iter().fold(1u64, |all, &size| all.saturating_mul(size)).max(1);
    let balanced = total.div_ceil(threads as u64 * GROUPS_PER_THREAD);
    let worthwhile = nanoseconds.map_or(1, |ns| (LEAST_NANOSECONDS / ns.max(0.01)) as u64);
    // Less than a vector is no gain, as long as there is one for every thread.
    let least = if total >= threads as u64 * VECTOR { VECTOR } else { 1 };
    let items = balanced.max(worthwhile).clamp(least, MOST_ITEMS);
    let items = even(total, items, threads as u64);

    let (order, most) = match innermost {
        0 => ([0, 1, 2], items),
        1 => ([1, 0, 2], items.min(MOST_DOWN)),
        _ => ([2, 0, 1], items.min(MOST_DOWN)),
    };
    let mut shape = [1u64; 3];
    let mut left = items;
    for (place, dimension) in order.into_iter().enumerate() {
        let size = global[dimension];
        let part = split(size, if place == 0 { most } else { left });
        let multiple = match dimension {
            0 if part >= LONG => LINE,
            _ if part > VECTOR && (dimension == 0 || place == 0) => VECTOR,
            _ => 1,
        };
        shape[dimension] = part.next_multiple_of(multiple).min(size.max(1));
        left = (left / shape[dimension]).max(1);
    }
    shape
}

/// A size of groups, at most `items`, that gives all threads the same number of groups if that is small.
fn even(total: u64, items: u64, threads: u64) -> u64 {
    let groups = total.div_ceil(items);
    let rounds = groups.div_ceil(threads);
    if groups < threads || rounds >= FEW_ROUNDS { items } else { total.div_ceil(threads * rounds) }
}

/// Cuts `size` into equal parts of at most `most`.
fn split(size: u64, most: u64) -> u64 {
    let size = size.max(1);
    size.div_ceil(size.div_ceil(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(global: [u64; 3], local: [u64; 3]) -> u64 {
        (0..3).map(|d| global[d].div_ceil(local[d])).product()
    }

    #[test]
    fn few_items_are_spread() {
        let global = [64, 1, 1];
        assert!(groups(global, choose(global, 0, 8, None)) >= 32);
        assert_eq!(choose([1, 1, 1], 0, 8, None), [1, 1, 1]);
    }

    #[test]
    fn large_ranges_get_long_groups() {
        let shape = choose([1 << 25, 1, 1], 0, 2, None);
        assert!(shape[0] >= 4096 && shape[0] <= MOST_ITEMS, "{shape:?}");
        let shape = choose([1000, 1000, 1], 0, 2, None);
        assert_eq!(shape[0], 1000, "whole rows");
        assert!(shape[1] > 1, "several of them: {shape:?}");
    }

    #[test]
    fn fast_kernels_get_large_groups() {
        let global = [4096, 1, 1];
        assert_eq!(groups(global, choose(global, 0, 8, Some(0.3))), 1);
        assert!(groups(global, choose(global, 0, 8, Some(10_000.0))) >= 64);
    }

    #[test]
    fn groups_are_long_in_the_innermost_dimension() {
        let flat = [4096, 4096, 1];
        let shape = choose(flat, 1, 2, None);
        assert_eq!(shape[1], MOST_DOWN);
        assert!(shape[0] >= VECTOR, "whole cache lines: {shape:?}");
        let shape = choose([64, 64, 4096], 2, 2, None);
        assert!(shape[2] == MOST_DOWN && shape[0] > shape[1], "{shape:?}");
        // Few items are distributed, but not along the vectors.
        assert_eq!(choose([64, 64, 1], 1, 2, None)[1], 64);
    }

    #[test]
    fn borders_fall_on_cache_lines() {
        for threads in [1, 2, 3, 16, 64] {
            for size in [512, 1000, 4096, 100_000, 1 << 20, (1 << 20) + 7] {
                for ns in [None, Some(0.05), Some(1000.0)] {
                    let [x, ..] = choose([size, 1, 1], 0, threads, ns);
                    assert!(
                        x == size || x < VECTOR || x.is_multiple_of(VECTOR),
                        "{size} {threads}: {x}"
                    );
                    assert!(
                        x < LONG || x == size || x.is_multiple_of(LINE),
                        "{size} {threads}: {x}"
                    );
                }
            }
        }
        // A column of slow work-items: at least a vector for each thread.
        assert_eq!(choose([512, 1, 1], 0, 2, Some(1200.0))[0], VECTOR);
        let down = choose([100, 4096, 1], 1, 2, None);
        assert!(down[0] == 100 || down[0].is_multiple_of(VECTOR), "{down:?}");
    }

    #[test]
    fn few_groups_are_the_same_number_for_every_thread() {
        // 20 groups would be worth their cost; but with 16 threads, four would run two of them.
        let global = [20 * 16_384, 1, 1];
        let count = groups(global, choose(global, 0, 16, Some(0.13)));
        assert!(count > 16 && count <= 32, "{count}");
        assert_eq!(even(1000, 100, 4), 84);
        assert_eq!(even(1000, 1, 4), 1);
        assert_eq!(even(300, 100, 4), 100);
    }

    #[test]
    fn the_record_decides_where_vectors_fit() {
        assert_eq!(innermost(0, [1, 100, 1]), 0, "nothing known");
        assert_eq!(innermost(1, [1, 100, 1]), 0);
        assert_eq!(innermost(2, [1, 100, 1]), 1);
        assert_eq!(innermost(2, [100, 15, 1]), 0, "too short");
        assert_eq!(innermost(3, [1, 1, 16]), 2);
        assert_eq!(innermost(9, [100, 100, 100]), 0, "no such dimension");
    }

    #[test]
    fn shapes_are_never_empty_or_larger_than_the_range() {
        for x in [0u64, 1, 2, 3, 15, 16, 17, 1000, 65_537, 1 << 40] {
            for y in [0u64, 1, 7, 513] {
                for z in [1u64, 5] {
                    for ns in [None, Some(0.1), Some(100.0)] {
                        for innermost in 0..3 {
                            let shape = choose([x, y, z], innermost, 3, ns);
                            assert!(shape.iter().all(|&s| s > 0), "{x} {y} {z}: {shape:?}");
                            assert!(shape[0] <= x.max(1) && shape[1] <= y.max(1) && shape[2] <= z);
                            let items: u64 = shape.iter().product();
                            assert!(items < 2 * MOST_ITEMS, "{x} {y} {z}: {shape:?}");
                        }
                    }
                }
            }
        }
    }
}
