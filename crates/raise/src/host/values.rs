//! Values for the contents of memory.

use scythe_mlir::{Attribute, Build, Op, Type, Value};
use scythe_sycl_dialect::host_ops::CONSTRUCTED;
use scythe_sycl_dialect::types;

use super::constants;
use super::contents::{Piece, Source};
use super::names::CONSTRUCTOR;
use super::objects::stored_size;

/// The pieces of a part of the bytes.
pub(super) fn slice<'c>(pieces: &[Piece<'c>], start: i64, length: i64) -> Vec<Piece<'c>> {
    let (mut found, mut at) = (Vec::new(), 0);
    for piece in pieces {
        let from = start.max(at);
        let to = (start + length).min(at + piece.length);
        if from < to {
            let skipped = from - at;
            let source = match &piece.source {
                Source::Value(value, first) => Source::Value(*value, first + skipped),
                Source::Object(op, first) => Source::Object(*op, first + skipped),
                Source::Constant(bytes) => {
                    let index = |n: i64| usize::try_from(n).unwrap_or_default();
                    Source::Constant(bytes[index(skipped)..index(to - at)].to_vec())
                }
                Source::Nowhere => Source::Nowhere,
                Source::Unknown => Source::Unknown,
            };
            found.push(Piece { length: to - from, source });
        }
        at += piece.length;
    }
    found
}

/// The bytes of pieces, if all of them are constants. Bytes without a write are zeros; no program can observe
/// the difference.
pub(super) fn constant_bytes(pieces: &[Piece<'_>]) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    let mut any = false;
    for piece in pieces {
        let length = usize::try_from(piece.length).ok()?;
        match &piece.source {
            Source::Constant(bytes) => all.extend(bytes),
            Source::Nowhere => {
                all.extend(std::iter::repeat_n(0, length));
                continue;
            }
            Source::Value(value, start) => {
                let bytes = constants::bytes_of(*value)?;
                let start = usize::try_from(*start).ok()?;
                all.extend(bytes.get(start..start + length)?);
            }
            Source::Object(..) | Source::Unknown => return None,
        }
        any = true;
    }
    any.then_some(all)
}

/// The value that pieces make up, of any type of that size.
pub(super) fn whole<'c>(before: Op<'c>, pieces: &[Piece<'c>]) -> Option<Value<'c>> {
    match pieces {
        [Piece { length, source: Source::Value(value, start) }] => {
            part(before, *value, *start, *length)
        }
        [Piece { length: 8, source: Source::Object(constructor, start) }] => {
            component(before, *constructor, *start)
        }
        _ => None,
    }
}

/// Some bytes of a value, as a value: the value itself, an element of it, or a part of a number.
fn part<'c>(before: Op<'c>, value: Value<'c>, start: i64, length: i64) -> Option<Value<'c>> {
    let at = before.location();
    let ty = value.ty();
    let size = stored_size(before, ty)?;
    if (start, length) == (0, size) {
        return Some(value);
    }
    if let Some(bits) = ty.integer_width() {
        let wanted = match length {
            1 | 2 | 4 => u32::try_from(8 * length).ok()?,
            _ => return None,
        };
        let amount = constants::integer(before, bits, 8 * start);
        let shifted = Build::new("llvm.lshr", at)
            .operands(&[value, amount])
            .results(&[ty])
            .value_before(before);
        let narrow = Type::integer(at, wanted);
        let cut = Build::new("llvm.trunc", at).operands(&[shifted]).results(&[narrow]);
        return Some(cut.value_before(before));
    }
    let (index, offset, member) = (0..)
        .map_while(|index| {
            let (offset, member) = ty.member(before, index)?;
            let offset = i64::try_from(offset).ok()?;
            (offset < size).then_some((index, offset, member))
        })
        .take_while(|(_, offset, _)| *offset <= start)
        .last()?;
    let element = if ty.llvm_array_parts().is_some() || ty.llvm_struct_parts().is_some() {
        Build::new("llvm.extractvalue", at)
            .operands(&[value])
            .attribute("position", Attribute::positions(at, &[index]))
            .results(&[member])
            .value_before(before)
    } else {
        let index = constants::integer(before, 64, index);
        Build::new("llvm.extractelement", at)
            .operands(&[value, index])
            .results(&[member])
            .value_before(before)
    };
    // The part must not extend beyond the element.
    let fits = start + length <= offset + stored_size(before, member)?;
    if fits { part(before, element, start - offset, length) } else { None }
}

/// A component of an id or range that a constructor made.
fn component<'c>(before: Op<'c>, constructor: Op<'c>, start: i64) -> Option<Value<'c>> {
    let made = constructor.attribute(CONSTRUCTED)?.as_type()?;
    let ("id" | "range", Some(dimensions)) = types::shape(made)? else { return None };
    let index = usize::try_from(start / 8).ok()?;
    if constructor.name() != CONSTRUCTOR || start % 8 != 0 || index >= dimensions as usize {
        return None;
    }
    match constructor.operand_count() {
        // A default-constructed id is zero everywhere (SYCL 2020 §4.9.1.3).
        1 => Some(constants::integer(before, 64, 0)),
        count if count == dimensions as usize + 1 => {
            let value = constructor.operand(index + 1)?;
            (value.ty().integer_width() == Some(64)).then_some(value)
        }
        _ => None,
    }
}

/// The type of a number, or of the elements of a vector or array of numbers.
fn scalar<'c>(at: Op<'c>, ty: Type<'c>) -> Option<Type<'c>> {
    let is_number = |ty: Type<'c>| ty.integer_width().is_some() || ty.is_float();
    let scalar = if is_number(ty) { ty } else { ty.member(at, 0)?.1 };
    (is_number(scalar) && ty.llvm_struct_parts().is_none()).then_some(scalar)
}

/// A vector of pieces that are all numbers of one type.
pub(super) fn vector<'c>(before: Op<'c>, pieces: &[Piece<'c>]) -> Option<Value<'c>> {
    let at = before.location();
    let Source::Value(first, _) = pieces.first()?.source else { return None };
    let element = scalar(before, first.ty())?;
    let size = stored_size(before, element)?;
    let mut elements: Vec<(Value<'c>, i64)> = Vec::new();
    for piece in pieces {
        let Source::Value(value, start) = piece.source else { return None };
        if scalar(before, value.ty()) != Some(element) || piece.length % size != 0 {
            return None;
        }
        elements.extend((0..piece.length / size).map(|n| (value, start + n * size)));
    }
    let ty = Type::parse(at, &format!("vector<{}x{element}>", elements.len()))?;
    let mut made = Build::new("llvm.mlir.poison", at).results(&[ty]).value_before(before);
    for (number, (value, start)) in elements.into_iter().enumerate() {
        let element = part(before, value, start, size)?;
        let index = constants::integer(before, 64, i64::try_from(number).ok()?);
        made = Build::new("llvm.insertelement", at)
            .operands(&[made, element, index])
            .results(&[ty])
            .value_before(before);
    }
    Some(made)
}
