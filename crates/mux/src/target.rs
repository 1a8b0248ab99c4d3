//! How a target runs work-items: the hooks of the work-item builtins document.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};

use crate::schedule::{SchedParam, Scheduled};
use crate::{Builtin, MuxError, software};

/// A kernel wrapper while its body is written.
pub struct Wrapping<'a, 'c> {
    /// The module.
    pub module: &'a Module<'c>,
    /// Stands in the wrapper's entry block.
    pub builder: &'a Builder<'c>,
    /// The wrapper. Its metadata already says which scheduling parameters it has, so
    /// [`Scheduled::of`] it are the external ones.
    pub into: FunctionValue<'c>,
    /// The function that will be called.
    pub callee: FunctionValue<'c>,
}

/// Loads of a loop that work-items could make for one another, through local memory.
#[derive(Clone, Copy, Debug)]
pub struct Reuse {
    /// How many work-items of a group read each value.
    pub readers: u64,
    /// Whether neighbours in dimension 0 read places here and there; in a tile they lie side by side.
    pub scattered: bool,
    /// Whether neighbours could then run the loop as a vector.
    pub lanes: bool,
    /// How often the loop runs, if that is known.
    pub trips: Option<u64>,
}

/// How a target runs work-items. Every method has a body; together these are the generic software
/// target ([`Generic`]), which keeps where it is in two structs in memory. A target overrides what it
/// does otherwise and calls the functions of [`software`] for the rest.
pub trait MuxTarget {
    /// The name people use for the target.
    fn name(&self) -> &str {
        "generic"
    }

    /// The sizes that sub-groups can have.
    fn sub_group_sizes(&self) -> &[u64] {
        &[1]
    }

    /// The size of sub-groups where a kernel does not ask for one.
    fn preferred_sub_group_size(&self) -> u64 {
        1
    }

    /// How many work-items make a good vector, where only the compiler knows that they step together.
    fn stepping_width(&self) -> u64 {
        self.preferred_sub_group_size()
    }

    /// Whether ids and sizes may need more than 31 bits.
    fn has_wide_ids(&self) -> bool {
        true
    }

    /// The values that are passed down to functions, in order.
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

    /// The builtin's function in the module, declared where it was not.
    fn declare_builtin<'c>(&self, module: &Module<'c>, builtin: Builtin) -> FunctionValue<'c> {
        builtin.declare(module)
    }

    /// Gives a builtin's declaration its body.
    ///
    /// # Errors
    /// When the target cannot do what the builtin asks.
    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        software::define_builtin(self, module, builtin, function)
    }

    /// The value a kernel wrapper passes for a parameter that its own caller does not.
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

    /// The value a kernel wrapper passes for a parameter that its own caller passes: the same.
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

    /// Whether kernel wrappers copy by-value arguments into variables of their own. Otherwise the
    /// callee gets the address of the object among the packed arguments.
    fn copies_arguments(&self) -> bool {
        false
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

    /// Whether a load is better made through local memory, at the price of a copy and two barriers
    /// per tile. Where local memory is memory like any other, caches know about reuse already.
    fn staging_pays(&self, reuse: &Reuse) -> bool {
        let _ = reuse;
        false
    }

    /// Emits a call that tells the user something while a kernel runs, once: `reported` is a byte that is 0
    /// before. Targets that cannot tell anybody emit nothing.
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

    /// Emits the number of the memory that a pointer leads to, as SPIR-V's storage classes have it.
    ///
    /// # Errors
    /// When the IR cannot be built, or pointers of the target do not tell.
    fn emit_address_space<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        pointer: BasicValueEnum<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        let _ = (module, builder, pointer);
        Err(MuxError::malformed(
            Builtin::AddressSpace.name(),
            format!("pointers of target `{}` do not tell where they lead", self.name()),
        ))
    }

    /// Emits what makes known that a variable of the function that runs a work-group is the group's local memory, for
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

    /// Emits the address of memory for a work-group's variables, of a size known when it runs. It is
    /// valid until the next group asks, and aligned for anything.
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

/// As strict as the widest vectors are.
const SCRATCH_ALIGN: u32 = 64;

/// The software target: no device in particular.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generic;

impl MuxTarget for Generic {}
