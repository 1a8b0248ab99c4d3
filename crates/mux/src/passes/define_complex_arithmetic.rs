//! Defines multiplication and division of complex numbers, for which clang calls a library that GPUs lack.
//!
//! Before: `declare { double, double } @__divdc3(double, double, double, double)`
//! After:  a definition
//!
//! Results follow C's Annex G: infinities are kept where naive formulas give NaN, and divisors are scaled by
//! a power of two first, so that their squares neither overflow nor underflow. Functions return a pair of
//! values, or store it through a first parameter, depending on the target's calling convention.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::FloatType;
use scythe_llvm::inkwell::values::{
    AggregateValueEnum, BasicValueEnum, FloatValue, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::inkwell::{FloatPredicate, IntPredicate};

use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "define-complex-arithmetic",
    summary: "define products and quotients of complex numbers",
    run,
};

#[derive(Clone, Copy)]
enum Operation {
    Product,
    Quotient,
}

/// The encoding of a floating-point type.
#[derive(Clone, Copy)]
struct Layout {
    /// The width in bits.
    width: u32,
    /// The stored bits of the significand.
    significand: u32,
    /// The bias of exponents.
    bias: u32,
}

const SINGLE: Layout = Layout { width: 32, significand: 23, bias: 127 };
const DOUBLE: Layout = Layout { width: 64, significand: 52, bias: 1023 };

