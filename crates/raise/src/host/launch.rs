//! Launches in host code: the query for a kernel's record, and the headers' annotations of it.
//!
//! A function may have several launches, in branches and loops. Annotations belong to a launch if they
//! precede it on every path, with no other launch in between.

use scythe_mlir::{Attribute, Op, Type, Value, walk};
use scythe_sycl_dialect::host_ops::{CAPTURES, KERNEL_NAME, find_kernel};

use super::constants;
use super::names::{ATTR_NOT_RAISED, GET_KERNEL, SET_KERNEL, is_record_query};
use super::reason::Reason;
use super::walk::{Blocks, Path};
use crate::memory::constant_offset;

/// The annotations of the headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Range,
    Offset,
    NdRange,
    Kernel,
}

/// The annotation that an operation is.
pub(super) fn mark(op: Op<'_>) -> Option<Mark> {
    if op.name() != "llvm.intr.var.annotation" {
        return None;
    }
    match constants::text(op.operand(1)?)? {
        "range" => Some(Mark::Range),
        "offset" => Some(Mark::Offset),
        "nd_range" => Some(Mark::NdRange),
        "kernel" => Some(Mark::Kernel),
        _ => None,
    }
}

/// Whether an annotation belongs to another handler. A null pointer may be any.
fn is_of_another(annotation: Op<'_>, handler: Value<'_>) -> bool {
    let owner = annotation.operand(4);
    let says =
        |owner: &Value<'_>| owner.defining_op().is_none_or(|op| op.name() != "llvm.mlir.zero");
    owner.filter(says).is_some_and(|owner| owner != handler)
}

/// The launches of a function.
pub(super) fn queries(function: Op<'_>) -> Vec<Op<'_>> {
    walk(function).into_iter().filter(|op| is_record_query(*op)).collect()
}

/// Whether an operation belongs to another launch.
fn is_other_launch(op: Op<'_>) -> bool {
    is_record_query(op) || op.name() == SET_KERNEL
}

/// The kernel of a launch, a symbol.
pub(super) fn kernel<'c>(query: Op<'c>) -> Result<Attribute<'c>, Reason> {
    let name = query.operand(0).and_then(Value::defining_op);
    name.filter(|op| op.name() == GET_KERNEL)
        .and_then(|op| op.attribute(KERNEL_NAME))
        .ok_or(Reason::UnknownKernel)
}

/// The handler to which a kernel is assigned, and the assignment.
pub(super) fn assignment<'c>(query: Op<'c>) -> Result<(Value<'c>, Op<'c>), Reason> {
    let result = query.result(0).ok_or(Reason::NoHandler)?;
    match result.uses()[..] {
        [(store, 0)] if store.name() == "llvm.store" => {
            let place = store.operand(1).ok_or(Reason::NoHandler)?;
            Ok((whole(place).ok_or(Reason::NoHandler)?, store))
        }
        _ => Err(Reason::NoHandler),
    }
}

/// The object that contains the member at a pointer.
fn whole<'c>(mut pointer: Value<'c>) -> Option<Value<'c>> {
    while let Some(op) = pointer.defining_op().filter(|op| op.name() == "llvm.getelementptr") {
        constant_offset(op)?;
        pointer = op.operand(0)?;
    }
    Some(pointer)
}

/// Adds an operation, once.
fn note<'c>(found: &mut Vec<Op<'c>>, op: Op<'c>) {
    if !found.contains(&op) {
        found.push(op);
    }
}

/// The annotation of a launch's function object.
pub(super) fn kernel_mark<'c>(
    blocks: &mut Blocks<'c>,
    query: Op<'c>,
    handler: Value<'c>,
) -> Result<Op<'c>, Reason> {
    let (mut found, mut others) = (Vec::new(), false);
    let entered = blocks.backwards(query, |op| {
        if mark(op) == Some(Mark::Kernel) && !is_of_another(op, handler) {
            note(&mut found, op);
        } else if is_other_launch(op) || mark(op) == Some(Mark::Kernel) {
            others = true;
        } else {
            return Path::GoesOn;
        }
        Path::Ends
    });
    match found[..] {
        [] => Err(Reason::NotInlined),
        [only] if !others && !entered => Ok(only),
        _ => Err(Reason::SeveralKernels),
    }
}

/// The annotations of a kernel's index space: a range or nd_range, and an offset; none for a single task.
pub(super) fn space_marks<'c>(
    blocks: &mut Blocks<'c>,
    kernel: Op<'c>,
    handler: Value<'c>,
) -> Result<Option<(Op<'c>, Option<Op<'c>>)>, Reason> {
    let (mut ranges, mut offsets, mut others) = (Vec::new(), Vec::new(), false);
    let entered = blocks.backwards(kernel, |op| {
        match mark(op) {
            Some(_) if is_of_another(op, handler) => others = true,
            Some(Mark::Range | Mark::NdRange) => note(&mut ranges, op),
            Some(Mark::Offset) => {
                note(&mut offsets, op);
                return Path::GoesOn;
            }
            Some(Mark::Kernel) => others = true,
            None if is_other_launch(op) => others = true,
            None => return Path::GoesOn,
        }
        Path::Ends
    });
    match (&ranges[..], &offsets[..]) {
        ([], []) => Ok(None),
        ([range], []) if !others && !entered => Ok(Some((*range, None))),
        ([range], [offset]) if !others && !entered && mark(*range) == Some(Mark::Range) => {
            // A path on which only the range is annotated belongs to another launch.
            let mut missed = false;
            blocks.backwards(kernel, |op| {
                missed |= op == *range;
                if op == *offset || op == *range { Path::Ends } else { Path::GoesOn }
            });
            if missed { Err(Reason::SeveralSpaces) } else { Ok(Some((*range, Some(*offset)))) }
        }
        _ => Err(Reason::SeveralSpaces),
    }
}

/// A member of a kernel's function object, in the kernel's declaration.
pub(super) struct Capture<'c> {
    pub(super) name: &'c str,
    pub(super) offset: i64,
    pub(super) size: i64,
    /// Its class, if that is one of SYCL's.
    pub(super) ty: Option<Type<'c>>,
}

/// The captures of a kernel.
pub(super) fn captures<'c>(at: Op<'c>, kernel: Attribute<'c>) -> Result<Vec<Capture<'c>>, Reason> {
    let listed = || {
        let module = at.enclosing(|op| op.name() == "builtin.module")?;
        let list = find_kernel(module, kernel)?.attribute(CAPTURES)?.as_array()?;
        list.into_iter()
            .map(|entry| {
                Some(Capture {
                    name: entry.entry("name").and_then(Attribute::as_string).unwrap_or_default(),
                    offset: entry.entry("offset")?.as_integer()?,
                    size: entry.entry("size")?.as_integer()?,
                    ty: entry.entry("type").and_then(Attribute::as_type),
                })
            })
            .collect::<Option<Vec<_>>>()
    };
    listed().ok_or(Reason::NoSignature)
}

/// Records at a launch why it is not raised, unless there is a reason already.
pub(super) fn give_up(op: Op<'_>, reason: &Reason) {
    if op.attribute(ATTR_NOT_RAISED).is_none() {
        let text = Attribute::string(op.location(), &reason.to_string());
        op.set_attribute(ATTR_NOT_RAISED, text);
    }
}
