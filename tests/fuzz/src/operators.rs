//! Operators of random kernels: every one is defined for every operand.

use serde::{Deserialize, Serialize};

use crate::types::Scalar;

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unary {
    /// The negative; integers wrap.
    Negate,
    /// All bits flipped; not for floating point.
    Not,
    /// Set bits; not for floating point.
    CountOnes,
    /// Leading zeros, the width for zero; not for floating point.
    LeadingZeros,
    /// The absolute value; the least integer stays as it is.
    Absolute,
    /// The square root; floating point only.
    SquareRoot,
}

impl Unary {
    /// Operators on integers.
    pub const INTEGER: &[Self] =
        &[Self::Negate, Self::Not, Self::CountOnes, Self::LeadingZeros, Self::Absolute];
    /// Operators on floating point.
    pub const FLOAT: &[Self] = &[Self::Negate, Self::Absolute, Self::SquareRoot];
    /// Operators on conditions.
    pub const CONDITION: &[Self] = &[Self::Not];
}

/// An operator with two operands of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Binary {
    /// Sum; integers wrap.
    Add,
    /// Difference; integers wrap.
    Subtract,
    /// Product; integers wrap.
    Multiply,
    /// Quotient of floating-point numbers.
    Divide,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left by the second operand modulo the width.
    ShiftLeft,
    /// Logical shift to the right by the second operand modulo the width.
    ShiftRight,
    /// Arithmetic shift to the right by the second operand modulo the width.
    ShiftRightSigned,
    /// Rotation to the left.
    Rotate,
    /// Unsigned quotient by the second operand made odd.
    DivideUnsigned,
    /// Unsigned remainder by the second operand made odd.
    RemainderUnsigned,
    /// Signed quotient by the second operand made odd and positive.
    DivideSigned,
    /// Signed remainder by the second operand made odd and positive.
    RemainderSigned,
    /// The lesser one, signed.
    MinSigned,
    /// The greater one, signed.
    MaxSigned,
    /// The lesser one, unsigned.
    MinUnsigned,
    /// The greater one, unsigned.
    MaxUnsigned,
    /// Signed saturating sum.
    AddSaturating,
    /// Unsigned saturating difference.
    SubtractSaturating,
}

impl Binary {
    /// Operators on integers.
    pub const INTEGER: &[Self] = &[
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::ShiftLeft,
        Self::ShiftRight,
        Self::ShiftRightSigned,
        Self::Rotate,
        Self::DivideUnsigned,
        Self::RemainderUnsigned,
        Self::DivideSigned,
        Self::RemainderSigned,
        Self::MinSigned,
        Self::MaxSigned,
        Self::MinUnsigned,
        Self::MaxUnsigned,
        Self::AddSaturating,
        Self::SubtractSaturating,
    ];
    /// Operators on floating point.
    pub const FLOAT: &[Self] = &[Self::Add, Self::Subtract, Self::Multiply, Self::Divide];
    /// Operators on conditions.
    pub const CONDITION: &[Self] = &[Self::And, Self::Or, Self::Xor];
}

/// A comparison; of floating point, `Not…` ones hold for NaNs and the others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
    /// Less, signed or floating point.
    Less,
    /// Less or equal, signed or floating point.
    LessOrEqual,
    /// Less, unsigned; of floating point, less or unordered.
    LessUnsigned,
    /// Less or equal, unsigned; of floating point, less or equal or unordered.
    LessOrEqualUnsigned,
}

impl Compare {
    /// Every comparison.
    pub const ALL: &[Self] = &[
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::LessUnsigned,
        Self::LessOrEqualUnsigned,
    ];
}

macro_rules! queries {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $shape:ident;)*) => {
        /// A query of a work-item about its position.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Query { $($(#[$doc])* $variant,)* }

        impl Query {
            /// Every query.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The builtin's name.
            #[must_use]
            pub fn builtin(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The builtin's signature.
            #[must_use]
            pub fn shape(self) -> QueryShape {
                match self { $(Self::$variant => QueryShape::$shape,)* }
            }
        }
    };
}

/// The signature of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryShape {
    /// `size_t f(i32 dimension)`
    Ranked,
    /// `size_t f()`
    Size,
    /// `i32 f()`
    Number,
}

queries! {
    /// Work-items in a dimension.
    GlobalSize = "__mux_get_global_size", Ranked;
    /// Global id, with the offset.
    GlobalId = "__mux_get_global_id", Ranked;
    /// The offset of global ids.
    GlobalOffset = "__mux_get_global_offset", Ranked;
    /// Work-items of a group in a dimension.
    LocalSize = "__mux_get_local_size", Ranked;
    /// The same; they differ only where groups may be smaller.
    EnqueuedLocalSize = "__mux_get_enqueued_local_size", Ranked;
    /// Local id.
    LocalId = "__mux_get_local_id", Ranked;
    /// Work-groups in a dimension.
    NumGroups = "__mux_get_num_groups", Ranked;
    /// Group id.
    GroupId = "__mux_get_group_id", Ranked;
    /// Dimensions.
    WorkDim = "__mux_get_work_dim", Number;
    /// Linear global id, without the offset.
    GlobalLinearId = "__mux_get_global_linear_id", Size;
    /// Linear local id.
    LocalLinearId = "__mux_get_local_linear_id", Size;
    /// Sub-group id.
    SubGroupId = "__mux_get_sub_group_id", Number;
    /// Sub-groups in the work-group.
    NumSubGroups = "__mux_get_num_sub_groups", Number;
    /// Work-items of a full sub-group.
    MaxSubGroupSize = "__mux_get_max_sub_group_size", Number;
    /// Work-items of this sub-group.
    SubGroupSize = "__mux_get_sub_group_size", Number;
    /// Id in the sub-group.
    SubGroupLocalId = "__mux_get_sub_group_local_id", Number;
}

/// An operator of reductions and scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Combine {
    /// Sum.
    Add,
    /// Product.
    Multiply,
    /// Signed or floating-point minimum.
    Min,
    /// Signed or floating-point maximum.
    Max,
    /// Unsigned minimum.
    MinUnsigned,
    /// Unsigned maximum.
    MaxUnsigned,
    /// Bitwise and; of conditions, the logical one.
    And,
    /// Bitwise or; of conditions, the logical one.
    Or,
    /// Bitwise exclusive or; of conditions, the logical one.
    Xor,
}

impl Combine {
    /// For values of a type.
    #[must_use]
    pub fn of(scalar: Scalar) -> &'static [Self] {
        match scalar {
            Scalar::I1 => Self::CONDITION,
            scalar if scalar.is_float() => Self::FLOAT,
            _ => Self::INTEGER,
        }
    }

    /// For integers.
    pub const INTEGER: &[Self] = &[
        Self::Add,
        Self::Multiply,
        Self::Min,
        Self::Max,
        Self::MinUnsigned,
        Self::MaxUnsigned,
        Self::And,
        Self::Or,
        Self::Xor,
    ];
    /// For floating point.
    pub const FLOAT: &[Self] = &[Self::Add, Self::Multiply, Self::Min, Self::Max];
    /// For conditions.
    pub const CONDITION: &[Self] = &[Self::And, Self::Or, Self::Xor];
}
