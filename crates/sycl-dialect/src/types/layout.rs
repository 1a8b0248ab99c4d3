//! The layout of objects in memory.

use scythe_mlir::{Location, Type};

use super::parts;
use crate::polygeist::memory_space;

/// The types of empty objects. In C++ such an object is a byte without meaning, and is neither passed nor
/// returned.
const EMPTY: &[&str] = &["sub_group", "accessor_common", "owner_less_base"];

/// Whether objects of a type are empty.
#[must_use]
pub fn is_empty(ty: Type<'_>) -> bool {
    parts(ty).is_some_and(|parts| parts.body.is_empty() && EMPTY.contains(&parts.definition.name))
}

/// LLVM's type for an object: a struct of the parts of its body, in which memrefs of known sizes are arrays.
/// None if a body is unknown.
#[must_use]
pub fn layout<'c>(at: Location<'c>, ty: Type<'c>) -> Option<Type<'c>> {
    layout_with(at, ty, &|_| None)
}

/// The same; `bare` provides the types of objects without a body.
#[must_use]
pub fn layout_with<'c>(
    at: Location<'c>,
    ty: Type<'c>,
    bare: &dyn Fn(Type<'c>) -> Option<Type<'c>>,
) -> Option<Type<'c>> {
    if is_empty(ty) {
        return Type::llvm_struct(at, &[Type::integer(at, 8)]);
    }
    if let Some(parts) = parts(ty) {
        if parts.body.is_empty() {
            return bare(ty);
        }
        let body: Option<Vec<_>> =
            parts.body.into_iter().map(|part| layout_with(at, part, bare)).collect();
        return Type::llvm_struct(at, &body?);
    }
    if ty.is_index() {
        return Some(Type::integer(at, 64));
    }
    let (Some(shape), Some((element, _))) = (ty.memref_shape(), ty.memref_parts()) else {
        return Some(ty);
    };
    match shape.into_iter().collect::<Option<Vec<u64>>>() {
        Some(sizes) => {
            let element = layout_with(at, element, bare)?;
            sizes.into_iter().rev().try_fold(element, |element, size| {
                Some(Type::llvm_array(element, u32::try_from(size).ok()?))
            })
        }
        None if ty.memref_is_contiguous() => Some(Type::llvm_pointer(at, memory_space(ty)?)),
        None => Some(ty),
    }
}
