//! Types of values in random kernels.

use serde::{Deserialize, Serialize};

/// The type of one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scalar {
    /// A condition; a byte in memory.
    I1,
    /// An integer; operators define whether it is signed.
    I8,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// IEEE half precision.
    F16,
}

impl Scalar {
    /// Every scalar type; half precision, which not all processors and devices have, is the last.
    pub const ALL: [Self; 8] =
        [Self::I1, Self::I8, Self::I16, Self::I32, Self::I64, Self::F32, Self::F64, Self::F16];

    /// Every integer type but conditions.
    pub const INTEGERS: [Self; 4] = [Self::I8, Self::I16, Self::I32, Self::I64];

    /// Significant bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::I1 => 1,
            Self::I8 => 8,
            Self::I16 | Self::F16 => 16,
            Self::I32 | Self::F32 => 32,
            Self::I64 | Self::F64 => 64,
        }
    }

    /// Bytes in memory.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// Whether values are floating point.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// The name in LLVM IR.
    #[must_use]
    pub fn ir(self) -> &'static str {
        match self {
            Self::I1 => "i1",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "float",
            Self::F64 => "double",
            Self::F16 => "half",
        }
    }

    /// The name at the end of overloaded functions.
    #[must_use]
    pub fn suffix(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::F16 => "f16",
            other => other.ir(),
        }
    }
}

/// A scalar or a short vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ty {
    /// The type of a lane.
    pub scalar: Scalar,
    /// 1 for scalars, at most [`Ty::MOST_LANES`].
    pub lanes: u8,
}

impl Ty {
    /// Vectors have no more lanes than this.
    pub const MOST_LANES: usize = 4;

    /// A condition.
    pub const I1: Self = Self::of(Scalar::I1);
    /// The type of counters and lanes.
    pub const I32: Self = Self::of(Scalar::I32);
    /// The type of ids and sizes.
    pub const I64: Self = Self::of(Scalar::I64);

    /// A scalar.
    #[must_use]
    pub const fn of(scalar: Scalar) -> Self {
        Self { scalar, lanes: 1 }
    }

    /// A type of the same lanes with another scalar.
    #[must_use]
    pub const fn with(self, scalar: Scalar) -> Self {
        Self { scalar, lanes: self.lanes }
    }

    /// Whether there is more than one lane.
    #[must_use]
    pub fn is_vector(self) -> bool {
        self.lanes > 1
    }

    /// Bytes in memory; also the alignment.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.scalar.bytes() * usize::from(self.lanes)
    }

    /// The name in LLVM IR.
    #[must_use]
    pub fn ir(self) -> String {
        match self.lanes {
            1 => self.scalar.ir().to_owned(),
            lanes => format!("<{lanes} x {}>", self.scalar.ir()),
        }
    }

    /// The corresponding type in memory.
    #[must_use]
    pub fn in_memory(self) -> Self {
        if self.scalar == Scalar::I1 { self.with(Scalar::I8) } else { self }
    }

    /// The name at the end of overloaded intrinsics.
    #[must_use]
    pub fn suffix(self) -> String {
        match self.lanes {
            1 => self.scalar.suffix().to_owned(),
            lanes => format!("v{lanes}{}", self.scalar.suffix()),
        }
    }
}
