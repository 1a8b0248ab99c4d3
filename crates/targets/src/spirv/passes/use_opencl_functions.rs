//! Calls OpenCL's functions in place of those of the C library, and of intrinsics that LLVM's SPIR-V back end
//! does not support.
//!
//! Before: `call float @erff(float %x)`, `call double @llvm.exp10.f64(double %x)`
//! After:  `call float @_Z15__spirv_ocl_erff(float %x)`, `call double @_Z17__spirv_ocl_exp10d(double %x)`,
//!         which the back end turns into instructions
//!
//! Intrinsics without such a function are expanded: `llvm.frexp` has two results where OpenCL's function
//! stores one of them, `llvm.lrint` is two steps, the overflow of an addition can be computed from its
//! operands and result, and bits are reversed by halves: without an extension, kernels have no instruction
//! for it.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use scythe_llvm::inkwell::values::{
    AggregateValueEnum, BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue,
    IntValue, StructValue,
};
use scythe_llvm::{
    SPIR_FUNC, call_argument, call_instruction, call_sites, erase, erase_call, poison, replace_uses,
};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "use-opencl-functions",
    summary: "call OpenCL's functions instead of the C library's",
    run,
};

/// Functions of the C library for `double`, and OpenCL's. Those for `float` have an `f` at the end of the
/// name, or before `_r`.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, &str)] = &[
    ("acos", "acos"), ("acosh", "acosh"), ("asin", "asin"), ("asinh", "asinh"), ("atan", "atan"),
    ("atan2", "atan2"), ("atanh", "atanh"), ("cbrt", "cbrt"), ("ceil", "ceil"),
    ("copysign", "copysign"), ("cos", "cos"), ("cosh", "cosh"), ("erf", "erf"), ("erfc", "erfc"),
    ("exp", "exp"), ("exp10", "exp10"), ("exp2", "exp2"), ("expm1", "expm1"), ("fabs", "fabs"),
    ("fdim", "fdim"), ("floor", "floor"), ("fma", "fma"), ("fmax", "fmax"), ("fmin", "fmin"),
    ("fmod", "fmod"), ("frexp", "frexp"), ("hypot", "hypot"), ("ilogb", "ilogb"),
    ("ldexp", "ldexp"), ("lgamma", "lgamma"), ("lgamma_r", "lgamma_r"), ("log", "log"),
    ("log10", "log10"), ("log1p", "log1p"), ("log2", "log2"), ("logb", "logb"), ("modf", "modf"),
    ("nearbyint", "rint"), ("nextafter", "nextafter"), ("pow", "pow"),
    ("remainder", "remainder"), ("remquo", "remquo"), ("rint", "rint"), ("round", "round"),
    ("roundeven", "rint"), ("scalbn", "ldexp"), ("sin", "sin"), ("sinh", "sinh"), ("sqrt", "sqrt"),
    ("tan", "tan"), ("tanh", "tanh"), ("tgamma", "tgamma"), ("trunc", "trunc"),
];

/// Intrinsics that the back end does not support and that OpenCL has a function for.
const INTRINSICS: &[(&str, &str)] = &[
    ("llvm.exp10.", "exp10"),
    ("llvm.ldexp.", "ldexp"),
    ("llvm.maximumnum.", "fmax"),
    ("llvm.minimumnum.", "fmin"),
];

/// Intrinsics that are expanded.
const EXPANDED: &[(&str, Expand)] = &[
    ("llvm.frexp.", frexp),
    ("llvm.sincos.", sincos),
    ("llvm.lrint.", lrint),
    ("llvm.llrint.", lrint),
    ("llvm.sadd.with.overflow.", add_with_overflow),
    ("llvm.ssub.with.overflow.", subtract_with_overflow),
    ("llvm.bitreverse.", reverse_bits),
    ("llvm.canonicalize.", canonicalize),
];

