//! Gives SPIR's functions the calling convention of C, the only one that processors have.
//!
//! Before: `define spir_kernel void @k()`, `call spir_func void @f()`
//! After:  `define void @k()`, `call void @f()`

use scythe_llvm::calls_in;

use crate::kernel::{SPIR_FUNC, SPIR_KERNEL};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "fixup-calling-convention",
    summary: "give SPIR's functions the calling convention of C",
    run,
};

/// LLVM's number of the C calling convention.
const C: u32 = 0;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let is_spir = |convention: u32| convention == SPIR_FUNC || convention == SPIR_KERNEL;
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if is_spir(function.get_call_conventions()) {
            function.set_call_conventions(C);
            changed = Changed::Yes;
        }
        for call in calls_in(function) {
            if is_spir(call.get_call_convention()) {
                call.set_call_convention(C);
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}
