//! Replaces queries for the local size by the size that the kernel requires.
//!
//! Before: `define void @k() !reqd_work_group_size !{i32 8, i32 4, i32 1}`,
//!         `%n = call i64 @__mux_get_local_size(i32 1)`
//! After:  `i64 4` in the place of `%n`
//!
//! Only queries in the kernel itself are replaced: functions that it calls may belong to several
//! kernels. So this is best done when they have been inlined.

use scythe_llvm::inkwell::values::AnyValue;
use scythe_llvm::{calls_in, erase_call, replace_uses};

use super::calls::constant_argument;
use crate::kernel::{entry_points, required_local_size};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "fold-local-sizes",
    summary: "replace queries for the local size by the size that the kernel requires",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let Some(sizes) = required_local_size(kernel) else { continue };
        for call in calls_in(kernel) {
            let asked = call.get_called_fn_value().and_then(Builtin::of);
            if !matches!(asked, Some(Builtin::LocalSize | Builtin::EnqueuedLocalSize)) {
                continue;
            }
            let Some(dimension) = constant_argument(call, 0) else { continue };
            // Dimensions that are not there have size one.
            let size = usize::try_from(dimension).ok().and_then(|d| sizes.get(d)).unwrap_or(&1);
            replace_uses(&call.as_any_value_enum(), &size_type(cx.module).const_int(*size, false));
            erase_call(call);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
