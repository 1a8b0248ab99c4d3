//! Annotates addresses in global memory with the alignment of the parameters that they come from.
//!
//! Before: `define ptx_kernel void @k(ptr align 16 %p)`, `%g = addrspacecast ptr %p to ptr addrspace(1)`
//! After:  the same and `call void @llvm.assume(i1 true) ["align"(ptr addrspace(1) %g, i64 16)]`
//!
//! LLVM does not look through casts between address spaces when it computes the alignment of an address, and
//! loads single elements. The pass runs when address spaces are inferred.

use scythe_mux::{Changed, MuxError, PassCx, PassDesc, entry_points};

pub const PASS: PassDesc = PassDesc {
    name: "keep-alignments",
    summary: "annotate accesses with the alignment of pointer parameters",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if scythe_llvm::keep_alignments(kernel) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
