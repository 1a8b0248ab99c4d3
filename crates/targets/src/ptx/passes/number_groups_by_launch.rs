//! Lets a launch number its work-groups, so that a large launch can be split into several.
//!
//! Before: `%g = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()`, `%h = call i64 @__mux_get_group_id(i32 2)`,
//!         `%n = call i64 @__mux_get_num_groups(i32 1)` in `@k` or in what it calls
//! After:  `define ptx_kernel void @k(…, ptr byval([6 x i32]) %groups)`; the first three numbers are added to `%g` and
//!         `%h`, and `%n` is one of the last three. `"mux-hidden-params"="groups"` says what the parameter is
//!
//! Devices have at most 65,535 work-groups in all dimensions but the contiguous one. Kernels that do not
//! query the other dimensions are not changed: all launches look the same to them.
//!
//! Requires: global ids expanded, because they are sums with group ids.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, CallSiteValue, IntValue, PointerValue};
use scythe_llvm::{
    array_element, call_argument, call_instruction, calls_in, erase_call, replace_uses,
};
use scythe_mux::passes::{caller_of, constant_argument, pass_down};
use scythe_mux::{Builtin, Changed, MuxError, PassCx, PassDesc};
use scythe_pipeline::module_records::GROUPS;

use super::pass_launch_facts::{before, by_value, sites};

pub const PASS: PassDesc = PassDesc {
    name: "number-groups-by-launch",
    summary: "add the number of a launch's first work-group to group ids",
    run,
};

/// The offset of the numbers of work-groups in the parameter, after those of the first work-group.
const COUNTS: u64 = 3;
/// The number of values in the parameter.
const NUMBERS: u32 = 6;

/// A query about work-groups.
#[derive(Clone, Copy, PartialEq)]
enum Query {
    Id,
    Count,
}

/// The special registers of the limited dimensions.
const REGISTERS: [(&str, Query, u64); 4] = [
    ("llvm.nvvm.read.ptx.sreg.ctaid.y", Query::Id, 1),
    ("llvm.nvvm.read.ptx.sreg.ctaid.z", Query::Id, 2),
    ("llvm.nvvm.read.ptx.sreg.nctaid.y", Query::Count, 1),
    ("llvm.nvvm.read.ptx.sreg.nctaid.z", Query::Count, 2),
];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let module = cx.module;
    let users: Vec<_> = queries(module)?.into_iter().filter_map(caller_of).collect();
    if users.is_empty() {
        return Ok(Changed::No);
    }
    let context = module.get_context();
    let pointer = context.ptr_type(Default::default());
    let ty = context.i32_type().array_type(NUMBERS);
    for (function, memory) in pass_down(module, users, pointer, GROUPS)? {
        by_value(function, ty, 4);
        for call in calls_in(function) {
            if let Some(query) = query_of(call) {
                answer(cx, call, query, memory)?;
            }
        }
    }
    Ok(Changed::Yes)
}

/// Whether kernels of a module depend on their part of a launch.
///
/// # Errors
/// When a builtin is used in an unsupported way.
pub fn is_needed(module: &Module<'_>) -> Result<bool, MuxError> {
    Ok(!queries(module)?.is_empty())
}

/// All queries about work-groups in limited dimensions.
fn queries<'c>(module: &Module<'c>) -> Result<Vec<CallSiteValue<'c>>, MuxError> {
    let mut names: Vec<String> = REGISTERS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    names.extend([Builtin::GroupId, Builtin::NumGroups].map(|builtin| builtin.name().into_owned()));
    let mut all = Vec::new();
    for function in names.iter().filter_map(|name| module.get_function(name)) {
        all.extend(sites(function)?.into_iter().filter(|call| query_of(*call).is_some()));
    }
    Ok(all)
}

fn query_of(call: CallSiteValue<'_>) -> Option<Query> {
    let function = call.get_called_fn_value()?;
    let name = function.get_name().to_string_lossy();
    if let Some((_, query, _)) = REGISTERS.iter().find(|(register, ..)| *register == name) {
        return Some(*query);
    }
    let query = match Builtin::of(function)? {
        Builtin::GroupId => Query::Id,
        Builtin::NumGroups => Query::Count,
        _ => return None,
    };
    // Dimensions beyond the third have one work-group.
    constant_argument(call, 0).is_none_or(|d| d == 1 || d == 2).then_some(query)
}

fn answer<'c>(
    cx: &PassCx<'_, 'c>,
    call: CallSiteValue<'c>,
    query: Query,
    memory: PointerValue<'c>,
) -> Result<(), MuxError> {
    let word = cx.module.get_context().i32_type();
    let name = call.get_called_fn_value().map(|f| f.get_name().to_string_lossy().into_owned());
    let register = REGISTERS.iter().find(|(register, ..)| name.as_deref() == Some(register));
    let dimension = match (register, call_argument(call, 0)) {
        (Some((_, _, dimension)), _) => word.const_int(*dimension, false),
        (None, Some(BasicValueEnum::IntValue(dimension))) => dimension,
        _ => return Err(MuxError::malformed(GROUPS, "are queried without a dimension")),
    };
    let Some(BasicValueEnum::IntValue(old)) = call.try_as_basic_value().basic() else {
        return Err(MuxError::malformed(GROUPS, "are queried, but the call has no result"));
    };
    if query == Query::Count {
        let builder = before(cx.module, call);
        let index = builder.build_int_add(dimension, word.const_int(COUNTS, false), "")?;
        let count = number(cx.module, &builder, memory, index, old)?;
        replace_uses(&call_instruction(call), &BasicValueEnum::from(count));
        erase_call(call);
        return Ok(());
    }
    let instruction = call_instruction(call);
    let builder = cx.module.get_context().create_builder();
    match instruction.get_next_instruction() {
        Some(next) => builder.position_before(&next),
        None => return Err(MuxError::malformed(GROUPS, "are queried at the end of a block")),
    }
    let first = number(cx.module, &builder, memory, dimension, old)?;
    let sum = builder.build_int_nuw_add(old, first, "")?;
    // The sum replaces the number everywhere except in the sum.
    replace_uses(&instruction, &BasicValueEnum::from(sum));
    let Some(sum) = sum.as_instruction() else {
        return Err(MuxError::malformed(GROUPS, "are added to nothing"));
    };
    sum.set_operand(0, old);
    Ok(())
}

/// One of the parameter's numbers, in the width of the query's result. A query at -O0, where dimensions are
/// variables, is also about one of three dimensions.
fn number<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    memory: PointerValue<'c>,
    index: IntValue<'c>,
    like: IntValue<'c>,
) -> Result<IntValue<'c>, MuxError> {
    let word = module.get_context().i32_type();
    let place = array_element(builder, word.array_type(NUMBERS), memory, index, "")?;
    let value = builder.build_load(word, place, "")?.into_int_value();
    Ok(builder.build_int_z_extend_or_bit_cast(value, like.get_type(), "")?)
}
