//! Replaces builtins by simpler builtins and instructions.
//!
//! Before: `%i = call i64 @__mux_get_global_id(i32 0)`, `%s = call i32 @__mux_sub_group_reduce_add_i32(i32 %x)`
//! After:  special registers and `call i64 @__mux_get_global_offset(i32 0)`; shuffles and
//!         `call i32 @__mux_get_sub_group_size()`
//!
//! A kernel's offsets and sizes may be known, so these queries are folded afterwards.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::{call_sites, drop_attribute, erase, inline_call};
use scythe_mux::{Builtin, Changed, GroupScope, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "expand-builtins",
    summary: "expand global ids and group operations into simpler builtins",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let all: Vec<_> = cx.module.get_functions().filter(|f| f.count_basic_blocks() == 0).collect();
    for function in all {
        let Some(builtin) = Builtin::of(function).filter(|&builtin| is_composed(builtin)) else {
            continue;
        };
        drop_attribute(function, AttributeLoc::Function, "memory");
        cx.target.define_builtin(cx.module, builtin, function)?;
        let sites = call_sites(function)
            .ok_or_else(|| MuxError::malformed(builtin.name(), "has its address taken"))?;
        for call in sites {
            if !inline_call(call) {
                return Err(MuxError::malformed(builtin.name(), "cannot be inlined"));
            }
        }
        erase(function);
        changed = Changed::Yes;
    }
    Ok(changed)
}

fn is_composed(builtin: Builtin) -> bool {
    match builtin {
        Builtin::GlobalId
        | Builtin::SubGroupId
        | Builtin::LocalLinearId
        | Builtin::GlobalLinearId => true,
        Builtin::Collective(collective) => collective.scope != GroupScope::VecGroup,
        _ => false,
    }
}
