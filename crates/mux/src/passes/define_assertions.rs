//! Makes failing assertions of a kernel report their work-item.
//!
//! Before: `declare void @__assert_fail(ptr %expression, ptr %file, i32 %line, ptr %function)`
//! After:  a definition that queries the ids of the work-item and passes everything to the runtime
//!
//! The C library would end the program, too, but without naming the work-item. The definition queries ids, so
//! this comes before add-sched-params; it is never inlined, so that a kernel contains only a call on a cold
//! path.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::BasicMetadataTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::{add_attribute, array_element};

use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "define-assertions",
    summary: "make failing assertions report their work-item to the runtime",
    run,
};

/// The runtime's function: `void (expression, file, line, function, work-item)`.
pub const REPORT: &str = "scythe_assertion_failed";

/// A library function that a failing assertion calls, and the positions of its arguments in the order of
/// [`REPORT`].
pub struct Assertion {
    /// Its symbol.
    pub name: &'static str,
    /// The positions of expression, file, line and function.
    pub arguments: [usize; 4],
}

/// All of them.
pub const ASSERTIONS: &[Assertion] = &[
    // `assert`, from the C library.
    Assertion { name: "__assert_fail", arguments: [0, 1, 2, 3] },
    // libstdc++'s own assertions, `std::__glibcxx_assert_fail`.
    Assertion { name: "_ZSt21__glibcxx_assert_failPKciS0_S0_", arguments: [3, 0, 1, 2] },
];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for assertion in ASSERTIONS {
        if let Some(function) = cx.module.get_function(assertion.name)
            && function.count_basic_blocks() == 0
            && function.count_params() == 4
        {
            define(cx.module, function, assertion)?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn define<'c>(
    module: &Module<'c>,
    function: FunctionValue<'c>,
    assertion: &Assertion,
) -> Result<(), MuxError> {
    let context = module.get_context();
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let work_item = work_item(module, &builder)?;
    let given = function.get_params();
    let mut arguments: Vec<BasicValueEnum<'c>> =
        assertion.arguments.iter().map(|&at| given[at]).collect();
    arguments.push(work_item.into());
    let report = module.get_function(REPORT).unwrap_or_else(|| {
        let types: Vec<BasicMetadataTypeEnum<'c>> =
            arguments.iter().map(|argument| argument.get_type().into()).collect();
        let report = module.add_function(REPORT, context.void_type().fn_type(&types, false), None);
        for name in ["noreturn", "nounwind", "cold"] {
            add_attribute(report, AttributeLoc::Function, name, 0);
        }
        report
    });
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        arguments.into_iter().map(BasicMetadataValueEnum::from).collect();
    builder.build_call(report, &arguments, "")?;
    builder.build_unreachable()?;
    for name in ["noreturn", "nounwind", "cold", "noinline"] {
        add_attribute(function, AttributeLoc::Function, name, 0);
    }
    // Private to device code: host code uses the library's.
    function.set_linkage(Linkage::Internal);
    function.as_global_value().set_name(&format!("scythe.{}", assertion.name));
    Ok(())
}

/// The runtime's `scythe_work_item`: the number of dimensions, the global id and the local id, with the
/// contiguous dimension first.
fn work_item<'c>(module: &Module<'c>, builder: &Builder<'c>) -> Result<PointerValue<'c>, MuxError> {
    let context = module.get_context();
    let (small, wide) = (context.i32_type(), context.i64_type());
    let mut parts = vec![query(module, builder, Builtin::WorkDim, None)?];
    for builtin in [Builtin::GlobalId, Builtin::LocalId] {
        for dimension in 0..3 {
            let dimension = small.const_int(dimension, false);
            parts.push(query(module, builder, builtin, Some(dimension))?);
        }
    }
    let ty = wide.array_type(7);
    let place = builder.build_alloca(ty, "work-item")?;
    for (index, part) in (0..).zip(parts) {
        let slot = array_element(builder, ty, place, wide.const_int(index, false), "")?;
        let part = builder.build_int_z_extend_or_bit_cast(part, wide, "")?;
        builder.build_store(slot, part)?;
    }
    Ok(place)
}

fn query<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    builtin: Builtin,
    dimension: Option<IntValue<'c>>,
) -> Result<IntValue<'c>, MuxError> {
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        dimension.into_iter().map(BasicMetadataValueEnum::from).collect();
    let call = builder.build_call(builtin.declare(module), &arguments, "")?;
    match call.try_as_basic_value().basic() {
        Some(BasicValueEnum::IntValue(value)) => Ok(value),
        _ => Err(MuxError::malformed(builtin.name(), "is declared without a result")),
    }
}
