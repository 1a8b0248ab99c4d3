//! Asks for several iterations of small innermost loops at a time, as NVIDIA's compiler makes them: four, or eight where
//! a known number of iterations is a multiple of that.
//!
//! Before: `br i1 %again, label %loop, label %exit`
//! After:  the same with `!llvm.loop !{…, !{!"llvm.loop.unroll.count", i32 4}, …}`
//!
//! Loops of kernels over plain ranges get eight, too, where an iteration computes much, loads nothing, or loads by an index
//! that it loaded. Iterations side by side need registers: such kernels bound their launches so that the assembler may
//! use them.
//!
//! LLVM unrolls less: it counts instructions, where work-items of a GPU wait for the results of earlier ones. Loops with
//! barriers, those with few iterations, which may dissolve, and those that say something about unrolling stay as they are. It comes after everything is inlined and before LLVM's unrolling.

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
