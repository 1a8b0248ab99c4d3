//! Replaces `llvm.memcpy`, `llvm.memmove` and `llvm.memset` by loops, for targets without a C library.

use scythe_llvm::expand_memory_intrinsics;

use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "replace-mem-intrins",
    summary: "copy and set memory in loops instead of calling functions",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        if expand_memory_intrinsics(function) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
