//! Ranges, ids and nd_ranges that memory holds as plain numbers get a `sycl.host.constructor`.
//!
//! Their constructors are inlined into stores, `memset` and `memcpy`. For launches and constructors of other
//! objects, new objects are constructed right before their use:
//!
//! Before: `llvm.store %n, %r`, `llvm.intr.var.annotation(%r, "range", …)`
//! After:  `llvm.store %n, %r`, `sycl.host.constructor(%r1, %n) {type = !sycl.range<[1]>}`,
//! `llvm.intr.var.annotation(%r1, "range", …)`
//!
//! Unknown numbers are loaded from the object.

use scythe_mlir::{Op, Type, Value, walk};
use scythe_sycl_dialect::definitions::argument_attribute;
use scythe_sycl_dialect::host_ops::CONSTRUCTED;
use scythe_sycl_dialect::types;

use super::contents::{Contents, Piece, Source};
use super::launch::{Mark, mark};
use super::names::CONSTRUCTOR;
use super::objects::index_class;
use super::{constants, objects, values};

/// Raises the operands that are ranges, ids or nd_ranges in all functions.
pub(super) fn raise(module: Op<'_>) {
    for function in objects::functions(module) {
        let mut contents = Contents::default();
        for op in walk(function) {
            match mark(op) {
                Some(Mark::Range) => raise_marked(&mut contents, function, op, "range"),
                Some(Mark::Offset) => raise_marked(&mut contents, function, op, "id"),
                Some(Mark::NdRange) => raise_nd_range(&mut contents, function, op),
                Some(Mark::Kernel) => None,
                None if op.name() == CONSTRUCTOR => raise_arguments(&mut contents, op),
                None => None,
            };
        }
    }
}

fn raise_marked<'c>(
    contents: &mut Contents<'c>,
    function: Op<'c>,
    annotation: Op<'c>,
    name: &str,
) -> Option<()> {
    let pointer = annotation.operand(0)?;
    let dimensions = numbers(function, pointer).filter(|n| (1..=3).contains(n))?;
    let ty = objects::index_type(annotation, name, dimensions)?;
    let made = remake(contents, annotation, pointer, ty, dimensions)?;
    annotation.set_operand(0, made);
    Some(())
}

fn raise_nd_range<'c>(
    contents: &mut Contents<'c>,
    function: Op<'c>,
    annotation: Op<'c>,
) -> Option<()> {
    let pointer = annotation.operand(0)?;
    let count = numbers(function, pointer).filter(|n| [3, 6, 9].contains(n))?;
    let dimensions = count / 3;
    let held = contents.at(pointer, 0, 8 * i64::from(count), annotation);
    let mut parts = Vec::new();
    for (number, name) in ["range", "range", "id"].into_iter().enumerate() {
        let first = u32::try_from(number).ok()? * dimensions;
        let found = components(annotation, pointer, &held, first, dimensions);
        let ty = objects::index_type(annotation, name, dimensions)?;
        parts.push(objects::index(annotation, ty, &found));
    }
    let place = objects::variable(annotation, count);
    let ty = objects::index_type(annotation, "nd_range", dimensions)?;
    objects::construct(annotation, ty, place, &parts);
    annotation.set_operand(0, place);
    Some(())
}

/// The ranges and ids among the operands of a constructor.
fn raise_arguments<'c>(contents: &mut Contents<'c>, constructor: Op<'c>) -> Option<()> {
    let made = types::parts(constructor.attribute(CONSTRUCTED)?.as_type()?)?;
    let dimensions = made.dimensions()?;
    let of = |name| objects::index_type(constructor, name, dimensions);
    let expected: Vec<(usize, Type<'c>)> = match made.definition.name {
        "accessor" => {
            let is_index = |ty: &Type<'c>| matches!(types::shape(*ty), Some(("id" | "range", _)));
            (3..).zip(made.body.iter().copied().filter(is_index)).collect()
        }
        "local_accessor" if dimensions > 0 => vec![(1, of("range")?)],
        "nd_range" => vec![(1, of("range")?), (2, of("range")?), (3, of("id")?)],
        // Which of a buffer's operands are ranges depends on the constructor, so the types of variables
        // decide.
        "buffer" => {
            let class = |(number, value): (usize, Value<'c>)| Some((number, index_class(value)?));
            let operands = constructor.operands().into_iter().enumerate().skip(1);
            operands
                .filter_map(class)
                .filter(|(_, ty)| {
                    types::shape(*ty).is_some_and(|(_, found)| found == Some(dimensions))
                })
                .collect()
        }
        _ => return None,
    };
    for (number, ty) in expected {
        let Some(pointer) = constructor.operand(number) else { continue };
        let (_, Some(dimensions)) = types::shape(ty)? else { continue };
        if pointer.ty().llvm_pointer_space().is_none() {
            continue;
        }
        if let Some(object) = remake(contents, constructor, pointer, ty, dimensions) {
            constructor.set_operand(number, object);
        }
    }
    Some(())
}

/// A new object of a type from the numbers at a pointer; none if there is an object already.
fn remake<'c>(
    contents: &mut Contents<'c>,
    reader: Op<'c>,
    pointer: Value<'c>,
    ty: Type<'c>,
    dimensions: u32,
) -> Option<Value<'c>> {
    let held = contents.at(pointer, 0, 8 * i64::from(dimensions), reader);
    if let [Piece { source: Source::Object(constructor, 0), .. }] = held[..]
        && constructor.operand(0) == Some(pointer)
    {
        return None;
    }
    let found = components(reader, pointer, &held, 0, dimensions);
    Some(objects::index(reader, ty, &found))
}

/// The numbers at a pointer, from this one on.
fn components<'c>(
    reader: Op<'c>,
    pointer: Value<'c>,
    held: &[Piece<'c>],
    first: u32,
    count: u32,
) -> Vec<Value<'c>> {
    (first..first + count)
        .map(|number| {
            let start = 8 * i64::from(number);
            let pieces = values::slice(held, start, 8);
            let is_known = !pieces.iter().any(|piece| piece.source == Source::Nowhere);
            let constant = is_known.then(|| values::constant_bytes(&pieces)).flatten();
            constant
                .and_then(|bytes| constants::number(reader, &bytes))
                .or_else(|| values::whole(reader, &pieces))
                .filter(|value| value.ty().integer_width() == Some(64))
                .unwrap_or_else(|| {
                    let place = objects::further(reader, pointer, start);
                    objects::load(reader, place, Type::integer(reader.location(), 64))
                })
        })
        .collect()
}

/// How many 64-bit numbers the variable at a pointer holds.
fn numbers<'c>(function: Op<'c>, pointer: Value<'c>) -> Option<u32> {
    let ty = match pointer.defining_op() {
        Some(op) if op.name() == "llvm.alloca" => op.attribute("elem_type")?.as_type()?,
        Some(_) => return None,
        // An argument that the platform passes in memory.
        None => {
            let arguments = function.body().first()?.arguments();
            let number = arguments.iter().position(|argument| *argument == pointer)?;
            argument_attribute(function, number, "llvm.byval")?.as_type()?
        }
    };
    let size = function.size_of(ty)?;
    (size % 8 == 0).then(|| u32::try_from(size / 8).ok()).flatten()
}
