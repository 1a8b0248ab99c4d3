//! Operations, blocks, regions, modules.

use std::fmt;
use std::marker::PhantomData;

use crate::context::Context;
use crate::ffi::*;
use crate::text::{borrowed, collect, show, string_ref};
use crate::{Attribute, DataLayout, Location, Type, Value};

/// Effects of an operation on memory, as bits of [`Op::effects`].
pub mod effect {
    use crate::ffi;

    /// Reads memory.
    pub const READS: u32 = ffi::ScytheEffect_ScytheReads;
    /// Writes memory, or frees it.
    pub const WRITES: u32 = ffi::ScytheEffect_ScytheWrites;
    /// Allocates memory.
    pub const ALLOCATES: u32 = ffi::ScytheEffect_ScytheAllocates;
    /// Unknown effects.
    pub const UNKNOWN: u32 = ffi::ScytheEffect_ScytheUnknownEffect;
}

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Op<'c> {
    pub(crate) raw: MlirOperation,
    context: PhantomData<&'c Context>,
}

// Every function below is sound for a handle to an operation that has not been erased.
impl<'c> Op<'c> {
    pub(crate) fn from_raw(raw: MlirOperation) -> Self {
        Self { raw, context: PhantomData }
    }

    pub(crate) fn checked(raw: MlirOperation) -> Option<Self> {
        (!raw.ptr.is_null()).then(|| Self::from_raw(raw))
    }

    /// Parses an operation, which is in no block; none on failure, with the reason reported by MLIR.
    #[must_use]
    pub fn parse(at: Location<'c>, text: &str) -> Option<Self> {
        // SAFETY: the context lives as long as the location.
        Op::checked(unsafe {
            mlirOperationCreateParse(at.context(), string_ref(text), string_ref("text"))
        })
    }

