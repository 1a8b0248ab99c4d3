//! Issues loads before slow arithmetic instead of after it.
//!
//! Before: `%a = load float, ptr addrspace(1) %p`, `%r = call float @llvm.sqrt.f32(float %a)`,
//!         `%b = load float, ptr addrspace(1) %q`
//! After:  both loads, then the root
//!
//! NVIDIA's assembler implements divisions and roots with branches for special operands, and moves no load
//! across them; so a work-item would wait for memory twice. In straight-line code it finds the best order
//! itself.

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "issue-loads-early",
    summary: "move loads before independent divisions and square roots",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if scythe_llvm::issue_loads_early(function) {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
