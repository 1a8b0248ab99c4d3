//! Ties host code to kernel records, and notes to device IR.

use std::collections::HashMap;
use std::fmt;

use scythe_image::RECORD_QUERY;
use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::AnyType;
use scythe_llvm::inkwell::values::{AnyValue, BasicValueEnum, GlobalValue};
use scythe_llvm::{by_value, call_sites, constant_string, erase, replace_uses};

use crate::notes::Kernel;

/// Host IR that does not launch kernels the way Scythe's headers do.
#[derive(Debug)]
pub enum BindError {
    /// The query for a record is used in another way than being called.
    Query,
    /// A launch names a kernel that the notes do not have.
    UnknownKernel(String),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query => {
                write!(f, "host code does not call `{RECORD_QUERY}` with a constant name")
            }
            Self::UnknownKernel(name) => {
                write!(f, "host code launches `{name}`, which the notes do not describe")
            }
        }
    }
}

impl std::error::Error for BindError {}

/// Replaces every query for a kernel's record by the record's address.
///
/// # Errors
/// When a query has another form, or names a kernel without a record.
pub fn bind_records(
    host: &Module<'_>,
    records: &HashMap<String, GlobalValue<'_>>,
) -> Result<(), BindError> {
    let Some(query) = host.get_function(RECORD_QUERY) else {
        return Ok(());
    };
    for call in call_sites(query).ok_or(BindError::Query)? {
        let name = name_argument(call).ok_or(BindError::Query)?;
        let record = records.get(&name).ok_or(BindError::UnknownKernel(name))?;
        let value = call.as_any_value_enum();
        replace_uses(&value, &record.as_pointer_value());
        scythe_llvm::erase_call(call);
    }
    erase(query);
    Ok(())
}

fn name_argument(call: scythe_llvm::inkwell::values::CallSiteValue<'_>) -> Option<String> {
    match scythe_llvm::call_argument(call, 0)? {
        BasicValueEnum::PointerValue(pointer) => constant_string(pointer),
        _ => None,
    }
}

/// Makes every function object a by-value argument in device IR.
///
/// clang passes objects that are not trivially copyable by the address of a temporary, which looks
/// like any pointer; the notes know better. Afterwards the back end sees one form.
pub fn pass_by_value(device: &Module<'_>, kernel: &Kernel) {
    let Some(function) = device.get_function(&kernel.symbol) else {
        return;
    };
    let context = device.get_context();
    for (index, parameter) in (0..function.count_params()).zip(&kernel.parameters) {
        if by_value(function, index).is_some()
            || !function.get_nth_param(index).is_some_and(|p| p.is_pointer_value())
        {
            continue;
        }
        let at = AttributeLoc::Param(index);
        let bytes = context.i8_type().array_type(u32::try_from(parameter.size).unwrap_or(u32::MAX));
        let byval = Attribute::get_named_enum_kind_id("byval");
        let align = Attribute::get_named_enum_kind_id("align");
        scythe_llvm::drop_attribute(function, at, "dead_on_return");
        function.add_attribute(at, context.create_type_attribute(byval, bytes.as_any_type_enum()));
        function.add_attribute(at, context.create_enum_attribute(align, parameter.align));
    }
}
