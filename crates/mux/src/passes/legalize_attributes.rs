//! Turns device functions into ordinary functions of the host's architecture.
//!
//! - `spir_kernel` and `spir_func` become the C convention: LLVM rejects calls of `spir_kernel`.
//! - `convergent` goes, but for barriers and group operations: otherwise a native work-item runs alone.
//! - `norecurse` goes: clang sets it on every device function, recursive ones too.
//!
//! Requires: entry points are marked.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{add_attribute, call_sites, drop_attribute, drop_call_attribute};

use crate::kernel::{SPIR_FUNC, SPIR_KERNEL};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc, Shape};

pub const PASS: PassDesc = PassDesc {
    name: "legalize-attributes",
    summary: "give device functions the conventions and attributes of native ones",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    for function in cx.module.get_functions() {
        if function.get_intrinsic_id() != 0 {
            continue;
        }
        drop_attribute(function, AttributeLoc::Function, "norecurse");
        if let Some(builtin) = Builtin::of(function).filter(|b| b.is_barrier_like()) {
            protect(function, builtin);
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

/// Where all work-items of a group meet is part of the program's meaning, until work-item loops have
/// taken the call out; barriers have numbers besides, so there may not be two of one.
fn protect(function: FunctionValue<'_>, builtin: Builtin) {
    let names: &[&str] = match builtin.shape() {
        Shape::Barrier => &["convergent", "noduplicate", "nomerge"],
        _ => &["convergent", "nomerge"],
    };
    for name in names {
        add_attribute(function, AttributeLoc::Function, name, 0);
    }
}

fn make_local(function: FunctionValue<'_>) {
    drop_attribute(function, AttributeLoc::Function, "convergent");
    if matches!(function.get_call_conventions(), SPIR_KERNEL | SPIR_FUNC) {
        function.set_call_conventions(0);
    }
}
