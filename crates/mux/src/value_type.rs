//! The types of group operations, with the names of LLVM's intrinsics.

use std::fmt;

use scythe_llvm::inkwell::context::ContextRef;
use scythe_llvm::inkwell::types::{BasicTypeEnum, FloatType, IntType, VectorType};
use scythe_llvm::inkwell::values::BasicValueEnum;
use scythe_llvm::splat_scalable;

macro_rules! elements {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $bits:literal;)*) => {
        /// A scalar type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Element { $($(#[$doc])* $variant,)* }

        impl Element {
            /// All scalar types.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in an intrinsic: `i32`, `f16`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How many bits a value has.
            #[must_use]
            pub fn bits(self) -> u32 {
                match self { $(Self::$variant => $bits,)* }
            }
        }
    };
}

elements! {
    /// `i1`, a Boolean.
    I1 = "i1", 1;
    /// `i8`
    I8 = "i8", 8;
    /// `i16`
    I16 = "i16", 16;
    /// `i32`
    I32 = "i32", 32;
    /// `i64`
    I64 = "i64", 64;
    /// `half`
    F16 = "f16", 16;
    /// `bfloat`
    Bf16 = "bf16", 16;
    /// `float`
    F32 = "f32", 32;
    /// `double`
    F64 = "f64", 64;
}

/// A scalar's LLVM type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ScalarType<'c> {
    Int(IntType<'c>),
    Float(FloatType<'c>),
}

impl Element {
    /// Whether values are floating-point numbers.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16 | Self::F32 | Self::F64)
    }

    pub(crate) fn scalar<'c>(self, context: ContextRef<'c>) -> ScalarType<'c> {
        match self {
            Self::I1 => ScalarType::Int(context.bool_type()),
            Self::I8 => ScalarType::Int(context.i8_type()),
            Self::I16 => ScalarType::Int(context.i16_type()),
            Self::I32 => ScalarType::Int(context.i32_type()),
            Self::I64 => ScalarType::Int(context.i64_type()),
            Self::F16 => ScalarType::Float(context.f16_type()),
            Self::Bf16 => ScalarType::Float(context.bf16_type()),
            Self::F32 => ScalarType::Float(context.f32_type()),
            Self::F64 => ScalarType::Float(context.f64_type()),
        }
    }

    /// The LLVM type.
    #[must_use]
    pub fn llvm<'c>(self, context: ContextRef<'c>) -> BasicTypeEnum<'c> {
        match self.scalar(context) {
            ScalarType::Int(ty) => ty.into(),
            ScalarType::Float(ty) => ty.into(),
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|element| element.name() == name)
    }
}

/// The number of values in a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// One: a scalar.
    Scalar,
    /// `<N x T>`
    Fixed(u32),
    /// `<vscale x N x T>`
    Scalable(u32),
}

/// The type a group operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// The type of one value.
    pub element: Element,
    /// How many of them.
    pub lanes: Lanes,
}

impl From<Element> for ValueType {
    fn from(element: Element) -> Self {
        Self { element, lanes: Lanes::Scalar }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            Lanes::Scalar => f.write_str(self.element.name()),
            Lanes::Fixed(lanes) => write!(f, "v{lanes}{}", self.element.name()),
            Lanes::Scalable(lanes) => write!(f, "nxv{lanes}{}", self.element.name()),
        }
    }
}

impl ValueType {
    /// The type with that name; none for names that LLVM would not write (`v04i32`).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let (scalable, rest) =
            name.strip_prefix("nx").map_or((false, name), |vector| (true, vector));
        let ty = match rest.strip_prefix('v') {
            None if scalable => return None,
            None => Element::from_name(name)?.into(),
            Some(vector) => {
                let digits = vector.find(|c: char| !c.is_ascii_digit())?;
                let lanes: u32 = vector[..digits].parse().ok().filter(|&lanes| lanes > 0)?;
                let element = Element::from_name(&vector[digits..])?;
                let lanes = if scalable { Lanes::Scalable(lanes) } else { Lanes::Fixed(lanes) };
                Self { element, lanes }
            }
        };
        (ty.to_string() == name).then_some(ty)
    }

    /// The LLVM type.
    #[must_use]
    pub fn llvm<'c>(self, context: ContextRef<'c>) -> BasicTypeEnum<'c> {
        match (self.element.scalar(context), self.lanes) {
            (_, Lanes::Scalar) => self.element.llvm(context),
            (ScalarType::Int(ty), Lanes::Fixed(lanes)) => ty.vec_type(lanes).into(),
            (ScalarType::Float(ty), Lanes::Fixed(lanes)) => ty.vec_type(lanes).into(),
            (ScalarType::Int(ty), Lanes::Scalable(lanes)) => ty.scalable_vec_type(lanes).into(),
            (ScalarType::Float(ty), Lanes::Scalable(lanes)) => ty.scalable_vec_type(lanes).into(),
        }
    }

    /// The constant whose every lane is `value`, which has the element's type.
    #[must_use]
    pub(crate) fn splat<'c>(self, value: BasicValueEnum<'c>) -> BasicValueEnum<'c> {
        match self.lanes {
            Lanes::Scalar => value,
            Lanes::Fixed(lanes) => VectorType::const_vector(&vec![value; lanes as usize]).into(),
            Lanes::Scalable(lanes) => splat_scalable(value, lanes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, Lanes, ValueType};

    #[test]
    fn names_round_trip() {
        for &element in Element::ALL {
            for lanes in [Lanes::Scalar, Lanes::Fixed(4), Lanes::Fixed(16), Lanes::Scalable(1)] {
                let ty = ValueType { element, lanes };
                assert_eq!(ValueType::from_name(&ty.to_string()), Some(ty), "{ty}");
            }
        }
    }

    #[test]
    fn other_names_are_not_types() {
        for name in ["", "i", "i2", "v", "v4", "vi32", "v0i32", "v04i32", "nxi32", "nxv", "f32x"] {
            assert_eq!(ValueType::from_name(name), None, "{name}");
        }
    }
}
