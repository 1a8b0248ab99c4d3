//! Replaces the end of the program by the end of the work-item, on devices whose code cannot end programs.
//!
//! Before: `call void @__assert_fail(…)` and `unreachable`, in a kernel
//! After:  a call of OpenCL's `printf` that says what failed, and in which work-item; `ret void`
//!
//! The same for `abort` and traps, without a message. The host only sees the printed text.
//!
//! Requires: functions that end programs are inlined into kernels ([`inline_endings`]).

use std::collections::HashSet;

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue,
};
use scythe_llvm::{
    SPIR_FUNC, add_attribute, call_argument, call_instruction, call_sites, calls_in,
    drop_attribute, truncate,
};
use scythe_mux::passes::ASSERTIONS;
use scythe_mux::{Changed, MuxError, PassCx, PassDesc, entry_points, is_kernel, original_name};

use super::place_formats::{constant, printf, text_at};

pub const PASS: PassDesc = PassDesc {
    name: "end-work-items",
    summary: "make failing assertions and aborts end the work-item",
    run,
};

/// Functions that end a program without a message.
const SILENT: &[&str] = &["abort", "llvm.trap", "llvm.ubsantrap", "_ZSt9terminatev"];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        // The code after a call may contain another one, which is removed with it.
        while let Some((call, name)) = calls_in(kernel).into_iter().find_map(ending) {
            let builder = cx.module.get_context().create_builder();
            let instruction = call_instruction(call);
            builder.position_before(&instruction);
            if let Some(message) = message(cx.module, call, &name) {
                print(cx.module, &builder, &message)?;
            }
            let block = instruction.get_parent();
            let block =
                block.ok_or_else(|| MuxError::malformed(original_name(kernel), "is in pieces"))?;
            truncate(instruction);
            builder.position_at_end(block);
            builder.build_return(None)?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// Inlines all functions that end the program: only a kernel can end a work-item.
pub fn inline_endings(module: &Module<'_>) {
    let mut seen: HashSet<FunctionValue<'_>> = HashSet::new();
    let mut open: Vec<FunctionValue<'_>> =
        module.get_functions().filter(|f| is_ending(&name_of(*f))).collect();
    while let Some(function) = open.pop() {
        if !seen.insert(function) {
            continue;
        }
        if function.count_basic_blocks() > 0 && !is_kernel(function) {
            drop_attribute(function, AttributeLoc::Function, "noinline");
            add_attribute(function, AttributeLoc::Function, "alwaysinline", 0);
        }
        for call in call_sites(function).unwrap_or_default() {
            open.extend(call_instruction(call).get_parent().and_then(|b| b.get_parent()));
        }
    }
}

fn name_of(function: FunctionValue<'_>) -> String {
    function.get_name().to_string_lossy().into_owned()
}

fn is_ending(name: &str) -> bool {
    SILENT.contains(&name) || ASSERTIONS.iter().any(|assertion| assertion.name == name)
}

fn ending(call: CallSiteValue<'_>) -> Option<(CallSiteValue<'_>, String)> {
    let name = name_of(call.get_called_fn_value()?);
    is_ending(&name).then_some((call, name))
}

/// The format for a failing assertion, in which `printf` fills in the ids of the work-item.
fn message(module: &Module<'_>, call: CallSiteValue<'_>, name: &str) -> Option<String> {
    let assertion = ASSERTIONS.iter().find(|assertion| assertion.name == name)?;
    let [expression, file, line, function] = assertion.arguments.map(|at| {
        match call_argument(call, u32::try_from(at).unwrap_or(u32::MAX)) {
            Some(BasicValueEnum::PointerValue(text)) => text_at(module, text),
            Some(BasicValueEnum::IntValue(number)) => {
                number.get_zero_extended_constant().map(|number| number.to_string())
            }
            _ => None,
        }
        .unwrap_or_else(|| "?".to_owned())
    });
    let text = format!("{file}:{line}: {function}: assertion `{expression}` failed");
    Some(format!("{} in work-item (%lu, %lu, %lu)\n", text.replace('%', "%%")))
}

fn print<'c>(module: &Module<'c>, builder: &Builder<'c>, message: &str) -> Result<(), MuxError> {
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = vec![constant(module, message).into()];
    for dimension in 0..3 {
        arguments.push(global_id(module, builder, dimension)?.into());
    }
    builder.build_call(printf(module), &arguments, "")?.set_call_convention(SPIR_FUNC);
    Ok(())
}

fn global_id<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    dimension: u64,
) -> Result<BasicValueEnum<'c>, MuxError> {
    const QUERY: &str = "_Z33__spirv_BuiltInGlobalInvocationIdi";
    let context = module.get_context();
    let (small, wide) = (context.i32_type(), context.i64_type());
    let query = module.get_function(QUERY).unwrap_or_else(|| {
        let query = module.add_function(QUERY, wide.fn_type(&[small.into()], false), None);
        query.set_call_conventions(SPIR_FUNC);
        query
    });
    let call = builder.build_call(query, &[small.const_int(dimension, false).into()], "")?;
    call.set_call_convention(SPIR_FUNC);
    let id = call.try_as_basic_value().basic();
    id.ok_or_else(|| MuxError::malformed(QUERY, "is declared without a result"))
}
