//! Calls of checked code to the runtime on the CPU: the builtin's own arguments, and the position of the
//! work-item.

use scythe_llvm::add_attribute;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::types::BasicMetadataTypeEnum;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, BasicValueEnum};
use scythe_mux::software::Body;
use scythe_mux::{Builtin, MuxError};

use super::schedule::{CpuSchedule, MINI_WG_INFO, SCHED_INFO, WI_INFO};

/// The runtime's function for a builtin.
fn name(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::CheckAccess => "scythe_check_access",
        Builtin::CheckIndex => "scythe_check_index",
        Builtin::CheckProof => "scythe_check_proof",
        _ => "scythe_check_point",
    }
}

/// Makes a builtin's body a call of the runtime's function.
pub(super) fn report(body: &Body<'_, '_, CpuSchedule>, builtin: Builtin) -> Result<(), MuxError> {
    let context = body.module.get_context();
    let own = builtin.function_type(body.module).count_param_types();
    let mut arguments: Vec<BasicValueEnum<'_>> =
        (0..own).map(|index| body.argument(index)).collect::<Result<_, _>>()?;
    for parameter in [WI_INFO, SCHED_INFO, MINI_WG_INFO] {
        arguments.push(body.scheduled().pointer(parameter)?.into());
    }
    let name = name(builtin);
    let function = body.module.get_function(name).unwrap_or_else(|| {
        let types: Vec<BasicMetadataTypeEnum<'_>> =
            arguments.iter().map(|argument| argument.get_type().into()).collect();
        let ty = match builtin {
            Builtin::CheckAccess => context.ptr_type(Default::default()).fn_type(&types, false),
            Builtin::CheckProof => context.i32_type().fn_type(&types, false),
            _ => context.void_type().fn_type(&types, false),
        };
        let function = body.module.add_function(name, ty, None);
        add_attribute(function, AttributeLoc::Function, "nounwind", 0);
        function
    });
    let arguments: Vec<BasicMetadataValueEnum<'_>> =
        arguments.into_iter().map(Into::into).collect();
    let call = body.builder.build_call(function, &arguments, "")?;
    match call.try_as_basic_value().basic() {
        Some(result) => body.ret(result),
        None => body.ret_void(),
    }
}