/// Intrinsics that are hints, which the back end cannot drop.
const HINTS: &[&str] = &["llvm.prefetch."];

/// The expansion of an intrinsic's call.
type Expand = for<'a, 'c> fn(&At<'a, 'c>) -> Result<BasicValueEnum<'c>, MuxError>;

/// A call and its position.
struct At<'a, 'c> {
    module: &'a Module<'c>,
    builder: scythe_llvm::inkwell::builder::Builder<'c>,
    call: CallSiteValue<'c>,
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions().filter(|f| f.count_basic_blocks() == 0) {
        let name = function.get_name().to_string_lossy().into_owned();
        let expand = EXPANDED.iter().find(|(prefix, _)| name.starts_with(prefix));
        if HINTS.iter().any(|prefix| name.starts_with(prefix)) {
            calls_of(function)?.into_iter().for_each(erase_call);
            erase(function);
        } else if let Some((_, expand)) = expand {
            expand_calls(cx.module, function, *expand)?;
        } else if let Some(opencl) = counterpart(&name) {
            rename_calls(cx.module, function, opencl)?;
        } else {
            continue;
        }
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// OpenCL's name of a function.
fn counterpart(name: &str) -> Option<&'static str> {
    let intrinsic = INTRINSICS.iter().find(|(prefix, _)| name.starts_with(prefix));
    if let Some((_, opencl)) = intrinsic {
        return Some(opencl);
    }
    let known = |name: &str| FUNCTIONS.iter().find(|(c, _)| *c == name).map(|(_, opencl)| *opencl);
    let float = || match name.strip_suffix("f_r") {
        Some(base) => known(&format!("{base}_r")),
        None => known(name.strip_suffix('f')?),
    };
    known(name).or_else(float)
}

fn rename_calls<'c>(
    module: &Module<'c>,
    function: FunctionValue<'c>,
    opencl: &str,
) -> Result<(), MuxError> {
    for call in calls_of(function)? {
        let builder = module.get_context().create_builder();
        builder.position_before(&call_instruction(call));
        let at = At { module, builder, call };
        let arguments: Vec<BasicValueEnum<'c>> =
            (0..call.count_arguments()).filter_map(|index| call_argument(call, index)).collect();
        let result = at.opencl(opencl, &arguments)?;
        at.replace(result);
    }
    erase(function);
    Ok(())
}

fn expand_calls<'c>(
    module: &Module<'c>,
    function: FunctionValue<'c>,
    expand: Expand,
) -> Result<(), MuxError> {
    for call in calls_of(function)? {
        let builder = module.get_context().create_builder();
        builder.position_before(&call_instruction(call));
        let at = At { module, builder, call };
        let value = expand(&at)?;
        at.replace(value);
    }
    erase(function);
    Ok(())
}

