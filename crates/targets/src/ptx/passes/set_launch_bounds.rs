//! Tells the assembler how many work-items a work-group has, where a kernel says it.
//!
//! Before: `define ptx_kernel void @k() !reqd_work_group_size !{i32 64, i32 4, i32 1}`
//! After:  the same with `"nvvm.reqntid"="64,4,1"`
//!
//! Kernels that do not say it may be launched with as many as the device allows, so nothing is said of them: the
//! runtime asks the driver how many fit.

use scythe_llvm::{numbers, set_attribute};
use scythe_mux::{Changed, META_REQD_SIZE, MuxError, PassCx, PassDesc, entry_points};

pub const PASS: PassDesc = PassDesc {
    name: "set-launch-bounds",
    summary: "tell the assembler sizes of work-groups that kernels require",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let Some(sizes) = numbers(kernel, META_REQD_SIZE) else { continue };
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        set_attribute(cx.module, kernel, "nvvm.reqntid", &sizes.join(","));
        changed = Changed::Yes;
    }
    Ok(changed)
}
