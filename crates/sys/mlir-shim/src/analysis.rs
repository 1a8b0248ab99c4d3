//! For analyses: the layout of types in memory, positions of inlined code, and remarks.

use std::ffi::c_void;

use crate::boundary::quietly;
use crate::ffi::*;
use crate::text::{borrowed, string_ref};
use crate::{Attribute, Location, Op, Type};

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<'c> {
    /// The directory that the file's name is relative to; empty if it is not known.
    pub directory: &'c str,
    /// The file's name, as in debug information.
    pub file: &'c str,
    /// The line, from 1; 0 for code without a position.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl<'c> Type<'c> {
    /// The offset and type of a member of a struct, or an element of an array or vector.
    #[must_use]
    pub fn member(self, at: Op<'c>, index: i64) -> Option<(u64, Type<'c>)> {
        let (mut offset, mut member) = (0, MlirType::default());
        // SAFETY: the handles are valid; the shim checks type and number.
        unsafe { scytheMember(at.raw, self.raw, index, &raw mut offset, &raw mut member) }
            .then(|| (offset, Type::from_raw(member)))
    }
}

impl<'c> Attribute<'c> {
    /// The bytes of a constant of a type in memory, in the data layout at an operation; none if they are not
    /// known. Bytes between members are zero.
    #[must_use]
    pub fn bytes(self, at: Op<'c>, ty: Type<'c>) -> Option<Vec<u8>> {
        let size = at.size_of(ty)?;
        let mut bytes = vec![0; usize::try_from(size).ok()?];
        // SAFETY: the handles are valid; `bytes` has the stated size, and the shim writes no more.
        unsafe { scytheConstantBytes(at.raw, ty.raw, self.raw, bytes.as_mut_ptr(), size) }
            .then_some(bytes)
    }
}

impl<'c> Location<'c> {
    /// All source positions: for inlined code its own position first, then those of the calls around it.
    #[must_use]
    pub fn positions(self) -> Vec<Position<'c>> {
        let mut found: Vec<Position<'c>> = Vec::new();
        // SAFETY: the callback gets the list that it appends to; names live in the context.
        unsafe { scythePositions(self.raw, Some(add), (&raw mut found).cast()) };
        found
    }

    /// Reports a remark there.
    pub fn remark(self, text: &str) {
        // SAFETY: the handle is valid; MLIR copies the text.
        unsafe { scytheRemark(self.raw, string_ref(text)) }
    }
}

unsafe extern "C" fn add(
    user: *mut c_void,
    directory: MlirStringRef,
    file: MlirStringRef,
    line: u32,
    column: u32,
) {
    quietly((), || {
        // SAFETY: `positions` passes its own list.
        let found = unsafe { &mut *user.cast::<Vec<Position<'_>>>() };
        // SAFETY: the names live in the context.
        let (directory, file) = unsafe { (borrowed(directory), borrowed(file)) };
        found.push(Position { directory, file, line, column });
    });
}
