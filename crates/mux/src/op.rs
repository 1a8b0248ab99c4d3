//! The operators of reductions and scans.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::context::ContextRef;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{FloatType, IntType};
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FloatValue, InstructionOpcode as Instruction, IntValue,
};

use crate::MuxError;
use crate::value_type::{Element, ScalarType, ValueType};

/// The types that an operator supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Domain {
    Integer,
    Float,
    Truth,
}

macro_rules! operators {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $domain:ident;)*) => {
        /// An operator of reductions and scans.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op { $($(#[$doc])* $variant,)* }

        impl Op {
            /// All operators.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in a builtin: `fadd`, `logical_and`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            fn domain(self) -> Domain {
                match self { $(Self::$variant => Domain::$domain,)* }
            }
        }
    };
}

operators! {
    /// Integer sum.
    Add = "add", Integer;
    /// Floating-point sum.
    FAdd = "fadd", Float;
    /// Integer product.
    Mul = "mul", Integer;
    /// Floating-point product.
    FMul = "fmul", Float;
    /// Least signed integer.
    SMin = "smin", Integer;
    /// Least unsigned integer.
    UMin = "umin", Integer;
    /// Least floating-point number; a NaN loses against a number.
    FMin = "fmin", Float;
    /// Greatest signed integer.
    SMax = "smax", Integer;
    /// Greatest unsigned integer.
    UMax = "umax", Integer;
    /// Greatest floating-point number; a NaN loses against a number.
    FMax = "fmax", Float;
    /// Bitwise and.
    And = "and", Integer;
    /// Bitwise or.
    Or = "or", Integer;
    /// Bitwise exclusive or.
    Xor = "xor", Integer;
    /// Logical and.
    LogicalAnd = "logical_and", Truth;
    /// Logical or.
    LogicalOr = "logical_or", Truth;
    /// Logical exclusive or.
    LogicalXor = "logical_xor", Truth;
}

impl Op {
    /// Whether the operator supports a type.
    #[must_use]
    pub fn fits(self, element: Element) -> bool {
        match self.domain() {
            Domain::Integer => !element.is_float(),
            Domain::Float => element.is_float(),
            Domain::Truth => element == Element::I1,
        }
    }

    /// The identity as SYCL 2020 §4.17.3 and OpenCL define it, which an exclusive scan returns for the first
    /// work-item. For minimum and maximum of floating-point numbers that is an infinity, and for their sum
    /// `+0.0`.
    ///
    /// # Errors
    /// When the operator does not support the type.
    pub fn identity<'c>(
        self,
        context: ContextRef<'c>,
        ty: ValueType,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        self.constant(context, ty, |op, ty| match op {
            Self::FMin => ty.const_float(f64::INFINITY),
            Self::FMax => ty.const_float(f64::NEG_INFINITY),
            Self::FMul => ty.const_float(1.0),
            _ => ty.const_zero(),
        })
    }

    /// The initial value of an accumulator: combining it with any value gives exactly that value, including
    /// the sign of zero and infinities. So `-0.0` for a sum, a NaN for minimum and maximum.
    ///
    /// # Errors
    /// When the operator does not support the type.
    pub fn neutral<'c>(
        self,
        context: ContextRef<'c>,
        ty: ValueType,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        self.constant(context, ty, |op, ty| match op {
            Self::FMin | Self::FMax => ty.const_float(f64::NAN),
            Self::FMul => ty.const_float(1.0),
            _ => ty.const_float(-0.0),
        })
    }

    fn constant<'c>(
        self,
        context: ContextRef<'c>,
        ty: ValueType,
        float: fn(Self, FloatType<'c>) -> FloatValue<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        if !self.fits(ty.element) {
            return Err(self.misfit(ty));
        }
        Ok(ty.splat(match ty.element.scalar(context) {
            ScalarType::Int(int) => self.integer(int, ty.element.bits()).into(),
            ScalarType::Float(ty) => float(self, ty).into(),
        }))
    }

    /// For integers, identity and neutral value are the same.
    fn integer<'c>(self, ty: IntType<'c>, bits: u32) -> IntValue<'c> {
        let sign = 1u64 << (bits - 1);
        match self {
            Self::Mul => ty.const_int(1, false),
            Self::SMin => ty.const_int(sign - 1, false),
            Self::SMax => ty.const_int(sign, false),
            Self::UMin | Self::And | Self::LogicalAnd => ty.const_all_ones(),
            _ => ty.const_zero(),
        }
    }

    /// Emits `a op b`. Both operands have the same type, which may be a vector.
    ///
    /// # Errors
    /// When the operator does not support the type, or the builder has no position.
    pub fn combine<'c>(
        self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        a: BasicValueEnum<'c>,
        b: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let instruction = match self {
            Self::Add => Instruction::Add,
            Self::FAdd => Instruction::FAdd,
            Self::Mul => Instruction::Mul,
            Self::FMul => Instruction::FMul,
            Self::And | Self::LogicalAnd => Instruction::And,
            Self::Or | Self::LogicalOr => Instruction::Or,
            Self::Xor | Self::LogicalXor => Instruction::Xor,
            Self::SMin => return self.intrinsic(module, builder, "llvm.smin", a, b),
            Self::UMin => return self.intrinsic(module, builder, "llvm.umin", a, b),
            Self::SMax => return self.intrinsic(module, builder, "llvm.smax", a, b),
            Self::UMax => return self.intrinsic(module, builder, "llvm.umax", a, b),
            Self::FMin => return self.intrinsic(module, builder, "llvm.minnum", a, b),
            Self::FMax => return self.intrinsic(module, builder, "llvm.maxnum", a, b),
        };
        Ok(builder.build_binop(instruction, a, b, "")?)
    }

    fn intrinsic<'c>(
        self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        name: &str,
        a: BasicValueEnum<'c>,
        b: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let missing = || MuxError::malformed(name, "is not an intrinsic of this LLVM");
        let function = Intrinsic::find(name)
            .and_then(|intrinsic| intrinsic.get_declaration(module, &[a.get_type()]))
            .ok_or_else(missing)?;
        let call = builder.build_call(function, &[a.into(), b.into()], "")?;
        call.try_as_basic_value().basic().ok_or_else(missing)
    }

    fn misfit(self, ty: ValueType) -> MuxError {
        MuxError::malformed(self.name(), format!("does not combine values of type {ty}"))
    }
}

