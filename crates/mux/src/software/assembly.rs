//! Instructions that LLVM cannot express otherwise.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::{FunctionType, IntType};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, IntValue,
};

use crate::MuxError;

/// Emits inline assembly without operands that returns an integer and may have any effect.
///
/// # Errors
/// When the builder has no position.
pub fn emit_assembly<'c>(
    builder: &Builder<'c>,
    result: IntType<'c>,
    assembly: (&str, &str),
    name: &str,
) -> Result<IntValue<'c>, MuxError> {
    let call = emit(builder, result.fn_type(&[], false), assembly, &[], name)?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::IntValue(value)) => Ok(value),
        _ => Err(MuxError::malformed(name, "is assembly without a result")),
    }
}

/// Emits a piece of assembly that takes an integer, gives nothing and may do anything besides.
///
/// # Errors
/// When the builder has no position.
pub fn emit_assembly_with<'c>(
    builder: &Builder<'c>,
    operand: IntValue<'c>,
    assembly: (&str, &str),
) -> Result<(), MuxError> {
    let context = operand.get_type().get_context();
    let ty = context.void_type().fn_type(&[operand.get_type().into()], false);
    emit(builder, ty, assembly, &[operand.into()], "")?;
    Ok(())
}

fn emit<'c>(
    builder: &Builder<'c>,
    ty: FunctionType<'c>,
    (text, constraints): (&str, &str),
    operands: &[BasicMetadataValueEnum<'c>],
    name: &str,
) -> Result<CallSiteValue<'c>, MuxError> {
    let (text, constraints) = (text.to_owned(), constraints.to_owned());
    let context = ty.get_context();
    let assembly = context.create_inline_asm(ty, text, constraints, true, false, None, false);
    Ok(builder.build_indirect_call(ty, assembly, operands, name)?)
}
