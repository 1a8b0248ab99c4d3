//! Folds queries of the index space whose result is the same in every launch.
//!
//! Before: `define void @k() !reqd_work_group_size !{i32 8, i32 4, i32 1}`,
//!         `%n = call i64 @__mux_get_local_size(i32 1)`
//! After:  `i64 4` in the place of `%n`
//!
//! Sizes come from the kernel's requirements and from facts about its launches ([`crate::SpaceFacts`]). Only
//! queries in the kernel itself are folded: functions that it calls may belong to several kernels. So this is
//! best done after inlining.

use scythe_llvm::inkwell::values::AnyValue;
use scythe_llvm::{calls_in, erase_call, replace_uses};

use super::calls::constant_argument;
use crate::kernel::entry_points;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc, SpaceFacts, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "fold-known-sizes",
    summary: "fold queries of the index space that every launch answers alike",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let facts = SpaceFacts::of(kernel);
        if facts == SpaceFacts::default() {
            continue;
        }
        for call in calls_in(kernel) {
            let Some(asked) = call.get_called_fn_value().and_then(Builtin::of) else { continue };
            let Some(dimension) = constant_argument(call, 0) else { continue };
            let Some(known) = answer(&facts, asked, usize::try_from(dimension).ok()) else {
                continue;
            };
            replace_uses(&call.as_any_value_enum(), &size_type(cx.module).const_int(known, false));
            erase_call(call);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn answer(facts: &SpaceFacts, asked: Builtin, dimension: Option<usize>) -> Option<u64> {
    // Missing dimensions have size one, and start at zero.
    let there = dimension.filter(|&d| d < 3);
    let of = |numbers: &[Option<u64>; 3], missing| there.map_or(Some(missing), |d| numbers[d]);
    match asked {
        Builtin::LocalSize | Builtin::EnqueuedLocalSize => of(&facts.local, 1),
        Builtin::GlobalSize => of(&facts.global, 1),
        Builtin::GlobalOffset => of(&facts.offset, 0),
        Builtin::NumGroups => there.map_or(Some(1), |d| facts.groups(d)),
        _ => None,
    }
}
