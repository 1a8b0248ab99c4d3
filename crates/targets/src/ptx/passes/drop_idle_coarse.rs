//! Removes coarsened kernels that are not faster for each item than the original kernels.
//!
//! Before: `@k`, and `@k.coarse` with `"scythe-items"="4,1"`
//! After:  `@k` alone, unless the instructions that `@k.coarse` runs for an item are fewer by a fifth: before loops were
//!         unrolled (`note-costs`), or now, if there are no loops left
//!
//! Requires: both optimised.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{cost, erase, string_attribute};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc, entry_points, original_name};
use scythe_pipeline::hostdev::specializations::specialization_number;
use scythe_pipeline::module_records::items;

pub const PASS: PassDesc = PassDesc {
    name: "drop-idle-coarse",
    summary: "remove coarsened kernels that are not faster",
    run,
};

/// The cost of a kernel before loop unrolling.
pub const ATTR_COST: &str = "scythe-cost";

/// The fraction of the cost for an item that a coarsened kernel may have at most.
const WORTH: f64 = 0.8;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for (coarse, single, count) in pairs(cx.module) {
        if !single.is_some_and(|single| is_worth_it(coarse, single, f64::from(count))) {
            erase(coarse);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn is_worth_it(coarse: FunctionValue<'_>, single: FunctionValue<'_>, count: f64) -> bool {
    let noted = |kernel| -> Option<f64> { string_attribute(kernel, ATTR_COST)?.parse().ok() };
    if let (Some(coarse), Some(single)) = (noted(coarse), noted(single))
        && coarse / count <= WORTH * single
    {
        return true;
    }
    let (coarse, single) = (cost(coarse), cost(single));
    let counted = !coarse.is_looping && !single.is_looping;
    counted && coarse.instructions / count <= WORTH * single.instructions
}

/// The coarsened kernels of a module, each with its original and the number of items of its work-items.
pub fn pairs<'c>(module: &Module<'c>) -> Vec<(FunctionValue<'c>, Option<FunctionValue<'c>>, u32)> {
    let all = entry_points(module);
    let key = |kernel| (original_name(kernel), specialization_number(kernel));
    let single_of = |coarse| {
        all.iter().copied().find(|&other| items(other).is_none() && key(other) == key(coarse))
    };
    let coarse = all.iter().filter_map(|&kernel| Some((kernel, items(kernel)?)));
    coarse.map(|(kernel, (count, _))| (kernel, single_of(kernel), count)).collect()
}
