//! Sizes of types.

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::ffi::*;
use crate::{Op, Type};

/// The data layout of a module.
pub struct DataLayout<'c> {
    raw: *mut c_void,
    root: PhantomData<Op<'c>>,
}

impl<'c> DataLayout<'c> {
    /// The data layout of the module around an operation.
    #[must_use]
    pub fn of(op: Op<'c>) -> Self {
        // SAFETY: the handle is valid.
        Self { raw: unsafe { scytheDataLayoutNew(op.raw) }, root: PhantomData }
    }

    /// Size and alignment of a type in bytes; none for a type without a size.
    #[must_use]
    pub fn size_and_alignment(&self, ty: Type<'c>) -> Option<(u64, u64)> {
        let (mut size, mut alignment) = (0, 0);
        // SAFETY: both handles are valid.
        unsafe { scytheTypeLayout(self.raw, ty.raw, &raw mut size, &raw mut alignment) }
            .then_some((size, alignment))
    }
}

impl Drop for DataLayout<'_> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { scytheDataLayoutDelete(self.raw) }
    }
}
