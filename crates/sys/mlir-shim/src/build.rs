//! Building operations.

use crate::ffi::*;
use crate::text::string_ref;
use crate::{Attribute, Block, Location, Op, Type, Value};

/// An operation that is being built.
#[derive(Clone)]
pub struct Build<'a, 'c> {
    name: &'a str,
    location: Location<'c>,
    operands: Vec<MlirValue>,
    results: Vec<MlirType>,
    attributes: Vec<(&'a str, Attribute<'c>)>,
    successors: Vec<MlirBlock>,
}

impl<'a, 'c> Build<'a, 'c> {
    /// An operation with this full name.
    #[must_use]
    pub fn new(name: &'a str, location: Location<'c>) -> Self {
        Self {
            name,
            location,
            operands: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// More operands.
    #[must_use]
    pub fn operands(mut self, operands: &[Value<'c>]) -> Self {
        self.operands.extend(operands.iter().map(|v| v.raw));
        self
    }

    /// More results.
    #[must_use]
    pub fn results(mut self, results: &[Type<'c>]) -> Self {
        self.results.extend(results.iter().map(|t| t.raw));
        self
    }

    /// One more attribute.
    #[must_use]
    pub fn attribute(mut self, name: &'a str, attribute: Attribute<'c>) -> Self {
        self.attributes.push((name, attribute));
        self
    }

    /// More successors of a terminator.
    #[must_use]
    pub fn successors(mut self, successors: &[Block<'c>]) -> Self {
        self.successors.extend(successors.iter().map(|b| b.raw));
        self
    }

    /// The operation, which is in no block yet.
    #[must_use]
    pub fn create(self) -> Op<'c> {
        // SAFETY: the lists live until the operation is made, and MLIR copies them.
        unsafe {
            let context = self.location.context();
            let named: Vec<MlirNamedAttribute> = self
                .attributes
                .iter()
                .map(|(name, attribute)| {
                    mlirNamedAttributeGet(
                        mlirIdentifierGet(context, string_ref(name)),
                        attribute.raw,
                    )
                })
                .collect();
            let mut state = mlirOperationStateGet(string_ref(self.name), self.location.raw);
            mlirOperationStateAddOperands(
                &raw mut state,
                self.operands.len().cast_signed(),
                self.operands.as_ptr(),
            );
            mlirOperationStateAddResults(
                &raw mut state,
                self.results.len().cast_signed(),
                self.results.as_ptr(),
            );
            mlirOperationStateAddSuccessors(
                &raw mut state,
                self.successors.len().cast_signed(),
                self.successors.as_ptr(),
            );
            mlirOperationStateAddAttributes(
                &raw mut state,
                named.len().cast_signed(),
                named.as_ptr(),
            );
            Op::from_raw(mlirOperationCreate(&raw mut state))
        }
    }

    /// The operation, before another one; its first result.
    ///
    /// # Panics
    /// When it has no result.
    #[must_use]
    pub fn value_before(self, anchor: Op<'c>) -> Value<'c> {
        self.before(anchor).result(0).expect("an operation with a result")
    }

    /// The operation, before another one.
    pub fn before(self, anchor: Op<'c>) -> Op<'c> {
        let op = self.create();
        anchor.insert_before(op);
        op
    }
}
