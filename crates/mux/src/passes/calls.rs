//! Emits calls of mux builtins, and analyses calls.

use std::collections::HashSet;

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, IntValue,
};
use scythe_llvm::{call_argument, calls_in};

use crate::{Builtin, MuxError, PassCx};

/// The value of a getter; `dimension` is for ranked ones.
pub fn get<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    builtin: Builtin,
    dimension: Option<u64>,
) -> Result<IntValue<'c>, MuxError> {
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        dimension.map(|d| number(cx, d).into()).into_iter().collect();
    let call = builder.build_call(cx.target.declare_builtin(cx.module, builtin), &arguments, "")?;
    call.try_as_basic_value()
        .basic()
        .map(|value| value.into_int_value())
        .ok_or_else(|| MuxError::malformed(builtin.name(), "is declared without a result"))
}

/// A call of a ranked setter.
pub fn set<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    builtin: Builtin,
    dimension: u64,
    value: IntValue<'c>,
) -> Result<(), MuxError> {
    let setter = cx.target.declare_builtin(cx.module, builtin);
    builder.build_call(setter, &[number(cx, dimension).into(), value.into()], "")?;
    Ok(())
}

fn number<'c>(cx: &PassCx<'_, 'c>, dimension: u64) -> IntValue<'c> {
    cx.module.get_context().i32_type().const_int(dimension, false)
}

/// A call of a setter without dimensions; the value is truncated to 32 bits.
pub fn set_number<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    builtin: Builtin,
    value: IntValue<'c>,
) -> Result<(), MuxError> {
    let small = cx.module.get_context().i32_type();
    let value = builder.build_int_truncate_or_bit_cast(value, small, "")?;
    builder.build_call(builtin.declare(cx.module), &[value.into()], "")?;
    Ok(())
}

/// An argument of a call, if it is an integer constant.
pub fn constant_argument(call: CallSiteValue<'_>, index: u32) -> Option<u64> {
    call_argument(call, index).and_then(constant)
}

/// The value of an integer constant.
pub fn constant(value: BasicValueEnum<'_>) -> Option<u64> {
    match value {
        BasicValueEnum::IntValue(int) => int.get_zero_extended_constant(),
        _ => None,
    }
}

/// Whether a function, or one that it calls directly or indirectly, contains such a call.
pub fn reaches_call<'c>(
    function: FunctionValue<'c>,
    is_like_this: impl Fn(CallSiteValue<'c>) -> bool,
) -> bool {
    let (mut seen, mut open) = (HashSet::from([function]), vec![function]);
    while let Some(function) = open.pop() {
        for call in calls_in(function) {
            if is_like_this(call) {
                return true;
            }
            open.extend(call.get_called_fn_value().filter(|&callee| seen.insert(callee)));
        }
    }
    false
}
