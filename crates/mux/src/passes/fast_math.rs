//! The optimisations of `-cl-fast-relaxed-math`: floating-point numbers are treated as real ones.
//!
//! Before: `call float @_Z6lengthf(float %x)`, `fadd float %a, %b`
//! After:  `call float @_Z11fast_lengthf(float %x)`, `fadd fast float %a, %b`
//!
//! | functions                              | become                         |
//! |----------------------------------------|--------------------------------|
//! | `distance`, `length`, `normalize`      | `fast_distance`, …             |
//! | `cos`, `exp`, `sqrt` and the like     | `native_cos`, …                |
//!
//! From OpenCL 3.0 on the library itself uses the fast functions under that option.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::values::{FastMathFlags, InstructionOpcode};
use scythe_llvm::{calls_in, has_plain_types, instructions, set_callee};

use super::lower_to_mux_builtins::version;
use super::mangled::demangle;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "fast-math", summary: "treat floating-point numbers as real ones", run };

const FAST: &[&str] = &["distance", "length", "normalize"];
const NATIVE: &[&str] =
    &["cos", "exp", "exp2", "exp10", "log", "log2", "log10", "powr", "rsqrt", "sin", "sqrt", "tan"];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    use InstructionOpcode::{FAdd, FCmp, FDiv, FMul, FNeg, FRem, FSub};
    for function in cx.module.get_functions() {
        for instruction in instructions(function) {
            let computes =
                matches!(instruction.get_opcode(), FAdd | FCmp | FDiv | FMul | FNeg | FRem | FSub);
            if computes && instruction.can_use_fast_math_flags() {
                let _ = instruction.set_fast_math_flags(FastMathFlags::all());
            }
        }
        if version(cx.module).is_some_and(|major| major >= 3) {
            continue;
        }
        for call in calls_in(function) {
            let Some(callee) = call.get_called_fn_value().filter(|f| f.count_basic_blocks() == 0)
            else {
                continue;
            };
            let symbol = callee.get_name().to_string_lossy().into_owned();
            let Some((name, types)) = demangle(&symbol).filter(|_| has_plain_types(callee)) else {
                continue;
            };
            let prefix = match name {
                name if FAST.contains(&name) => "fast_",
                // Native functions exist for single precision only.
                name if NATIVE.contains(&name) && types.contains('f') => "native_",
                _ => continue,
            };
            let faster = format!("_Z{}{prefix}{name}{types}", prefix.len() + name.len());
            let found = cx.module.get_function(&faster).unwrap_or_else(|| {
                let function = cx.module.add_function(&faster, callee.get_type(), None);
                function.set_call_conventions(callee.get_call_conventions());
                for attribute in callee.attributes(AttributeLoc::Function) {
                    function.add_attribute(AttributeLoc::Function, attribute);
                }
                function
            });
            if found.get_type() == call.get_called_fn_type() {
                set_callee(call, found);
            }
        }
    }
    Ok(Changed::Yes)
}
