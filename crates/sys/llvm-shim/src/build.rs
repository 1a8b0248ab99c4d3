//! Builder steps that are always sound on the types the compiler makes up itself.

use inkwell::builder::{Builder, BuilderError};
use inkwell::types::{ArrayType, StructType};
use inkwell::values::{IntValue, PointerValue};

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
    // SAFETY: the indices match the array type; an index out of bounds makes a bad address, which
    // is the program's affair, not a bad instruction.
    unsafe { builder.build_gep(ty, base, &[zero, index], name) }
}
