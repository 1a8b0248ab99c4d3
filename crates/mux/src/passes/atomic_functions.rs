//! Translation of OpenCL's atomic functions to LLVM's operations.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{BasicValueEnum, CallSiteValue, PointerValue};
use scythe_llvm::inkwell::{AtomicOrdering, AtomicRMWBinOp};
use scythe_llvm::{call_argument, call_instruction, erase_call, has_plain_types, replace_uses};

use super::mangled::{Number, calls_of_declared, demangle, first_number, pointee};
use crate::{Changed, MuxError, PassCx};

/// The operation on a location.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// Combines its value with an argument, and returns the old value.
    Combine(AtomicRMWBinOp),
    /// The same with the constant one.
    Step(AtomicRMWBinOp),
    /// Compares and exchanges.
    CompareExchange,
}

/// The operation of an operator's name on a kind of numbers.
pub fn operator(name: &str, number: Number) -> Option<AtomicRMWBinOp> {
    Some(match (name, number) {
        ("add", Number::Float) => AtomicRMWBinOp::FAdd,
        ("sub", Number::Float) => AtomicRMWBinOp::FSub,
        ("min", Number::Float) => AtomicRMWBinOp::FMin,
        ("max", Number::Float) => AtomicRMWBinOp::FMax,
        ("xchg", _) => AtomicRMWBinOp::Xchg,
        (_, Number::Float) => return None,
        ("add", _) => AtomicRMWBinOp::Add,
        ("sub", _) => AtomicRMWBinOp::Sub,
        ("min", Number::Signed) => AtomicRMWBinOp::Min,
        ("max", Number::Signed) => AtomicRMWBinOp::Max,
        ("min", Number::Unsigned) => AtomicRMWBinOp::UMin,
        ("max", Number::Unsigned) => AtomicRMWBinOp::UMax,
        ("and", _) => AtomicRMWBinOp::And,
        ("or", _) => AtomicRMWBinOp::Or,
        ("xor", _) => AtomicRMWBinOp::Xor,
        _ => return None,
    })
}

/// Replaces calls of the functions that `means` knows, by name and kind of number, with the memory order in
/// the arguments.
pub fn replace(
    cx: &PassCx<'_, '_>,
    means: impl Fn(&str, Number) -> Option<Operation>,
    ordering: impl Fn(CallSiteValue<'_>) -> AtomicOrdering,
) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for (call, callee, symbol) in calls_of_declared(cx.module) {
        let Some((name, types)) = demangle(&symbol).filter(|_| has_plain_types(callee)) else {
            continue;
        };
        // C11's atomic types are qualified ones.
        let value = pointee(types).map(|value| value.strip_prefix("U7_Atomic").unwrap_or(value));
        let Some((number, _)) = value.and_then(first_number) else { continue };
        let Some(operation) = means(name, number) else { continue };
        let builder = cx.module.get_context().create_builder();
        builder.position_before(&call_instruction(call));
        let Some(old) = call.try_as_basic_value().basic() else { continue };
        let Some(new) = emit(&builder, call, operation, ordering(call), old.get_type())? else {
            continue;
        };
        replace_uses(&old, &new);
        erase_call(call);
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// Emits the replacement of a call; none if its arguments do not match the name.
fn emit<'c>(
    builder: &Builder<'c>,
    call: CallSiteValue<'c>,
    operation: Operation,
    ordering: AtomicOrdering,
    ty: BasicTypeEnum<'c>,
) -> Result<Option<BasicValueEnum<'c>>, MuxError> {
    let Some(BasicValueEnum::PointerValue(place)) = call_argument(call, 0) else { return Ok(None) };
    // Instructions do not support other sizes, and no function of OpenCL has them.
    if matches!(ty, BasicTypeEnum::IntType(ty) if !matches!(ty.get_bit_width(), 8 | 16 | 32 | 64)) {
        return Ok(None);
    }
    let argument = |index| call_argument(call, index).filter(|value| value.get_type() == ty);
    let value = match (operation, ty) {
        (Operation::Step(_), BasicTypeEnum::IntType(ty)) => Some(ty.const_int(1, false).into()),
        (Operation::Step(_), _) => None,
        _ => argument(1),
    };
    let Some(value) = value else { return Ok(None) };
    match operation {
        Operation::Combine(op) | Operation::Step(op) => {
            combine(builder, op, place, value, ordering).map(Some)
        }
        Operation::CompareExchange => {
            let Some(new) = argument(2) else { return Ok(None) };
            let pair = builder.build_cmpxchg(place, value, new, ordering, ordering)?;
            Ok(Some(builder.build_extract_value(pair, 0, "")?))
        }
    }
}

fn combine<'c>(
    builder: &Builder<'c>,
    op: AtomicRMWBinOp,
    place: PointerValue<'c>,
    value: BasicValueEnum<'c>,
    ordering: AtomicOrdering,
) -> Result<BasicValueEnum<'c>, MuxError> {
    Ok(scythe_llvm::atomic_combine(builder, op, place, value, ordering)?)
}
