//! Binds kernels to their records.

use std::collections::HashMap;

use scythe_image::RECORD_QUERY;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{AnyValue, BasicValueEnum, CallSiteValue, GlobalValue};
use scythe_llvm::{call_sites, constant_string, erase, erase_call, replace_uses};

use crate::BindError;

/// Replaces every query for a kernel's record by the record's address.
///
/// # Errors
/// When a query is not such a call, or names a kernel without a record.
pub fn bind_records(
    host: &Module<'_>,
    records: &HashMap<String, GlobalValue<'_>>,
) -> Result<(), BindError> {
    for (call, name) in questions(host, RECORD_QUERY)? {
        let record = records.get(&name).ok_or(BindError::UnknownKernel(name))?;
        replace_uses(&call.as_any_value_enum(), &record.as_pointer_value());
        erase_call(call);
    }
    answered(host, RECORD_QUERY);
    Ok(())
}

/// The calls of a query function, with the kernels that they are about.
pub(crate) fn questions<'c>(
    host: &Module<'c>,
    query: &'static str,
) -> Result<Vec<(CallSiteValue<'c>, String)>, BindError> {
    let Some(function) = host.get_function(query) else {
        return Ok(Vec::new());
    };
    call_sites(function)
        .ok_or(BindError::Query(query))?
        .into_iter()
        .map(|call| Ok((call, name_argument(call).ok_or(BindError::Query(query))?)))
        .collect()
}

/// Removes the declaration of a query function after its last call.
pub(crate) fn answered(host: &Module<'_>, query: &'static str) {
    if let Some(function) = host.get_function(query) {
        erase(function);
    }
}

fn name_argument(call: CallSiteValue<'_>) -> Option<String> {
    match scythe_llvm::call_argument(call, 0)? {
        BasicValueEnum::PointerValue(pointer) => constant_string(pointer),
        _ => None,
    }
}
