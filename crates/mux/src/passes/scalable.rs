//! Values of run-time size: scalable vectors, and structs of them.
//!
//! Values that live across a cut are stored in memory. LLVM can store scalable vectors and structs of vectors
//! of one type, but has no layout for other structs. So these are stored by members:
//!
//! Before: `%s = call { <vscale x 4 x i32>, <vscale x 2 x double> } @f()`, a barrier, `call @g({ … } %s)`
//! After:  members are taken out of `%s` at once, and `%s` is put together again before each use

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::types::{BasicTypeEnum, StructType};
use scythe_llvm::inkwell::values::{
    AggregateValueEnum, AnyValue, AnyValueEnum, BasicValue, BasicValueEnum, FunctionValue,
    InstructionOpcode, InstructionValue, IntValue, PhiValue, StructValue,
};
use scythe_llvm::{drop_instruction, instruction_of, instructions, set_operand, users};

use crate::{MuxError, PassCx, size_type};

/// The size and the alignment of a variable per unit of `vscale`; none if its size does not depend on it.
pub fn layout(variable: InstructionValue<'_>) -> Option<(u64, u64)> {
    let count = variable.get_operand(0)?.value()?;
    if !count.is_int_value() || count.into_int_value().get_zero_extended_constant() != Some(1) {
        return None;
    }
    let bytes = bytes(variable.get_allocated_type().ok()?)?;
    Some((bytes, u64::from(variable.get_alignment().ok()?)))
}

/// The size of scalable vectors per unit of `vscale`.
fn bytes(ty: BasicTypeEnum<'_>) -> Option<u64> {
    match ty {
        BasicTypeEnum::ScalableVectorType(vector) => {
            let context = vector.get_context();
            let bits = match vector.get_element_type() {
                BasicTypeEnum::IntType(int) => int.get_bit_width(),
                BasicTypeEnum::FloatType(float) if float == context.f64_type() => 64,
                BasicTypeEnum::FloatType(float) if float == context.f32_type() => 32,
                BasicTypeEnum::FloatType(float)
                    if float == context.f16_type() || float == context.bf16_type() =>
                {
                    16
                }
                _ => return None,
            };
            Some((u64::from(bits) * u64::from(vector.get_size())).div_ceil(8))
        }
        BasicTypeEnum::StructType(fields) => fields.get_field_types_iter().map(bytes).sum(),
        _ => None,
    }
}

/// `vscale`, as a size.
pub fn vscale<'c>(cx: &PassCx<'_, 'c>, builder: &Builder<'c>) -> Result<IntValue<'c>, MuxError> {
    let missing = || MuxError::malformed("llvm.vscale", "is not an intrinsic of this LLVM");
    let function = Intrinsic::find("llvm.vscale")
        .and_then(|found| found.get_declaration(cx.module, &[size_type(cx.module).into()]))
        .ok_or_else(missing)?;
    let call = builder.build_call(function, &[], "vscale")?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::IntValue(value)) => Ok(value),
        _ => Err(missing()),
    }
}

/// Replaces structs with scalable vectors by their members.
pub fn split_structs<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let builder = cx.module.get_context().create_builder();
    let mut open: Vec<_> = instructions(kernel).into_iter().filter_map(scalable_struct).collect();
    // Every struct is split first; phis of structs become phis of members.
    while let Some((whole, ty)) = open.pop() {
        let uses = users(whole);
        let members = if whole.get_opcode() == InstructionOpcode::Phi {
            members_of_phi(&builder, whole, ty)?
        } else {
            let Some(next) = whole.get_next_instruction() else { continue };
            builder.position_before(&next);
            take_apart(&builder, struct_value(whole)?, ty)?
        };
        for user in uses {
            put_together_for(&builder, (whole, ty), &members, user)?;
        }
        if users(whole).is_empty() && whole.get_opcode() == InstructionOpcode::Phi {
            drop_instruction(whole);
        }
        let made = members.iter().filter_map(|member| instruction_of(*member));
        open.extend(made.filter_map(scalable_struct));
    }
    Ok(())
}

fn scalable_struct<'c>(
    value: InstructionValue<'c>,
) -> Option<(InstructionValue<'c>, StructType<'c>)> {
    use scythe_llvm::inkwell::types::AnyTypeEnum;
    match value.get_type() {
        AnyTypeEnum::StructType(ty) if has_scalable(ty) => Some((value, ty)),
        _ => None,
    }
}

fn has_scalable(ty: StructType<'_>) -> bool {
    ty.get_field_types_iter().any(|field| match field {
        BasicTypeEnum::ScalableVectorType(_) => true,
        BasicTypeEnum::StructType(inner) => has_scalable(inner),
        _ => false,
    })
}

fn struct_value<'c>(value: InstructionValue<'c>) -> Result<StructValue<'c>, MuxError> {
    match value.as_any_value_enum() {
        AnyValueEnum::StructValue(value) => Ok(value),
        _ => Err(MuxError::malformed("<struct>", "is not a struct")),
    }
}

fn take_apart<'c>(
    builder: &Builder<'c>,
    value: StructValue<'c>,
    ty: StructType<'c>,
) -> Result<Vec<BasicValueEnum<'c>>, MuxError> {
    let member = |index| builder.build_extract_value(value, index, "member");
    (0..ty.count_fields()).map(|index| Ok(member(index)?)).collect()
}

fn members_of_phi<'c>(
    builder: &Builder<'c>,
    phi: InstructionValue<'c>,
    ty: StructType<'c>,
) -> Result<Vec<BasicValueEnum<'c>>, MuxError> {
    let odd = || MuxError::malformed("<phi>", "joins a value that is not a struct");
    let whole = PhiValue::try_from(phi).map_err(|()| odd())?;
    builder.position_before(&phi);
    let mut phis = Vec::new();
    for field in ty.get_field_types_iter() {
        phis.push(builder.build_phi(field, "member")?);
    }
    for (value, block) in whole.get_incomings() {
        let BasicValueEnum::StructValue(value) = value else { return Err(odd()) };
        builder.position_before(&block.get_terminator().ok_or_else(odd)?);
        for (phi, member) in phis.iter().zip(take_apart(builder, value, ty)?) {
            phi.add_incoming(&[(&member as &dyn BasicValue<'c>, block)]);
        }
    }
    Ok(phis.iter().map(|phi| phi.as_basic_value()).collect())
}

/// Reassembles a struct for one of its uses.
fn put_together_for<'c>(
    builder: &Builder<'c>,
    (whole, ty): (InstructionValue<'c>, StructType<'c>),
    members: &[BasicValueEnum<'c>],
    user: InstructionValue<'c>,
) -> Result<(), MuxError> {
    for index in 0..user.get_num_operands() {
        let operand = user.get_operand(index).and_then(|operand| operand.value());
        if operand.and_then(instruction_of) != Some(whole) {
            continue;
        }
        let place = match PhiValue::try_from(user) {
            Ok(phi) => phi.get_incoming(index).and_then(|(_, block)| block.get_terminator()),
            Err(()) => Some(user),
        };
        let Some(place) = place else { continue };
        builder.position_before(&place);
        let mut value = AggregateValueEnum::StructValue(ty.get_poison());
        for (member, number) in members.iter().zip(0..) {
            value = builder.build_insert_value(value, *member, number, "whole")?;
        }
        if let Some(made) = instruction_of(value.into_struct_value().into()) {
            set_operand(user, index, made);
        }
    }
    Ok(())
}
