//! Extracts parts of lanes from whole lanes where LLVM would use a vector with more lanes than SPIR-V
//! supports.
//!
//! Before: `%b = bitcast <4 x i64> %v to <32 x i8>`, `%e = extractelement <32 x i8> %b, i64 9`
//! After:  `%l = extractelement <4 x i64> %v, i64 1`, `%s = lshr i64 %l, 8`, `%e = trunc i64 %s to i8`
//!
//! `instcombine` turns the latter into the former. SPIR-V has vectors of 2, 3, 4, 8 and 16 lanes.

use scythe_llvm::inkwell::types::{BasicTypeEnum, VectorType};
use scythe_llvm::inkwell::values::{
    BasicValueEnum, InstructionOpcode, InstructionValue, VectorValue,
};
use scythe_llvm::{drop_instruction, instruction_of, instructions, replace_uses};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "extract-whole-lanes",
    summary: "extract parts of lanes from whole lanes where SPIR-V lacks the vector type",
    run,
};

const LANES: [u32; 5] = [2, 3, 4, 8, 16];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for instruction in instructions(function) {
            if instruction.get_opcode() == InstructionOpcode::ExtractElement
                && extract(cx, instruction)?
            {
                changed = Changed::Yes;
            }
        }
    }
    if changed == Changed::Yes {
        for function in cx.module.get_functions() {
            for cast in instructions(function) {
                if cast.get_opcode() == InstructionOpcode::BitCast && cast.get_first_use().is_none()
                {
                    drop_instruction(cast);
                }
            }
        }
    }
    Ok(changed)
}

/// Returns whether the lane was part of a lane of another vector.
fn extract(cx: &PassCx<'_, '_>, lane: InstructionValue<'_>) -> Result<bool, MuxError> {
    let Some((vector, number)) = parts(lane) else { return Ok(false) };
    let cast = instruction_of(vector.into())
        .filter(|cast| cast.get_opcode() == InstructionOpcode::BitCast)
        .and_then(|cast| cast.get_operand(0)?.value());
    let Some(BasicValueEnum::VectorValue(whole)) = cast else { return Ok(false) };
    let (Some(narrow), Some(wide)) = (bits(vector.get_type()), bits(whole.get_type())) else {
        return Ok(false);
    };
    let BasicTypeEnum::IntType(narrow_type) = vector.get_type().get_element_type() else {
        return Ok(false);
    };
    if LANES.contains(&vector.get_type().get_size()) || wide % narrow != 0 {
        return Ok(false);
    }
    let context = cx.module.get_context();
    let builder = context.create_builder();
    builder.position_before(&lane);
    let (place, part) = (number / (wide / narrow), number % (wide / narrow));
    let place = context.i64_type().const_int(u64::from(place), false);
    let found = builder.build_extract_element(whole, place, "lane")?;
    let found = match found {
        BasicValueEnum::FloatValue(number) => {
            let wide_type = if wide == 32 { context.i32_type() } else { context.i64_type() };
            builder.build_bit_cast(number, wide_type, "bits")?.into_int_value()
        }
        other => other.into_int_value(),
    };
    let wide_type = found.get_type();
    let shift = wide_type.const_int(u64::from(part * narrow), false);
    let shifted = builder.build_right_shift(found, shift, false, "shifted")?;
    let result = builder.build_int_truncate(shifted, narrow_type, "part")?;
    replace_uses(&lane, &result);
    drop_instruction(lane);
    Ok(true)
}

/// The vector and the constant index of a lane.
fn parts<'c>(lane: InstructionValue<'c>) -> Option<(VectorValue<'c>, u32)> {
    let operand = |index| lane.get_operand(index).and_then(|operand| operand.value());
    let (Some(BasicValueEnum::VectorValue(vector)), Some(BasicValueEnum::IntValue(number))) =
        (operand(0), operand(1))
    else {
        return None;
    };
    Some((vector, u32::try_from(number.get_zero_extended_constant()?).ok()?))
}

/// The width of a vector's lanes.
fn bits(ty: VectorType<'_>) -> Option<u32> {
    match ty.get_element_type() {
        BasicTypeEnum::IntType(ty) => Some(ty.get_bit_width()),
        BasicTypeEnum::FloatType(ty) => Some(ty.get_bit_width()).filter(|&bits| bits >= 32),
        _ => None,
    }
}
