//! Marks kernels as entry points.
//!
//! Before: `define spir_kernel void @k(...)`
//! After:  the same with `"mux-kernel"="entry-point" "mux-orig-fn"="k"`

use scythe_llvm::string_attribute;

use crate::kernel::{ATTR_KERNEL, mark_entry_point};
use crate::{Changed, MuxError, PassCx, PassDesc};

/// LLVM's number for the calling convention `spir_kernel`.
pub(super) const SPIR_KERNEL: u32 = 76;

pub const PASS: PassDesc = PassDesc {
    name: "transfer-kernel-metadata",
    summary: "mark functions with the spir_kernel convention as entry points",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if function.count_basic_blocks() == 0
            || function.get_call_conventions() != SPIR_KERNEL
            || string_attribute(function, ATTR_KERNEL).is_some()
        {
            continue;
        }
        let name = function.get_name().to_string_lossy().into_owned();
        mark_entry_point(cx.module, function, &name);
        changed = Changed::Yes;
    }
    Ok(changed)
}