    /// Its full name.
    #[must_use]
    pub fn name(self) -> &'c str {
        // SAFETY: the name lives in the context.
        unsafe { borrowed(mlirIdentifierStr(mlirOperationGetName(self.raw))) }
    }

    /// Its location.
    #[must_use]
    pub fn location(self) -> Location<'c> {
        // SAFETY: see above.
        Location::from_raw(unsafe { mlirOperationGetLocation(self.raw) })
    }

    /// The number of its operands.
    #[must_use]
    pub fn operand_count(self) -> usize {
        // SAFETY: see above.
        unsafe { mlirOperationGetNumOperands(self.raw).cast_unsigned() }
    }

    /// An operand, if it exists.
    #[must_use]
    pub fn operand(self, index: usize) -> Option<Value<'c>> {
        (index < self.operand_count()).then(|| {
            // SAFETY: there is such an operand.
            Value::from_raw(unsafe { mlirOperationGetOperand(self.raw, index.cast_signed()) })
        })
    }

    /// All operands.
    #[must_use]
    pub fn operands(self) -> Vec<Value<'c>> {
        (0..self.operand_count()).filter_map(|i| self.operand(i)).collect()
    }

    /// Replaces an existing operand.
    pub fn set_operand(self, index: usize, value: Value<'c>) {
        assert!(index < self.operand_count(), "no such operand");
        // SAFETY: there is such an operand.
        unsafe { mlirOperationSetOperand(self.raw, index.cast_signed(), value.raw) }
    }

    /// The number of its results.
    #[must_use]
    pub fn result_count(self) -> usize {
        // SAFETY: see above.
        unsafe { mlirOperationGetNumResults(self.raw).cast_unsigned() }
    }

    /// A result, if it exists.
    #[must_use]
    pub fn result(self, index: usize) -> Option<Value<'c>> {
        (index < self.result_count()).then(|| {
            // SAFETY: there is such a result.
            Value::from_raw(unsafe { mlirOperationGetResult(self.raw, index.cast_signed()) })
        })
    }

    /// All results.
    #[must_use]
    pub fn results(self) -> Vec<Value<'c>> {
        (0..self.result_count()).filter_map(|i| self.result(i)).collect()
    }

    /// An attribute, inherent or not.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: see above.
        Attribute::checked(unsafe { mlirOperationGetAttributeByName(self.raw, string_ref(name)) })
    }

    /// Its discardable attributes, with their names.
    #[must_use]
    pub fn discardable_attributes(self) -> Vec<(&'c str, Attribute<'c>)> {
        // SAFETY: see above; names live in the context.
        unsafe {
            (0..mlirOperationGetNumDiscardableAttributes(self.raw))
                .map(|i| {
                    let named = mlirOperationGetDiscardableAttribute(self.raw, i);
                    let name = borrowed(mlirIdentifierStr(named.name));
                    (name, Attribute::from_raw(named.attribute))
                })
                .collect()
        }
    }

    /// Sets an attribute.
    pub fn set_attribute(self, name: &str, attribute: Attribute<'c>) {
        // SAFETY: see above.
        unsafe { mlirOperationSetAttributeByName(self.raw, string_ref(name), attribute.raw) }
    }

    /// The name of a symbol.
    #[must_use]
    pub fn symbol_name(self) -> Option<&'c str> {
        self.attribute("sym_name")?.as_string()
    }

    /// The block it is in.
    #[must_use]
    pub fn block(self) -> Option<Block<'c>> {
        // SAFETY: see above.
        let block = unsafe { mlirOperationGetBlock(self.raw) };
        (!block.ptr.is_null()).then(|| Block::from_raw(block))
    }

    /// The operation it is nested in.
    #[must_use]
    pub fn parent(self) -> Option<Op<'c>> {
        // SAFETY: see above.
        Op::checked(unsafe { mlirOperationGetParentOperation(self.raw) })
    }

    /// The innermost enclosing operation that `test` accepts, itself included.
    #[must_use]
    pub fn enclosing(self, test: impl Fn(Op<'c>) -> bool) -> Option<Op<'c>> {
        std::iter::successors(Some(self), |op| op.parent()).find(|&op| test(op))
    }

    /// The one after it in its block.
    #[must_use]
    pub fn next(self) -> Option<Op<'c>> {
        // SAFETY: see above.
        Op::checked(unsafe { mlirOperationGetNextInBlock(self.raw) })
    }

    /// Its regions.
    #[must_use]
    pub fn regions(self) -> Vec<Region<'c>> {
        // SAFETY: see above.
        unsafe {
            (0..mlirOperationGetNumRegions(self.raw))
                .map(|i| Region::from_raw(mlirOperationGetRegion(self.raw, i)))
                .collect()
        }
    }

    /// The blocks of a function's body; none of a declaration's.
    #[must_use]
    pub fn body(self) -> Vec<Block<'c>> {
        self.regions().first().map_or_else(Vec::new, |region| region.blocks())
    }

    /// The functions of a module, of any dialect, declarations included.
    #[must_use]
    pub fn functions(self) -> Vec<Op<'c>> {
        let ops = self.body().into_iter().flat_map(Block::operations);
        ops.filter(|op| op.name().ends_with(".func")).collect()
    }

    /// The successors of a terminator.
    #[must_use]
    pub fn successors(self) -> Vec<Block<'c>> {
        // SAFETY: see above.
        unsafe {
            (0..mlirOperationGetNumSuccessors(self.raw))
                .map(|i| Block::from_raw(mlirOperationGetSuccessor(self.raw, i)))
                .collect()
        }
    }

    /// The value that a terminator passes to an argument of a successor; none if the terminator produces it.
    #[must_use]
    pub fn successor_operand(self, successor: usize, argument: usize) -> Option<Value<'c>> {
        // SAFETY: the shim checks both numbers.
        Value::checked(unsafe {
            scytheSuccessorOperand(self.raw, successor.cast_signed(), argument.cast_signed())
        })
    }

    /// Its memory effects, as bits of [`effect`].
    #[must_use]
    pub fn effects(self) -> u32 {
        // SAFETY: see above.
        unsafe { scytheEffects(self.raw) }
    }

    /// The size of a value of a type in memory, in the data layout here; none if it is not known.
    #[must_use]
    pub fn size_of(self, ty: Type<'c>) -> Option<u64> {
        DataLayout::of(self).size_and_alignment(ty).map(|(bytes, _)| bytes)
    }

    /// Whether MLIR's verifier accepts it and everything in it.
    #[must_use]
    pub fn verify(self) -> bool {
        // SAFETY: see above.
        unsafe { mlirOperationVerify(self.raw) }
    }

    /// A copy, which is in no block yet.
    #[must_use]
    pub fn copy(self) -> Op<'c> {
        // SAFETY: see above.
        Op::from_raw(unsafe { mlirOperationClone(self.raw) })
    }

    /// Removes it from its block without destroying it.
    pub fn detach(self) {
        // SAFETY: see above.
        unsafe { mlirOperationRemoveFromParent(self.raw) }
    }

    /// Destroys it. Its results must have no uses.
    pub fn erase(self) {
        // SAFETY: see above.
        unsafe { mlirOperationDestroy(self.raw) }
    }

    /// Inserts an operation without a block before this one.
    pub fn insert_before(self, new: Op<'c>) {
        // SAFETY: an operation with neighbours has a block.
        unsafe {
            let block = mlirOperationGetBlock(self.raw);
            mlirBlockInsertOwnedOperationBefore(block, self.raw, new.raw);
        }
    }

    /// Its text in the generic format, with locations.
    #[must_use]
    pub fn text_with_locations(self) -> String {
        // SAFETY: the flags are destroyed after their use.
        unsafe {
            let flags = mlirOpPrintingFlagsCreate();
            mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
            let text = collect(|callback, user| {
                mlirOperationPrintWithFlags(self.raw, flags, callback, user);
            });
            mlirOpPrintingFlagsDestroy(flags);
            text
        }
    }
}

impl fmt::Display for Op<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the handle is valid.
        show(f, |callback, user| unsafe { mlirOperationPrint(self.raw, callback, user) })
    }
}

