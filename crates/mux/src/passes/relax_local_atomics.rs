//! Turns atomic operations on local memory into plain ones.
//!
//! Before: `atomicrmw add ptr %p, i32 1 monotonic` with `%p` from `__mux_local_memory`
//! After:  a load, an addition and a store
//!
//! A work-group runs on one thread, and nobody else can reach its local memory: one work-item's
//! operation is over before the next one's starts. The plain accesses belong to no access group, so the
//! loop over work-items is not vectorised over them: work-items may well meet in one place.
//!
//! Requires: work-item loops. Only for targets that run a work-group on one thread.

use scythe_llvm::{atomic_pointer, instructions, lower_atomic, objects};

use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "relax-local-atomics",
    summary: "make atomic operations on local memory plain ones",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for instruction in instructions(function) {
            let Some(pointer) = atomic_pointer(instruction) else { continue };
            let local = objects(pointer).into_iter().all(|object| match object {
                scythe_llvm::Object::Result(callee) => {
                    Builtin::of(callee) == Some(Builtin::LocalMemory)
                }
                _ => false,
            });
            if local && lower_atomic(instruction) {
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}
