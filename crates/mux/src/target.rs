//! How a target schedules work: the hooks of seed 004.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, IntValue, PointerValue};

use crate::{Builtin, MuxError, Shape};

/// A value that tells a kernel where it is, passed down to every function that asks.
#[derive(Clone, Debug)]
pub struct SchedParam<'c> {
    /// Its name in IR.
    pub name: &'static str,
    /// Its type.
    pub ty: BasicTypeEnum<'c>,
    /// Whether the caller of the wrapped kernel passes it; otherwise the wrapper makes it up.
    pub external: bool,
}

/// The scheduling arguments of one function, in the order of
/// [`MuxTarget::scheduling_parameters`].
pub type Scheduled<'c> = Vec<BasicValueEnum<'c>>;

/// What a target says about work-items. Methods have bodies where one answer serves most targets.
pub trait MuxTarget {
    /// The name people use for the target.
    fn name(&self) -> &str;

    /// The sizes that sub-groups can have.
    fn sub_group_sizes(&self) -> &[u64] {
        &[1]
    }

    /// The size of sub-groups where a kernel does not ask for one.
    fn preferred_sub_group_size(&self) -> u64 {
        1
    }

    /// The values that are passed down to functions, in order.
    fn scheduling_parameters<'c>(&self, module: &Module<'c>) -> Vec<SchedParam<'c>>;

    /// The initial value of a parameter that is not external (or a wrapper's private copy of one
    /// that is): called in the wrapper's entry block. `external` is what the caller passed, if
    /// anything.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn initialize_parameter<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        index: usize,
        external: &[Option<BasicValueEnum<'c>>],
    ) -> Result<BasicValueEnum<'c>, MuxError>;

    /// Emits the value of a getter at the builder's position. `dimension` is there for ranked
    /// getters and may be anything.
    ///
    /// # Errors
    /// When the target has no answer or the IR cannot be built.
    fn emit_getter<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        builtin: Builtin,
        dimension: Option<IntValue<'c>>,
        scheduled: &Scheduled<'c>,
    ) -> Result<IntValue<'c>, MuxError>;

    /// Emits a setter.
    ///
    /// # Errors
    /// When the target has no such setter or the IR cannot be built.
    fn emit_setter<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        builtin: Builtin,
        dimension: IntValue<'c>,
        value: IntValue<'c>,
        scheduled: &Scheduled<'c>,
    ) -> Result<(), MuxError>;

    /// Emits the address `offset` bytes into the work-group's local memory.
    ///
    /// # Errors
    /// When the IR cannot be built.
    fn emit_local_memory<'c>(
        &self,
        module: &Module<'c>,
        builder: &Builder<'c>,
        offset: IntValue<'c>,
        scheduled: &Scheduled<'c>,
    ) -> Result<PointerValue<'c>, MuxError>;

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
    ) -> Result<PointerValue<'c>, MuxError>;

    /// Gives a builtin declaration its body.
    ///
    /// # Errors
    /// When the target cannot do what the builtin asks.
    fn define_builtin<'c>(
        &self,
        module: &Module<'c>,
        builtin: Builtin,
        function: FunctionValue<'c>,
    ) -> Result<(), MuxError> {
        let context = module.get_context();
        let builder = context.create_builder();
        let scheduled = scheduled_arguments(self.scheduling_parameters(module).len(), function);
        builder.position_at_end(context.append_basic_block(function, "entry"));
        let int = |index: u32| {
            function.get_nth_param(index).map(BasicValueEnum::into_int_value).ok_or_else(|| {
                MuxError::malformed(builtin.name(), "is declared with too few parameters")
            })
        };
        match builtin.shape() {
            Shape::RankedGetter => {
                let value =
                    self.emit_getter(module, &builder, builtin, Some(int(0)?), &scheduled)?;
                builder.build_return(Some(&value))?;
            }
            Shape::Getter | Shape::Getter32 => {
                let value = self.emit_getter(module, &builder, builtin, None, &scheduled)?;
                builder.build_return(Some(&value))?;
            }
            Shape::Setter32 => {
                let zero = context.i32_type().const_zero();
                self.emit_setter(module, &builder, builtin, zero, int(0)?, &scheduled)?;
                builder.build_return(None)?;
            }
            Shape::RankedSetter => {
                self.emit_setter(module, &builder, builtin, int(0)?, int(1)?, &scheduled)?;
                builder.build_return(None)?;
            }
            Shape::LocalMemory => {
                let address = self.emit_local_memory(module, &builder, int(0)?, &scheduled)?;
                builder.build_return(Some(&address))?;
            }
            _ => {
                return Err(MuxError::malformed(
                    builtin.name(),
                    format!("has no definition for target {}", self.name()),
                ));
            }
        }
        Ok(())
    }
}

/// The scheduling arguments of a function that `add-sched-params` gave some: its last parameters.
#[must_use]
pub fn scheduled_arguments<'c>(count: usize, function: FunctionValue<'c>) -> Scheduled<'c> {
    let all = function.get_params();
    let first = all.len().saturating_sub(count);
    all[first..].to_vec()
}
