//! Removes conversions to double precision that are undone at once.
//!
//! Before: `fptrunc double (fpext float %x to double) to float`
//! After:  `%x`
//!
//! C promotes arguments of variadic functions to double. Devices that support double are left alone.

use scythe_llvm::inkwell::types::AnyType;
use scythe_llvm::inkwell::values::InstructionOpcode;
use scythe_llvm::{drop_instruction, instructions, replace_uses, users};

use super::integers::operand;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "combine-fpext-fptrunc",
    summary: "remove extensions of floating-point numbers that are undone at once",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    if cx.device.info.is_some_and(|device| device.double) {
        return Ok(Changed::No);
    }
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for wider in instructions(function) {
            if wider.get_opcode() != InstructionOpcode::FPExt {
                continue;
            }
            let Some(value) = operand(wider, 0) else { continue };
            for narrower in users(wider) {
                if narrower.get_opcode() == InstructionOpcode::FPTrunc
                    && narrower.get_type() == value.get_type().as_any_type_enum()
                {
                    replace_uses(&narrower, &value);
                    drop_instruction(narrower);
                    changed = Changed::Yes;
                }
            }
            if users(wider).is_empty() {
                drop_instruction(wider);
            }
        }
    }
    Ok(changed)
}
