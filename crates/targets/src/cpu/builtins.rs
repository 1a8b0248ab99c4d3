//! The bodies of the mux builtins on the CPU.
//!
//! Bodies are written out in full instead of calling one another, with `nuw` where numbers of
//! work-items cannot overflow: the vectoriser sees a start and a step.

use scythe_llvm::call_sites;
use scythe_llvm::field;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::StructType;
use scythe_llvm::inkwell::values::{FunctionValue, IntValue};
use scythe_mux::software::{self, Body, emit_fence};
use scythe_mux::{Builtin, Collective, GroupScope, MuxError, Shape, size_type, work_item_info};

use super::checks;
use super::constants;
use super::schedule::{
    CpuSchedule, FIRST_GROUP, LAST_GROUP, Layouts, MINI_WG_INFO, SCHED_INFO, WI_INFO, component,
    load, mini, sched,
};

type CpuBody<'a, 'c> = Body<'a, 'c, CpuSchedule>;

pub(super) fn define<'c>(
    target: CpuSchedule,
    module: &Module<'c>,
    builtin: Builtin,
    function: FunctionValue<'c>,
) -> Result<(), MuxError> {
    if meets_a_group(builtin) && call_sites(function).is_none_or(|calls| !calls.is_empty()) {
        return Err(MuxError::Malformed {
            function: builtin.name().into_owned(),
            reason: "is still called; work-item-loops has to remove it from kernels".to_owned(),
        });
    }
    let body = || Body::new(&target, module, function, "entry");
    match (builtin, builtin.shape()) {
        (_, Shape::RankedGetter) => {
            let body = body();
            let dimension = body.int(0)?;
            let value = match builtin {
                Builtin::GlobalId => global_id(&body, dimension)?,
                Builtin::EnqueuedLocalSize => ranked(&body, Builtin::LocalSize, dimension)?,
                _ => ranked(&body, builtin, dimension)?,
            };
            body.ret(value.into())
        }
        (Builtin::SetLocalId | Builtin::SetGroupId, _) => {
            let body = body();
            let (ty, base, member) = place(&body, builtin)?;
            let address = component(&body.builder, ty, base, member, body.int(0)?)?;
            body.builder.build_store(address, body.int(1)?)?;
            body.ret_void()
        }
        (Builtin::FirstGroup, _) => {
            let body = body();
            body.ret(body.scheduled().get(FIRST_GROUP)?)
        }
        (Builtin::LastGroup, _) => {
            let body = body();
            body.ret(body.scheduled().get(LAST_GROUP)?)
        }
        (Builtin::WorkDim, _) => {
            let body = body();
            let layouts = Layouts::of(module);
            let base = body.scheduled().pointer(SCHED_INFO)?;
            let address = field(&body.builder, layouts.schedule, base, sched::WORK_DIM, "")?;
            body.ret(load(&body.builder, body.result_type()?, address)?.into())
        }
        (
            Builtin::SubGroupId
            | Builtin::NumSubGroups
            | Builtin::SubGroupSize
            | Builtin::SubGroupLocalId,
            _,
        ) => {
            let body = body();
            let value = sub_group(&body, builtin)?;
            let value =
                body.builder.build_int_truncate_or_bit_cast(value, body.result_type()?, "")?;
            body.ret(value.into())
        }
        (Builtin::MemBarrier, _) => fence(&body()),
        (Builtin::SpecializationConstant, _) => {
            constants::read_once(module, function);
            let body = body();
            let layouts = Layouts::of(module);
            let base = body.scheduled().pointer(SCHED_INFO)?;
            let list = field(&body.builder, layouts.schedule, base, sched::CONSTANTS, "")?;
            let value = constants::find(&body, list)?;
            body.ret(value)
        }
        (_, Shape::Check) => checks::report(&body(), builtin),
        _ => software::define_builtin(&target, module, builtin, function),
    }
}

/// Whether a builtin only has a meaning while all work-items of a group are handled together.
fn meets_a_group(builtin: Builtin) -> bool {
    match builtin {
        Builtin::WorkGroupBarrier | Builtin::SubGroupBarrier => true,
        Builtin::Collective(Collective { scope, .. }) => scope != GroupScope::VecGroup,
        _ => false,
    }
}

/// The address of the value of a ranked builtin.
fn place<'c>(
    body: &CpuBody<'_, 'c>,
    builtin: Builtin,
) -> Result<(StructType<'c>, scythe_llvm::inkwell::values::PointerValue<'c>, u32), MuxError> {
    let layouts = Layouts::of(body.module);
    let (ty, parameter, member) = match builtin {
        Builtin::GlobalSize => (layouts.schedule, SCHED_INFO, sched::GLOBAL_SIZE),
        Builtin::GlobalOffset => (layouts.schedule, SCHED_INFO, sched::GLOBAL_OFFSET),
        Builtin::LocalSize => (layouts.schedule, SCHED_INFO, sched::LOCAL_SIZE),
        Builtin::GroupId | Builtin::SetGroupId => {
            (layouts.work_group, MINI_WG_INFO, mini::GROUP_ID)
        }
        Builtin::NumGroups => (layouts.work_group, MINI_WG_INFO, mini::NUM_GROUPS),
        Builtin::LocalId | Builtin::SetLocalId => {
            (layouts.work_item, WI_INFO, work_item_info::LOCAL_ID)
        }
        _ => {
            return Err(MuxError::Malformed {
                function: builtin.name().into_owned(),
                reason: "the CPU does not define it".to_owned(),
            });
        }
    };
    Ok((ty, body.scheduled().pointer(parameter)?, member))
}

