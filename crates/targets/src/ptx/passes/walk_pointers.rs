//! Makes pointers that walk of addresses that innermost loops compute anew in each iteration.
//!
//! Before: `%m = mul nsw i32 %k, %n`, `%x = add nsw i32 %m, %j`, `%w = sext i32 %x to i64`,
//!         `%at = getelementptr float, ptr addrspace(1) %p, i64 %w` in a loop over `%k`
//! After:  `%at = phi ptr addrspace(1) [ %first, %before ], [ %next, %loop ]` and
//!         `%next = getelementptr i8, ptr addrspace(1) %at, i64 %stride`
//!
//! NVIDIA's assembler adds a product of 32 bits to an address in one instruction, so iterations side by side need one
//! instruction for each address instead of two. Addresses that are a constant apart are offsets of one address already.
//! It comes before iterations are put side by side.

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
