//! Asynchronous copies between global and local memory by a work-group.

use std::borrow::Cow;

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, FunctionType};

use crate::size_type;

/// SPIR's address space of global memory.
const GLOBAL: u16 = 1;
/// SPIR's address space of local memory.
const LOCAL: u16 = 3;

/// A DMA builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dma {
    /// From global to local memory, in this many dimensions.
    Read(DmaRank),
    /// From local to global memory.
    Write(DmaRank),
    /// Waits for events that reads and writes returned.
    Wait,
}

/// The number of dimensions of a copied region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DmaRank {
    /// A row of bytes: `(dst, src, bytes, event)`.
    One,
    /// Rows: `(dst, src, bytes, dst stride, src stride, rows, event)`.
    Two,
    /// Planes of rows: `(dst, src, bytes, dst line stride, src line stride, rows, dst plane stride,
    /// src plane stride, planes, event)`.
    Three,
}

impl DmaRank {
    const ALL: &'static [(Self, &'static str)] =
        &[(Self::One, "1D"), (Self::Two, "2D"), (Self::Three, "3D")];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(rank, _)| *rank == self).map_or("", |(_, name)| name)
    }

    /// The number of sizes and strides among the arguments.
    pub(crate) fn extents(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two => 4,
            Self::Three => 7,
        }
    }
}

impl Dma {
    /// The builtin of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let rest = name.strip_prefix("__mux_dma_")?;
        if rest == "wait" {
            return Some(Self::Wait);
        }
        let (direction, rank) = rest.split_once('_')?;
        let (rank, _) = DmaRank::ALL.iter().find(|(_, known)| *known == rank)?;
        match direction {
            "read" => Some(Self::Read(*rank)),
            "write" => Some(Self::Write(*rank)),
            _ => None,
        }
    }

    /// The function's name in IR.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Read(rank) => format!("__mux_dma_read_{}", rank.name()).into(),
            Self::Write(rank) => format!("__mux_dma_write_{}", rank.name()).into(),
            Self::Wait => "__mux_dma_wait".into(),
        }
    }

    /// The signature with events of type `size_t`. The program chooses the type of events: a declaration with
    /// another type is valid, too.
    pub(crate) fn function_type<'c>(self, module: &Module<'c>) -> FunctionType<'c> {
        let context = module.get_context();
        let size = size_type(module);
        let pointer =
            |space: u16| -> BasicMetadataTypeEnum<'c> { context.ptr_type(space.into()).into() };
        let (to, from, rank) = match self {
            Self::Read(rank) => (LOCAL, GLOBAL, rank),
            Self::Write(rank) => (GLOBAL, LOCAL, rank),
            Self::Wait => {
                let events = context.ptr_type(AddressSpace::default());
                return context
                    .void_type()
                    .fn_type(&[context.i32_type().into(), events.into()], false);
            }
        };
        let mut types = vec![pointer(to), pointer(from)];
        types.extend(std::iter::repeat_n(
            BasicMetadataTypeEnum::from(size),
            // The event comes last.
            rank.extents() + 1,
        ));
        size.fn_type(&types, false)
    }

    /// All DMA builtins, for tests.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Self> {
        let ranks = DmaRank::ALL.iter().map(|(rank, _)| *rank);
        ranks.flat_map(|rank| [Self::Read(rank), Self::Write(rank)]).chain([Self::Wait]).collect()
    }
}
