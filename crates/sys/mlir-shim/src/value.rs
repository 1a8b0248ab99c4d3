//! Values and source locations.

use std::fmt;
use std::marker::PhantomData;

use crate::context::Context;
use crate::ffi::*;
use crate::text::{borrowed, show, string_ref};
use crate::{Block, Op, Type};

/// A result of an operation or an argument of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'c> {
    pub(crate) raw: MlirValue,
    context: PhantomData<&'c Context>,
}

impl<'c> Value<'c> {
    pub(crate) fn from_raw(raw: MlirValue) -> Self {
        Self { raw, context: PhantomData }
    }

    pub(crate) fn checked(raw: MlirValue) -> Option<Self> {
        (!raw.ptr.is_null()).then(|| Self::from_raw(raw))
    }

    /// Its type.
    #[must_use]
    pub fn ty(self) -> Type<'c> {
        // SAFETY: the handle is valid.
        Type::from_raw(unsafe { mlirValueGetType(self.raw) })
    }

    /// The operation that it is a result of.
    #[must_use]
    pub fn defining_op(self) -> Option<Op<'c>> {
        // SAFETY: the handle is valid.
        unsafe {
            mlirValueIsAOpResult(self.raw).then(|| Op::from_raw(mlirOpResultGetOwner(self.raw)))
        }
    }

    /// The block that it is an argument of, and its index there.
    #[must_use]
    pub fn block_argument(self) -> Option<(Block<'c>, usize)> {
        // SAFETY: the handle is valid, and its kind is checked before the call.
        unsafe {
            mlirValueIsABlockArgument(self.raw).then(|| {
                let block = Block::from_raw(mlirBlockArgumentGetOwner(self.raw));
                (block, mlirBlockArgumentGetArgNumber(self.raw).cast_unsigned())
            })
        }
    }

    /// Its uses: the operation and the index of the operand.
    #[must_use]
    pub fn uses(self) -> Vec<(Op<'c>, usize)> {
        let mut found = Vec::new();
        // SAFETY: the handle is valid, and the list of uses does not change meanwhile.
        unsafe {
            let mut current = mlirValueGetFirstUse(self.raw);
            while !current.ptr.is_null() {
                let user = Op::from_raw(mlirOpOperandGetOwner(current));
                found.push((user, mlirOpOperandGetOperandNumber(current) as usize));
                current = mlirOpOperandGetNextUse(current);
            }
        }
        found
    }

    /// Whether anything uses it.
    #[must_use]
    pub fn is_used(self) -> bool {
        // SAFETY: the handle is valid.
        unsafe { !mlirValueGetFirstUse(self.raw).ptr.is_null() }
    }

    /// Replaces all uses of this value.
    pub fn replace_uses(self, by: Value<'c>) {
        // SAFETY: both handles are valid.
        unsafe { mlirValueReplaceAllUsesOfWith(self.raw, by.raw) }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the handle is valid.
        show(f, |callback, user| unsafe { mlirValuePrint(self.raw, callback, user) })
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A source location.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Location<'c> {
    pub(crate) raw: MlirLocation,
    context: PhantomData<&'c Context>,
}

impl<'c> Location<'c> {
    pub(crate) fn from_raw(raw: MlirLocation) -> Self {
        Self { raw, context: PhantomData }
    }

    /// The unknown location.
    #[must_use]
    pub fn unknown(context: &'c Context) -> Self {
        // SAFETY: the context is valid.
        Self::from_raw(unsafe { mlirLocationUnknownGet(context.raw()) })
    }

    pub(crate) fn context(self) -> MlirContext {
        // SAFETY: the handle is valid.
        unsafe { mlirLocationGetContext(self.raw) }
    }

    /// File, line and column, if the location has them.
    #[must_use]
    pub fn source(self) -> Option<(&'c str, u32, u32)> {
        let (mut file, mut line, mut column) = (string_ref(""), 0, 0);
        // SAFETY: the handle is valid; the file's name lives in the context.
        unsafe {
            scytheSourcePosition(self.raw, &raw mut file, &raw mut line, &raw mut column)
                .then(|| (borrowed(file), line, column))
        }
    }
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the handle is valid.
        show(f, |callback, user| unsafe { mlirLocationPrint(self.raw, callback, user) })
    }
}
