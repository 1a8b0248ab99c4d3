//! Turns atomic operations on local memory into plain ones.
//!
//! Before: `atomicrmw add ptr %p, i32 1 monotonic` with `%p` from `__mux_local_memory`
//! After:  a load, an addition and a store
//!
//! A work-group runs on one thread, and no other thread can access its local memory: one work-item's
//! operation ends before the next one's starts. The plain accesses belong to no access group, so the loop
//! over work-items is not vectorised over them: several work-items may access one location.
//!
//! Requires: work-item loops. Only for targets that run a work-group on one thread.

use scythe_llvm::{atomic_pointer, instructions, lower_atomic};

use super::parallel_accesses::is_local;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "relax-local-atomics",
    summary: "replace atomic operations on local memory by plain ones",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for instruction in instructions(function) {
            if atomic_pointer(instruction).is_some_and(is_local) && lower_atomic(instruction) {
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}
