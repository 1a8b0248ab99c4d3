//! The description of one access, before it is classified.

use super::symbol::LoopId;
use super::{Launch, Polynomial};

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It is read.
    Load,
    /// It is written.
    Store,
    /// It is changed by an atomic operation.
    Atomic,
}

/// The kind of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// Global memory, buffers and USM.
    Global,
    /// The work-group's local memory.
    Local,
    /// The work-item's own memory.
    Private,
}

/// The object that an access starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Base {
    /// Equal for accesses through the same accessor or pointer, and different otherwise.
    pub id: u32,
    /// Its name in the source.
    pub name: Option<String>,
    /// Its kind of memory.
    pub memory: Memory,
}

/// The part of the base that is accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Index {
    /// Subscripts of an accessor, dimension 0 first.
    Subscripts {
        /// One per dimension, in elements.
        rows: Vec<Polynomial>,
        /// The accessor's range (of the memory, not of the part it may access).
        extents: Vec<Polynomial>,
        /// Bytes from the start of the element, for members of structures.
        within: Polynomial,
    },
    /// Bytes from a pointer.
    Offset(Polynomial),
}

/// The fraction of work-items that execute an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Executed {
    /// All, or all but those beyond a border.
    ByMost,
    /// A few that a condition selects, such as the leader of a group: neighbours do not matter.
    ByFew,
}

/// One access of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The kind.
    pub action: Action,
    /// The object.
    pub base: Base,
    /// The part.
    pub index: Index,
    /// Bytes that one work-item accesses.
    pub bytes: u64,
    /// Bytes of an array element; more than `bytes` for a member of a structure.
    pub element_bytes: u64,
    /// The loops around it, the outermost first.
    pub loops: Vec<LoopId>,
    /// The fraction of work-items.
    pub executed: Executed,
    /// Whether the index is clamped or wrapped around at borders, where statements about neighbours do not
    /// apply.
    pub except_at_borders: bool,
}

impl Access {
    /// The distance in bytes from the base, normalized for the launch. None for expressions that grow too
    /// large.
    pub fn offset(&self, launch: &Launch) -> Option<Polynomial> {
        self.index.offset(self.element_bytes, launch)
    }
}

impl Index {
    /// The distance in bytes from the base, for elements of this size.
    pub(super) fn offset(&self, element_bytes: u64, launch: &Launch) -> Option<Polynomial> {
        let offset = match self {
            Index::Offset(bytes) => bytes.clone(),
            Index::Subscripts { rows, extents, within } => {
                let mut linear = Polynomial::default();
                for (row, extent) in rows.iter().zip(extents) {
                    linear = &linear.times(extent)? + row;
                }
                let element = i64::try_from(element_bytes).ok()?;
                &linear.scale(element) + within
            }
        };
        Some(launch.normalize(&offset))
    }
}
