//! Turns calls for group-local memory into variables in local memory.
//!
//! Before: `%p = call ptr @__mux_group_memory(i64 256, i64 4)` in a kernel or in what it calls
//! After:  `@group-memory = internal addrspace(3) global [256 x i8] poison, align 4`; the call is its address
//!
//! Each call is a separate variable, so functions with such calls are inlined into kernels first: two
//! kernels, or two places in one, that call the same function get different memory.

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{BasicValueEnum, CallSiteValue, FunctionValue};
use scythe_llvm::{call_instruction, calls_in, erase_call, replace_uses};

use super::calls::constant_argument;
use super::compute_local_memory_usage::LOCAL;
use super::reaching::{Complaint, inline_reaching};
use crate::kernel::{entry_points, original_name};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "place-group-memory",
    summary: "turn group_local_memory into variables in local memory",
    run,
};

/// `__mux_group_memory(size, alignment)`.
const REQUEST: &str = "__mux_group_memory";
const COMPLAINT: Complaint = Complaint {
    has: "allocates local memory",
    recursive: "group_local_memory in a recursive function",
    help: "call it in the kernel itself",
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let Some(request) = cx.module.get_function(REQUEST) else { return Ok(Changed::No) };
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        inline_reaching(kernel, |function| function == request, &COMPLAINT)?;
        for call in calls_in(kernel) {
            if call.get_called_fn_value() == Some(request) {
                place(cx.module, kernel, call)?;
                changed = Changed::Yes;
            }
        }
    }
    Ok(changed)
}

fn place<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
    call: CallSiteValue<'c>,
) -> Result<(), MuxError> {
    let number = |index| constant_argument(call, index).and_then(|n| u32::try_from(n).ok());
    let (Some(size), Some(align), Some(BasicValueEnum::PointerValue(old))) =
        (number(0), number(1), call.try_as_basic_value().basic())
    else {
        return Err(MuxError::malformed(
            original_name(kernel),
            "allocates local memory of a size that is not constant",
        ));
    };
    let bytes = module.get_context().i8_type().array_type(size);
    let space = AddressSpace::from(LOCAL);
    let variable = module.add_global(bytes, Some(space), "group-memory");
    variable.set_initializer(&bytes.get_poison());
    variable.set_linkage(Linkage::Internal);
    variable.set_alignment(align);
    let builder = module.get_context().create_builder();
    builder.position_before(&call_instruction(call));
    let address =
        builder.build_address_space_cast(variable.as_pointer_value(), old.get_type(), "")?;
    replace_uses(&call_instruction(call), &address);
    erase_call(call);
    Ok(())
}
