//! Defines copies between global and local memory for the target.
//!
//! Before: `declare i64 @__mux_dma_read_1D(ptr addrspace(3), ptr addrspace(1), i64, i64)`
//! After:  a definition, by default a loop over bytes that one work-item runs
//!
//! The default bodies query ids, so this comes before add-sched-params, which then treats them like any other
//! function.

use super::define_mux_builtins::define;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "define-mux-dma",
    summary: "define copies between global and local memory for the target",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    define(cx, |builtin| matches!(builtin, Builtin::Dma(_)))
}
