//! Group operations.
//!
//! `__mux_<scope>_group_<operation>_<type>`, for example `__mux_work_group_reduce_fadd_f32` or
//! `__mux_sub_group_shuffle_up_i64`. Operations of a work-group have the id of a barrier as their first
//! argument; operations of a vec-group combine the lanes of one vector.

use std::fmt;

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType, FunctionType};

use crate::op::Op;
use crate::size_type;
use crate::value_type::{Element, Lanes, ValueType};

/// Which work-items take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupScope {
    /// All of a work-group.
    WorkGroup,
    /// All of a sub-group.
    SubGroup,
    /// The lanes of a vector.
    VecGroup,
}

impl GroupScope {
    /// All scopes.
    pub const ALL: &'static [Self] = &[Self::WorkGroup, Self::SubGroup, Self::VecGroup];

    fn prefix(self) -> &'static str {
        match self {
            Self::WorkGroup => "__mux_work_group_",
            Self::SubGroup => "__mux_sub_group_",
            Self::VecGroup => "__mux_vec_group_",
        }
    }
}

/// The operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollectiveOp {
    /// Is one of the values true?
    Any,
    /// Are all of them?
    All,
    /// All get the value of one work-item.
    Broadcast,
    /// All get the combination of all values.
    Reduce(Op),
    /// Each gets the combination of the values up to and including its own.
    ScanInclusive(Op),
    /// Each gets the combination of the values before its own.
    ScanExclusive(Op),
    /// Each names the work-item whose value it gets.
    Shuffle,
    /// Each gets the value of a work-item before it.
    ShuffleUp,
    /// Each gets the value of a work-item after it.
    ShuffleDown,
    /// Each gets the value of the work-item whose id differs in the given bits.
    ShuffleXor,
}

/// Makes the operation with an operator.
type Combining = fn(Op) -> CollectiveOp;

impl CollectiveOp {
    /// Whether all work-items get the same result.
    #[must_use]
    pub fn is_shared(self) -> bool {
        matches!(self, Self::Any | Self::All | Self::Broadcast | Self::Reduce(_))
    }

    const PLAIN: &'static [(Self, &'static str)] = &[
        (Self::Any, "any"),
        (Self::All, "all"),
        (Self::Broadcast, "broadcast"),
        (Self::ShuffleUp, "shuffle_up"),
        (Self::ShuffleDown, "shuffle_down"),
        (Self::ShuffleXor, "shuffle_xor"),
        (Self::Shuffle, "shuffle"),
    ];

    const COMBINING: &'static [(Combining, &'static str)] = &[
        (Self::Reduce, "reduce"),
        (Self::ScanInclusive, "scan_inclusive"),
        (Self::ScanExclusive, "scan_exclusive"),
    ];

    /// The operation of that name.
    fn from_name(name: &str) -> Option<Self> {
        let plain = Self::PLAIN.iter().find(|(_, known)| *known == name);
        plain.map(|(op, _)| *op).or_else(|| {
            Self::COMBINING.iter().find_map(|(make, kind)| {
                let operator = name.strip_prefix(kind)?.strip_prefix('_')?;
                Op::ALL.iter().find(|op| op.name() == operator).map(|&op| make(op))
            })
        })
    }

    /// The operator of a reduction or scan.
    #[must_use]
    pub fn operator(self) -> Option<Op> {
        match self {
            Self::Reduce(op) | Self::ScanInclusive(op) | Self::ScanExclusive(op) => Some(op),
            _ => None,
        }
    }

    fn is_shuffle(self) -> bool {
        matches!(self, Self::Shuffle | Self::ShuffleUp | Self::ShuffleDown | Self::ShuffleXor)
    }
}

impl fmt::Display for CollectiveOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (plain, name) in Self::PLAIN {
            if plain == self {
                return f.write_str(name);
            }
        }
        let Some(op) = self.operator() else { return Ok(()) };
        let kind = Self::COMBINING.iter().find(|(combining, _)| combining(op) == *self);
        kind.map_or(Ok(()), |(_, name)| write!(f, "{name}_{}", op.name()))
    }
}

