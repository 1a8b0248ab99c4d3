//! Repeats the condition of a select between vectors for each element.
//!
//! Before: `%v = select i1 %c, <4 x float> %a, <4 x float> %b`
//! After:  `%s = shufflevector (insertelement poison, i1 %c, 0), poison, zeroinitializer`
//!         `%v = select <4 x i1> %s, <4 x float> %a, <4 x float> %b`
//!
//! Before version 1.4, SPIR-V cannot select between vectors by one condition, but LLVM's back end emits it.

use scythe_llvm::inkwell::values::{
    BasicValueEnum, InstructionOpcode, InstructionValue, IntValue, VectorValue,
};
use scythe_llvm::instructions;

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "repeat-conditions",
    summary: "widen scalar conditions of vector selects",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for instruction in instructions(function) {
            if let Some((condition, one)) = chosen(instruction) {
                repeat(cx, instruction, condition, one)?;
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

/// The scalar condition of a select between vectors, and one of the vectors.
fn chosen(instruction: InstructionValue<'_>) -> Option<(IntValue<'_>, VectorValue<'_>)> {
    if instruction.get_opcode() != InstructionOpcode::Select {
        return None;
    }
    let operand = |index| instruction.get_operand(index).and_then(|operand| operand.value());
    match (operand(0)?, operand(1)?) {
        (BasicValueEnum::IntValue(condition), BasicValueEnum::VectorValue(one)) => {
            Some((condition, one))
        }
        _ => None,
    }
}

fn repeat(
    cx: &PassCx<'_, '_>,
    select: InstructionValue<'_>,
    condition: IntValue<'_>,
    one: VectorValue<'_>,
) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    builder.position_before(&select);
    let size = one.get_type().get_size();
    let conditions = context.bool_type().vec_type(size).get_poison();
    let first = context.i32_type().const_zero();
    let begun = builder.build_insert_element(conditions, condition, first, "")?;
    let everywhere = context.i32_type().vec_type(size).const_zero();
    let repeated = builder.build_shuffle_vector(begun, conditions, everywhere, "conditions")?;
    select.set_operand(0, repeated);
    Ok(())
}
