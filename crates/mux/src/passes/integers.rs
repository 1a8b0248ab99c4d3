//! Operations on integers and vectors of integers.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::{Builder, BuilderError};
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{BasicValueEnum, InstructionValue, IntValue};

/// A value operand of an instruction.
pub fn operand<'c>(instruction: InstructionValue<'c>, index: u32) -> Option<BasicValueEnum<'c>> {
    instruction.get_operand(index)?.value()
}

/// The bits of an integer, or of each element of a vector of fixed length.
pub fn bits(ty: BasicTypeEnum<'_>) -> Option<u32> {
    match ty {
        BasicTypeEnum::IntType(ty) => Some(ty.get_bit_width()),
        BasicTypeEnum::VectorType(ty) => match ty.get_element_type() {
            BasicTypeEnum::IntType(ty) => Some(ty.get_bit_width()),
            _ => None,
        },
        _ => None,
    }
}

/// An integer, or a vector of it, as a constant of a type with [`bits`].
pub fn splat<'c>(
    ty: BasicTypeEnum<'c>,
    number: impl Fn(scythe_llvm::inkwell::types::IntType<'c>) -> IntValue<'c>,
) -> BasicValueEnum<'c> {
    match ty {
        BasicTypeEnum::VectorType(vector) => {
            let one = number(vector.get_element_type().into_int_type());
            let all = vec![one; vector.get_size() as usize];
            scythe_llvm::inkwell::types::VectorType::const_vector(&all).into()
        }
        ty => number(ty.into_int_type()).into(),
    }
}

/// Functions for two integers or two vectors of integers.
macro_rules! alike {
    ($($(#[$doc:meta])* $name:ident = |$builder:ident, $a:ident, $b:ident| $build:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name<'c>(
            $builder: &Builder<'c>,
            a: BasicValueEnum<'c>,
            b: BasicValueEnum<'c>,
        ) -> Result<BasicValueEnum<'c>, BuilderError> {
            Ok(match (a, b) {
                (BasicValueEnum::VectorValue($a), BasicValueEnum::VectorValue($b)) => $build?.into(),
                _ => {
                    let ($a, $b) = (a.into_int_value(), b.into_int_value());
                    $build?.into()
                }
            })
        }
    )*};
}

alike! {
    /// `a & b`
    and = |builder, a, b| builder.build_and(a, b, "");
    /// `a | b`
    or = |builder, a, b| builder.build_or(a, b, "");
    /// `a == b`
    equal = |builder, a, b| builder.build_int_compare(IntPredicate::EQ, a, b, "");
}

/// `condition ? a : b`
pub fn select<'c>(
    builder: &Builder<'c>,
    condition: BasicValueEnum<'c>,
    a: BasicValueEnum<'c>,
    b: BasicValueEnum<'c>,
) -> Result<BasicValueEnum<'c>, BuilderError> {
    match condition {
        BasicValueEnum::VectorValue(condition) => builder.build_select(condition, a, b, ""),
        _ => builder.build_select(condition.into_int_value(), a, b, ""),
    }
}
