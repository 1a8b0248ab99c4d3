//! Gives every work-item its own copy of the objects that it may write.
//!
//! Before: `define void @k(ptr byval(%T) %object) { … store i32 %n, ptr %object … }`
//! After:  the same with `%copy = alloca %T`, filled from `%object` at the start and used in its place;
//!         `%object` is `readonly`
//!
//! `byval` promises a copy for each call of a kernel, which is a work-item. Loops over work-items call it
//! many times with the same object (`wrapper::wrap_alike`), which is correct as long as it is not written. An
//! object that is only read is not copied, and a copy that the kernel itself made and only reads is replaced
//! by the object.
//!
//! Requires: nothing; the more is inlined, the fewer objects are copied.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue};
use scythe_llvm::{add_attribute, by_value, may_be_written, read_originals, replace_uses};

use crate::kernel::{entry_points, original_name};
use crate::{Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "copy-written-objects",
    summary: "give every work-item its own copy of objects passed by value that it may write",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if copy_objects(cx, kernel)? {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// Copies the objects that a kernel may write; returns whether there were any. All its by-value parameters
/// are `readonly` then.
pub(super) fn copy_objects<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
) -> Result<bool, MuxError> {
    let lost = || MuxError::malformed(original_name(kernel), "has no entry block");
    let read_only = Attribute::get_named_enum_kind_id("readonly");
    let layout = TargetData::create(&cx.module.get_data_layout().as_str().to_string_lossy());
    let mut changed = false;
    for index in 0..kernel.count_params() {
        let at = AttributeLoc::Param(index);
        let Some((ty, align)) = by_value(kernel, index) else { continue };
        let Some(BasicValueEnum::PointerValue(object)) = kernel.get_nth_param(index) else {
            continue;
        };
        let is_read_only = kernel.get_enum_attribute(at, read_only).is_some();
        if !is_read_only && may_be_written(object) {
            let entry = kernel.get_first_basic_block().ok_or_else(lost)?;
            let builder = cx.module.get_context().create_builder();
            builder.position_before(&entry.get_first_instruction().ok_or_else(lost)?);
            let copy = builder.build_alloca(ty, "copy")?;
            if let Some(alloca) = copy.as_instruction() {
                alloca.set_alignment(align).map_err(|_| lost())?;
            }
            let same = if copy.get_type() == object.get_type() {
                copy
            } else {
                builder.build_address_space_cast(copy, object.get_type(), "")?
            };
            replace_uses(&object, &same);
            // An integer: SPIR-V has no constant expressions for sizes.
            let bytes = size_type(cx.module).const_int(layout.get_abi_size(&ty), false);
            builder.build_memcpy(copy, align, object, align, bytes)?;
            changed = true;
        }
        changed |= read_originals(object, align);
        if is_read_only {
            continue;
        }
        for name in ["writeonly", "readnone"] {
            scythe_llvm::drop_attribute(kernel, at, name);
        }
        add_attribute(kernel, at, "readonly", 0);
    }
    Ok(changed)
}