fn calls_of(function: FunctionValue<'_>) -> Result<Vec<CallSiteValue<'_>>, MuxError> {
    call_sites(function).ok_or_else(|| {
        MuxError::malformed(function.get_name().to_string_lossy(), "has its address taken")
    })
}

impl<'c> At<'_, 'c> {
    fn replace(&self, value: BasicValueEnum<'c>) {
        replace_uses(&call_instruction(self.call), &value);
        erase_call(self.call);
    }

    fn wrong(&self) -> MuxError {
        let name =
            self.call.get_called_fn_value().map(|f| f.get_name().to_string_lossy().into_owned());
        MuxError::malformed(name.unwrap_or_default(), "is called with other arguments")
    }

    fn argument(&self, index: u32) -> Result<BasicValueEnum<'c>, MuxError> {
        call_argument(self.call, index).ok_or_else(|| self.wrong())
    }

    fn integer(&self, index: u32) -> Result<IntValue<'c>, MuxError> {
        match self.argument(index)? {
            BasicValueEnum::IntValue(value) => Ok(value),
            _ => Err(self.wrong()),
        }
    }

    fn result_type(&self) -> Result<BasicTypeEnum<'c>, MuxError> {
        let value = self.call.try_as_basic_value().basic();
        value.map(|value| value.get_type()).ok_or_else(|| self.wrong())
    }

    /// A struct of two values, of the call's type.
    fn pair(
        &self,
        first: BasicValueEnum<'c>,
        second: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let empty = poison(self.result_type()?);
        let mut whole: AggregateValueEnum<'c> = StructValue::into(empty.into_struct_value());
        for (value, index) in [(first, 0), (second, 1)] {
            whole = self.builder.build_insert_value(whole, value, index, "")?;
        }
        Ok(whole.into_struct_value().into())
    }

    /// Calls an OpenCL function whose result has the type of the first argument, or of the original call.
    fn opencl(
        &self,
        name: &str,
        arguments: &[BasicValueEnum<'c>],
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let first = arguments.first().ok_or_else(|| self.wrong())?.get_type();
        let result = match self.result_type()? {
            BasicTypeEnum::StructType(_) | BasicTypeEnum::IntType(_) if name != "ilogb" => first,
            own => own,
        };
        let symbol = mangle(name, arguments).ok_or_else(|| self.wrong())?;
        let function = self.module.get_function(&symbol).unwrap_or_else(|| {
            let types: Vec<BasicMetadataTypeEnum<'c>> =
                arguments.iter().map(|argument| argument.get_type().into()).collect();
            let made = self.module.add_function(&symbol, result.fn_type(&types, false), None);
            made.set_call_conventions(SPIR_FUNC);
            made
        });
        let arguments: Vec<BasicMetadataValueEnum<'c>> =
            arguments.iter().map(|&argument| argument.into()).collect();
        let call = self.builder.build_call(function, &arguments, "")?;
        call.set_call_convention(SPIR_FUNC);
        call.try_as_basic_value().basic().ok_or_else(|| self.wrong())
    }
}

/// The name of a function in the back end. Pointers are to integers, except for `modf`.
fn mangle(name: &str, arguments: &[BasicValueEnum<'_>]) -> Option<String> {
    let scalar = |ty: BasicTypeEnum<'_>| match ty {
        BasicTypeEnum::FloatType(_) => match ty.print_to_string().to_string().as_str() {
            "half" => Some("Dh"),
            "float" => Some("f"),
            "double" => Some("d"),
            _ => None,
        },
        BasicTypeEnum::IntType(integer) => match integer.get_bit_width() {
            32 => Some("i"),
            64 => Some("l"),
            _ => None,
        },
        _ => None,
    };
    let function = format!("__spirv_ocl_{name}");
    let mut text = format!("_Z{}{function}", function.len());
    let first = arguments.first()?.get_type();
    for argument in arguments {
        match argument.get_type() {
            BasicTypeEnum::PointerType(pointer) => {
                text.push('P');
                let space = pointer.get_address_space();
                if space != Default::default() {
                    let number = pointer.print_to_string().to_string();
                    let number: String = number.chars().filter(char::is_ascii_digit).collect();
                    text.push_str(&format!("U{}AS{number}", number.len() + 2));
                }
                text.push_str(if name == "modf" { scalar(first)? } else { "i" });
            }
            other => text.push_str(scalar(other)?),
        }
    }
    Some(text)
}

/// `{ fraction, exponent }`
fn frexp<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let block = call_instruction(at.call).get_parent().and_then(|block| block.get_parent());
    let entry = block.and_then(|function| function.get_first_basic_block());
    let first = entry.and_then(|entry| entry.get_first_instruction()).ok_or_else(|| at.wrong())?;
    let number = at.module.get_context().i32_type();
    let place = {
        let builder = at.module.get_context().create_builder();
        builder.position_before(&first);
        builder.build_alloca(number, "exponent")?
    };
    let fraction = at.opencl("frexp", &[at.argument(0)?, place.into()])?;
    let exponent = at.builder.build_load(number, place, "")?;
    at.pair(fraction, exponent)
}