impl fmt::Debug for Op<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// All operations in `root`, itself first, in pre-order.
#[must_use]
pub fn walk(root: Op<'_>) -> Vec<Op<'_>> {
    let mut found = vec![root];
    for region in root.regions() {
        for block in region.blocks() {
            for op in block.operations() {
                found.extend(walk(op));
            }
        }
    }
    found
}

/// A block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block<'c> {
    pub(crate) raw: MlirBlock,
    context: PhantomData<&'c Context>,
}

impl<'c> Block<'c> {
    pub(crate) fn from_raw(raw: MlirBlock) -> Self {
        Self { raw, context: PhantomData }
    }

    /// Its arguments.
    #[must_use]
    pub fn arguments(self) -> Vec<Value<'c>> {
        // SAFETY: the handle is valid.
        unsafe {
            (0..mlirBlockGetNumArguments(self.raw))
                .map(|i| Value::from_raw(mlirBlockGetArgument(self.raw, i)))
                .collect()
        }
    }

    /// Adds an argument.
    pub fn add_argument(self, ty: Type<'c>, location: Location<'c>) -> Value<'c> {
        // SAFETY: the handles are valid.
        Value::from_raw(unsafe { mlirBlockAddArgument(self.raw, ty.raw, location.raw) })
    }

    /// Its first operation.
    #[must_use]
    pub fn first(self) -> Option<Op<'c>> {
        // SAFETY: the handle is valid.
        Op::checked(unsafe { mlirBlockGetFirstOperation(self.raw) })
    }

    /// All its operations.
    #[must_use]
    pub fn operations(self) -> Vec<Op<'c>> {
        std::iter::successors(self.first(), |op| op.next()).collect()
    }

    /// The terminator, if there is one.
    #[must_use]
    pub fn terminator(self) -> Option<Op<'c>> {
        // SAFETY: the handle is valid.
        Op::checked(unsafe { mlirBlockGetTerminator(self.raw) })
    }

    /// Its predecessors, once per edge.
    #[must_use]
    pub fn predecessors(self) -> Vec<Block<'c>> {
        // SAFETY: the handle is valid.
        unsafe {
            (0..mlirBlockGetNumPredecessors(self.raw))
                .map(|i| Block::from_raw(mlirBlockGetPredecessor(self.raw, i)))
                .collect()
        }
    }

    /// The operation whose region it is in.
    #[must_use]
    pub fn parent(self) -> Option<Op<'c>> {
        // SAFETY: the handle is valid.
        Op::checked(unsafe { mlirBlockGetParentOperation(self.raw) })
    }

    /// Appends an operation without a block.
    pub fn append(self, op: Op<'c>) {
        // SAFETY: the handles are valid, the operation is in no block.
        unsafe { mlirBlockAppendOwnedOperation(self.raw, op.raw) }
    }

    /// Inserts an operation without a block at the start.
    pub fn prepend(self, op: Op<'c>) {
        // SAFETY: as above.
        unsafe { mlirBlockInsertOwnedOperation(self.raw, 0, op.raw) }
    }
}

/// A region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region<'c> {
    raw: MlirRegion,
    context: PhantomData<&'c Context>,
}

impl<'c> Region<'c> {
    pub(crate) fn from_raw(raw: MlirRegion) -> Self {
        Self { raw, context: PhantomData }
    }

    /// Its blocks, the entry block first.
    #[must_use]
    pub fn blocks(self) -> Vec<Block<'c>> {
        let mut found = Vec::new();
        // SAFETY: the handle is valid.
        unsafe {
            let mut block = mlirRegionGetFirstBlock(self.raw);
            while !block.ptr.is_null() {
                found.push(Block::from_raw(block));
                block = mlirBlockGetNextInRegion(block);
            }
        }
        found
    }
}

/// An owned module.
pub struct Module<'c> {
    pub(crate) raw: MlirModule,
    context: PhantomData<&'c Context>,
}

impl<'c> Module<'c> {
    pub(crate) fn checked(raw: MlirModule) -> Option<Self> {
        (!raw.ptr.is_null()).then_some(Self { raw, context: PhantomData })
    }

    /// Parses a module; none on failure, with the reason reported by MLIR.
    #[must_use]
    pub fn parse(context: &'c Context, text: &str) -> Option<Self> {
        // SAFETY: the context is valid.
        Self::checked(unsafe { mlirModuleCreateParse(context.raw(), string_ref(text)) })
    }

    /// Its operation.
    #[must_use]
    pub fn op(&self) -> Op<'c> {
        // SAFETY: the module is valid.
        Op::from_raw(unsafe { mlirModuleGetOperation(self.raw) })
    }

    /// The block that its contents are in.
    #[must_use]
    pub fn block(&self) -> Block<'c> {
        // SAFETY: the module is valid.
        Block::from_raw(unsafe { mlirModuleGetBody(self.raw) })
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: it is ours.
        unsafe { mlirModuleDestroy(self.raw) }
    }
}
