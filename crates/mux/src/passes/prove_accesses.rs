//! Describes all accesses of a kernel, so that the runtime can prove before a launch that all are valid.
//!
//! Before: `@k(ptr %closure)`, whose addresses are expressions over ids and iterations of loops
//! After:  the same, and `i1 @k.proof(ptr %closure)`, which calls `__mux_check_proof` with them in words
//!
//! Kernels with barriers, local memory, or addresses that depend on loaded values have no proof.
//!
//! Requires: `check-variables`, and simplified code. Runs before `check-accesses`. `choose-proven` uses it.

use scythe_llvm::proof_of;

use crate::kernel::entry_points;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "prove-accesses",
    summary: "describe accesses, so that proven launches need no checks",
    run,
};

/// The name of a kernel's proof.
pub(super) fn proof_name(base: &str) -> String {
    format!("{base}.proof")
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let prove = Builtin::CheckProof.declare(cx.module);
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let name = proof_name(&kernel.get_name().to_string_lossy());
        if proof_of(kernel, prove, &name).is_some() {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// The entry points that have a proof.
#[must_use]
pub fn proven_kernels(module: &scythe_llvm::inkwell::module::Module<'_>) -> Vec<String> {
    let names =
        entry_points(module).into_iter().map(|f| f.get_name().to_string_lossy().into_owned());
    names.filter(|name| module.get_function(&proof_name(name)).is_some()).collect()
}
