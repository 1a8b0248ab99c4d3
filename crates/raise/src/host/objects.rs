//! Objects in host code, and the functions that contain them.

use scythe_mlir::{Attribute, Build, DataLayout, Op, Type, Value};
use scythe_sycl_dialect::host_ops::CONSTRUCTED;
use scythe_sycl_dialect::types;

use super::constants;
use super::names::CONSTRUCTOR;

/// The functions of a module that have a body.
pub(super) fn functions(module: Op<'_>) -> Vec<Op<'_>> {
    let mut all = module.functions();
    all.retain(|function| function.name() == "llvm.func" && !function.body().is_empty());
    all
}

/// A new variable of this many 64-bit numbers, whose address is not known elsewhere.
pub(super) fn variable<'c>(before: Op<'c>, count: u32) -> Value<'c> {
    let at = before.location();
    let one = constants::integer(before, 64, 1);
    let layout = Type::llvm_array(Type::integer(at, 64), count);
    Build::new("llvm.alloca", at)
        .operands(&[one])
        .attribute("elem_type", Attribute::ty(layout))
        .attribute("alignment", Attribute::integer(Type::integer(at, 64), 8))
        .results(&[Type::llvm_pointer(at, 0)])
        .value_before(before)
}

/// A new id or range with these components.
pub(super) fn index<'c>(before: Op<'c>, ty: Type<'c>, components: &[Value<'c>]) -> Value<'c> {
    let place = variable(before, u32::try_from(components.len()).unwrap_or(u32::MAX));
    construct(before, ty, place, components);
    place
}

/// Constructs an object at a pointer.
pub(super) fn construct<'c>(
    before: Op<'c>,
    ty: Type<'c>,
    place: Value<'c>,
    arguments: &[Value<'c>],
) {
    Build::new(CONSTRUCTOR, before.location())
        .operands(&[place])
        .operands(arguments)
        .attribute(CONSTRUCTED, Attribute::ty(ty))
        .before(before);
}

/// A type of SYCL that has only dimensions, without a layout.
pub(super) fn index_type<'c>(at: Op<'c>, name: &str, dimensions: u32) -> Option<Type<'c>> {
    let at = at.location();
    let number = Attribute::integer(Type::integer(at, 64), dimensions.into());
    types::make(at, name, &[number], &[])
}

/// The class of the variable at a pointer, if that is an id or a range.
pub(super) fn index_class(pointer: Value<'_>) -> Option<Type<'_>> {
    let op = pointer.defining_op().filter(|op| op.name() == "llvm.alloca")?;
    let ty = op.attribute("elem_type")?.as_type()?;
    let name = ty.llvm_struct_name()?.strip_prefix("class.sycl::")?;
    // The headers' inline namespace. LLVM appends a number to repeated names.
    let name = name.strip_prefix("_V1::").unwrap_or(name).split('.').next()?;
    let dimensions = u32::try_from(op.size_of(ty)? / 8).ok()?;
    matches!(name, "id" | "range").then(|| index_type(op, name, dimensions))?
}

/// A pointer with an offset in bytes.
pub(super) fn further<'c>(before: Op<'c>, pointer: Value<'c>, bytes: i64) -> Value<'c> {
    if bytes == 0 {
        return pointer;
    }
    let at = before.location();
    let offset = constants::integer(before, 64, bytes);
    Build::new("llvm.getelementptr", at)
        .operands(&[pointer, offset])
        .attribute("rawConstantIndices", Attribute::numbers(at, &[i32::MIN]))
        .attribute("elem_type", Attribute::ty(Type::integer(at, 8)))
        .results(&[pointer.ty()])
        .value_before(before)
}

/// Loads a value.
pub(super) fn load<'c>(before: Op<'c>, pointer: Value<'c>, ty: Type<'c>) -> Value<'c> {
    Build::new("llvm.load", before.location())
        .operands(&[pointer])
        .results(&[ty])
        .value_before(before)
}

/// The number of bytes that a store of a type writes, without padding between array elements. None if it is
/// not a whole number of bytes.
pub(super) fn stored_size<'c>(at: Op<'c>, ty: Type<'c>) -> Option<i64> {
    if let Some(bits) = ty.integer_width() {
        return (bits % 8 == 0).then_some(i64::from(bits / 8));
    }
    if let Some((element, count)) = ty.vector_parts() {
        return stored_size(at, element)?.checked_mul(i64::try_from(count).ok()?);
    }
    let (size, alignment) = DataLayout::of(at).size_and_alignment(ty)?;
    // Extended floating-point numbers have padding bytes.
    let is_whole = !ty.is_float() || (size <= 8 && size == alignment);
    is_whole.then(|| i64::try_from(size).ok()).flatten()
}
