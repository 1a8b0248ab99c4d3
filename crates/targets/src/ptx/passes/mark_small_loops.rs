//! Requests partial unrolling of small innermost loops, like NVIDIA's compiler: by four, or by eight if a
//! known trip count is a multiple of that.
//!
//! Before: `br i1 %again, label %loop, label %exit`
//! After:  the same with `!llvm.loop !{…, !{!"llvm.loop.unroll.count", i32 4}, …}`
//!
//! Loops of kernels over plain ranges are unrolled by eight, too, if an iteration computes much, loads
//! nothing, or loads by a loaded index. Unrolled iterations need registers: such kernels have launch bounds
//! so that the assembler may use them.
//!
//! LLVM unrolls less: it counts instructions, whereas work-items of a GPU wait for the results of earlier
//! ones. Loops with barriers, short ones, which may be unrolled completely, and those with unrolling metadata
//! are not changed. The pass runs after inlining and before LLVM's unrolling.

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "mark-small-loops", summary: "request partial unrolling of small loops", run };

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if scythe_llvm::mark_small_loops(function) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
