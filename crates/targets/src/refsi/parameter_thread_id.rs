//! Example 3: the caller of the kernel passes the hardware thread's number; it is part of the kernel ABI.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::set_reads_nothing;
use scythe_mux::software::{self, Body};
use scythe_mux::{Builtin, MuxError, MuxTarget, SchedParam, size_type};

/// A third scheduling parameter, passed from outside, is the local id.
#[derive(Clone, Copy, Debug)]
pub struct ParameterThreadId;

/// After the work-item's and the work-group's information.
const THREAD_ID: usize = 2;

/// The software target's parameters and the hardware thread's number.
pub(super) fn parameters_with_thread_id<'c>(
    module: &Module<'c>,
    external: bool,
) -> Vec<SchedParam<'c>> {
    let mut parameters = software::scheduling_parameters(module);
    let ty = size_type(module).into();
    let thread_id = SchedParam::value(THREAD_ID, "thread-id", ty, external);
    parameters.push(SchedParam { debug_name: "ThreadID", ..thread_id });
    parameters
}

/// The body of `__mux_get_local_id`: it returns that parameter.
pub(super) fn define_local_id<'c, T: MuxTarget>(
    target: &T,
    module: &Module<'c>,
    function: FunctionValue<'c>,
) -> Result<(), MuxError> {
    let body = Body::new(target, module, function, "entry");
    set_reads_nothing(function);
    body.ret(body.scheduled().get(THREAD_ID)?)
}

impl MuxTarget for ParameterThreadId {
    fn name(&self) -> &str {
        "refsi-m1-parameter-thread-id"
    }

    fn scheduling_parameters<'c>(&self, module: &Module<'c>) -> Vec<SchedParam<'c>> {
        parameters_with_thread_id(module, true)
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
}
