//! The members of kernels' function objects become `sycl.host.set_captured`.
//!
//! Before: stores, `memcpy` and constructors that fill the object, `llvm.intr.var.annotation(%slot, "kernel",
//! …)` of the variable that holds its address, and the launch that follows
//! After:  `sycl.host.set_captured %object[0] = %accessor : !llvm.ptr, !llvm.ptr (!sycl.accessor<…>)` and so
//! on at the launch
//!
//! Members are found by their bytes, not by the types that LLVM gives the object. There is no store for every
//! member: accessors are copied member by member, or constructed in place; scalars are stored together;
//! arrays in parts. If a value cannot be determined, the capture is the contents of the object at the launch.

use std::collections::HashSet;

use scythe_mlir::{Attribute, Build, Op, Type, Value};
use scythe_sycl_dialect::host_ops::{CONSTRUCTED, INDEX, SYCL_TYPE};
use scythe_sycl_dialect::types;

use super::contents::{Contents, Piece, Source};
use super::launch::{self, Capture, assignment, kernel_mark, queries};
use super::names::SET_CAPTURED;
use super::objects::functions;
use super::reason::Reason;
use super::{constants, objects, values};
use crate::memory::place;

/// Raises the captures of all launches.
pub(super) fn raise(module: Op<'_>) {
    for function in functions(module) {
        let mut contents = Contents::default();
        let mut done = HashSet::new();
        for query in queries(function) {
            match object(&mut contents, query) {
                Ok((mark, object, captures)) => {
                    for (index, capture) in captures.iter().enumerate() {
                        set(&mut contents, query, object, index, capture);
                    }
                    done.insert(mark);
                }
                Err(reason) => launch::give_up(query, &reason),
            }
        }
        // Until now, results about memory refer to them.
        done.into_iter().for_each(Op::erase);
    }
}

/// The annotation of a launch's function object, the object and its members.
fn object<'c>(
    contents: &mut Contents<'c>,
    query: Op<'c>,
) -> Result<(Op<'c>, Value<'c>, Vec<Capture<'c>>), Reason> {
    let captures = launch::captures(query, launch::kernel(query)?)?;
    let (handler, _) = assignment(query)?;
    let mark = kernel_mark(&mut contents.blocks, query, handler)?;
    let marked = mark.operand(0).ok_or(Reason::NoObject)?;
    // A reference to the object is a variable with its address.
    let is_reference = marked
        .defining_op()
        .filter(|op| op.name() == "llvm.alloca")
        .and_then(|op| op.attribute("elem_type")?.as_type())
        .is_some_and(|ty| ty.llvm_pointer_space().is_some());
    let object = if is_reference {
        contents.address_at(marked, mark).ok_or(Reason::NoObject)?
    } else {
        marked
    };
    Ok((mark, object, captures))
}

fn set<'c>(
    contents: &mut Contents<'c>,
    query: Op<'c>,
    object: Value<'c>,
    index: usize,
    capture: &Capture<'c>,
) {
    let at = query.location();
    let held = contents.at(object, capture.offset, capture.size, query);
    let (value, ty) = match capture.ty {
        Some(ty) => {
            let (value, ty) =
                accessor(contents, query, object, capture, &held).unwrap_or_else(|| {
                    (objects::further(query, object, capture.offset), types::without_body(at, ty))
                });
            (value, Some(ty))
        }
        None => {
            let known = known_value(query, capture, &held);
            (known.unwrap_or_else(|| unknown_value(query, object, capture)), None)
        }
    };
    let number = i64::try_from(index).unwrap_or(i64::MAX);
    let made = Build::new(SET_CAPTURED, at)
        .operands(&[object, value])
        .attribute(INDEX, Attribute::integer(Type::integer(at, 64), number));
    match ty {
        Some(ty) => made.attribute(SYCL_TYPE, Attribute::ty(ty)).before(query),
        None => made.before(query),
    };
}

/// The accessor that a member is a copy of, and its type with the properties of the constructor.
fn accessor<'c>(
    contents: &mut Contents<'c>,
    query: Op<'c>,
    object: Value<'c>,
    capture: &Capture<'c>,
    held: &[Piece<'c>],
) -> Option<(Value<'c>, Type<'c>)> {
    let constructor = made_by(held)?;
    let pointer = constructor.operand(0)?;
    let made = types::parts(constructor.attribute(CONSTRUCTED)?.as_type()?)?;
    let wanted = types::parts(capture.ty?)?;
    let fits = made.definition.name == wanted.definition.name
        && made.parameters.len() == wanted.parameters.len()
        && made.parameters.iter().zip(&wanted.parameters).enumerate().all(
            |(number, (one, other))| {
                // The element type is unknown. Writable accessors convert to read-only ones.
                let converts =
                    || (one.as_string(), other.as_string()) == (Some("read_write"), Some("read"));
                number == ELEMENT || one == other || converts()
            },
        );
    if !fits {
        return None;
    }
    let ty = types::make(query.location(), wanted.definition.name, &wanted.parameters, &made.body)?;
    // The object may be part of the function object, or may have changed since then; a copy is neither.
    let is_part = place(pointer).map(|(variable, _)| variable) == place(object).map(|(v, _)| v);
    let now = contents.at(pointer, 0, capture.size, query);
    let stays = !is_part && made_by(&now) == Some(constructor);
    let pointer = if stays { pointer } else { copy(constructor, capture.size) };
    Some((pointer, ty))
}

/// A separate variable for the object that a constructor makes.
fn copy(constructor: Op<'_>, size: i64) -> Value<'_> {
    let count = u32::try_from(size.unsigned_abs().div_ceil(8)).unwrap_or(u32::MAX);
    let place = objects::variable(constructor, count);
    let copy = constructor.copy();
    copy.set_operand(0, place);
    constructor.insert_before(copy);
    place
}

/// The parameter of an accessor's type that is the element type.
const ELEMENT: usize = 1;

/// The constructor of the object that some bytes are, apart from padding.
fn made_by<'c>(held: &[Piece<'c>]) -> Option<Op<'c>> {
    let (mut found, mut at) = (None, 0);
    for piece in held {
        match piece.source {
            Source::Object(constructor, start) if start == at => {
                if found.is_some_and(|other| other != constructor) {
                    return None;
                }
                found = Some(constructor);
            }
            Source::Nowhere => {}
            _ => return None,
        }
        at += piece.length;
    }
    found
}

/// The value of a member, if it is known.
fn known_value<'c>(query: Op<'c>, capture: &Capture<'c>, held: &[Piece<'c>]) -> Option<Value<'c>> {
    // A value that was stored as a whole keeps its type.
    if let [Piece { source: Source::Value(value, 0), .. }] = held[..]
        && objects::stored_size(query, value.ty()) == Some(capture.size)
    {
        return Some(value);
    }
    if let Some(bytes) = values::constant_bytes(held) {
        return constants::number(query, &bytes).or_else(|| constants::array(query, &bytes));
    }
    values::whole(query, held).or_else(|| values::vector(query, held))
}

/// The contents of the object at the launch.
fn unknown_value<'c>(query: Op<'c>, object: Value<'c>, capture: &Capture<'c>) -> Value<'c> {
    let at = query.location();
    let ty = match capture.size {
        size @ (1 | 2 | 4 | 8) => Type::integer(at, 8 * u32::try_from(size).unwrap_or(8)),
        size => Type::llvm_array(Type::integer(at, 8), u32::try_from(size).unwrap_or(u32::MAX)),
    };
    objects::load(query, objects::further(query, object, capture.offset), ty)
}
