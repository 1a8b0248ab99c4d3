//! Gives the mux builtins their bodies, as the target says.
//!
//! Before: `declare i64 @__mux_get_local_id(i32, ptr %wi-info, …)`
//! After:  a definition, `alwaysinline`, with the target's loads and arithmetic
//!
//! Requires: scheduling parameters added.

use scythe_llvm::call_sites;
use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::Linkage;

use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "define-mux-builtins",
    summary: "define the mux builtins for the target",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        let Some(builtin) = Builtin::of(function) else {
            continue;
        };
        let unused = call_sites(function).is_some_and(|calls| calls.is_empty());
        if function.count_basic_blocks() > 0 || unused {
            continue;
        }
        cx.target.define_builtin(cx.module, builtin, function)?;
        function.set_linkage(Linkage::Internal);
        for name in ["alwaysinline", "norecurse", "nounwind"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            let attribute = cx.module.get_context().create_enum_attribute(kind, 0);
            function.add_attribute(AttributeLoc::Function, attribute);
        }
        changed = Changed::Yes;
    }
    Ok(changed)
}
