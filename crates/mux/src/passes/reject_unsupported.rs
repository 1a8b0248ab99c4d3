//! Rejects kernels that need what work-item loops cannot give yet: barriers and local memory.
//!
//! Requires: entry points marked. The reason is the kernel's, so the call graph is walked from each
//! entry point; a helper nobody calls is nobody's fault.

use std::collections::HashSet;

use scythe_llvm::calls_in;
use scythe_llvm::inkwell::values::FunctionValue;

use crate::kernel::{entry_points, original_name};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "reject-unsupported",
    summary: "fail on kernels that use barriers or local memory",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    for kernel in entry_points(cx.module) {
        let mut seen = HashSet::new();
        let mut open = vec![kernel];
        while let Some(function) = open.pop() {
            if !seen.insert(function) {
                continue;
            }
            for callee in calls_in(function).iter().filter_map(|c| c.get_called_fn_value()) {
                if let Some((what, help)) = unsupported(callee) {
                    return Err(MuxError::Unsupported {
                        kernel: original_name(kernel),
                        what,
                        help,
                    });
                }
                open.push(callee);
            }
        }
    }
    Ok(Changed::No)
}

fn unsupported(callee: FunctionValue<'_>) -> Option<(&'static str, &'static str)> {
    match Builtin::from_name(&callee.get_name().to_string_lossy())? {
        Builtin::WorkGroupBarrier => Some((
            "a work-group barrier, which the CPU back end cannot compile yet",
            "split the kernel into two at the barrier",
        )),
        Builtin::LocalMemory => Some((
            "local memory, which the CPU back end cannot compile yet",
            "use global memory, for example one slice of a buffer per work-group",
        )),
        _ => None,
    }
}
