//! Specialization constants, whose values come with the launch.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{add_attribute, call_sites, set_reads_nothing, users};
use scythe_mux::MuxError;
use scythe_mux::software::Body;

use super::schedule::CpuSchedule;

/// The runtime's function that looks up a value.
const FIND: &str = "scythe_cpu_specialization_constant";

/// The value of the constant that the body's function queries; `list` is the address of the launch's values.
pub(super) fn find<'c>(
    body: &Body<'_, 'c, CpuSchedule>,
    list: PointerValue<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let context = body.module.get_context();
    let pointer = context.ptr_type(Default::default());
    let list = body.builder.build_load(pointer, list, "")?;
    let function = body.module.get_function(FIND).unwrap_or_else(|| {
        let key = context.i64_type();
        let ty = pointer.fn_type(&[pointer.into(), key.into(), pointer.into()], false);
        let function = body.module.add_function(FIND, ty, None);
        // The list does not change while kernels run.
        set_reads_nothing(function);
        for name in ["nounwind", "willreturn"] {
            add_attribute(function, AttributeLoc::Function, name, 0);
        }
        function
    });
    let arguments = [list.into(), body.argument(0)?.into(), body.argument(1)?.into()];
    let call = body.builder.build_call(function, &arguments, "")?;
    call.try_as_basic_value().basic().ok_or_else(|| MuxError::Malformed {
        function: FIND.to_owned(),
        reason: "is declared without a result".to_owned(),
    })
}

/// Marks all loads of constants as invariant: nothing a kernel stores can change them. `function` queries one
/// constant.
pub(super) fn read_once(module: &Module<'_>, function: FunctionValue<'_>) {
    let context = module.get_context();
    let kind = context.get_kind_id("invariant.load");
    let mut found: Vec<InstructionValue<'_>> = call_sites(function)
        .unwrap_or_default()
        .iter()
        .filter_map(|call| call.try_as_basic_value().basic()?.as_instruction_value())
        .collect();
    while let Some(pointer) = found.pop() {
        for user in users(pointer) {
            match user.get_opcode() {
                InstructionOpcode::GetElementPtr => found.push(user),
                InstructionOpcode::Load => {
                    let nothing = context.metadata_node(&[]);
                    // Only values that are not instructions reject metadata.
                    let _ = user.set_metadata(nothing, kind);
                }
                _ => {}
            }
        }
    }
}
