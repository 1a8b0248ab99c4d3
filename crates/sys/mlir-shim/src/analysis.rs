//! What analyses ask: how types lie in memory, where inlined code comes from, and how to say it.

use std::ffi::c_void;

use crate::boundary::quietly;
use crate::ffi::*;
use crate::text::{borrowed, string_ref};
use crate::{Location, Op, Type};

impl<'c> Type<'c> {
    /// Where a member of a struct, or an element of an array or vector, is in it, and its type.
    #[must_use]
    pub fn member(self, at: Op<'c>, index: i64) -> Option<(u64, Type<'c>)> {
        let (mut offset, mut member) = (0, MlirType::default());
        // SAFETY: the handles are valid; the shim checks type and number.
        unsafe { scytheMember(at.raw, self.raw, index, &raw mut offset, &raw mut member) }
            .then(|| (offset, Type::from_raw(member)))
    }
}

impl<'c> Location<'c> {
    /// All places in the source that it leads to: for inlined code that of the code itself first, then
    /// those of the calls around it.
    #[must_use]
    pub fn positions(self) -> Vec<(&'c str, u32, u32)> {
        let mut found: Vec<(&'c str, u32, u32)> = Vec::new();
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

unsafe extern "C" fn add(user: *mut c_void, file: MlirStringRef, line: u32, column: u32) {
    quietly((), || {
        // SAFETY: `positions` passes its own list.
        let found = unsafe { &mut *user.cast::<Vec<(&str, u32, u32)>>() };
        // SAFETY: the name lives in the context.
        found.push((unsafe { borrowed(file) }, line, column));
    });
}
