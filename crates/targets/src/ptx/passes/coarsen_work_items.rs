//! Adds kernels whose work-items each stand for several of a plain range, neighbours in a dimension that is not the
//! contiguous one.
//!
//! Before: `@k`, whose items read `image[(y + i) * width + x]` and `filter[i]` in a loop over `i`
//! After:  `@k` and `@k.coarse`, with the attribute `"scythe-items"="4,1"`: an iteration reads `filter[i]` once, and four
//!         pixels, for the items `4 n` to `4 n + 3` in dimension 1
//!
//! Items have in common what does not depend on their number, and neighbours often read the same elements
//! (`share-loads`). Nobody can tell one order of work-items from another, as work-items of a range do not wait for each
//! other; kernels with atomic operations, printing or memory of their own stay as they are. Items beyond the range, and
//! others that do not go the same way as their neighbours, run one after the other.
//!
//! Which coarse kernels are worth keeping is decided when they have been optimised (`drop-idle-coarse`); launches that
//! would leave multiprocessors without work use the other one (`runtime`, `shape.rs`).

use scythe_llvm::{coarsen, set_attribute, string_attribute};
use scythe_mux::{
    Changed, MuxError, PassCx, PassDesc, entry_points, mark_entry_point, original_name,
};
use scythe_pipeline::module_records::ATTR_ITEMS;

use super::super::pipeline::ATTR_PLAIN_RANGE;

pub const PASS: PassDesc = PassDesc {
    name: "coarsen-work-items",
    summary: "add versions of plain-range kernels whose work-items each process several items",
    run,
};

/// For how many items a work-item stands: where a stencil's neighbours are shared, two have most of the gain; where
/// sums of products are computed, more is better until registers run out.
const ITEMS: u32 = 4;

/// The dimensions to try: the one in which the same data is needed again last, first.
const DIMENSIONS: [u32; 2] = [2, 1];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let narrow = !cx.target.has_wide_ids();
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if string_attribute(kernel, ATTR_PLAIN_RANGE).is_none() {
            continue;
        }
        let name = format!("{}.coarse", kernel.get_name().to_string_lossy());
        let made = DIMENSIONS.iter().find_map(|&dimension| {
            Some((coarsen(kernel, (dimension, ITEMS), narrow, &name)?, dimension))
        });
        if let Some((coarse, dimension)) = made {
            mark_entry_point(cx.module, coarse, &original_name(kernel));
            set_attribute(cx.module, coarse, ATTR_ITEMS, &format!("{ITEMS},{dimension}"));
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
