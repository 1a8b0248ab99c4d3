//! Folds OpenCL's mathematical functions of constants, and replaces `pow` by `pown` where exponents are integers.
//!
//! Before: `call float @_Z3sinf(float 1.0)`, `call float @_Z3powff(float %x, float 3.0)`
//! After:  `0x3FEAED5480000000`, `call float @_Z4pownfi(float %x, i32 3)`
//!
//! `half_sin` and `native_sin` may be less exact than `sin`, and get the same value. Powers whose exponent is
//! the reciprocal of an integer are not changed: `rootn` differs from them at minus infinity; so does `powr`,
//! which is undefined for negative numbers.

use scythe_llvm::inkwell::types::{BasicTypeEnum, VectorType};
use scythe_llvm::inkwell::values::{BasicValueEnum, CallSiteValue, FloatValue, FunctionValue};
use scythe_llvm::{call_argument, call_instruction, erase_call, replace_uses};

use super::mangled::{calls_of_declared, demangle};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "builtin-simplify",
    summary: "fold mathematical functions of constants, and use pown for integer exponents",
    run,
};

/// Every larger number of single precision is an integer.
const LARGEST_WHOLE_FLOAT: f64 = 16_777_216.0;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for (call, callee, symbol) in calls_of_declared(cx.module) {
        let Some((name, _)) = demangle(&symbol) else { continue };
        let value = match name {
            "pow" => whole_power(cx, call, callee, &symbol)?,
            _ => function(name).and_then(|function| computed(call, function)),
        };
        if let (Some(old), Some(value)) = (call.try_as_basic_value().basic(), value)
            && old.get_type() == value.get_type()
        {
            replace_uses(&old, &value);
            erase_call(call);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// The function of one number with that name.
fn function(name: &str) -> Option<fn(f64) -> f64> {
    use std::f64::consts::PI;
    // Only some functions have a less exact variant.
    let less_exact = name.strip_prefix("half_").or_else(|| name.strip_prefix("native_"));
    const LESS_EXACT: &[&str] =
        &["cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin", "sqrt", "tan"];
    if less_exact.is_some_and(|name| !LESS_EXACT.contains(&name)) {
        return None;
    }
    Some(match less_exact.unwrap_or(name) {
        "acos" => f64::acos,
        "acosh" => f64::acosh,
        "acospi" => |x| x.acos() / PI,
        "asin" => f64::asin,
        "asinh" => f64::asinh,
        "asinpi" => |x| x.asin() / PI,
        "atan" => f64::atan,
        "atanh" => f64::atanh,
        "atanpi" => |x| x.atan() / PI,
        "cbrt" => f64::cbrt,
        "cos" => f64::cos,
        "cosh" => f64::cosh,
        "cospi" => cospi,
        "exp" => f64::exp,
        "exp10" => |x| 10f64.powf(x),
        "exp2" => f64::exp2,
        "expm1" => f64::exp_m1,
        "log" => f64::ln,
        "log10" => f64::log10,
        "log1p" => f64::ln_1p,
        "log2" => f64::log2,
        "rsqrt" => |x| 1.0 / x.sqrt(),
        "sin" => f64::sin,
        "sinh" => f64::sinh,
        "sinpi" => sinpi,
        "sqrt" => f64::sqrt,
        "tan" => f64::tan,
        "tanh" => f64::tanh,
        "tanpi" => tanpi,
        _ => return None,
    })
}

/// The sine of pi times a number. Multiples of a quarter turn are removed before anything is rounded.
fn sinpi(x: f64) -> f64 {
    use std::f64::consts::PI;
    let turn = x % 2.0;
    let quarters = (turn * 2.0).round();
    let rest = (turn - quarters / 2.0) * PI;
    let value = match (quarters as i32).rem_euclid(4) {
        0 => rest.sin(),
        1 => rest.cos(),
        2 => -rest.sin(),
        _ => -rest.cos(),
    };
    // Integers have zeros of their own sign.
    if value == 0.0 { value.copysign(x) } else { value }
}

fn cospi(x: f64) -> f64 {
    let value = sinpi(x.abs() % 2.0 + 0.5);
    // Odd multiples of a half have positive zeros.
    if value == 0.0 { 0.0 } else { value }
}

fn tanpi(x: f64) -> f64 {
    sinpi(x) / cospi(x)
}

/// The value of a call with a constant argument.
fn computed<'c>(call: CallSiteValue<'c>, function: fn(f64) -> f64) -> Option<BasicValueEnum<'c>> {
    if call.count_arguments() != 1 {
        return None;
    }
    let compute = |x: FloatValue<'c>| {
        let (number, _) = x.get_constant()?;
        Some(x.get_type().const_float(function(number)))
    };
    match call_argument(call, 0)? {
        BasicValueEnum::FloatValue(x) => Some(compute(x)?.into()),
        vector @ BasicValueEnum::VectorValue(_) => {
            let values: Option<Vec<_>> = elements(vector)?.into_iter().map(compute).collect();
            Some(VectorType::const_vector(&values?).into())
        }
        _ => None,
    }
}

