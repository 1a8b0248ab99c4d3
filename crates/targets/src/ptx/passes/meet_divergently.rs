//! Makes barriers that may be divergent count single work-items.
//!
//! Before: `call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)` in a branch that not all work-items take
//! After:  `call void @llvm.nvvm.barrier.cta.sync.all(i32 0)`, with a fence in front of it where the scope is wider than
//!         the work-group
//!
//! The usual barrier counts warps, and hangs or continues too early if one of a warp's work-items arrives
//! alone. This one waits for every work-item that has not ended, at whichever barrier it arrives. It is a
//! little slower, so barriers that all work-items certainly reach together are not changed. A barrier of a
//! sub-group in such a place synchronises the work-items that are there.

use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, CallSiteValue};
use scythe_llvm::{call_instruction, erase_call};
use scythe_mux::passes::{constant_argument, divergent_cuts};
use scythe_mux::{Builtin, Changed, MuxError, PassCx, PassDesc, entry_points};

pub const PASS: PassDesc = PassDesc {
    name: "meet-divergently",
    summary: "make divergent barriers count work-items one by one",
    run,
};

/// The value of the work-group scope in the builtins; smaller values are wider scopes.
const WORK_GROUP: u64 = 2;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        for (call, builtin) in divergent_cuts(kernel) {
            let name = match builtin {
                Builtin::WorkGroupBarrier => "llvm.nvvm.barrier.cta.sync.all",
                Builtin::SubGroupBarrier => "llvm.nvvm.bar.warp.sync",
                _ => continue,
            };
            replace(cx, call, name)?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn replace<'c>(cx: &PassCx<'_, 'c>, call: CallSiteValue<'c>, name: &str) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    builder.position_before(&call_instruction(call));
    let number = |value: u64| context.i32_type().const_int(value, false);
    // An unknown scope is assumed to be the widest.
    let scope = constant_argument(call, 1).unwrap_or(0);
    if scope < WORK_GROUP {
        let semantics = constant_argument(call, 2).unwrap_or(0x308);
        let fence = cx.target.declare_builtin(cx.module, Builtin::MemBarrier);
        builder.build_call(fence, &[number(scope).into(), number(semantics).into()], "")?;
    }
    let of = |name: &str, arguments: &[BasicMetadataValueEnum<'c>]| {
        let missing = || MuxError::malformed(name.to_owned(), "is not an intrinsic of this LLVM");
        let intrinsic = Intrinsic::find(name).ok_or_else(missing)?;
        let function = intrinsic.get_declaration(cx.module, &[]).ok_or_else(missing)?;
        let call = builder.build_call(function, arguments, "")?;
        Ok::<_, MuxError>(call.try_as_basic_value().basic())
    };
    let which = match name.contains("warp") {
        true => of("llvm.nvvm.activemask", &[])?.map(Into::into),
        false => None,
    };
    of(name, &[which.unwrap_or_else(|| number(0).into())])?;
    erase_call(call);
    Ok(())
}
