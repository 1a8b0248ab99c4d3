//! Estimates the cost of coarsened kernels and their originals before loops are unrolled: the trip count of
//! an unrolled loop is no longer visible.
//!
//! Before: `@k`, and `@k.coarse` with `"scythe-items"="4,1"`
//! After:  both with `"scythe-cost"`, about how many instructions a work-item runs

use scythe_llvm::{cost, set_attribute};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

use super::drop_idle_coarse::{ATTR_COST, pairs};

pub const PASS: PassDesc = PassDesc {
    name: "note-costs",
    summary: "estimate the cost of coarsened kernels before loops are unrolled",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for (coarse, single, _) in pairs(cx.module) {
        for kernel in single.into_iter().chain([coarse]) {
            let instructions = cost(kernel).instructions;
            set_attribute(cx.module, kernel, ATTR_COST, &format!("{instructions:.1}"));
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
