//! Builder steps that are sound on the compiler's own types.

use inkwell::builder::{Builder, BuilderError};
use inkwell::error::AlignmentError;
use inkwell::types::{ArrayType, BasicType, StructType};
use inkwell::values::{AsValueRef, BasicValue, BasicValueEnum, IntValue, PointerValue};
use inkwell::{AtomicOrdering, AtomicRMWBinOp};
use llvm_sys::core::LLVMBuildAtomicRMW;

/// The address of field `index` of the `ty` at `base`.
///
/// # Errors
/// When the struct has no such field or the builder has no position.
pub fn field<'c>(
    builder: &Builder<'c>,
    ty: StructType<'c>,
    base: PointerValue<'c>,
    index: u32,
    name: &str,
) -> Result<PointerValue<'c>, BuilderError> {
    builder.build_struct_gep(ty, base, index, name)
}

/// The address of element `index` of the array `ty` at `base`.
///
/// # Errors
/// When the builder has no position.
pub fn array_element<'c>(
    builder: &Builder<'c>,
    ty: ArrayType<'c>,
    base: PointerValue<'c>,
    index: IntValue<'c>,
    name: &str,
) -> Result<PointerValue<'c>, BuilderError> {
    let zero = index.get_type().const_zero();
    // SAFETY: the indices match the array type; an index out of bounds makes a bad address, which is an error
    // of the program, not an invalid instruction.
    unsafe { builder.build_gep(ty, base, &[zero, index], name) }
}

/// The address of a sub-object by `indices` into the `ty` at `base`, not marked as in bounds.
///
/// # Errors
/// When the builder has no position.
///
/// # Panics
/// When no index is given.
pub fn element<'c>(
    builder: &Builder<'c>,
    ty: impl BasicType<'c>,
    base: PointerValue<'c>,
    indices: &[IntValue<'c>],
    name: &str,
) -> Result<PointerValue<'c>, BuilderError> {
    assert!(!indices.is_empty(), "an address without indices is the base");
    // SAFETY: LLVM checks the indices against the type; an address out of bounds is an error of the program,
    // not an invalid instruction.
    unsafe { builder.build_gep(ty, base, indices, name) }
}

/// The address `bytes` bytes after `base`, in the same object.
///
/// # Errors
/// When the builder has no position.
pub fn in_bytes<'c>(
    builder: &Builder<'c>,
    base: PointerValue<'c>,
    bytes: IntValue<'c>,
) -> Result<PointerValue<'c>, BuilderError> {
    if bytes.get_zero_extended_constant() == Some(0) {
        return Ok(base);
    }
    let byte = bytes.get_type().get_context().i8_type();
    // SAFETY: an address out of bounds is an error of the program, not an invalid instruction.
    unsafe { builder.build_in_bounds_gep(byte, base, &[bytes], "") }
}

/// The address of member `index` of the struct `ty` at `base`, which is in bounds.
///
/// # Errors
/// When the builder has no position.
pub fn in_bounds_element<'c>(
    builder: &Builder<'c>,
    ty: StructType<'c>,
    base: PointerValue<'c>,
    index: u32,
    name: &str,
) -> Result<PointerValue<'c>, BuilderError> {
    if index >= ty.count_fields() {
        return Err(BuilderError::GEPIndex);
    }
    let number = ty.get_context().i32_type();
    let path = [number.const_zero(), number.const_int(u64::from(index), false)];
    // SAFETY: the struct has that member, as just checked.
    unsafe { builder.build_in_bounds_gep(ty, base, &path, name) }
}

/// Allocates `bytes` bytes, not necessarily constant, on the caller's stack.
///
/// # Errors
/// When the builder has no position or the alignment is not a power of two.
pub fn stack_array<'c>(
    builder: &Builder<'c>,
    bytes: IntValue<'c>,
    align: u32,
    name: &str,
) -> Result<PointerValue<'c>, BuilderError> {
    let byte = bytes.get_type().get_context().i8_type();
    let array = builder.build_array_alloca(byte, bytes, name)?;
    if let Some(alloca) = array.as_instruction_value() {
        alloca
            .set_alignment(align)
            .map_err(|_| BuilderError::AlignmentError(AlignmentError::NonPowerOfTwo(align)))?;
    }
    Ok(array)
}

/// Lane `index` of a vector, scalable or not; poison past the end.
///
/// # Errors
/// When the value is not a vector.
pub fn extract_lane<'c>(
    builder: &Builder<'c>,
    vector: BasicValueEnum<'c>,
    index: IntValue<'c>,
) -> Result<BasicValueEnum<'c>, BuilderError> {
    match vector {
        BasicValueEnum::VectorValue(vector) => builder.build_extract_element(vector, index, ""),
        BasicValueEnum::ScalableVectorValue(vector) => {
            builder.build_extract_element(vector, index, "")
        }
        _ => Err(BuilderError::ExtractOutOfRange),
    }
}

/// A vector, scalable or not, with another value in lane `index`.
///
/// # Errors
/// When the value is not a vector.
pub fn insert_lane<'c>(
    builder: &Builder<'c>,
    vector: BasicValueEnum<'c>,
    value: BasicValueEnum<'c>,
    index: IntValue<'c>,
) -> Result<BasicValueEnum<'c>, BuilderError> {
    match vector {
        BasicValueEnum::VectorValue(vector) => {
            Ok(builder.build_insert_element(vector, value, index, "")?.into())
        }
        BasicValueEnum::ScalableVectorValue(vector) => {
            Ok(builder.build_insert_element(vector, value, index, "")?.into())
        }
        _ => Err(BuilderError::ExtractOutOfRange),
    }
}

/// An atomic operation on the integer or floating-point number at `place`; returns the old value.
///
/// # Errors
/// When the builder has no position.
///
/// # Panics
/// When the value is neither.
pub fn atomic_combine<'c>(
    builder: &Builder<'c>,
    op: AtomicRMWBinOp,
    place: PointerValue<'c>,
    value: BasicValueEnum<'c>,
    ordering: AtomicOrdering,
) -> Result<BasicValueEnum<'c>, BuilderError> {
    assert!(value.is_int_value() || value.is_float_value(), "only numbers are combined atomically");
    if builder.get_insert_block().is_none() {
        return Err(BuilderError::UnsetPosition);
    }
    // SAFETY: the builder has a position, and place and value are live values of one context. inkwell's own
    // function only supports integers.
    unsafe {
        Ok(BasicValueEnum::new(LLVMBuildAtomicRMW(
            builder.as_mut_ptr(),
            op.into(),
            place.as_value_ref(),
            value.as_value_ref(),
            ordering.into(),
            0,
        )))
    }
}
