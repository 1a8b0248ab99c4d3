//! Converts conditions to integers before they are converted to floating point as signed numbers.
//!
//! Before: `%f = sitofp i1 %c to double`
//! After:  `%i = sext i1 %c to i32`
//!         `%f = sitofp i32 %i to double`
//!
//! A true condition is -1 when it is signed. LLVM's SPIR-V back end uses 1.

use scythe_llvm::inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};
use scythe_llvm::instructions;

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "widen-conditions",
    summary: "convert conditions to integers before converting them to floating point",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for instruction in instructions(function) {
            if instruction.get_opcode() == InstructionOpcode::SIToFP && widen(cx, instruction)? {
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

/// Returns whether the operand was a condition or a vector of conditions.
fn widen(cx: &PassCx<'_, '_>, conversion: InstructionValue<'_>) -> Result<bool, MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    builder.position_before(&conversion);
    let operand = conversion.get_operand(0).and_then(|operand| operand.value());
    let wide: BasicValueEnum<'_> = match operand {
        Some(BasicValueEnum::IntValue(condition)) if condition.get_type().get_bit_width() == 1 => {
            builder.build_int_s_extend(condition, context.i32_type(), "condition")?.into()
        }
        Some(BasicValueEnum::VectorValue(conditions))
            if conditions.get_type().get_element_type() == context.bool_type().into() =>
        {
            let wide = context.i32_type().vec_type(conditions.get_type().get_size());
            builder.build_int_s_extend(conditions, wide, "conditions")?.into()
        }
        _ => return Ok(false),
    };
    Ok(conversion.set_operand(0, wide))
}
