//! Replaces addresses that innermost loops compute in each iteration by incremented pointers.
//!
//! Before: `%m = mul nsw i32 %k, %n`, `%x = add nsw i32 %m, %j`, `%w = sext i32 %x to i64`,
//!         `%at = getelementptr float, ptr addrspace(1) %p, i64 %w` in a loop over `%k`
//! After:  `%at = phi ptr addrspace(1) [ %first, %before ], [ %next, %loop ]` and
//!         `%next = getelementptr i8, ptr addrspace(1) %at, i64 %stride`
//!
//! NVIDIA's assembler adds a 32-bit product to an address in one instruction, so unrolled iterations need one
//! instruction for each address instead of two. Addresses at constant distances are offsets of one address
//! anyway. The pass runs before unrolling.

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "walk-pointers",
    summary: "turn addresses recomputed in loops into incremented pointers",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if scythe_llvm::walk_pointers(function) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