#[cfg(test)]
mod tests {
    use scythe_llvm::inkwell::context::{Context, ContextRef};
    use scythe_llvm::inkwell::types::BasicType;
    use scythe_llvm::inkwell::values::BasicValueEnum;
    use scythe_llvm::{Tuning, run_passes};

    use super::Op;
    use crate::value_type::{Element, ScalarType};

    /// The constant that LLVM folds `a op b` to.
    fn folded<'c>(
        context: &'c Context,
        op: Op,
        a: BasicValueEnum<'c>,
        b: BasicValueEnum<'c>,
    ) -> Option<BasicValueEnum<'c>> {
        let module = context.create_module("fold");
        let function = module.add_function("f", a.get_type().fn_type(&[], false), None);
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, ""));
        let value = op.combine(&module, &builder, a, b).expect("the operator fits");
        builder.build_return(Some(&value)).expect("the builder stands at the end");
        let tuning = Tuning { vectorize: false, inline_threshold: None };
        run_passes(&module, "function(instsimplify)", None, tuning).expect("LLVM has the pass");
        let end = function.get_first_basic_block()?.get_terminator()?;
        end.get_operand(0)?.value()
    }

    fn samples<'c>(context: ContextRef<'c>, element: Element) -> Vec<BasicValueEnum<'c>> {
        match element.scalar(context) {
            ScalarType::Float(ty) => [2.5, -7.0, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY]
                .map(|value| ty.const_float(value).into())
                .to_vec(),
            ScalarType::Int(ty) => [0, 1, u64::MAX, 1 << (element.bits() - 1)]
                .map(|value| ty.const_int(value, false).into())
                .to_vec(),
        }
    }

    #[test]
    fn the_neutral_value_changes_nothing() {
        let context = Context::create();
        let module = context.create_module("values");
        for &op in Op::ALL {
            for &element in Element::ALL.iter().filter(|&&element| op.fits(element)) {
                let neutral = op.neutral(module.get_context(), element.into());
                let neutral = neutral.expect("the operator fits");
                for value in samples(module.get_context(), element) {
                    let result = folded(&context, op, neutral, value);
                    assert_eq!(result, Some(value), "{} {}", op.name(), element.name());
                }
            }
        }
    }

    #[test]
    fn the_identity_is_that_of_the_language() {
        let context = Context::create();
        let module = context.create_module("values");
        let (float, byte) = (context.f32_type(), context.i8_type());
        for (op, element, expected) in [
            (Op::FAdd, Element::F32, BasicValueEnum::from(float.const_float(0.0))),
            (Op::FMul, Element::F32, float.const_float(1.0).into()),
            (Op::FMin, Element::F32, float.const_float(f64::INFINITY).into()),
            (Op::FMax, Element::F32, float.const_float(f64::NEG_INFINITY).into()),
            (Op::SMin, Element::I8, byte.const_int(127, false).into()),
            (Op::SMax, Element::I8, byte.const_int(128, false).into()),
            (Op::UMin, Element::I8, byte.const_int(255, false).into()),
            (Op::UMax, Element::I8, byte.const_zero().into()),
        ] {
            let identity = op.identity(module.get_context(), element.into());
            assert_eq!(identity.ok(), Some(expected), "{}", op.name());
        }
    }

    #[test]
    fn operators_reject_unsupported_types() {
        let context = Context::create();
        let module = context.create_module("values");
        for (op, element) in
            [(Op::Add, Element::F32), (Op::FAdd, Element::I32), (Op::LogicalOr, Element::I8)]
        {
            assert!(op.neutral(module.get_context(), element.into()).is_err(), "{}", op.name());
        }
    }
}