/// The elements of a constant vector, or a constant number.
fn elements<'c>(value: BasicValueEnum<'c>) -> Option<Vec<FloatValue<'c>>> {
    match value {
        BasicValueEnum::FloatValue(number) => Some(vec![number]),
        BasicValueEnum::VectorValue(vector) if vector.is_const() => {
            (0..vector.get_type().get_size())
                .map(|index| match vector.get_element_as_constant(index) {
                    BasicValueEnum::FloatValue(number) => Some(number),
                    _ => None,
                })
                .collect()
        }
        _ => None,
    }
}

/// Replaces a power with an integer exponent by `pown`.
fn whole_power<'c>(
    cx: &PassCx<'_, 'c>,
    call: CallSiteValue<'c>,
    callee: FunctionValue<'c>,
    symbol: &str,
) -> Result<Option<BasicValueEnum<'c>>, MuxError> {
    let (Some(base), Some(exponent)) = (call_argument(call, 0), call_argument(call, 1)) else {
        return Ok(None);
    };
    let ty = base.get_type();
    let (lanes, element) = match ty {
        BasicTypeEnum::FloatType(element) => (None, element),
        BasicTypeEnum::VectorType(vector) => match vector.get_element_type() {
            BasicTypeEnum::FloatType(element) => (Some(vector.get_size()), element),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let context = cx.module.get_context();
    let (letter, largest) = if element == context.f32_type() {
        ("f", LARGEST_WHOLE_FLOAT)
    } else if element == context.f64_type() {
        ("d", f64::from(i32::MAX))
    } else {
        return Ok(None);
    };
    let whole = |number: FloatValue<'c>| {
        let (number, _) = number.get_constant()?;
        let is_whole = number.fract() == 0.0 && number.abs() <= largest;
        is_whole.then(|| context.i32_type().const_int(number as i64 as u64, true))
    };
    let numbers = elements(exponent).filter(|_| exponent.get_type() == ty);
    let Some(numbers) =
        numbers.and_then(|all| all.into_iter().map(whole).collect::<Option<Vec<_>>>())
    else {
        return Ok(None);
    };
    let (name, exponent): (String, BasicValueEnum<'c>) = match (lanes, numbers.as_slice()) {
        (None, [number]) => (format!("_Z4pown{letter}i"), (*number).into()),
        (Some(lanes), _) => {
            let name = format!("_Z4pownDv{lanes}_{letter}Dv{lanes}_i");
            (name, VectorType::const_vector(&numbers).into())
        }
        _ => return Ok(None),
    };
    let function = match (cx.module.get_function(&name), ty) {
        (Some(function), _) => function,
        (None, BasicTypeEnum::FloatType(ty)) => {
            let ty = ty.fn_type(&[ty.into(), exponent.get_type().into()], false);
            cx.module.add_function(&name, ty, None)
        }
        (None, BasicTypeEnum::VectorType(ty)) => {
            let ty = ty.fn_type(&[ty.into(), exponent.get_type().into()], false);
            cx.module.add_function(&name, ty, None)
        }
        _ => return Ok(None),
    };
    let parameters: Vec<_> = function.get_type().get_param_types();
    if function.get_type().get_return_type() != Some(ty)
        || parameters != [ty.into(), exponent.get_type().into()]
    {
        return Err(MuxError::malformed(symbol, format!("`{name}` is declared with another type")));
    }
    function.set_call_conventions(callee.get_call_conventions());
    let builder = context.create_builder();
    builder.position_before(&call_instruction(call));
    let made = builder.build_call(function, &[base.into(), exponent.into()], "")?;
    made.set_call_convention(callee.get_call_conventions());
    Ok(made.try_as_basic_value().basic())
}

#[cfg(test)]
mod tests {
    use super::{cospi, function, sinpi, tanpi};

    #[test]
    fn multiples_of_quarter_turns_are_exact() {
        for (x, sine, cosine) in
            [(0.0, 0.0, 1.0), (0.5, 1.0, 0.0), (1.0, 0.0, -1.0), (1.5, -1.0, 0.0), (1e10, 0.0, 1.0)]
        {
            assert_eq!((sinpi(x), cospi(x)), (sine, cosine), "{x}");
            assert_eq!((sinpi(-x), cospi(-x)), (-sine, cosine), "{x}");
        }
        assert!(sinpi(-3.0).is_sign_negative() && cospi(2.5).is_sign_positive());
        assert!((sinpi(0.1) - 0.309_016_994_374_947_45).abs() < 1e-16);
        assert!((cospi(1000.1) - 0.951_056_516_295_125).abs() < 1e-12);
        assert!((tanpi(0.25) - 1.0).abs() < 1e-15);
        assert!(sinpi(f64::INFINITY).is_nan() && cospi(f64::NAN).is_nan());
    }

    #[test]
    fn only_some_functions_have_a_less_exact_form() {
        let known = ["sin", "half_sin", "native_exp10", "acospi"];
        assert!(known.iter().all(|name| function(name).is_some()));
        let unknown = ["half_acos", "native_cbrt", "half_half_sin", "fract", ""];
        assert!(unknown.iter().all(|name| function(name).is_none()));
    }
}
