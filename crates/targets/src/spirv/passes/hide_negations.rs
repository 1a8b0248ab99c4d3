//! Negates numbers that are computed from ids by flipping the sign bit, in kernels with barriers.
//!
//! Before: `%n = fneg float %x`
//! After:  `%size = call i64 @llvm.spv.global.size.i64(i32 0)`
//!         `%none = icmp eq i64 %size, 0`
//!         `%sign = select i1 %none, i32 0, i32 0x80000000`
//!         `%n = bitcast (xor (bitcast %x), %sign)`
//!
//! Intel's CPU runtime recomputes such values after a barrier, and miscompiles a negation among them: all
//! work-items of a sub-group get the value of one of them, or the compiler crashes (version 2026.22.10). An
//! index space is never empty, so the sign is always flipped; drivers cannot know that, so they do not
//! recognise a negation. Values that are loaded from memory are not recomputed, so most negations are left
//! unchanged.

use std::collections::HashSet;

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::types::{BasicTypeEnum, FloatType, IntType};
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};
use scythe_llvm::{
    call_instruction, called_function, calls_in, instruction_of, instructions, operands,
    replace_uses,
};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "hide-negations",
    summary: "negate values computed from ids by their sign bit, in kernels with barriers",
    run,
};

/// The number of work-items in a dimension.
const GLOBAL_SIZE: &str = "llvm.spv.global.size.i64";

/// Substrings of the names of functions at which work-items wait for each other.
const MEETINGS: [&str; 3] = ["__spirv_ControlBarrier", "__spirv_Group", "__spirv_Subgroup"];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions().filter(|f| makes_meet(*f)) {
        let negations = instructions(function).into_iter().filter(|instruction| {
            instruction.get_opcode() == InstructionOpcode::FNeg && !is_of_memory(*instruction)
        });
        for negation in negations {
            hide(cx, negation)?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// Whether work-items may wait for each other in a function, or in a function that it calls.
fn makes_meet(function: FunctionValue<'_>) -> bool {
    let called = |call| called_function(call_instruction(call));
    calls_in(function).into_iter().filter_map(called).any(|called| {
        let name = called.get_name().to_string_lossy();
        let meets = MEETINGS.iter().any(|meeting| name.contains(meeting));
        meets || called.count_basic_blocks() > 0
    })
}

/// Whether a value is computed from a loaded value.
fn is_of_memory(value: InstructionValue<'_>) -> bool {
    let mut open = vec![value];
    let mut seen = HashSet::new();
    while let Some(instruction) = open.pop() {
        if instruction.get_opcode() == InstructionOpcode::Load {
            return true;
        }
        if seen.insert(instruction) {
            open.extend(operands(instruction).into_iter().filter_map(instruction_of));
        }
    }
    false
}

fn hide<'c>(cx: &PassCx<'_, 'c>, negation: InstructionValue<'c>) -> Result<(), MuxError> {
    let Some(value) = negation.get_operand(0).and_then(|operand| operand.value()) else {
        return Ok(());
    };
    let context = cx.module.get_context();
    let bits_of = |ty: FloatType<'c>| -> IntType<'c> {
        match ty.print_to_string().to_string().as_str() {
            "half" | "bfloat" => context.i16_type(),
            "double" => context.i64_type(),
            _ => context.i32_type(),
        }
    };
    let builder = context.create_builder();
    builder.position_before(&negation);
    let size = cx.module.get_function(GLOBAL_SIZE).unwrap_or_else(|| {
        let ty = context.i64_type().fn_type(&[context.i32_type().into()], false);
        cx.module.add_function(GLOBAL_SIZE, ty, None)
    });
    let size = builder.build_call(size, &[context.i32_type().const_zero().into()], "size")?;
    let Some(BasicValueEnum::IntValue(size)) = size.try_as_basic_value().basic() else {
        return Ok(());
    };
    let zero = size.get_type().const_zero();
    let none = builder.build_int_compare(IntPredicate::EQ, size, zero, "none")?;
    let sign = |ty: IntType<'c>| -> Result<IntValue<'c>, MuxError> {
        let bit = ty.const_int(1 << (ty.get_bit_width() - 1), false);
        Ok(builder.build_select(none, ty.const_zero(), bit, "sign")?.into_int_value())
    };
    let result: BasicValueEnum<'c> = match value {
        BasicValueEnum::FloatValue(value) => {
            let ty = bits_of(value.get_type());
            let bits = builder.build_bit_cast(value, ty, "")?.into_int_value();
            let flipped = builder.build_xor(bits, sign(ty)?, "")?;
            builder.build_bit_cast(flipped, value.get_type(), "")?
        }
        BasicValueEnum::VectorValue(value) => {
            let BasicTypeEnum::FloatType(element) = value.get_type().get_element_type() else {
                return Ok(());
            };
            let (ty, count) = (bits_of(element), value.get_type().get_size());
            let sign = sign(ty)?;
            let mut signs = ty.vec_type(count).get_poison();
            for lane in 0..count {
                let lane = context.i32_type().const_int(u64::from(lane), false);
                signs = builder.build_insert_element(signs, sign, lane, "")?;
            }
            let bits = builder.build_bit_cast(value, ty.vec_type(count), "")?.into_vector_value();
            let flipped = builder.build_xor(bits, signs, "")?;
            builder.build_bit_cast(flipped, value.get_type(), "")?
        }
        _ => return Ok(()),
    };
    replace_uses(&negation, &result);
    negation.erase_from_basic_block();
    Ok(())
}
