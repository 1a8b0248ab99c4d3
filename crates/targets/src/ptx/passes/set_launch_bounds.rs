//! Uses known work-group sizes: required by the kernel, or the same in all launches.
//!
//! Before: `define ptx_kernel void @k() !reqd_work_group_size !{i32 64, i32 1, i32 1}`,
//!         `call i32 @__mux_get_sub_group_size()`, `call i64 @__mux_get_local_id(i32 1)`
//! After:  `"nvvm.reqntid"="64,1,1"`, which tells the assembler how many registers a work-item may have; `i32 32` and
//!         `i64 0`
//!
//! Other kernels may be launched with as many work-items as the device allows: the runtime queries the driver
//! for the limit.

use scythe_llvm::inkwell::values::AnyValue;
use scythe_llvm::{calls_in, erase_call, replace_uses, set_attribute};
use scythe_mux::passes::constant_argument;
use scythe_mux::{
    Builtin, Changed, MuxError, PassCx, PassDesc, entry_points, required_local_size, size_type,
};

pub const PASS: PassDesc = PassDesc {
    name: "set-launch-bounds",
    summary: "set launch bounds from known work-group sizes",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let width = cx.target.preferred_sub_group_size();
    for kernel in entry_points(cx.module) {
        let Some(sizes) = required_local_size(kernel) else { continue };
        set_attribute(cx.module, kernel, "nvvm.reqntid", &sizes.map(|n| n.to_string()).join(","));
        changed = Changed::Yes;
        let items: u64 = sizes.iter().product();
        for call in calls_in(kernel) {
            let Some(asked) = call.get_called_fn_value().and_then(Builtin::of) else { continue };
            let dimension = constant_argument(call, 0).and_then(|d| usize::try_from(d).ok());
            let answer = match asked {
                Builtin::SubGroupSize if items.is_multiple_of(width) => width,
                Builtin::NumSubGroups => items.div_ceil(width),
                Builtin::LocalId if dimension.and_then(|d| sizes.get(d)) == Some(&1) => 0,
                _ => continue,
            };
            let ty = match asked {
                Builtin::LocalId => size_type(cx.module),
                _ => cx.module.get_context().i32_type(),
            };
            replace_uses(&call.as_any_value_enum(), &ty.const_int(answer, false));
            erase_call(call);
        }
    }
    Ok(changed)
}
