//! Random index spaces, preferably with sizes that do not divide.

use fastrand::Rng;

use crate::kernel::Launch;

/// Most work-groups have no more work-items than this.
const MOST_ITEMS: u64 = 64;
/// One launch in so many has larger groups, of up to so many work-items: more than a tile of lanes or a page.
const LARGE: (u8, u64) = (12, 600);
/// A launch has no more work-groups than this.
const MOST_GROUPS: u64 = 8;

/// An index space. If there are barriers, all groups are full, as SYCL requires for nd-ranges.
pub fn launch(rng: &mut Rng, meets: bool) -> Launch {
    let dimensions = rng.u32(1..4);
    let (mut local, mut global, mut offset) = ([1; 3], [1; 3], [0; 3]);
    let (mut items, mut groups) = (1, 1);
    let most_items = if rng.u8(0..LARGE.0) == 0 { LARGE.1 } else { MOST_ITEMS };
    let most_groups = MOST_GROUPS * MOST_ITEMS / most_items;
    let shifted = rng.u8(0..4) == 0;
    // In any order: otherwise the last dimension would always be short.
    let mut order: Vec<usize> = (0..dimensions as usize).collect();
    rng.shuffle(&mut order);
    for d in order {
        local[d] = size(rng, most_items / items);
        items *= local[d];
        let count = rng.u64(1..=4.min(most_groups.max(2) / groups).max(1));
        groups *= count;
        global[d] = local[d] * count;
        if !meets && rng.bool() {
            global[d] -= rng.u64(0..local[d]);
        }
        if shifted {
            offset[d] = rng.u64(0..100);
        }
    }
    Launch { dimensions, global, offset, local, span: rng.u64(1..=groups) }
}

fn size(rng: &mut Rng, most: u64) -> u64 {
    match rng.u8(0..4) {
        0 => rng.u64(1..=most),
        1 => rng.u64(1..=most.min(8)),
        2 => 1 << rng.u32(0..=most.ilog2()),
        _ => rng.choice([1, 2, 3, 5, 7, 9, 13, 17, 31, 33, 67, 129]).unwrap_or(1).min(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_spaces_stay_in_their_limits() {
        for seed in 0..1000 {
            let mut rng = Rng::with_seed(seed);
            let meets = rng.bool();
            let launch = launch(&mut rng, meets);
            assert!(launch.group_items() <= LARGE.1 && launch.group_count() <= MOST_GROUPS);
            assert!(launch.group_items() <= MOST_ITEMS || launch.group_count() <= 2);
            assert!(launch.items() > 0 && launch.span > 0);
            assert!(!meets || launch.is_even());
        }
    }
}
