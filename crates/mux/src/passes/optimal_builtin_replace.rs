//! Replaces calls of library functions by LLVM's own operations.
//!
//! Before: `call float @_Z13__abacus_fminff(float %a, float %b)`
//! After:  `call float @llvm.minnum.f32(float %a, float %b)`
//!
//! | function           | becomes                                       |
//! |--------------------|-----------------------------------------------|
//! | `fmin`, `fmax`     | `llvm.minnum`, `llvm.maxnum`                   |
//! | `clz`              | `llvm.ctlz`, defined for zero                  |
//! | `mul_hi`           | a product twice as wide, of which the upper half |
//!
//! The functions are those of the mathematics library that ComputeMux links, `__abacus_…`, by their
//! mangled names.

use std::num::NonZeroU32;

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::types::{BasicTypeEnum, IntType};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, InstructionOpcode,
};
use scythe_llvm::{call_argument, call_instruction, erase_call, replace_uses};

use super::mangled::{Number, calls_of_declared, demangle, first_number};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "optimal-builtin-replace",
    summary: "replace calls of library functions by LLVM's own operations",
    run,
};

/// The replacement of a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replacement {
    /// An intrinsic with the same operands.
    Intrinsic(&'static str),
    CountLeadingZeros,
    HighProduct {
        signed: bool,
    },
}

fn replacement(symbol: &str) -> Option<Replacement> {
    let (name, types) = demangle(symbol)?;
    match name.strip_prefix("__abacus_")? {
        "fmin" => Some(Replacement::Intrinsic("llvm.minnum")),
        "fmax" => Some(Replacement::Intrinsic("llvm.maxnum")),
        "clz" => Some(Replacement::CountLeadingZeros),
        "mul_hi" => {
            let signed = match first_number(types)?.0 {
                Number::Signed => true,
                Number::Unsigned => false,
                Number::Float => return None,
            };
            Some(Replacement::HighProduct { signed })
        }
        _ => None,
    }
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for (call, _, symbol) in calls_of_declared(cx.module) {
        let Some(replacement) = replacement(&symbol) else { continue };
        if let Some(value) = emit(cx, call, replacement)? {
            if let Some(old) = call.try_as_basic_value().basic() {
                replace_uses(&old, &value);
            }
            erase_call(call);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// The replacement of a call; none if its types do not match the name.
fn emit<'c>(
    cx: &PassCx<'_, 'c>,
    call: CallSiteValue<'c>,
    replacement: Replacement,
) -> Result<Option<BasicValueEnum<'c>>, MuxError> {
    let builder = cx.module.get_context().create_builder();
    builder.position_before(&call_instruction(call));
    let Some(first) = call_argument(call, 0) else { return Ok(None) };
    let second = call_argument(call, 1);
    match (replacement, second) {
        (Replacement::Intrinsic(name), Some(second)) if is_float(first.get_type()) => {
            emit_intrinsic(cx, &builder, name, &[first, second]).map(Some)
        }
        (Replacement::CountLeadingZeros, None) if element(first.get_type()).is_some() => {
            let zero_is_fine = cx.module.get_context().bool_type().const_zero();
            emit_intrinsic(cx, &builder, "llvm.ctlz", &[first, zero_is_fine.into()]).map(Some)
        }
        (Replacement::HighProduct { signed }, Some(second)) => {
            high_product(cx, &builder, first, second, signed)
        }
        _ => Ok(None),
    }
}

fn is_float(ty: BasicTypeEnum<'_>) -> bool {
    match ty {
        BasicTypeEnum::FloatType(_) => true,
        BasicTypeEnum::VectorType(vector) => vector.get_element_type().is_float_type(),
        _ => false,
    }
}

/// The integer type of a value or of its elements.
fn element(ty: BasicTypeEnum<'_>) -> Option<IntType<'_>> {
    match ty {
        BasicTypeEnum::IntType(ty) => Some(ty),
        BasicTypeEnum::VectorType(vector) => match vector.get_element_type() {
            BasicTypeEnum::IntType(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

fn emit_intrinsic<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    name: &str,
    operands: &[BasicValueEnum<'c>],
) -> Result<BasicValueEnum<'c>, MuxError> {
    let missing = || MuxError::malformed(name, "is not an intrinsic of this LLVM");
    let function = Intrinsic::find(name)
        .and_then(|intrinsic| intrinsic.get_declaration(cx.module, &[operands[0].get_type()]))
        .ok_or_else(missing)?;
    let operands: Vec<BasicMetadataValueEnum<'c>> =
        operands.iter().map(|&operand| operand.into()).collect();
    let call = builder.build_call(function, &operands, "")?;
    call.try_as_basic_value().basic().ok_or_else(missing)
}

fn high_product<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    a: BasicValueEnum<'c>,
    b: BasicValueEnum<'c>,
    signed: bool,
) -> Result<Option<BasicValueEnum<'c>>, MuxError> {
    let narrow = a.get_type();
    let Some(integer) = element(narrow).filter(|_| narrow == b.get_type()) else {
        return Ok(None);
    };
    let bits = integer.get_bit_width();
    let wide = NonZeroU32::new(bits * 2)
        .and_then(|bits| cx.module.get_context().custom_width_int_type(bits).ok());
    let Some(wide) = wide else { return Ok(None) };
    let (wide_type, shift): (BasicTypeEnum<'c>, BasicValueEnum<'c>) = match narrow {
        BasicTypeEnum::VectorType(vector) => {
            let lanes = vector.get_size();
            let shift = vec![wide.const_int(u64::from(bits), false); lanes as usize];
            let shift = scythe_llvm::inkwell::types::VectorType::const_vector(&shift);
            (wide.vec_type(lanes).into(), shift.into())
        }
        _ => (wide.into(), wide.const_int(u64::from(bits), false).into()),
    };
    let extend = if signed { InstructionOpcode::SExt } else { InstructionOpcode::ZExt };
    let a = builder.build_cast(extend, a, wide_type, "")?;
    let b = builder.build_cast(extend, b, wide_type, "")?;
    let product = builder.build_binop(InstructionOpcode::Mul, a, b, "")?;
    let high = builder.build_binop(InstructionOpcode::LShr, product, shift, "")?;
    Ok(Some(builder.build_cast(InstructionOpcode::Trunc, high, narrow, "")?))
}

#[cfg(test)]
mod tests {
    use super::{Replacement, replacement};

    #[test]
    fn names_identify_functions() {
        let known = |symbol| replacement(symbol);
        assert_eq!(known("_Z13__abacus_fminff"), Some(Replacement::Intrinsic("llvm.minnum")));
        assert_eq!(known("_Z13__abacus_fmaxDv4_fS_"), Some(Replacement::Intrinsic("llvm.maxnum")));
        assert_eq!(known("_Z12__abacus_clzj"), Some(Replacement::CountLeadingZeros));
        let product = |signed| Some(Replacement::HighProduct { signed });
        assert_eq!(known("_Z15__abacus_mul_hiii"), product(true));
        assert_eq!(known("_Z15__abacus_mul_hiDv4_jS_"), product(false));
    }

    #[test]
    fn other_functions_are_left_alone() {
        for symbol in ["fmin", "_Z4fminff", "_Z12__abacus_sinf", "_Z99__abacus", "_Zx", ""] {
            assert_eq!(replacement(symbol), None, "{symbol}");
        }
    }
}
