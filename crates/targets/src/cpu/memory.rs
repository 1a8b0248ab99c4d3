//! Memory that the runtime provides for threads.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValue, BasicValueEnum, IntValue, PointerValue};
use scythe_llvm::{add_attribute, set_reads_nothing};
use scythe_mux::{Builtin, MuxError, size_type};

/// The runtime's function for local memory of work-groups.
pub(super) const LOCAL: &str = "scythe_cpu_local_memory";
/// The runtime's function for variables of work-groups.
pub(super) const SCRATCH: &str = "scythe_cpu_scratch";

/// The runtime's function that registers a variable as local memory of a work-group.
const LOCAL_FRAME: &str = "scythe_cpu_local_frame";

/// The runtime's function that prints a message.
const REPORT: &str = "__scythe_cpu_report";

/// The runtime's function that returns the address space of a pointer.
const SPACE: &str = "scythe_cpu_address_space";

/// Emits a call of one of the runtime's functions.
pub(super) fn of_thread<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    name: &str,
    bytes: IntValue<'c>,
) -> Result<PointerValue<'c>, MuxError> {
    let function = module.get_function(name).unwrap_or_else(|| {
        let pointer = module.get_context().ptr_type(Default::default());
        let ty = pointer.fn_type(&[size_type(module).into()], false);
        let function = module.add_function(name, ty, None);
        // The memory is not aliased while the caller uses it.
        add_attribute(function, AttributeLoc::Return, "noalias", 0);
        add_attribute(function, AttributeLoc::Return, "nonnull", 0);
        add_attribute(function, AttributeLoc::Function, "nounwind", 0);
        function
    });
    let call = builder.build_call(function, &[bytes.into()], "")?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::PointerValue(pointer)) => Ok(pointer),
        _ => Err(MuxError::Malformed {
            function: name.to_owned(),
            reason: "is declared without a result".to_owned(),
        }),
    }
}

/// Emits a call that makes the runtime print a message, unless `reported` is set.
pub(super) fn report<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    text: &str,
    reported: PointerValue<'c>,
) -> Result<(), MuxError> {
    let function = module.get_function(REPORT).unwrap_or_else(|| {
        let context = module.get_context();
        let pointer = context.ptr_type(Default::default());
        let ty = context.void_type().fn_type(&[pointer.into(), pointer.into()], false);
        let function = module.add_function(REPORT, ty, None);
        for name in ["nounwind", "cold"] {
            add_attribute(function, AttributeLoc::Function, name, 0);
        }
        function
    });
    let text = builder.build_global_string_ptr(text, "mux.report")?;
    let arguments = [text.as_pointer_value().into(), reported.into()];
    builder.build_call(function, &arguments, "")?;
    Ok(())
}

/// Emits a call that registers a variable as local memory of a work-group, if anything in the module queries
/// address spaces, or accesses are checked. The call returns the address, so that no query can come before
/// it.
pub(super) fn local_frame<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    frame: PointerValue<'c>,
    bytes: IntValue<'c>,
) -> Result<PointerValue<'c>, MuxError> {
    let is_used = |builtin: Builtin| {
        let function = module.get_function(&builtin.name());
        function.is_some_and(|f| f.as_global_value().as_pointer_value().get_first_use().is_some())
    };
    if ![Builtin::AddressSpace, Builtin::CheckAccess].into_iter().any(is_used) {
        return Ok(frame);
    }
    let function = module.get_function(LOCAL_FRAME).unwrap_or_else(|| {
        let pointer = frame.get_type();
        let ty = pointer.fn_type(&[pointer.into(), bytes.get_type().into()], false);
        let function = module.add_function(LOCAL_FRAME, ty, None);
        for name in ["nounwind", "willreturn"] {
            add_attribute(function, AttributeLoc::Function, name, 0);
        }
        function
    });
    let call = builder.build_call(function, &[frame.into(), bytes.into()], "")?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::PointerValue(frame)) => Ok(frame),
        _ => Err(MuxError::malformed(LOCAL_FRAME, "is declared without a result")),
    }
}

/// Emits a query for the address space of a pointer.
pub(super) fn space_of<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    pointer: BasicValueEnum<'c>,
) -> Result<IntValue<'c>, MuxError> {
    let function = module.get_function(SPACE).unwrap_or_else(|| {
        let context = module.get_context();
        let ty = context.i32_type().fn_type(&[pointer.get_type().into()], false);
        let function = module.add_function(SPACE, ty, None);
        // The runtime reads the thread's own records, which no kernel can access.
        set_reads_nothing(function);
        for name in ["nounwind", "willreturn"] {
            add_attribute(function, AttributeLoc::Function, name, 0);
        }
        function
    });
    let call = builder.build_call(function, &[pointer.into()], "")?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::IntValue(space)) => Ok(space),
        _ => Err(MuxError::Malformed {
            function: SPACE.to_owned(),
            reason: "is declared without a result".to_owned(),
        }),
    }
}
