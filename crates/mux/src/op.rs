//! What reductions and scans combine values with.

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

/// The types an operator is for.
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
    /// Whether the operator works on values of a type.
    #[must_use]
    pub fn fits(self, element: Element) -> bool {
        match self.domain() {
            Domain::Integer => !element.is_float(),
            Domain::Float => element.is_float(),
            Domain::Truth => element == Element::I1,
        }
    }

    /// What an exclusive scan gives the first work-item: the identity as SYCL 2020 §4.17.3 and
    /// OpenCL define it. For minimum and maximum of floating-point numbers that is an infinity, and
    /// for their sum `+0.0`.
    ///
    /// # Errors
    /// When the operator is not for the type.
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

    /// What an accumulator starts with: combining it with any value gives exactly that value, the
    /// sign of zero and infinities included. So `-0.0` for a sum, a NaN for minimum and maximum.
    ///
    /// # Errors
    /// When the operator is not for the type.
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

    /// Emits `a op b`. Both operands have the same type, a vector or not.
    ///
    /// # Errors
    /// When the operator is not for values of that type, or the builder has no position.
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
        let missing = || MuxError::malformed(name, "is no intrinsic of this LLVM");
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
