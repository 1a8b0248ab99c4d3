//! Passes facts about the launch to kernels: the size of the index space, its offset, and values of
//! specialization constants.
//!
//! Before: `%n = call i64 @__mux_get_global_size(i32 0)` in `@k` or in what it calls;
//!         `%p = call ptr @__mux_get_specialization_constant(i64 77, ptr @default, i64 4)`
//! After:  `define ptx_kernel void @k(…, ptr byval([6 x i64]) %index-space, ptr byval([5 x i8]) %constant.77.4)`; sizes
//!         and offsets are loads from the former, `%p` is the latter if its last byte is set, otherwise `@default`.
//!         `"mux-hidden-params"="index-space,constant.77.4"` says what the parameters are, in their order
//!
//! A kernel gets only what it uses; functions between the kernel and the use pass it on.
//!
//! Requires: global ids expanded, because they are sums with offsets.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::AnyType;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    add_attribute, array_element, call_argument, call_instruction, call_sites, calls_in, erase,
    erase_call, in_bytes, replace_uses,
};
use scythe_mux::passes::{caller_of, constant_argument, pass_down};
use scythe_mux::{Builtin, Changed, MuxError, PassCx, PassDesc, is_kernel, size_type};
use scythe_pipeline::module_records::{CONSTANT_PREFIX, INDEX_SPACE};

pub const PASS: PassDesc = PassDesc {
    name: "pass-launch-facts",
    summary: "pass index spaces and specialization constants to kernels as parameters",
    run,
};

/// The offsets of sizes and offsets in an index space of three dimensions.
const PARTS: [(Builtin, u64); 2] = [(Builtin::GlobalSize, 0), (Builtin::GlobalOffset, 3)];
/// The number of values in an index space.
const NUMBERS: u32 = 6;
/// The strictest alignment of a value.
const CONSTANT_ALIGN: u64 = 16;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let index_space = pass_index_space(cx)?;
    let constants = pass_constants(cx)?;
    Ok(if index_space || constants { Changed::Yes } else { Changed::No })
}

fn pass_index_space(cx: &PassCx<'_, '_>) -> Result<bool, MuxError> {
    let module = cx.module;
    let asked: Vec<_> = PARTS
        .into_iter()
        .filter_map(|(builtin, first)| Some((module.get_function(&builtin.name())?, first)))
        .collect();
    if asked.is_empty() {
        return Ok(false);
    }
    let mut users = Vec::new();
    for (function, _) in &asked {
        users.extend(sites(*function)?.into_iter().filter_map(caller_of));
    }
    let context = module.get_context();
    let ty = size_type(module).array_type(NUMBERS);
    let pointer = context.ptr_type(Default::default());
    for (function, memory) in pass_down(module, users, pointer, INDEX_SPACE)? {
        by_value(function, ty, 8);
        for call in calls_in(function) {
            let called = call.get_called_fn_value();
            let Some((_, first)) = asked.iter().find(|(f, _)| called == Some(*f)) else { continue };
            let builder = before(module, call);
            let Some(BasicValueEnum::IntValue(dimension)) = call_argument(call, 0) else {
                return Err(MuxError::malformed(INDEX_SPACE, "is queried without a dimension"));
            };
            let offset = dimension.get_type().const_int(*first, false);
            let index = builder.build_int_add(dimension, offset, "")?;
            let place = array_element(&builder, ty, memory, index, "")?;
            let wide = size_type(module);
            let value = if cx.target.has_wide_ids() {
                builder.build_load(wide, place, "")?
            } else {
                // The lower half suffices, also for comparisons with ids.
                let half = builder.build_load(context.i32_type(), place, "")?.into_int_value();
                builder.build_int_z_extend(half, wide, "")?.into()
            };
            replace(call, value);
        }
    }
    asked.iter().for_each(|(function, _)| erase(*function));
    Ok(true)
}

