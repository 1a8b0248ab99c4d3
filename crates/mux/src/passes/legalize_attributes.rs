//! Turns device functions into ordinary functions of the host's architecture.
//!
//! - `spir_kernel` and `spir_func` become the C convention: LLVM rejects calls of `spir_kernel`.
//! - `convergent` is removed, except on barriers and group operations: a native work-item runs alone.
//! - `norecurse` is removed: clang sets it on every device function, recursive ones too.
//!
//! Requires: entry points are marked.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{call_sites, drop_attribute, drop_call_attribute};

use crate::kernel::{SPIR_FUNC, SPIR_KERNEL};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "legalize-attributes",
    summary: "give device functions native calling conventions and attributes",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    for function in cx.module.get_functions() {
        if function.get_intrinsic_id() != 0 {
            continue;
        }
        drop_attribute(function, AttributeLoc::Function, "norecurse");
        if Builtin::of(function).is_some_and(Builtin::is_barrier_like) {
            protect(cx, function);
            continue;
        }
        make_local(function);
        for call in call_sites(function).unwrap_or_default() {
            drop_call_attribute(call, AttributeLoc::Function, "convergent");
            if matches!(call.get_call_convention(), SPIR_KERNEL | SPIR_FUNC) {
                call.set_call_convention(0);
            }
        }
    }
    Ok(Changed::Yes)
}

/// The position of a barrier matters until work-item loops have removed it.
pub(super) fn protect(cx: &PassCx<'_, '_>, barrier: FunctionValue<'_>) {
    for name in ["convergent", "noduplicate", "nomerge"] {
        let kind = Attribute::get_named_enum_kind_id(name);
        let attribute = cx.module.get_context().create_enum_attribute(kind, 0);
        barrier.add_attribute(AttributeLoc::Function, attribute);
    }
}

fn make_local(function: FunctionValue<'_>) {
    drop_attribute(function, AttributeLoc::Function, "convergent");
    if matches!(function.get_call_conventions(), SPIR_KERNEL | SPIR_FUNC) {
        function.set_call_conventions(0);
    }
}
