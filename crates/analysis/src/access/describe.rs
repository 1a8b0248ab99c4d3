//! The description of one access, before it is classified.

use super::symbol::LoopId;
use super::{Launch, Polynomial};

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It is read.
    Load,
    /// It is written.
    Store,
    /// It is changed by an atomic operation.
    Atomic,
}

/// Which memory.
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
    /// The same for accesses through the same accessor or pointer, different otherwise.
    pub id: u32,
    /// What the source calls it.
    pub name: Option<String>,
    /// Where it lies.
    pub memory: Memory,
}

/// Which part of the base is accessed.
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

/// How many work-items get to an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Executed {
    /// All, or all but those beyond a border.
    ByMost,
    /// A few that a condition picks, such as the leader of a group: neighbours hardly matter.
    ByFew,
}

/// One access of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// What is done.
    pub action: Action,
    /// The object.
    pub base: Base,
    /// Which part of it.
    pub index: Index,
    /// Bytes that one work-item accesses.
    pub bytes: u64,
    /// Bytes of an element of the array; more than `bytes` where a member of a structure is accessed.
    pub element_bytes: u64,
    /// The loops around it, the outermost first.
    pub loops: Vec<LoopId>,
    /// By whom.
    pub executed: Executed,
    /// Whether the index is clamped or wrapped around at borders, so that what is said of neighbours is
    /// not true there.
    pub except_at_borders: bool,
}

impl Access {
    /// The distance in bytes from the base, in the launch's one way to write it. None for expressions
    /// that get too large.
    pub fn offset(&self, launch: &Launch) -> Option<Polynomial> {
        self.index.offset(self.element_bytes, launch)
    }
}

impl Index {
    /// The distance in bytes from the base, for elements of so many bytes.
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
