//! Checks the types of builtins in declarations and calls.
//!
//! A function is a builtin by its name, so passes rely on its type. Handwritten IR, or IR for a machine with
//! other pointers, may have another one; that is detected before the first pass.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, FunctionType};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{call_instruction, called_function, calls_in, has_plain_types, numbers};

use crate::schedule::META_SCHEDULED;
use crate::{Builtin, Dma, MuxError};

/// Compares every builtin of a module with its signature, and every call of one with its declaration.
///
/// # Errors
/// For the first that differs.
pub fn check_builtins(module: &Module<'_>) -> Result<(), MuxError> {
    for function in module.get_functions() {
        let Some(builtin) = Builtin::of(function) else { continue };
        if !is_declared_right(module, builtin, function) {
            return Err(MuxError::malformed(
                builtin.name(),
                format!(
                    "the builtin's type is `{}`, but the module declares it as `{}`",
                    text(builtin.function_type(module)),
                    text(function.get_type())
                ),
            ));
        }
    }
    for function in module.get_functions() {
        for call in calls_in(function) {
            // inkwell returns no callee if the types differ.
            let Some(callee) = called_function(call_instruction(call)) else { continue };
            let Some(builtin) = Builtin::of(callee) else { continue };
            if call.get_called_fn_type() != callee.get_type() {
                return Err(MuxError::malformed(
                    function.get_name().to_string_lossy(),
                    format!(
                        "calls the builtin `{}` as `{}`, but it is declared as `{}`",
                        builtin.name(),
                        text(call.get_called_fn_type()),
                        text(callee.get_type())
                    ),
                ));
            }
        }
    }
    Ok(())
}

fn is_declared_right<'c>(
    module: &Module<'c>,
    builtin: Builtin,
    function: FunctionValue<'c>,
) -> bool {
    let (found, expected) = (function.get_type(), builtin.function_type(module));
    if !has_plain_types(function) {
        // The type of events may be one that only the target knows.
        return matches!(builtin, Builtin::Dma(_));
    }
    let mut given = found.get_param_types();
    let wanted = expected.get_param_types();
    // A builtin may have scheduling parameters after its own.
    let scheduled = numbers(function, META_SCHEDULED).unwrap_or_default();
    if scheduled.iter().filter(|&&place| place >= 0).count() + wanted.len() == given.len() {
        given.truncate(wanted.len());
    }
    if found.is_var_arg() || given.len() != wanted.len() {
        return false;
    }
    match builtin {
        // The program chooses the type of events, and their address space.
        Builtin::Dma(Dma::Wait) => {
            found.get_return_type().is_none()
                && given[0] == wanted[0]
                && matches!(given[1], BasicMetadataTypeEnum::PointerType(_))
        }
        Builtin::Dma(_) => {
            let last = given.len() - 1;
            given[..last] == wanted[..last]
                && found.get_return_type().map(Into::into) == Some(given[last])
        }
        _ => {
            let result =
                |ty: FunctionType<'c>| ty.get_return_type().map(BasicMetadataTypeEnum::from);
            let results = match (result(found), result(expected)) {
                (Some(found), Some(expected)) => is_alike(found, expected),
                (found, expected) => found.is_none() && expected.is_none(),
            };
            results
                && hands_back(builtin).is_none_or(|index| result(found) == Some(given[index]))
                && given.into_iter().zip(wanted).all(|(given, wanted)| is_alike(given, wanted))
        }
    }
}

/// The pointer argument that a builtin may return, and whose type is the result's.
fn hands_back(builtin: Builtin) -> Option<usize> {
    match builtin {
        Builtin::SpecializationConstant => Some(1),
        Builtin::CheckAccess => Some(0),
        _ => None,
    }
}

/// Whether types are equal except for address spaces, which depend on the device.
fn is_alike(found: BasicMetadataTypeEnum<'_>, expected: BasicMetadataTypeEnum<'_>) -> bool {
    let both = (found, expected);
    found == expected
        || matches!(
            both,
            (BasicMetadataTypeEnum::PointerType(_), BasicMetadataTypeEnum::PointerType(_))
        )
}

fn text(ty: FunctionType<'_>) -> String {
    ty.print_to_string().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use scythe_llvm::inkwell::context::Context;
    use scythe_llvm::parse_ir;

    use super::check_builtins;

    fn complaint(text: &str) -> String {
        let context = Context::create();
        let module = parse_ir(&context, "test.ll", text.as_bytes()).expect("well-formed IR");
        check_builtins(&module).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn every_kind_of_builtin_is_checked() {
        for wrong in [
            "declare i64 @__mux_get_global_id(metadata)",
            "declare i64 @__mux_get_global_id(i64)",
            "declare i64 @__mux_get_global_id(...)",
            "declare i32 @__mux_get_global_id(i32)",
            "declare void @__mux_get_global_id(i32)",
            "declare i32 @__mux_isftz()",
            "declare void @__mux_set_local_id(i64)",
            "declare void @__mux_work_group_barrier()",
            "declare void @__mux_mem_barrier(i32, i64)",
            "declare float @__mux_get_local_linear_id()",
            "declare i32 @__mux_work_group_reduce_add_i32(i32)",
            "declare i64 @__mux_sub_group_broadcast_f32(float, i32)",
            "declare i64 @__mux_dma_read_1D(ptr, ptr, i64, i64)",
            "declare i32 @__mux_dma_read_1D(ptr addrspace(3), ptr addrspace(1), i64, i64)",
            "declare void @__mux_dma_wait(i32, i64)",
            "declare i32 @__mux_get_address_space(i64)",
            "declare ptr @__mux_get_specialization_constant(i64, ptr addrspace(4), i64)",
            "define i64 @__mux_get_global_id() {\n  ret i64 0\n}",
        ] {
            let name = wrong.split('@').nth(1).and_then(|rest| rest.split('(').next());
            let said = complaint(wrong);
            let starts =
                format!("function `{}`: the builtin's type is `", name.unwrap_or_default());
            assert!(said.starts_with(&starts), "{wrong}: {said}");
        }
    }

    #[test]
    fn types_that_programs_choose_are_accepted() {
        for right in [
            "declare i64 @__mux_get_global_id(i32)",
            "target datalayout = \"e-p:32:32\"\ndeclare i32 @__mux_get_global_id(i32)",
            "declare ptr @__mux_dma_read_1D(ptr addrspace(3), ptr addrspace(1), i64, ptr)",
            "declare void @__mux_dma_wait(i32, ptr addrspace(4))",
            "declare ptr addrspace(3) @__mux_local_memory(i64)",
            "declare ptr addrspace(4) @__mux_get_specialization_constant(i64, ptr addrspace(4), i64)",
            "declare !mux_scheduled_fn !0 i64 @__mux_get_global_id(i32, ptr, ptr)\n!0 = !{i32 1, i32 2}",
            "declare void @__mux_whatever(metadata)",
        ] {
            assert_eq!(complaint(right), "", "{right}");
        }
    }

    #[test]
    fn calls_are_compared_with_the_declaration() {
        let said = complaint(
            "define void @f() {\n  %x = call i64 @__mux_get_global_id()\n  ret void\n}\n\
             declare i64 @__mux_get_global_id(i32)",
        );
        assert_eq!(
            said,
            "function `f`: calls the builtin `__mux_get_global_id` as `i64 ()`, but it is declared as \
             `i64 (i32)`"
        );
    }
}
