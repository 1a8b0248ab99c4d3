//! Gives undefined divisions a result: that of a division by one.
//!
//! Before: `udiv i64 %a, %b`
//! After:  `udiv i64 %a, (select (icmp eq %b, 0), 1, %b)`
//!
//! In OpenCL C the result is unspecified, but there must be no trap. Signed divisions have a second case: the
//! smallest number divided by minus one.

use scythe_llvm::inkwell::values::InstructionOpcode;
use scythe_llvm::instructions;

use super::calls::constant;
use super::integers::{and, bits, equal, operand, or, select, splat};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "software-div", summary: "divide by one where a division is undefined", run };

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    use InstructionOpcode::{SDiv, SRem, UDiv, URem};
    let builder = cx.module.get_context().create_builder();
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for division in instructions(function) {
            let signed = match division.get_opcode() {
                SDiv | SRem => true,
                UDiv | URem => false,
                _ => continue,
            };
            let (Some(dividend), Some(divisor)) = (operand(division, 0), operand(division, 1))
            else {
                continue;
            };
            let ty = divisor.get_type();
            let Some(width) = bits(ty).filter(|&width| width <= 64) else { continue };
            let all = u64::MAX >> (64 - width);
            if constant(divisor).is_some_and(|value| value != 0 && !(signed && value == all)) {
                continue;
            }
            builder.position_before(&division);
            let number = |value: u64| splat(ty, |ty| ty.const_int(value, false));
            let overflow = if signed {
                let least = equal(&builder, dividend, number(1 << (width - 1)))?;
                let minus_one = equal(&builder, divisor, number(all))?;
                Some(and(&builder, least, minus_one)?)
            } else {
                None
            };
            let mut bad = equal(&builder, divisor, number(0))?;
            if let Some(overflow) = overflow {
                bad = or(&builder, bad, overflow)?;
            }
            division.set_operand(1, select(&builder, bad, number(1), divisor)?);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}
