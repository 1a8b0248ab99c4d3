//! Subtracts pointers to different address spaces in the generic address space.
//!
//! Before: `sub (ptrtoint ptr %a), (ptrtoint ptr addrspace(3) %b)`
//! After:  `sub (ptrtoint ptr %a), (ptrtoint ptr (addrspacecast ptr addrspace(3) %b to ptr))`
//!
//! clang subtracts addresses as they are, but the same place has another address in each space (on GPUs, local
//! memory is a window of the generic address space).

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::values::{BasicValueEnum, InstructionOpcode, PointerValue};
use scythe_llvm::{instruction_of, instructions, operands};

use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "subtract-generic",
    summary: "subtract pointers to different address spaces in the generic one",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let context = cx.module.get_context();
    let builder = context.create_builder();
    let generic = AddressSpace::from(cx.target.generic_space());
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for difference in instructions(function) {
            if difference.get_opcode() != InstructionOpcode::Sub {
                continue;
            }
            let addresses: Vec<_> = operands(difference).into_iter().map(address).collect();
            let [Some(left), Some(right)] = addresses[..] else { continue };
            let spaces = [space(left), space(right)];
            if spaces[0] == spaces[1] || !spaces.contains(&generic) {
                continue;
            }
            for (index, pointer) in [left, right].into_iter().enumerate() {
                if space(pointer) == generic {
                    continue;
                }
                // The conversion to an integer may have other uses.
                builder.position_before(&difference);
                let pointer =
                    builder.build_address_space_cast(pointer, context.ptr_type(generic), "")?;
                let integer = difference.get_type().into_int_type();
                let address = builder.build_ptr_to_int(pointer, integer, "")?;
                difference.set_operand(index as u32, address);
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

/// The pointer whose address a value is.
fn address(value: BasicValueEnum<'_>) -> Option<PointerValue<'_>> {
    let conversion = instruction_of(value)?;
    let converts = conversion.get_opcode() == InstructionOpcode::PtrToInt;
    let pointer = operands(conversion).first().copied().filter(|_| converts)?;
    pointer.is_pointer_value().then(|| pointer.into_pointer_value())
}

fn space(pointer: PointerValue<'_>) -> AddressSpace {
    pointer.get_type().get_address_space()
}
