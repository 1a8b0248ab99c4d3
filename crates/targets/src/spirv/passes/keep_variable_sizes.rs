//! Loads pointers at the start of a variable through a separate address.
//!
//! Before: `%object = alloca %T`
//!         `%p = load ptr addrspace(4), ptr %object`
//! After:  `%object = alloca %T`
//!         `%first = getelementptr i8, ptr %object, i64 0`
//!         `%p = load ptr addrspace(4), ptr %first`
//!
//! LLVM's SPIR-V back end assumes that a variable whose address a pointer is loaded from contains only that
//! pointer: the rest of the object gets no memory.
//!
//! Requires: nothing. Later simplification would remove the address again.

use scythe_llvm::inkwell::types::{AnyTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{InstructionOpcode, InstructionValue};
use scythe_llvm::{element, instructions, users};

use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "keep-variable-sizes",
    summary: "keep the size of variables that begin with a pointer",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for variable in instructions(function).into_iter().filter(is_object) {
            for load in users(variable).into_iter().filter(loads_pointer) {
                separate(cx, load)?;
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

/// Whether a variable contains more than one value.
fn is_object(instruction: &InstructionValue<'_>) -> bool {
    instruction.get_opcode() == InstructionOpcode::Alloca
        && matches!(
            instruction.get_allocated_type(),
            Ok(BasicTypeEnum::StructType(_) | BasicTypeEnum::ArrayType(_))
        )
}

fn loads_pointer(user: &InstructionValue<'_>) -> bool {
    user.get_opcode() == InstructionOpcode::Load
        && matches!(user.get_type(), AnyTypeEnum::PointerType(_))
}

fn separate(cx: &PassCx<'_, '_>, load: InstructionValue<'_>) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    builder.position_before(&load);
    if let Some(object) = load.get_operand(0).and_then(|operand| operand.value()) {
        let none = context.i64_type().const_zero();
        let first =
            element(&builder, context.i8_type(), object.into_pointer_value(), &[none], "first")?;
        load.set_operand(0, first);
    }
    Ok(())
}
