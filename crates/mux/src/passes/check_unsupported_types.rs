//! Rejects modules with number types that the device does not support.
//!
//! Without `require<device-info>` nothing is known about the device, so no optional type is supported.

use scythe_llvm::half_and_double;

use crate::{Changed, Known, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "check-unsupported-types",
    summary: "reject floating-point types that the device does not support",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let (has_half, has_double) = match cx.device {
        Known { info: Some(info), required: true } => (info.half, info.double),
        _ => (false, false),
    };
    for function in cx.module.get_functions() {
        let (half, double) = half_and_double(function);
        let lacking =
            [(double && !has_double, "double", "fp64"), (half && !has_half, "half", "fp16")];
        if let Some((_, precision, extension)) = lacking.into_iter().find(|(lacks, ..)| *lacks) {
            return Err(MuxError::Program(format!(
                "A {precision} precision floating point number was generated, but cl_khr_{extension} is \
                 not supported on this target."
            )));
        }
    }
    Ok(Changed::No)
}
