//! Reduces shift amounts modulo the bit width.
//!
//! Before: `shl i8 %x, %n`
//! After:  `shl i8 %x, (and i8 %n, 7)`
//!
//! OpenCL C defines such shifts; LLVM does not.

use scythe_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue,
};
use scythe_llvm::instructions;

use super::calls::constant;
use super::integers::{and, bits, operand, splat};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "bit-shift-fixup", summary: "reduce shift amounts modulo the bit width", run };

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    use InstructionOpcode::{AShr, LShr, Shl};
    let builder = cx.module.get_context().create_builder();
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for shift in instructions(function) {
            if !matches!(shift.get_opcode(), Shl | LShr | AShr) {
                continue;
            }
            let Some(amount) = operand(shift, 1) else { continue };
            // Only powers of two have a bit mask.
            let Some(width) = bits(amount.get_type()).filter(|width| width.is_power_of_two())
            else {
                continue;
            };
            let most = u64::from(width - 1);
            if constant(amount).is_some_and(|amount| amount <= most) || is_masked(amount, most) {
                continue;
            }
            builder.position_before(&shift);
            let mask = splat(amount.get_type(), |ty| ty.const_int(most, false));
            shift.set_operand(1, and(&builder, amount, mask)?);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// Whether the amount is already masked, by clang or by this pass.
fn is_masked(amount: BasicValueEnum<'_>, most: u64) -> bool {
    let made: Option<InstructionValue<'_>> = amount.as_instruction_value();
    made.is_some_and(|made| {
        made.get_opcode() == InstructionOpcode::And
            && (0..2).any(|i| operand(made, i).and_then(constant).is_some_and(|mask| mask <= most))
    })
}
