//! Launches become `sycl.host.schedule_kernel`.
//!
//! Before: `set_nd_range` and `set_captured`, in one block with the `set_kernel` that follows them
//! After:  the same, and `sycl.host.schedule_kernel %handler -> @device_functions::@k[range %r](%accessor:
//! !sycl.accessor<…>, %x)` behind the `set_kernel`
//!
//! Captures are checked against the kernel's declaration: number, sizes and types.

use scythe_mlir::{Attribute, Op, Type, Value, walk};
use scythe_sycl_dialect::host_ops::{
    Argument, INDEX, KERNEL_NAME, Launch, ND_RANGE, SYCL_TYPE, Space,
};
use scythe_sycl_dialect::types;

use super::constants;
use super::launch::{self, Capture};
use super::names::{
    ATTR_NOT_RAISED, SCHEDULE_KERNEL, SET_CAPTURED, SET_KERNEL, SET_ND_RANGE, is_record_query,
};
use super::objects::{functions, stored_size};
use super::reason::Reason;

/// Raises all launches whose kernel is known.
pub(super) fn raise(module: Op<'_>) {
    for function in functions(module) {
        for op in walk(function).into_iter().filter(|op| op.name() == SET_KERNEL) {
            if op.attribute(ATTR_NOT_RAISED).is_some() || is_scheduled(op) {
                continue;
            }
            match collect(op) {
                Ok(launch) => {
                    let made = launch.build(op.location());
                    // A `set_kernel` does not end a block.
                    if let Some(next) = op.next() {
                        made.before(next);
                    }
                }
                Err(reason) => launch::give_up(op, &reason),
            }
        }
    }
}

/// Whether the launch that a `set_kernel` is part of has been raised.
pub(super) fn is_scheduled(set_kernel: Op<'_>) -> bool {
    set_kernel.next().is_some_and(|next| {
        next.name() == SCHEDULE_KERNEL
            && next.operand(0) == set_kernel.operand(0)
            && next.attribute(KERNEL_NAME) == set_kernel.attribute(KERNEL_NAME)
    })
}

/// The parts of a launch.
fn collect<'c>(set_kernel: Op<'c>) -> Result<Launch<'c>, Reason> {
    let handler = set_kernel.operand(0).ok_or(Reason::NoHandler)?;
    let kernel = set_kernel.attribute(KERNEL_NAME).ok_or(Reason::UnknownKernel)?;
    let (mut spaces, mut captured) = (Vec::new(), Vec::new());
    let block = set_kernel.block().map(|block| block.operations()).unwrap_or_default();
    for op in block.into_iter().take_while(|op| *op != set_kernel) {
        match op.name() {
            // What was collected so far belongs to another launch.
            SET_KERNEL => {
                spaces.clear();
                captured.clear();
            }
            SET_ND_RANGE if op.operand(0) == Some(handler) => spaces.push(op),
            SET_CAPTURED => captured.push(op),
            _ if is_record_query(op) => {
                spaces.clear();
                captured.clear();
            }
            _ => {}
        }
    }
    let arguments = arguments(set_kernel, &captured, &launch::captures(set_kernel, kernel)?)?;
    Ok(Launch { handler, kernel, space: space(&spaces)?, arguments })
}

fn space<'c>(found: &[Op<'c>]) -> Result<Space<'c>, Reason> {
    let only = match found {
        [] => return Ok(Space::SingleTask),
        [only] => *only,
        _ => return Err(Reason::SeveralSpaces),
    };
    match (only.operand(1), only.attribute(ND_RANGE)) {
        (Some(range), Some(_)) => Ok(Space::NdRange(range)),
        (Some(range), None) => Ok(Space::Range(range, only.operand(2))),
        (None, _) => Err(Reason::SeveralSpaces),
    }
}

/// The captures in the order of the kernel's declaration.
fn arguments<'c>(
    at: Op<'c>,
    captured: &[Op<'c>],
    expected: &[Capture<'c>],
) -> Result<Vec<Argument<'c>>, Reason> {
    let object = captured.first().and_then(|op| op.operand(0));
    if captured.iter().any(|op| op.operand(0) != object) {
        return Err(Reason::SeveralObjects);
    }
    let index_of = |op: &Op<'c>| {
        let index = op.attribute(INDEX).and_then(Attribute::as_integer);
        index.and_then(|index| usize::try_from(index).ok())
    };
    let incomplete = |index| Reason::Incomplete { expected: expected.len(), index };
    if let Some(beyond) = captured.iter().filter_map(index_of).find(|n| *n >= expected.len()) {
        return Err(incomplete(beyond));
    }
    let mut found = Vec::new();
    for (index, capture) in expected.iter().enumerate() {
        let mut of_index = captured.iter().filter(|op| index_of(op) == Some(index));
        let (Some(only), None) = (of_index.next(), of_index.next()) else {
            return Err(incomplete(index));
        };
        found.push(argument(at, *only, capture).ok_or(incomplete(index))??);
    }
    Ok(found)
}

fn argument<'c>(
    at: Op<'c>,
    captured: Op<'c>,
    expected: &Capture<'c>,
) -> Option<Result<Argument<'c>, Reason>> {
    let value = captured.operand(1)?;
    let ty = captured.attribute(SYCL_TYPE).and_then(Attribute::as_type);
    let mismatch = |wanted: String, found: String| {
        Err(Reason::Mismatch { name: expected.name.to_owned(), expected: wanted, found })
    };
    let bare = |ty: Type<'c>| types::without_body(at.location(), ty);
    Some(match (expected.ty, ty) {
        (Some(_), None) => Err(Reason::Untyped { name: expected.name.to_owned() }),
        (Some(wanted), Some(found)) if !is_same_class(wanted, found) => {
            mismatch(format!("'{}'", bare(wanted)), format!("'{}'", bare(found)))
        }
        (None, Some(found)) => {
            mismatch(format!("{} bytes", expected.size), format!("'{}'", bare(found)))
        }
        (None, None) if size(at, value, expected.size) != Some(expected.size) => {
            mismatch(format!("{} bytes", expected.size), format!("'{}'", value.ty()))
        }
        _ => Ok(Argument { value, ty }),
    })
}

/// The size of a captured value. The address of a constant stands for the constant, unless the capture is an
/// address.
fn size<'c>(at: Op<'c>, value: Value<'c>, wanted: i64) -> Option<i64> {
    let own = stored_size(at, value.ty())?;
    match constants::global(value) {
        Some((global, 0)) if own != wanted => {
            stored_size(at, global.attribute("global_type")?.as_type()?)
        }
        _ => Some(own),
    }
}

/// Whether two types are equal except for elements and layout.
fn is_same_class<'c>(one: Type<'c>, other: Type<'c>) -> bool {
    let (Some(one), Some(other)) = (types::parts(one), types::parts(other)) else { return false };
    let is_element = |parameter: &Attribute<'c>| parameter.as_type().is_some();
    one.definition.name == other.definition.name
        && one.parameters.len() == other.parameters.len()
        && one
            .parameters
            .iter()
            .zip(&other.parameters)
            .all(|(a, b)| a == b || (is_element(a) && is_element(b)))
}
