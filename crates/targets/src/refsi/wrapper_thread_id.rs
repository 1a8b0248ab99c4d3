//! Examples 2 and 3 together: the hardware thread's number is a scheduling parameter of its own, and
//! the kernel wrapper reads it once.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue};
use scythe_mux::{
    Builtin, MuxError, MuxTarget, SchedParam, Wrapping, size_type, software, work_item_info,
};

use super::mhartid;
use super::parameter_thread_id::{define_local_id, parameters_with_thread_id};

/// A third scheduling parameter, initialised by the wrapper, is the local id.
#[derive(Clone, Copy, Debug)]
pub struct WrapperThreadId;

impl MuxTarget for WrapperThreadId {
    fn name(&self) -> &str {
        "refsi-m1-wrapper-thread-id"
    }

    fn scheduling_parameters<'c>(&self, module: &Module<'c>) -> Vec<SchedParam<'c>> {
        parameters_with_thread_id(module, false)
    }

    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        match builtin {
            Builtin::LocalId => define_local_id(self, module, function),
            _ => software::define_builtin(self, module, builtin, function),
        }
    }

    fn initialize_parameter<'c>(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        parameter: &SchedParam<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        if parameter.id == work_item_info::ID {
            return software::initialize_parameter(wrapping, parameter);
        }
        Ok(mhartid::read(wrapping.builder, size_type(wrapping.module))?.into())
    }
}
