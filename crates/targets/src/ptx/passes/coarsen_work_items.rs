//! Adds versions of kernels whose work-items each process several items of a plain range, neighbours in a
//! dimension that is not the contiguous one.
//!
//! Before: `@k`, whose items read `image[(y + i) * width + x]` and `filter[i]` in a loop over `i`
//! After:  `@k` and `@k.coarse`, with the attribute `"scythe-items"="4,1"`: an iteration reads `filter[i]` once, and four
//!         pixels, for the items `4 n` to `4 n + 3` in dimension 1
//!
//! Values that do not depend on the item's id are computed once, and neighbours often read the same elements
//! (`share-loads`). The order of work-items of a range is not observable, since they do not wait for each
//! other; kernels with atomic operations, printing or local memory are not coarsened. Items beyond the range,
//! and items that take other branches than their neighbours, run one after the other.
//!
//! `drop-idle-coarse` decides, after optimisation, which coarsened kernels are kept; launches that would
//! leave multiprocessors idle use the original (`runtime`, `shape.rs`).

use scythe_image::facts::PLAIN_RANGE_ATTRIBUTE;
use scythe_llvm::{coarsen, set_attribute, string_attribute};
use scythe_mux::{
    Changed, MuxError, PassCx, PassDesc, entry_points, mark_entry_point, original_name,
};
use scythe_pipeline::module_records::ATTR_ITEMS;

pub const PASS: PassDesc = PassDesc {
    name: "coarsen-work-items",
    summary: "add versions of plain-range kernels whose work-items each process several items",
    run,
};

/// The number of items of a work-item: for stencils, two have most of the benefit; for sums of products, more
/// is better until registers are spilled.
const ITEMS: u32 = 4;

/// The dimensions to try: first the one in which the same data is reused last.
const DIMENSIONS: [u32; 2] = [2, 1];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let narrow = !cx.target.has_wide_ids();
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if string_attribute(kernel, PLAIN_RANGE_ATTRIBUTE).is_none() {
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
