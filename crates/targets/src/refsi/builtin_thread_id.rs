//! Example 1: the builtin reads the hardware thread's number.
//!
//! All other builtins that need the local id, such as the global id, call this builtin.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_mux::software::{self, Body};
use scythe_mux::{Builtin, MuxError, MuxTarget};

use super::mhartid;

/// `__mux_get_local_id` is `mhartid`.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinThreadId;

impl MuxTarget for BuiltinThreadId {
    fn name(&self) -> &str {
        "refsi-m1-builtin-thread-id"
    }

    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        if builtin != Builtin::LocalId {
            return software::define_builtin(self, module, builtin, function);
        }
        let body = Body::new(self, module, function, "entry");
        let id = mhartid::read(&body.builder, body.result_type()?)?;
        body.ret(id.into())
    }
}
