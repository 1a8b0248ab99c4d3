//! Rejects modules with undefined functions: nothing is linked on a device.
//!
//! Intrinsics, mux builtins and OpenCL's functions, whose names are mangled, get their bodies later.

use super::mangled::demangle;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "check-ext-funcs", summary: "reject functions without a definition", run };

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    for function in cx.module.get_functions().filter(|f| f.count_basic_blocks() == 0) {
        let name = function.get_name().to_string_lossy().into_owned();
        let known = name.starts_with("llvm.")
            || name == "printf"
            || demangle(&name).is_some()
            || Builtin::from_name(&name).is_some();
        if !known {
            return Err(MuxError::Program(format!(
                "Could not find a definition for external function '{name}'"
            )));
        }
    }
    Ok(Changed::No)
}
