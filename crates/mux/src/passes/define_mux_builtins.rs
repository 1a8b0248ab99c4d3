//! Defines the mux builtins for the target.
//!
//! Before: `declare i64 @__mux_get_local_id(i32, ptr %wi-info, …)`
//! After:  a definition, internal and `alwaysinline`, with the target's loads and arithmetic
//!
//! A body may call builtins that were not declared before; these are appended to the module and defined, too.
//!
//! Requires: scheduling parameters, if the target's bodies need them.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::{add_attribute, drop_attribute};

use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "define-mux-builtins",
    summary: "define the mux builtins for the target",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    define(cx, |_| true)
}

/// Defines the `wanted` builtins.
pub(super) fn define(
    cx: &PassCx<'_, '_>,
    wanted: fn(Builtin) -> bool,
) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let mut next = cx.module.get_first_function();
    while let Some(function) = next {
        if function.count_basic_blocks() == 0
            && let Some(builtin) = Builtin::of(function).filter(|&builtin| wanted(builtin))
        {
            // The declaration's memory attributes need not hold for the target's body.
            drop_attribute(function, AttributeLoc::Function, "memory");
            cx.target.define_builtin(cx.module, builtin, function)?;
            function.set_linkage(Linkage::Internal);
            for name in ["alwaysinline", "norecurse", "nounwind"] {
                add_attribute(function, AttributeLoc::Function, name, 0);
            }
            changed = Changed::Yes;
        }
        next = function.get_next_function();
    }
    Ok(changed)
}
