//! Patterns and conversions.

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::boundary::{guarded, quietly};
use crate::dialect::list;
use crate::ffi::*;
use crate::text::string_ref;
use crate::{Op, Type, Value};

/// Changes IR for a pattern and notifies MLIR.
pub struct Rewriter<'c> {
    raw: MlirRewriterBase,
    life: PhantomData<Op<'c>>,
}

// The rewriter is valid while its pattern runs.
impl<'c> Rewriter<'c> {
    /// Inserts an operation without a block before the present one, or at the insertion point.
    pub fn insert(&mut self, op: Op<'c>) -> Op<'c> {
        // SAFETY: see above.
        Op::from_raw(unsafe { mlirRewriterBaseInsert(self.raw, op.raw) })
    }

    /// Sets the insertion point before another operation.
    pub fn insert_before(&mut self, anchor: Op<'c>) {
        // SAFETY: see above.
        unsafe { scytheSetInsertionPointBefore(self.raw, anchor.raw) }
    }

    /// Replaces the results of an operation, and erases it.
    pub fn replace(&mut self, op: Op<'c>, values: &[Value<'c>]) {
        let raw: Vec<MlirValue> = values.iter().map(|v| v.raw).collect();
        // SAFETY: see above.
        unsafe {
            mlirRewriterBaseReplaceOpWithValues(
                self.raw,
                op.raw,
                raw.len().cast_signed(),
                raw.as_ptr(),
            );
        }
    }

    /// Erases an operation without uses.
    pub fn erase(&mut self, op: Op<'c>) {
        // SAFETY: see above.
        unsafe { mlirRewriterBaseEraseOp(self.raw, op.raw) }
    }
}

/// A rewrite pattern.
pub trait Pattern: Sync {
    /// The full name of its root operation.
    fn root(&self) -> &str;

    /// Rewrites the operation; returns whether it did. If not, nothing was changed.
    fn rewrite<'c>(&self, op: Op<'c>, rewriter: &mut Rewriter<'c>) -> bool;
}

pub(crate) fn add_patterns(
    set: MlirRewritePatternSet,
    context: MlirContext,
    patterns: &[&'static dyn Pattern],
) {
    for pattern in patterns {
        // MLIR may use a pattern until the process ends, so its handle lives as long.
        let user: *mut &'static dyn Pattern = Box::leak(Box::new(*pattern));
        // SAFETY: set and context are valid; the set takes ownership of the pattern.
        unsafe {
            let root = string_ref(pattern.root());
            let made = scythePatternNew(root, 1, context, Some(rewrite_with_pattern), user.cast());
            mlirRewritePatternSetAdd(set, made);
        }
    }
}

unsafe extern "C" fn rewrite_with_pattern(
    user: *mut c_void,
    op: MlirOperation,
    _count: isize,
    _operands: *const MlirValue,
    rewriter: MlirRewriterBase,
) -> bool {
    let op = Op::from_raw(op);
    // SAFETY: `add_patterns` put a pattern there.
    let pattern = unsafe { *user.cast::<&'static dyn Pattern>() };
    guarded(op.location().raw, false, || {
        pattern.rewrite(op, &mut Rewriter { raw: rewriter, life: PhantomData })
    })
}

/// Applies patterns until none applies any more; returns whether that terminated.
#[must_use]
pub fn apply_greedily(root: Op<'_>, patterns: &[&'static dyn Pattern]) -> bool {
    // SAFETY: the shim takes ownership of the set.
    unsafe {
        let context = mlirOperationGetContext(root.raw);
        let set = mlirRewritePatternSetCreate(context);
        add_patterns(set, context, patterns);
        scytheApplyGreedily(root.raw, set)
    }
}

/// The conversion of operations to the LLVM dialect.
pub trait Conversion<'c> {
    /// The operations that it converts, with full names.
    fn ops(&self) -> Vec<String>;

    /// The converted type; none for types that it does not convert.
    fn convert_type(&self, ty: Type<'c>) -> Option<Type<'c>>;

    /// Converts an operation with the converted operands; returns whether it did.
    fn convert(&self, op: Op<'c>, operands: &[Value<'c>], rewriter: &mut Rewriter<'c>) -> bool;
}

/// Converts everything in `root` to the LLVM dialect: arith, cf, func, index and scf with MLIR's patterns,
/// other operations, including those on memrefs, with `conversion`. Returns whether it succeeded.
#[must_use]
pub fn convert_to_llvm<'c>(root: Op<'c>, conversion: &dyn Conversion<'c>) -> bool {
    let names = conversion.ops();
    let names: Vec<MlirStringRef> = names.iter().map(|name| string_ref(name)).collect();
    let rewrites: Vec<ScytheRewrite> = vec![Some(rewrite_with_conversion); names.len()];
    let mut user = conversion;
    // SAFETY: the lists and the conversion live until the shim is done.
    unsafe {
        scytheConvertToLLVM(
            root.raw,
            names.len().cast_signed(),
            names.as_ptr(),
            rewrites.as_ptr(),
            (&raw mut user).cast(),
            Some(convert_type),
        )
    }
}

unsafe extern "C" fn rewrite_with_conversion(
    user: *mut c_void,
    op: MlirOperation,
    count: isize,
    operands: *const MlirValue,
    rewriter: MlirRewriterBase,
) -> bool {
    let op = Op::from_raw(op);
    // SAFETY: `convert_to_llvm` put a conversion there; MLIR gives the length of its list.
    let (conversion, operands) =
        unsafe { (*user.cast::<&dyn Conversion<'_>>(), list(count, operands)) };
    guarded(op.location().raw, false, || {
        let operands: Vec<_> = operands.iter().map(|&v| Value::from_raw(v)).collect();
        conversion.convert(op, &operands, &mut Rewriter { raw: rewriter, life: PhantomData })
    })
}

unsafe extern "C" fn convert_type(user: *mut c_void, ty: MlirType) -> MlirType {
    let none = MlirType { ptr: std::ptr::null() };
    // SAFETY: as above.
    let conversion = unsafe { *user.cast::<&dyn Conversion<'_>>() };
    quietly(none, || conversion.convert_type(Type::from_raw(ty)).map_or(none, |t| t.raw))
}