fn pass_constants(cx: &PassCx<'_, '_>) -> Result<bool, MuxError> {
    let module = cx.module;
    let Some(question) = module.get_function(&Builtin::SpecializationConstant.name()) else {
        return Ok(false);
    };
    let context = module.get_context();
    let pointer = context.ptr_type(Default::default());
    if question.get_type().get_return_type() != Some(pointer.into()) {
        let reason = "returns values in parameters, which only address space 0 can point to";
        return Err(MuxError::malformed(Builtin::SpecializationConstant.name(), reason));
    }
    while let Some(call) = sites(question)?.first().copied() {
        let (key, bytes) = queried_constant(call)?;
        let same = |call: CallSiteValue<'_>| {
            call.get_called_fn_value() == Some(question)
                && queried_constant(call).is_ok_and(|asked| asked == (key, bytes))
        };
        let users =
            sites(question)?.into_iter().filter(|call| same(*call)).filter_map(caller_of).collect();
        let name = format!("{CONSTANT_PREFIX}{key}.{bytes}");
        let size = u32::try_from(bytes + 1).unwrap_or(u32::MAX);
        let ty = context.i8_type().array_type(size);
        for (function, memory) in pass_down(module, users, pointer, &name)? {
            by_value(function, ty, CONSTANT_ALIGN);
            for call in calls_in(function).into_iter().filter(|call| same(*call)) {
                let builder = before(module, call);
                let Some(otherwise) = call_argument(call, 1) else { continue };
                let value =
                    chosen(&builder, memory, size_type(module).const_int(bytes, false), otherwise)?;
                replace(call, value);
            }
        }
    }
    erase(question);
    Ok(true)
}

/// The address of the launch's value, or of the default.
fn chosen<'c>(
    builder: &Builder<'c>,
    memory: PointerValue<'c>,
    bytes: IntValue<'c>,
    otherwise: BasicValueEnum<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let mark = in_bytes(builder, memory, bytes)?;
    let byte = bytes.get_type().get_context().i8_type();
    let mark = builder.build_load(byte, mark, "")?.into_int_value();
    let is_set = builder.build_int_compare(
        scythe_llvm::inkwell::IntPredicate::NE,
        mark,
        byte.const_zero(),
        "",
    )?;
    Ok(builder.build_select(is_set, memory.into(), otherwise, "")?)
}

fn queried_constant(call: CallSiteValue<'_>) -> Result<(u64, u64), MuxError> {
    constant_argument(call, 0).zip(constant_argument(call, 2)).ok_or_else(|| {
        let name = Builtin::SpecializationConstant.name();
        MuxError::malformed(name, "is called with a key or size that is not constant")
    })
}

pub(super) fn sites<'c>(function: FunctionValue<'c>) -> Result<Vec<CallSiteValue<'c>>, MuxError> {
    call_sites(function).ok_or_else(|| {
        let name = function.get_name().to_string_lossy().into_owned();
        MuxError::malformed(name, "has its address taken")
    })
}

/// A kernel's last parameter is the object itself.
pub(super) fn by_value<'c>(function: FunctionValue<'c>, ty: impl AnyType<'c>, align: u64) {
    if !is_kernel(function) {
        return;
    }
    let at = AttributeLoc::Param(function.count_params() - 1);
    let context = function.get_type().get_context();
    let byval = Attribute::get_named_enum_kind_id("byval");
    function.add_attribute(at, context.create_type_attribute(byval, ty.as_any_type_enum()));
    add_attribute(function, at, "align", align);
    for name in ["noalias", "readonly", "noundef"] {
        add_attribute(function, at, name, 0);
    }
}

pub(super) fn before<'c>(module: &Module<'c>, call: CallSiteValue<'c>) -> Builder<'c> {
    let builder = module.get_context().create_builder();
    builder.position_before(&call_instruction(call));
    builder
}

fn replace<'c>(call: CallSiteValue<'c>, value: BasicValueEnum<'c>) {
    replace_uses(&call_instruction(call), &value);
    erase_call(call);
}
