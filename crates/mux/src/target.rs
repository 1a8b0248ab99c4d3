//! How a target runs work-items: the hooks of ComputeMux's document on work-item builtins.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};

use crate::schedule::{SchedParam, Scheduled};
use crate::{Builtin, MuxError, software};

/// A kernel wrapper while its body is written.
pub struct Wrapping<'a, 'c> {
    /// The module.
    pub module: &'a Module<'c>,
    /// Positioned in the wrapper's entry block.
    pub builder: &'a Builder<'c>,
    /// The wrapper. Its metadata already lists its scheduling parameters, so [`Scheduled::of`] it are the
    /// external ones.
    pub into: FunctionValue<'c>,
    /// The function that will be called.
    pub callee: FunctionValue<'c>,
}

/// Loads of a loop whose values work-items could share through local memory.
#[derive(Clone, Copy, Debug)]
pub struct Reuse {
    /// The number of work-items of a group that read each value.
    pub readers: u64,
    /// Whether neighbours in dimension 0 read distant addresses; in a tile they are contiguous.
    pub scattered: bool,
    /// Whether the loop could then be vectorised across neighbours.
    pub lanes: bool,
    /// The trip count, if it is known.
    pub trips: Option<u64>,
}

/// How a target runs work-items. Every method has a default; together these are the generic software target
/// ([`Generic`]), which keeps scheduling information in two structs in memory. A target overrides the methods
/// that differ and calls the functions of [`software`] for the rest.
pub trait MuxTarget {
    /// The name of the target.
    fn name(&self) -> &str {
        "generic"
    }

    /// The sizes that sub-groups can have.
    fn sub_group_sizes(&self) -> &[u64] {
        &[1]
    }

    /// The default size of sub-groups.
    fn preferred_sub_group_size(&self) -> u64 {
        1
    }

    /// The number of work-items of a good vector, for sub-groups that only the compiler uses.
    fn stepping_width(&self) -> u64 {
        self.preferred_sub_group_size()
    }

    /// Whether ids and sizes may need more than 31 bits.
    fn has_wide_ids(&self) -> bool {
        true
    }

    /// The scheduling parameters, in order.
    fn scheduling_parameters<'c>(&self, module: &Module<'c>) -> Vec<SchedParam<'c>> {
        software::scheduling_parameters(module)
    }

    /// The scheduling arguments that a function has.
    fn function_scheduling_parameters<'c>(&self, function: FunctionValue<'c>) -> Scheduled<'c> {
        Scheduled::of(function)
    }

    /// Whether calls of a builtin pass scheduling parameters.
    fn requires_scheduling_parameters(&self, builtin: Builtin) -> bool {
        builtin.requires_scheduling()
    }

    /// The builtin's function in the module, declared if necessary.
    fn declare_builtin<'c>(&self, module: &Module<'c>, builtin: Builtin) -> FunctionValue<'c> {
        builtin.declare(module)
    }

    /// Gives a builtin's declaration its body.
    ///
    /// # Errors
    /// When the target does not support the builtin.
    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        software::define_builtin(self, module, builtin, function)
    }

    /// The value that a kernel wrapper passes for an internal scheduling parameter.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn initialize_parameter<'c>(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        parameter: &SchedParam<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        software::initialize_parameter(wrapping, parameter)
    }

    /// The value that a kernel wrapper passes for an external scheduling parameter: its own.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn forward_parameter<'c>(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        parameter: &SchedParam<'c>,
        value: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let _ = (wrapping, parameter);
        Ok(value)
    }

    /// Whether kernel wrappers copy by-value arguments into variables. Otherwise the callee gets the address
    /// of the object among the packed arguments.
    fn copies_arguments(&self) -> bool {
        false
    }

    /// The generic address space in LLVM's IR.
    fn generic_space(&self) -> u16 {
        0
    }

    /// Emits the address `offset` bytes into the work-group's local memory.
    ///
    /// # Errors
    /// When the IR cannot be built, or the target has no such memory.
    fn emit_local_memory<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        offset: IntValue<'c>,
        scheduled: &Scheduled<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let _ = (module, builder, offset, scheduled);
        Err(MuxError::malformed(
            Builtin::LocalMemory.name(),
            format!("target `{}` has local memory only for variables of modules", self.name()),
        ))
    }

    /// Whether staging a load in local memory pays, at the cost of a copy and two barriers per tile. If local
    /// memory is ordinary memory, caches already exploit reuse.
    fn staging_pays(&self, reuse: &Reuse) -> bool {
        let _ = reuse;
        false
    }

    /// Emits a call that prints a message while a kernel runs, once: `reported` is a byte that is initially
    /// 0. Targets without output emit nothing.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn emit_report<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        text: &str,
        reported: PointerValue<'c>,
    ) -> Result<(), MuxError> {
        let _ = (module, builder, text, reported);
        Ok(())
    }

    /// Emits the address space of a pointer, as a SPIR-V storage class.
    ///
    /// # Errors
    /// When the IR cannot be built, or it is unknown for the target's pointers.
    fn emit_address_space<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        pointer: BasicValueEnum<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        let _ = (module, builder, pointer);
        Err(MuxError::malformed(
            Builtin::AddressSpace.name(),
            format!("the address space of pointers of target `{}` is unknown", self.name()),
        ))
    }

    /// Emits the registration of a variable of the function that runs a work-group as local memory, for
    /// [`emit_address_space`](Self::emit_address_space); returns its address, to be used from there on.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn emit_local_frame<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        frame: PointerValue<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let _ = (module, builder, bytes);
        Ok(frame)
    }

    /// Emits the allocation of memory for a work-group's variables, of a size known at run time. It is valid
    /// until the next group's allocation, and aligned for any type.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn emit_scratch<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let _ = module;
        Ok(scythe_llvm::stack_array(builder, bytes, SCRATCH_ALIGN, "scratch")?)
    }
}

/// The alignment of the widest vectors.
const SCRATCH_ALIGN: u32 = 64;

/// The software target: no device in particular.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generic;

impl MuxTarget for Generic {}
