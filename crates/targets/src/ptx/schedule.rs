//! How NVIDIA GPUs schedule work-items: each is a thread, a work-group is a block, and a sub-group a warp.

use scythe_llvm::in_bytes;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};
use scythe_mux::{Builtin, MuxError, MuxTarget, SchedParam, Scheduled};

use super::{builtins, space};

/// The work-items of a sub-group.
pub const SUB_GROUP_SIZE: u64 = 32;

/// The variable whose size the launch sets.
const LOCAL_MEMORY: &str = "__scythe_local_memory";
/// Its alignment: the driver aligns it for the widest access.
const LOCAL_MEMORY_ALIGN: u32 = 16;

/// The scheduling of NVIDIA GPUs.
#[derive(Clone, Copy, Debug)]
pub struct PtxSchedule {
    /// The architecture's number: older ones need several instructions for what newer ones do in one.
    pub architecture: u32,
    /// Whether ids may need more than 31 bits.
    pub wide_ids: bool,
}

impl PtxSchedule {
    /// Code that all devices can run.
    pub const OLDEST: Self = Self { architecture: 75, wide_ids: false };
}

impl MuxTarget for PtxSchedule {
    fn name(&self) -> &str {
        super::NAME
    }

    fn sub_group_sizes(&self) -> &[u64] {
        &[SUB_GROUP_SIZE]
    }

    fn preferred_sub_group_size(&self) -> u64 {
        SUB_GROUP_SIZE
    }

    fn has_wide_ids(&self) -> bool {
        self.wide_ids
    }

    /// Special registers contain everything.
    fn scheduling_parameters<'c>(&self, _module: &Module<'c>) -> Vec<SchedParam<'c>> {
        Vec::new()
    }

    fn requires_scheduling_parameters(&self, _builtin: Builtin) -> bool {
        false
    }

    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        builtins::define(*self, module, builtin, function)
    }

    fn emit_local_memory<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        offset: IntValue<'c>,
        _scheduled: &Scheduled<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let memory = module.get_global(LOCAL_MEMORY).unwrap_or_else(|| {
            let ty = module.get_context().i8_type().array_type(0);
            let memory = module.add_global(ty, Some(space::SHARED.into()), LOCAL_MEMORY);
            memory.set_linkage(Linkage::External);
            memory.set_alignment(LOCAL_MEMORY_ALIGN);
            memory
        });
        Ok(in_bytes(builder, memory.as_pointer_value(), offset)?)
    }

    fn emit_address_space<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        pointer: BasicValueEnum<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        builtins::address_space(module, builder, pointer)
    }
}
