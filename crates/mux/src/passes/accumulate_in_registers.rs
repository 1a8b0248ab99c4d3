//! Promotes memory in which loops accumulate to registers.
//!
//! Before: `c[x] = 0; for (k…) if (a[k] > 0) c[x] += a[k];`
//! After:  `c[x] = 0; v = c[x]; some = false; for (k…) if (a[k] > 0) { v += a[k]; some = true; }`
//!         `if (some) c[x] = v;`
//!
//! LLVM does this if the loop certainly writes: then it may write once more after the loop, so nothing is
//! left to do for `for (k…) c[x] += a[k];` between arrays that do not overlap. LLVM does not promote a
//! location that is only written under a condition, because another work-item could observe a write that the
//! program does not make. So a flag records whether there was a write, and the write after the loop depends
//! on it. If the work-item wrote there before, as in the example, without a barrier since, no other work-item
//! may have written there in the meantime, and it may write in any case.
//!
//! These stay in memory, because promotion would be unsound: a location that is read only under a condition
//! and was not accessed before the loop (it may not be readable; that includes loop-invariant loads), and a
//! location that something else in the loop may access.
//!
//! Requires: optimised kernels, loops in LLVM's simple form.

use scythe_llvm::keep_in_registers;

use crate::kernel::entry_points;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "accumulate-in-registers",
    summary: "keep values in registers that loops accumulate in memory, also under conditions",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let kept: u32 = entry_points(cx.module).into_iter().map(keep_in_registers).sum();
    Ok(if kept > 0 { Changed::Yes } else { Changed::No })
}