/// `{ sine, cosine }`
fn sincos<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let x = at.argument(0)?;
    at.pair(at.opencl("sin", &[x])?, at.opencl("cos", &[x])?)
}

fn lrint<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let rounded = at.opencl("rint", &[at.argument(0)?])?;
    match (rounded, at.result_type()?) {
        (BasicValueEnum::FloatValue(rounded), BasicTypeEnum::IntType(to)) => {
            Ok(at.builder.build_float_to_signed_int(rounded, to, "")?.into())
        }
        _ => Err(at.wrong()),
    }
}

/// The sum overflows if both operands have the same sign and the sum has the other.
fn add_with_overflow<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let (a, b) = (at.integer(0)?, at.integer(1)?);
    let sum = at.builder.build_int_add(a, b, "")?;
    let (x, y) = (at.builder.build_xor(a, sum, "")?, at.builder.build_xor(b, sum, "")?);
    overflow(at, sum, x, y)
}

/// The difference overflows if the sign of the first operand differs from the difference's and from that of
/// the second.
fn subtract_with_overflow<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let (a, b) = (at.integer(0)?, at.integer(1)?);
    let difference = at.builder.build_int_sub(a, b, "")?;
    let (x, y) = (at.builder.build_xor(a, difference, "")?, at.builder.build_xor(a, b, "")?);
    overflow(at, difference, x, y)
}

fn overflow<'c>(
    at: &At<'_, 'c>,
    result: IntValue<'c>,
    x: IntValue<'c>,
    y: IntValue<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let both = at.builder.build_and(x, y, "")?;
    let zero = both.get_type().const_zero();
    let over = at.builder.build_int_compare(IntPredicate::SLT, both, zero, "")?;
    at.pair(result.into(), over.into())
}

/// Swaps neighbouring bits, then pairs of them, and so on.
fn reverse_bits<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let mut value = at.integer(0)?;
    let ty = value.get_type();
    let bits = u64::from(ty.get_bit_width());
    if !bits.is_power_of_two() || bits > 64 {
        return Err(at.wrong());
    }
    for step in (0..bits.ilog2()).map(|n| 1 << n) {
        // The lower half of each group of bits.
        let half = (0..bits).filter(|bit| bit & step == 0).fold(0, |mask, bit| mask | 1_u64 << bit);
        let (half, step) = (ty.const_int(half, false), ty.const_int(step, false));
        let down = at.builder.build_right_shift(value, step, false, "")?;
        let down = at.builder.build_and(down, half, "")?;
        let up = at.builder.build_and(value, half, "")?;
        let up = at.builder.build_left_shift(up, step, "")?;
        value = at.builder.build_or(down, up, "")?;
    }
    Ok(value.into())
}

/// A multiplication quiets a NaN, and flushes denormals if the device does.
fn canonicalize<'c>(at: &At<'_, 'c>) -> Result<BasicValueEnum<'c>, MuxError> {
    let BasicValueEnum::FloatValue(value) = at.argument(0)? else { return Err(at.wrong()) };
    let one = value.get_type().const_float(1.0);
    Ok(at.builder.build_float_mul(value, one, "")?.into())
}

#[cfg(test)]
mod tests {
    use super::counterpart;

    #[test]
    fn functions_of_both_precisions_are_known() {
        assert_eq!(counterpart("erf"), Some("erf"));
        assert_eq!(counterpart("erff"), Some("erf"));
        assert_eq!(counterpart("lgammaf_r"), Some("lgamma_r"));
        assert_eq!(counterpart("roundevenf"), Some("rint"));
        assert_eq!(counterpart("llvm.exp10.f32"), Some("exp10"));
    }

    #[test]
    fn others_are_not() {
        for name in ["f", "main", "erfcff", "llvm.sin.f32", "strlen", ""] {
            assert_eq!(counterpart(name), None, "{name}");
        }
    }
}
