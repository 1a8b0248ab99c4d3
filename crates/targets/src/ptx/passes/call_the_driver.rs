//! Replaces C library functions that kernels may call by the driver's: `printf` and failing assertions.
//!
//! Before: `call i32 (ptr, ...) @printf(ptr %format, i32 %n, double %x)`;
//!         `call void @__assert_fail(ptr %expression, ptr %file, i32 %line, ptr %function)`
//! After:  `%n` and `%x` are stored one after the other in a variable, and
//!         `call i32 @vprintf(ptr %format, ptr %variable)`;
//!         `call void @__assertfail(ptr %expression, ptr %file, i32 %line, ptr %function, i64 1)`, which prints
//!         the numbers of the thread and of its block, and ends the launch with an error

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode,
};
use scythe_llvm::{
    add_attribute, call_argument, call_instruction, call_sites, erase, erase_call, field,
    replace_uses,
};
use scythe_mux::passes::{ASSERTIONS, Assertion};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "call-the-driver",
    summary: "use CUDA's driver to print and to report failing assertions",
    run,
};

/// The driver's functions.
const PRINT: &str = "vprintf";
const FAIL: &str = "__assertfail";

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    if let Some(printf) = cx.module.get_function("printf").filter(is_declaration) {
        print(cx.module, printf)?;
        changed = Changed::Yes;
    }
    for assertion in ASSERTIONS {
        let found = cx.module.get_function(assertion.name);
        if let Some(function) = found.filter(is_declaration).filter(|f| f.count_params() == 4) {
            fail(cx.module, function, assertion)?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn is_declaration(function: &FunctionValue<'_>) -> bool {
    function.count_basic_blocks() == 0
}

fn print<'c>(module: &Module<'c>, printf: FunctionValue<'c>) -> Result<(), MuxError> {
    let context = module.get_context();
    let pointer = context.ptr_type(Default::default());
    let number = context.i32_type();
    let print = module.get_function(PRINT).unwrap_or_else(|| {
        module.add_function(PRINT, number.fn_type(&[pointer.into(), pointer.into()], false), None)
    });
    let calls =
        call_sites(printf).ok_or_else(|| MuxError::malformed("printf", "has its address taken"))?;
    for call in calls {
        let count = call.count_arguments();
        let values: Vec<BasicValueEnum<'c>> =
            (1..count).filter_map(|index| call_argument(call, index)).collect();
        let builder = context.create_builder();
        let variable = match values.is_empty() {
            true => pointer.const_null(),
            false => {
                let types: Vec<BasicTypeEnum<'c>> =
                    values.iter().map(|value| value.get_type()).collect();
                let ty = context.struct_type(&types, false);
                place_variables(&builder, call)?;
                let variable = builder.build_alloca(ty, "printed")?;
                builder.position_before(&call_instruction(call));
                for (index, value) in (0..).zip(values) {
                    builder.build_store(field(&builder, ty, variable, index, "")?, value)?;
                }
                variable
            }
        };
        builder.position_before(&call_instruction(call));
        let Some(BasicValueEnum::PointerValue(format)) = call_argument(call, 0) else {
            return Err(MuxError::malformed("printf", "is called without a format"));
        };
        let format = match format.get_type() == pointer {
            true => format,
            false => builder.build_address_space_cast(format, pointer, "")?,
        };
        let printed = builder.build_call(print, &[format.into(), variable.into()], "")?;
        if let Some(result) = printed.try_as_basic_value().basic() {
            replace_uses(&call_instruction(call), &result);
        }
        erase_call(call);
    }
    erase(printf);
    Ok(())
}

/// Puts the builder where the function of a call has its variables.
fn place_variables<'c>(
    builder: &scythe_llvm::inkwell::builder::Builder<'c>,
    call: CallSiteValue<'c>,
) -> Result<(), MuxError> {
    let function = call_instruction(call).get_parent().and_then(|block| block.get_parent());
    let start = function.and_then(|function| function.get_first_basic_block());
    let first = start.and_then(|start| {
        start.get_instructions().find(|i| i.get_opcode() != InstructionOpcode::Alloca)
    });
    let first = first.ok_or_else(|| MuxError::malformed("printf", "is called nowhere"))?;
    builder.position_before(&first);
    Ok(())
}

fn fail<'c>(
    module: &Module<'c>,
    function: FunctionValue<'c>,
    assertion: &Assertion,
) -> Result<(), MuxError> {
    let context = module.get_context();
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let given = function.get_params();
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> =
        assertion.arguments.iter().map(|&at| given[at].into()).collect();
    // The size of a character.
    arguments.push(context.i64_type().const_int(1, false).into());
    let fail = module.get_function(FAIL).unwrap_or_else(|| {
        let types: Vec<BasicMetadataTypeEnum<'c>> = assertion
            .arguments
            .iter()
            .map(|&at| given[at].get_type().into())
            .chain([context.i64_type().into()])
            .collect();
        let fail = module.add_function(FAIL, context.void_type().fn_type(&types, false), None);
        for name in ["nounwind", "cold"] {
            add_attribute(fail, AttributeLoc::Function, name, 0);
        }
        fail
    });
    builder.build_call(fail, &arguments, "")?;
    // It does not return; the assembler needs an explicit end.
    let trap = scythe_llvm::inkwell::intrinsics::Intrinsic::find("llvm.trap")
        .and_then(|trap| trap.get_declaration(module, &[]))
        .ok_or_else(|| MuxError::malformed("llvm.trap", "is not an intrinsic of this LLVM"))?;
    builder.build_call(trap, &[], "")?;
    builder.build_unreachable()?;
    for name in ["noreturn", "nounwind", "cold", "noinline"] {
        add_attribute(function, AttributeLoc::Function, name, 0);
    }
    function.set_linkage(Linkage::Internal);
    Ok(())
}