/// Loads a ranked value; a dimension past the third gives the builtin's default.
fn ranked<'c>(
    body: &CpuBody<'_, 'c>,
    builtin: Builtin,
    dimension: IntValue<'c>,
) -> Result<IntValue<'c>, MuxError> {
    let (ty, base, member) = place(body, builtin)?;
    let builder = &body.builder;
    let size = size_type(body.module);
    let three = dimension.get_type().const_int(3, false);
    let valid = builder.build_int_compare(IntPredicate::ULT, dimension, three, "")?;
    let zero = dimension.get_type().const_zero();
    let index = builder.build_select(valid, dimension, zero, "")?.into_int_value();
    let value = load(builder, size, component(builder, ty, base, member, index)?)?;
    let default = size.const_int(builtin.default_value(), false);
    Ok(builder.build_select(valid, value, default, "")?.into_int_value())
}

fn global_id<'c>(
    body: &CpuBody<'_, 'c>,
    dimension: IntValue<'c>,
) -> Result<IntValue<'c>, MuxError> {
    let ask = |builtin| ranked(body, builtin, dimension);
    let (group, local_size) = (ask(Builtin::GroupId)?, ask(Builtin::LocalSize)?);
    let (local, offset) = (ask(Builtin::LocalId)?, ask(Builtin::GlobalOffset)?);
    let first = body.builder.build_int_nuw_mul(group, local_size, "")?;
    let base = body.builder.build_int_nuw_add(first, offset, "")?;
    Ok(body.builder.build_int_nuw_add(base, local, "")?)
}

/// Sub-groups are consecutive work-items of a work-group by their linear id; the last may be smaller. Kernels
/// without a known size have sub-groups of one.
fn sub_group<'c>(body: &CpuBody<'_, 'c>, builtin: Builtin) -> Result<IntValue<'c>, MuxError> {
    let builder = &body.builder;
    let size = size_type(body.module);
    let number = |value: u64| body.module.get_context().i32_type().const_int(value, false);
    let each = |builtin| -> Result<[IntValue<'c>; 3], MuxError> {
        let ask = |dimension| ranked(body, builtin, number(dimension));
        Ok([ask(0)?, ask(1)?, ask(2)?])
    };
    let most = body.call(Builtin::MaxSubGroupSize, &[])?;
    let most = pick(body, "llvm.umax", most, number(1))?;
    let most = builder.build_int_z_extend_or_bit_cast(most, size, "")?;
    let extent = each(Builtin::LocalSize)?;
    if builtin != Builtin::NumSubGroups {
        let [x, y, z] = each(Builtin::LocalId)?;
        let rows = builder.build_int_nuw_mul(z, extent[1], "")?;
        let rows = builder.build_int_nuw_add(rows, y, "")?;
        let above = builder.build_int_nuw_mul(rows, extent[0], "")?;
        let item = builder.build_int_nuw_add(above, x, "")?;
        match builtin {
            Builtin::SubGroupId => return Ok(builder.build_int_unsigned_div(item, most, "")?),
            Builtin::SubGroupLocalId => return Ok(builder.build_int_unsigned_rem(item, most, "")?),
            _ => {
                let items = product(body, extent)?;
                let within = builder.build_int_unsigned_rem(item, most, "")?;
                let first = builder.build_int_nuw_sub(item, within, "")?;
                let left = builder.build_int_nuw_sub(items, first, "")?;
                return pick(body, "llvm.umin", left, most);
            }
        }
    }
    let items = product(body, extent)?;
    let one = size.const_int(1, false);
    let padded = builder.build_int_nuw_add(items, builder.build_int_nuw_sub(most, one, "")?, "")?;
    Ok(builder.build_int_unsigned_div(padded, most, "")?)
}

fn product<'c>(
    body: &CpuBody<'_, 'c>,
    [x, y, z]: [IntValue<'c>; 3],
) -> Result<IntValue<'c>, MuxError> {
    let plane = body.builder.build_int_nuw_mul(x, y, "")?;
    Ok(body.builder.build_int_nuw_mul(plane, z, "")?)
}

/// Calls an LLVM function of two integers.
fn pick<'c>(
    body: &CpuBody<'_, 'c>,
    name: &str,
    a: IntValue<'c>,
    b: IntValue<'c>,
) -> Result<IntValue<'c>, MuxError> {
    let missing = || MuxError::Malformed {
        function: name.to_owned(),
        reason: "is not an intrinsic of this LLVM".to_owned(),
    };
    let function = Intrinsic::find(name)
        .and_then(|intrinsic| intrinsic.get_declaration(body.module, &[a.get_type().into()]))
        .ok_or_else(missing)?;
    let call = body.builder.build_call(function, &[a.into(), b.into()], "")?;
    Ok(call.try_as_basic_value().basic().ok_or_else(missing)?.into_int_value())
}

/// Work-items of one work-group run on one thread, so only a scope beyond the work-group (device or system)
/// needs a hardware fence.
fn fence(body: &CpuBody<'_, '_>) -> Result<(), MuxError> {
    const WORK_GROUP: u64 = 2;
    let context = body.module.get_context();
    let (scope, semantics) = (body.int(0)?, body.int(1)?);
    let [wide, narrow] =
        ["wide", "narrow"].map(|name| context.append_basic_block(body.function, name));
    let limit = scope.get_type().const_int(WORK_GROUP, false);
    let beyond = body.builder.build_int_compare(IntPredicate::ULT, scope, limit, "")?;
    body.builder.build_conditional_branch(beyond, wide, narrow)?;
    for (block, single_thread) in [(wide, false), (narrow, true)] {
        body.builder.position_at_end(block);
        emit_fence(body, semantics, single_thread)?;
        body.ret_void()?;
    }
    Ok(())
}
