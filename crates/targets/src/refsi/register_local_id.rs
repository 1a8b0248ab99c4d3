//! Example 1 for targets with work-item loops: the loops' `__mux_set_local_id` writes a reserved register,
//! and `__mux_get_local_id` reads it.
//!
//! The loops set all three dimensions; work-groups have one here, so the other two stay 0.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_mux::software::{self, Body, emit_assembly, emit_assembly_with};
use scythe_mux::{Builtin, MuxError, MuxTarget};

/// Register `s11` holds the local id.
#[derive(Clone, Copy, Debug)]
pub struct RegisterLocalId;

impl MuxTarget for RegisterLocalId {
    fn name(&self) -> &str {
        "refsi-m1-register-local-id"
    }

    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        match builtin {
            Builtin::LocalId => define_get(&Body::new(self, module, function, "entry")),
            Builtin::SetLocalId => define_set(&Body::new(self, module, function, "entry")),
            _ => software::define_builtin(self, module, builtin, function),
        }
    }
}

fn define_get(body: &Body<'_, '_, RegisterLocalId>) -> Result<(), MuxError> {
    let ty = body.result_type()?;
    let id = emit_assembly(&body.builder, ty, ("mv\t$0, s11", "=r,~{memory}"), "local-id")?;
    let first =
        body.builder.build_int_compare(IntPredicate::EQ, body.int(0)?, body.number(0), "")?;
    body.ret(body.builder.build_select(first, id, ty.const_zero(), "")?)
}

fn define_set(body: &Body<'_, '_, RegisterLocalId>) -> Result<(), MuxError> {
    let context = body.module.get_context();
    let [write, exit] =
        ["write", "exit"].map(|name| context.append_basic_block(body.function, name));
    let first =
        body.builder.build_int_compare(IntPredicate::EQ, body.int(0)?, body.number(0), "")?;
    body.builder.build_conditional_branch(first, write, exit)?;
    body.builder.position_at_end(write);
    emit_assembly_with(&body.builder, body.int(1)?, ("mv\ts11, $0", "r,~{memory}"))?;
    body.builder.build_unconditional_branch(exit)?;
    body.builder.position_at_end(exit);
    body.ret_void()
}
