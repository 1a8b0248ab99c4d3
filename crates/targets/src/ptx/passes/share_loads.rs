//! Reuses loaded values whose address is computed in another way.
//!
//! Before: `%a = load` from `p[(y + 1) * w + x]`, `%b = load` from `p[y * w + x + w]`
//! After:  `%a` in the place of `%b`, where nothing may have written there in between
//!
//! Coarsened kernels have such loads ([`super::coarsen_work_items`]), and so have unrolled loops. LLVM
//! compares the computations of addresses; this pass compares addresses as polynomials.

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "share-loads",
    summary: "replace loads by earlier ones of the same address",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if scythe_llvm::share_loads(function) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
