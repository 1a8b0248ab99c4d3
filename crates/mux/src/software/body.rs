//! The body of a builtin while it is written.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::IntType;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue,
};
use scythe_llvm::{Repeated, call_like_callee};

use crate::schedule::{Scheduled, set_scheduled};
use crate::target::MuxTarget;
use crate::{Builtin, MuxError};

/// The body of a builtin while it is written: a builder at its end, and helpers.
pub struct Body<'a, 'c, T: ?Sized> {
    /// The target the body is for.
    pub target: &'a T,
    /// The module.
    pub module: &'a Module<'c>,
    /// The function.
    pub function: FunctionValue<'c>,
    /// Stands at the end of the body.
    pub builder: Builder<'c>,
}

impl<'a, 'c, T: MuxTarget + ?Sized> Body<'a, 'c, T> {
    /// Starts a function's body with a block of that name; it may be empty.
    #[must_use]
    pub fn new(
        target: &'a T,
        module: &'a Module<'c>,
        function: FunctionValue<'c>,
        entry: &str,
    ) -> Self {
        let context = module.get_context();
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, entry));
        Self { target, module, function, builder }
    }

    /// The function's scheduling arguments.
    #[must_use]
    pub fn scheduled(&self) -> Scheduled<'c> {
        self.target.function_scheduling_parameters(self.function)
    }

    /// An argument.
    ///
    /// # Errors
    /// When the function is declared with too few.
    pub fn argument(&self, index: u32) -> Result<BasicValueEnum<'c>, MuxError> {
        self.function.get_nth_param(index).ok_or_else(|| self.unsupported("too few parameters"))
    }

    /// An argument that is an integer.
    ///
    /// # Errors
    /// When the function is declared otherwise.
    pub fn int(&self, index: u32) -> Result<IntValue<'c>, MuxError> {
        match self.argument(index)? {
            BasicValueEnum::IntValue(value) => Ok(value),
            _ => Err(self.unsupported("a parameter of another type")),
        }
    }

    /// An `i32` constant.
    #[must_use]
    pub fn number(&self, value: u32) -> IntValue<'c> {
        self.module.get_context().i32_type().const_int(u64::from(value), false)
    }

    /// Calls another builtin, and passes this function's scheduling arguments if it needs them.
    ///
    /// # Errors
    /// When it needs some and this function has none, or it has no result.
    pub fn call(
        &self,
        builtin: Builtin,
        arguments: &[IntValue<'c>],
    ) -> Result<IntValue<'c>, MuxError> {
        let callee = self.declare(builtin)?;
        let mut all: Vec<BasicMetadataValueEnum<'c>> =
            arguments.iter().map(|&a| a.into()).collect();
        if self.target.requires_scheduling_parameters(builtin) && !self.scheduled().is_empty() {
            all.extend(self.scheduled().all()?.into_iter().map(BasicMetadataValueEnum::from));
        }
        if all.len() != callee.count_params() as usize {
            return Err(self.unscheduled(builtin));
        }
        let call = self.builder.build_call(callee, &all, "")?;
        call_like_callee(call, Repeated::Parameters);
        match call.try_as_basic_value().basic() {
            Some(BasicValueEnum::IntValue(value)) => Ok(value),
            _ => Err(MuxError::malformed(builtin.name(), "is declared without a result")),
        }
    }

    /// Calls a ranked getter for a dimension.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub fn query(&self, builtin: Builtin, dimension: u32) -> Result<IntValue<'c>, MuxError> {
        self.call(builtin, &[self.number(dimension)])
    }

    /// The function of a builtin; if it is declared only now, for a function with scheduling parameters, it
    /// gets them at once.
    fn declare(&self, builtin: Builtin) -> Result<FunctionValue<'c>, MuxError> {
        if let Some(known) = self.module.get_function(&builtin.name()) {
            return Ok(known);
        }
        let plain = self.target.declare_builtin(self.module, builtin);
        if self.scheduled().is_empty() || !self.target.requires_scheduling_parameters(builtin) {
            return Ok(plain);
        }
        let parameters = self.target.scheduling_parameters(self.module);
        let types: Vec<_> = parameters.iter().map(|p| p.ty).collect();
        let name = builtin.name();
        plain.as_global_value().set_name(&format!("{name}.old"));
        let scheduled = scythe_llvm::clone_with_parameters(plain, &name, &types);
        scythe_llvm::erase(plain);
        let first = scheduled.count_params() - u32::try_from(types.len()).unwrap_or(0);
        let mut places = Vec::new();
        for (parameter, index) in parameters.iter().zip(first..) {
            parameter.dress(scheduled, index);
            places.push(i32::try_from(index).unwrap_or(-1));
        }
        set_scheduled(scheduled, &places);
        Ok(scheduled)
    }

    /// Ends the body with a result.
    ///
    /// # Errors
    /// When the function is declared without a result, or with one of another type.
    pub fn ret(&self, value: BasicValueEnum<'c>) -> Result<(), MuxError> {
        let wanted = self.function.get_type().get_return_type();
        if wanted != Some(value.get_type()) {
            return Err(self.unsupported("a result of another type"));
        }
        self.builder.build_return(Some(&value))?;
        Ok(())
    }

    /// Ends the body without a result.
    ///
    /// # Errors
    /// When the function is declared with a result.
    pub fn ret_void(&self) -> Result<(), MuxError> {
        if self.function.get_type().get_return_type().is_some() {
            return Err(self.unsupported("a result"));
        }
        self.builder.build_return(None)?;
        Ok(())
    }

    /// The integer the function returns.
    ///
    /// # Errors
    /// When it returns anything else.
    pub fn result_type(&self) -> Result<IntType<'c>, MuxError> {
        match self.function.get_type().get_return_type() {
            Some(ty) if ty.is_int_type() => Ok(ty.into_int_type()),
            _ => Err(self.unsupported("a result that is not an integer")),
        }
    }

    /// The error for an unsupported declaration of the function.
    #[must_use]
    pub fn unsupported(&self, what: &str) -> MuxError {
        MuxError::malformed(
            self.function.get_name().to_string_lossy(),
            format!("is declared with {what}"),
        )
    }

    fn unscheduled(&self, builtin: Builtin) -> MuxError {
        MuxError::malformed(
            self.function.get_name().to_string_lossy(),
            format!(
                "calls {} and does not have the same scheduling parameters: it has to be defined \
                 before add-sched-params",
                builtin.name()
            ),
        )
    }
}