/// The functions, by the names that compilers use.
const FUNCTIONS: [(&str, Operation, Layout); 4] = [
    ("__mulsc3", Operation::Product, SINGLE),
    ("__muldc3", Operation::Product, DOUBLE),
    ("__divsc3", Operation::Quotient, SINGLE),
    ("__divdc3", Operation::Quotient, DOUBLE),
];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for (name, operation, layout) in FUNCTIONS {
        if let Some(function) = cx.module.get_function(name)
            && function.count_basic_blocks() == 0
        {
            define(cx.module, function, (operation, layout))?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn define<'c>(
    module: &Module<'c>,
    function: FunctionValue<'c>,
    (operation, layout): (Operation, Layout),
) -> Result<(), MuxError> {
    let wrong = || {
        let name = function.get_name().to_string_lossy();
        MuxError::malformed(&*name, "is not a function of two complex numbers")
    };
    let mut place = None;
    let mut parts = Vec::new();
    for parameter in function.get_param_iter() {
        match parameter {
            BasicValueEnum::PointerValue(pointer) if parts.is_empty() => place = Some(pointer),
            BasicValueEnum::FloatValue(part) => parts.push(part),
            _ => return Err(wrong()),
        }
    }
    let parts: [FloatValue<'c>; 4] = parts.try_into().map_err(|_| wrong())?;
    let ty = parts[0].get_type();
    let context = module.get_context();
    let expected = match place {
        Some(place) => {
            let number = ty.into();
            let types = [place.get_type().into(), number, number, number, number];
            context.void_type().fn_type(&types, false)
        }
        None => context.struct_type(&[ty.into(), ty.into()], false).fn_type(&[ty.into(); 4], false),
    };
    if ty.get_bit_width() != layout.width || function.get_type() != expected {
        return Err(wrong());
    }
    let builder = context.create_builder();
    builder.position_at_end(module.get_context().append_basic_block(function, "entry"));
    function.set_linkage(Linkage::Internal);
    let arithmetic = Arithmetic { module, builder, ty, layout };
    let result = match operation {
        Operation::Product => arithmetic.product(parts)?,
        Operation::Quotient => arithmetic.quotient(parts)?,
    };
    arithmetic.ret(result, place)
}

/// Instructions for a type.
struct Arithmetic<'a, 'c> {
    module: &'a Module<'c>,
    builder: Builder<'c>,
    ty: FloatType<'c>,
    layout: Layout,
}

type Number<'c> = FloatValue<'c>;
type Truth<'c> = IntValue<'c>;

impl<'c> Arithmetic<'_, 'c> {
    fn product(&self, [a, b, c, d]: [Number<'c>; 4]) -> Result<[Number<'c>; 2], MuxError> {
        let products = [self.mul(a, c)?, self.mul(b, d)?, self.mul(a, d)?, self.mul(b, c)?];
        let [ac, bd, ad, bc] = products;
        let plain = [self.sub(ac, bd)?, self.add(ad, bc)?];
        // An infinite operand becomes a corner of a box, and NaN then counts as zero.
        let first = self.any([self.is_infinite(a)?, self.is_infinite(b)?])?;
        let second = self.any([self.is_infinite(c)?, self.is_infinite(d)?])?;
        let mut infinite = self.any([first, second])?;
        for product in products {
            infinite = self.any([infinite, self.is_infinite(product)?])?;
        }
        let reduced = |x, boxed| self.zero_for_nan(self.select(boxed, self.boxed(x)?, x)?);
        let [a, b] = [reduced(a, first)?, reduced(b, first)?];
        let [c, d] = [reduced(c, second)?, reduced(d, second)?];
        let infinity = self.ty.const_float(f64::INFINITY);
        let real = self.sub(self.mul(a, c)?, self.mul(b, d)?)?;
        let imaginary = self.add(self.mul(a, d)?, self.mul(b, c)?)?;
        let recovered = [self.mul(infinity, real)?, self.mul(infinity, imaginary)?];
        let is_lost = self.all([self.are_nan(plain)?, infinite])?;
        self.select_pair(is_lost, recovered, plain)
    }

    fn quotient(&self, [a, b, c, d]: [Number<'c>; 4]) -> Result<[Number<'c>; 2], MuxError> {
        let largest = self.larger(self.abs(c)?, self.abs(d)?)?;
        let scale = self.scale_for(largest)?;
        let [c, d] = [self.mul(c, scale)?, self.mul(d, scale)?];
        let square = self.add(self.mul(c, c)?, self.mul(d, d)?)?;
        let turned = |a, b, c, d| -> Result<[Number<'c>; 2], MuxError> {
            let real = self.add(self.mul(a, c)?, self.mul(b, d)?)?;
            Ok([real, self.sub(self.mul(b, c)?, self.mul(a, d)?)?])
        };
        let [real, imaginary] = turned(a, b, c, d)?;
        let scaled = |part| self.mul(self.div(part, square)?, scale);
        let plain = [scaled(real)?, scaled(imaginary)?];

        let [zero, infinity] = [self.ty.const_zero(), self.ty.const_float(f64::INFINITY)];
        let times = |factor, [x, y]: [Number<'c>; 2]| -> Result<[Number<'c>; 2], MuxError> {
            Ok([self.mul(factor, x)?, self.mul(factor, y)?])
        };
        // A number divided by zero, an infinite number divided by a finite one, and the reverse.
        let by_zero = self.all([
            self.compare(FloatPredicate::OEQ, square, zero)?,
            self.any([self.is_number(a)?, self.is_number(b)?])?,
        ])?;
        let over_zero = times(self.copysign(infinity, c)?, [a, b])?;
        let grows = self.all([
            self.any([self.is_infinite(a)?, self.is_infinite(b)?])?,
            self.all([self.is_finite(c)?, self.is_finite(d)?])?,
        ])?;
        let grown = times(infinity, turned(self.boxed(a)?, self.boxed(b)?, c, d)?)?;
        let vanishes = self.all([
            self.any([self.is_infinite(c)?, self.is_infinite(d)?])?,
            self.all([self.is_finite(a)?, self.is_finite(b)?])?,
        ])?;
        let vanished = times(zero, turned(a, b, self.boxed(c)?, self.boxed(d)?)?)?;
        let mut recovered = self.select_pair(vanishes, vanished, plain)?;
        recovered = self.select_pair(grows, grown, recovered)?;
        recovered = self.select_pair(by_zero, over_zero, recovered)?;
        self.select_pair(self.are_nan(plain)?, recovered, plain)
    }

    /// A power of two that scales a number to about 1, as far as such a power can be represented.
    fn scale_for(&self, number: Number<'c>) -> Result<Number<'c>, MuxError> {
        let (builder, Layout { width, significand, bias }) = (&self.builder, self.layout);
        let context = self.module.get_context();
        let width = if width == 64 { context.i64_type() } else { context.i32_type() };
        let constant = |value: u32| width.const_int(value.into(), false);
        let bits = builder.build_bit_cast(number, width, "")?.into_int_value();
        let exponent = builder.build_right_shift(bits, constant(significand), false, "")?;
        let opposite = builder.build_int_sub(constant(2 * bias), exponent, "")?;
        let is_small = builder.build_int_compare(IntPredicate::SLT, opposite, constant(1), "")?;
        let field = builder.build_select(is_small, constant(1), opposite, "")?.into_int_value();
        let bits = builder.build_left_shift(field, constant(significand), "scale")?;
        Ok(builder.build_bit_cast(bits, self.ty, "")?.into_float_value())
    }

    /// Returns the result.
    fn ret(
        &self,
        [real, imaginary]: [Number<'c>; 2],
        place: Option<PointerValue<'c>>,
    ) -> Result<(), MuxError> {
        let pair = self.module.get_context().struct_type(&[self.ty.into(), self.ty.into()], false);
        let mut both = AggregateValueEnum::StructValue(pair.get_poison());
        for (index, part) in (0..).zip([real, imaginary]) {
            both = self.builder.build_insert_value(both, part, index, "")?;
        }
        let both = both.into_struct_value();
        match place {
            Some(place) => {
                self.builder.build_store(place, both)?;
                self.builder.build_return(None)?;
            }
            None => {
                self.builder.build_return(Some(&both))?;
            }
        }
        Ok(())
    }

    fn mul(&self, a: Number<'c>, b: Number<'c>) -> Result<Number<'c>, MuxError> {
        Ok(self.builder.build_float_mul(a, b, "")?)
    }

    fn add(&self, a: Number<'c>, b: Number<'c>) -> Result<Number<'c>, MuxError> {
        Ok(self.builder.build_float_add(a, b, "")?)
    }

    fn sub(&self, a: Number<'c>, b: Number<'c>) -> Result<Number<'c>, MuxError> {
        Ok(self.builder.build_float_sub(a, b, "")?)
    }

    fn div(&self, a: Number<'c>, b: Number<'c>) -> Result<Number<'c>, MuxError> {
        Ok(self.builder.build_float_div(a, b, "")?)
    }

    fn intrinsic(&self, name: &str, arguments: &[Number<'c>]) -> Result<Number<'c>, MuxError> {
        let missing = || MuxError::malformed(name, "is not an intrinsic of LLVM");
        let function = Intrinsic::find(name)
            .and_then(|found| found.get_declaration(self.module, &[self.ty.into()]))
            .ok_or_else(missing)?;
        let arguments: Vec<_> = arguments.iter().map(|&argument| argument.into()).collect();
        let call = self.builder.build_call(function, &arguments, "")?;
        match call.try_as_basic_value().basic() {
            Some(BasicValueEnum::FloatValue(value)) => Ok(value),
            _ => Err(missing()),
        }
    }

    fn abs(&self, x: Number<'c>) -> Result<Number<'c>, MuxError> {
        self.intrinsic("llvm.fabs", &[x])
    }

    fn copysign(&self, x: Number<'c>, sign: Number<'c>) -> Result<Number<'c>, MuxError> {
        self.intrinsic("llvm.copysign", &[x, sign])
    }

    fn larger(&self, a: Number<'c>, b: Number<'c>) -> Result<Number<'c>, MuxError> {
        self.select(self.compare(FloatPredicate::UGT, a, b)?, a, b)
    }

    /// One for infinities and zero otherwise, with the sign.
    fn boxed(&self, x: Number<'c>) -> Result<Number<'c>, MuxError> {
        let [one, zero] = [1.0, 0.0].map(|value| self.ty.const_float(value));
        self.copysign(self.select(self.is_infinite(x)?, one, zero)?, x)
    }

    fn zero_for_nan(&self, x: Number<'c>) -> Result<Number<'c>, MuxError> {
        let zero = self.copysign(self.ty.const_zero(), x)?;
        self.select(self.is_number(x)?, x, zero)
    }

    fn compare(
        &self,
        how: FloatPredicate,
        a: Number<'c>,
        b: Number<'c>,
    ) -> Result<Truth<'c>, MuxError> {
        Ok(self.builder.build_float_compare(how, a, b, "")?)
    }

    fn is_infinite(&self, x: Number<'c>) -> Result<Truth<'c>, MuxError> {
        let infinity = self.ty.const_float(f64::INFINITY);
        self.compare(FloatPredicate::OEQ, self.abs(x)?, infinity)
    }

    fn is_finite(&self, x: Number<'c>) -> Result<Truth<'c>, MuxError> {
        let infinity = self.ty.const_float(f64::INFINITY);
        self.compare(FloatPredicate::OLT, self.abs(x)?, infinity)
    }

    fn is_number(&self, x: Number<'c>) -> Result<Truth<'c>, MuxError> {
        self.compare(FloatPredicate::ORD, x, x)
    }

    fn are_nan(&self, [x, y]: [Number<'c>; 2]) -> Result<Truth<'c>, MuxError> {
        self.all([
            self.compare(FloatPredicate::UNO, x, x)?,
            self.compare(FloatPredicate::UNO, y, y)?,
        ])
    }

    fn any(&self, [a, b]: [Truth<'c>; 2]) -> Result<Truth<'c>, MuxError> {
        Ok(self.builder.build_or(a, b, "")?)
    }

    fn all(&self, [a, b]: [Truth<'c>; 2]) -> Result<Truth<'c>, MuxError> {
        Ok(self.builder.build_and(a, b, "")?)
    }

    fn select(
        &self,
        condition: Truth<'c>,
        a: Number<'c>,
        b: Number<'c>,
    ) -> Result<Number<'c>, MuxError> {
        Ok(self.builder.build_select(condition, a, b, "")?.into_float_value())
    }

    fn select_pair(
        &self,
        condition: Truth<'c>,
        a: [Number<'c>; 2],
        b: [Number<'c>; 2],
    ) -> Result<[Number<'c>; 2], MuxError> {
        Ok([self.select(condition, a[0], b[0])?, self.select(condition, a[1], b[1])?])
    }
}
