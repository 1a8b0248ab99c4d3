//! Marks kernels as entry points.
//!
//! Before: `define spir_kernel void @k(...)` or `define ptx_kernel void @k(...)`, or a kernel listed in `!opencl.kernels`
//! After:  the same with `"mux-kernel"="entry-point" "mux-orig-fn"="k"`, and
//!         `!reqd_work_group_size` where the list gives one
//!
//! If there is a list, it names all kernels; otherwise the calling convention does. A function that is
//! already marked is not changed.

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{listed_kernels, set_numbers};

use crate::kernel::{META_REQD_SIZE, PTX_KERNEL, SPIR_KERNEL, is_kernel, mark_entry_point};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "transfer-kernel-metadata",
    summary: "mark functions with the kernel calling convention as entry points",
    run,
};

/// The calling conventions of kernels.
const CONVENTIONS: [u32; 2] = [SPIR_KERNEL, PTX_KERNEL];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut kernels: Vec<(FunctionValue<'_>, Option<[i32; 3]>)> = listed_kernels(cx.module);
    if kernels.is_empty() {
        let by_convention =
            cx.module.get_functions().filter(|f| CONVENTIONS.contains(&f.get_call_conventions()));
        kernels = by_convention.map(|function| (function, None)).collect();
    }
    kernels.retain(|(function, _)| !is_kernel(*function));
    for &(kernel, sizes) in &kernels {
        let name = kernel.get_name().to_string_lossy().into_owned();
        mark_entry_point(cx.module, kernel, &name);
        if let Some(sizes) = sizes {
            set_numbers(kernel, META_REQD_SIZE, &sizes);
        }
    }
    Ok(if kernels.is_empty() { Changed::No } else { Changed::Yes })
}
