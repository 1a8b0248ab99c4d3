//! Moves loads of neighbouring elements together, so that they become one wide load.
//!
//! Before: `%a = load float, ptr addrspace(1) %p, align 16`, then a branch around slow code, then
//!         `%b = load float` from the next element, and so on to the fourth
//! After:  the four loads, one after the other
//!
//! LLVM's code generation joins loads of one block. Unrolled iterations with branches are several blocks.
//! Arguments are aligned where the launch says so (`multiples` of a specialization).

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "join-loads", summary: "move loads of neighbouring elements together", run };

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if scythe_llvm::join_loads(function) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