/// A group operation on values of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Collective {
    /// The work-items that take part.
    pub scope: GroupScope,
    /// The operation.
    pub op: CollectiveOp,
    /// The type of the values.
    pub ty: ValueType,
}

impl fmt::Display for Collective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}_{}", self.scope.prefix(), self.op, self.ty)
    }
}

impl Collective {
    /// The group operation of that name; none for invalid combinations.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        GroupScope::ALL.iter().find_map(|&scope| {
            let (op, ty) = name.strip_prefix(scope.prefix())?.rsplit_once('_')?;
            let op = CollectiveOp::from_name(op)?;
            Some(Self { scope, op, ty: ValueType::from_name(ty)? }).filter(|c| c.is_sensible())
        })
    }

    fn is_sensible(self) -> bool {
        let fits = match self.op {
            CollectiveOp::Any | CollectiveOp::All => self.ty.element == Element::I1,
            _ => self.op.operator().is_none_or(|op| op.fits(self.ty.element)),
        };
        let scope = match self.scope {
            GroupScope::WorkGroup => !self.op.is_shuffle(),
            GroupScope::SubGroup => true,
            GroupScope::VecGroup => !self.op.is_shuffle() && self.ty.lanes != Lanes::Scalar,
        };
        fits && scope
    }

    /// Whether the first argument is the id of a barrier.
    #[must_use]
    pub fn has_barrier_id(self) -> bool {
        self.scope == GroupScope::WorkGroup
    }

    /// The index of the value among the arguments; shuffles up have the previous value before it.
    #[must_use]
    pub fn value_argument(self) -> u32 {
        u32::from(self.has_barrier_id()) + u32::from(self.op == CollectiveOp::ShuffleUp)
    }

    /// The type of the result: an operation that combines the lanes of a vec-group returns a scalar.
    #[must_use]
    pub fn result(self) -> ValueType {
        match (self.scope, self.op) {
            (
                GroupScope::VecGroup,
                CollectiveOp::Any
                | CollectiveOp::All
                | CollectiveOp::Broadcast
                | CollectiveOp::Reduce(_),
            ) => self.ty.element.into(),
            _ => self.ty,
        }
    }

    pub(crate) fn function_type<'c>(self, module: &Module<'c>) -> FunctionType<'c> {
        let context = module.get_context();
        let i32_type: BasicMetadataTypeEnum<'c> = context.i32_type().into();
        let size: BasicMetadataTypeEnum<'c> = size_type(module).into();
        let value: BasicMetadataTypeEnum<'c> = self.ty.llvm(context).into();
        let mut types = Vec::new();
        if self.has_barrier_id() {
            types.push(i32_type);
        }
        types.push(value);
        match (self.op, self.scope) {
            (CollectiveOp::Broadcast, GroupScope::WorkGroup) => types.extend([size; 3]),
            (CollectiveOp::ShuffleUp | CollectiveOp::ShuffleDown, _) => {
                types.extend([value, i32_type]);
            }
            (CollectiveOp::Broadcast | CollectiveOp::Shuffle | CollectiveOp::ShuffleXor, _) => {
                types.push(i32_type);
            }
            _ => {}
        }
        self.result().llvm(context).fn_type(&types, false)
    }

    /// Every group operation on scalars and on one vector type of each kind, for tests.
    #[cfg(test)]
    pub(crate) fn samples() -> Vec<Self> {
        let mut all = Vec::new();
        let ops = CollectiveOp::PLAIN.iter().map(|(op, _)| *op).chain(
            CollectiveOp::COMBINING.iter().flat_map(|(make, _)| Op::ALL.iter().map(|&op| make(op))),
        );
        let ops: Vec<CollectiveOp> = ops.collect();
        for &scope in GroupScope::ALL {
            for &op in &ops {
                for &element in Element::ALL {
                    for lanes in [Lanes::Scalar, Lanes::Fixed(4), Lanes::Scalable(2)] {
                        all.push(Self { scope, op, ty: ValueType { element, lanes } });
                    }
                }
            }
        }
        all.retain(|c| c.is_sensible());
        all
    }
}
