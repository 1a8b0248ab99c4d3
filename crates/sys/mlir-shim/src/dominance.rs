//! Dominance of operations.

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::Op;
use crate::ffi::*;

/// Dominance in a function in its present state.
pub struct Dominance<'c> {
    raw: *mut c_void,
    root: PhantomData<Op<'c>>,
}

impl<'c> Dominance<'c> {
    /// Computes it for everything in `root`.
    #[must_use]
    pub fn new(root: Op<'c>) -> Self {
        // SAFETY: the handle is valid.
        Self { raw: unsafe { scytheDominanceNew(root.raw) }, root: PhantomData }
    }

    /// Whether every path to `second` goes through `first`; an operation dominates itself.
    #[must_use]
    pub fn dominates(&self, first: Op<'c>, second: Op<'c>) -> bool {
        // SAFETY: the handles are valid.
        unsafe { scytheDominates(self.raw, first.raw, second.raw) }
    }
}

impl Drop for Dominance<'_> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { scytheDominanceDelete(self.raw) }
    }
}
