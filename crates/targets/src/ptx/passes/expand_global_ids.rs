//! Replaces questions for global ids by what they are made of.
//!
//! Before: `%i = call i64 @__mux_get_global_id(i32 0)`
//! After:  special registers, and `call i64 @__mux_get_global_offset(i32 0)`, which may be known to be zero

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::{call_sites, drop_attribute, erase, inline_call};
use scythe_mux::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "expand-global-ids",
    summary: "replace global ids by ids of groups and of work-items in them",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let name = Builtin::GlobalId.name();
    let Some(function) = cx.module.get_function(&name) else { return Ok(Changed::No) };
    if function.count_basic_blocks() == 0 {
        drop_attribute(function, AttributeLoc::Function, "memory");
        cx.target.define_builtin(cx.module, Builtin::GlobalId, function)?;
    }
    let sites = call_sites(function)
        .ok_or_else(|| MuxError::malformed(name.clone(), "has its address taken"))?;
    for call in sites {
        if !inline_call(call) {
            return Err(MuxError::malformed(name, "cannot be inlined"));
        }
    }
    erase(function);
    Ok(Changed::Yes)
}
