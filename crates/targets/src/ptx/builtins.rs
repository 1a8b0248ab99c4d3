//! The bodies of the mux builtins on NVIDIA GPUs: special registers, barriers and fences.

use scythe_image::facts::memory;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue,
};
use scythe_mux::software::{self, Body};
use scythe_mux::{Builtin, Collective, GroupScope, MuxError, Shape};

use super::collectives;
use super::schedule::{PtxSchedule, SUB_GROUP_SIZE};

pub(super) type PtxBody<'a, 'c> = Body<'a, 'c, PtxSchedule>;

/// Names of dimensions in special registers.
const DIMENSIONS: [&str; 3] = ["x", "y", "z"];

/// Scopes, with the values of the builtins.
mod scope {
    pub const DEVICE: u32 = 1;
    pub const WORK_GROUP: u32 = 2;
    pub const SUB_GROUP: u32 = 3;
}

/// The bits of semantics for the memory order, and the one for sequential consistency.
const ORDER: u32 = 0x1e;
const SEQUENTIAL: u32 = 0x10;

/// The mask of all work-items of a sub-group, present or not.
pub(super) const ALL_LANES: u32 = u32::MAX;

pub(super) fn define<'c>(
    target: PtxSchedule,
    module: &Module<'c>,
    builtin: Builtin,
    function: FunctionValue<'c>,
) -> Result<(), MuxError> {
    let body = || Body::new(&target, module, function, "entry");
    match (builtin, builtin.shape()) {
        (Builtin::Collective(collective), _) if is_group(collective) => {
            return collectives::define(&body(), collective);
        }
        (Builtin::LocalId, _) => ranked(body(), "tid", 0)?,
        (Builtin::LocalSize | Builtin::EnqueuedLocalSize, _) => ranked(body(), "ntid", 1)?,
        (Builtin::GroupId, _) => ranked(body(), "ctaid", 0)?,
        (Builtin::NumGroups, _) => ranked(body(), "nctaid", 1)?,
        (Builtin::GlobalId, _) => return global_id(&body()),
        // Launches of programs pass offsets (`pass-launch-facts`); others have none.
        (Builtin::GlobalOffset, _) => {
            let body = body();
            let zero = body.result_type()?.const_zero();
            return body.ret(zero.into());
        }
        (Builtin::WorkDim | Builtin::MaxSubGroupSize, _) => {
            let body = body();
            let value = if builtin == Builtin::WorkDim { 3 } else { SUB_GROUP_SIZE };
            let value = body.result_type()?.const_int(value, false);
            return body.ret(value.into());
        }
        (Builtin::SubGroupLocalId, _) => {
            let body = body();
            let lane = lane(&body)?;
            return body.ret(lane.into());
        }
        (Builtin::SubGroupId, _) => {
            let body = body();
            let number = sub_group_id(&body)?;
            return body.ret(number.into());
        }
        (Builtin::NumSubGroups, _) => {
            let body = body();
            let number = num_sub_groups(&body)?;
            return body.ret(number.into());
        }
        (Builtin::SubGroupSize, _) => {
            let body = body();
            let size = sub_group_size(&body)?;
            return body.ret(size.into());
        }
        (Builtin::WorkGroupBarrier, _) => {
            let body = body();
            fence_beyond(&body, scope::WORK_GROUP)?;
            call(&body, "llvm.nvvm.barrier.cta.sync.aligned.all", &[body.number(0).into()])?;
            return body.ret_void();
        }
        (Builtin::SubGroupBarrier, _) => {
            let body = body();
            fence_beyond(&body, scope::SUB_GROUP)?;
            call(&body, "llvm.nvvm.bar.warp.sync", &[body.number(ALL_LANES).into()])?;
            return body.ret_void();
        }
        (Builtin::MemBarrier, Shape::Fence) => {
            let body = body();
            emit_fences(&body, body.int(0)?, body.int(1)?)?;
            return body.ret_void();
        }
        _ => return software::define_builtin(&target, module, builtin, function),
    }
    Ok(())
}

fn is_group(collective: Collective) -> bool {
    collective.scope != GroupScope::VecGroup
}

/// Calls an LLVM intrinsic.
pub(super) fn call<'c>(
    body: &PtxBody<'_, 'c>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'c>],
) -> Result<Option<BasicValueEnum<'c>>, MuxError> {
    call_in(body.module, &body.builder, name, arguments)
}

fn call_in<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'c>],
) -> Result<Option<BasicValueEnum<'c>>, MuxError> {
    let missing = || MuxError::malformed(name, "is not an intrinsic of this LLVM");
    let intrinsic = Intrinsic::find(name).ok_or_else(missing)?;
    let function = intrinsic.get_declaration(module, &[]).ok_or_else(missing)?;
    Ok(builder.build_call(function, arguments, "")?.try_as_basic_value().basic())
}

/// Calls an intrinsic that returns an integer.
pub(super) fn int<'c>(
    body: &PtxBody<'_, 'c>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'c>],
) -> Result<IntValue<'c>, MuxError> {
    match call(body, name, arguments)? {
        Some(BasicValueEnum::IntValue(value)) => Ok(value),
        _ => Err(MuxError::malformed(name, "gives no integer")),
    }
}

/// A special register.
fn register<'c>(body: &PtxBody<'_, 'c>, name: &str) -> Result<IntValue<'c>, MuxError> {
    int(body, &format!("llvm.nvvm.read.ptx.sreg.{name}"), &[])
}

fn register_of<'c>(
    body: &PtxBody<'_, 'c>,
    name: &str,
    dimension: usize,
) -> Result<IntValue<'c>, MuxError> {
    register(body, &format!("{name}.{}", DIMENSIONS[dimension]))
}

/// Ends a body with the result of `component` for the queried dimension, which becomes a constant when the
/// body is inlined.
fn by_dimension<'c>(
    body: &PtxBody<'_, 'c>,
    otherwise: u64,
    component: impl Fn(usize) -> Result<IntValue<'c>, MuxError>,
) -> Result<(), MuxError> {
    let dimension = body.int(0)?;
    let mut value = body.result_type()?.const_int(otherwise, false);
    for index in (0..DIMENSIONS.len()).rev() {
        let number = dimension.get_type().const_int(index as u64, false);
        let is = body.builder.build_int_compare(IntPredicate::EQ, dimension, number, "")?;
        value = body.builder.build_select(is, component(index)?, value, "")?.into_int_value();
    }
    body.ret(value.into())
}

/// Extends a non-negative 32-bit number to the width of the result.
fn widened<'c>(body: &PtxBody<'_, 'c>, value: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
    Ok(body.builder.build_int_z_extend(value, body.result_type()?, "")?)
}

fn ranked(body: PtxBody<'_, '_>, name: &str, otherwise: u64) -> Result<(), MuxError> {
    by_dimension(&body, otherwise, |index| widened(&body, register_of(&body, name, index)?))
}

/// `group_id * local_size + local_id + global_offset`. If ids fit in 31 bits, so do all intermediate results.
fn global_id(body: &PtxBody<'_, '_>) -> Result<(), MuxError> {
    by_dimension(body, 0, |index| {
        let builder = &body.builder;
        // NVIDIA's assembler delays these registers unless the size is read first.
        let [size, group, local] =
            ["ntid", "ctaid", "tid"].map(|name| register_of(body, name, index));
        let (mut group, mut size, mut local) = (group?, size?, local?);
        if body.target.wide_ids {
            (group, size, local) =
                (widened(body, group)?, widened(body, size)?, widened(body, local)?);
        }
        let first = match body.target.wide_ids {
            true => builder.build_int_nuw_mul(group, size, "")?,
            false => builder.build_int_nsw_mul(group, size, "")?,
        };
        let mut id = match body.target.wide_ids {
            true => builder.build_int_nuw_add(first, local, "")?,
            false => builder.build_int_nsw_add(first, local, "")?,
        };
        if !body.target.wide_ids {
            id = builder.build_int_s_extend(id, body.result_type()?, "")?;
        }
        let offset = body.query(Builtin::GlobalOffset, u32::try_from(index).unwrap_or(0))?;
        Ok(builder.build_int_nuw_add(id, offset, "")?)
    })
}

/// The number of a work-item in its sub-group.
pub(super) fn lane<'c>(body: &PtxBody<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
    register(body, "laneid")
}

/// A query of a dimension, in 32 bits. It stays a query, because its result may be known for a kernel.
fn narrow<'c>(
    body: &PtxBody<'_, 'c>,
    asked: Builtin,
    dimension: u32,
) -> Result<IntValue<'c>, MuxError> {
    let word = body.module.get_context().i32_type();
    Ok(body.builder.build_int_truncate(body.query(asked, dimension)?, word, "")?)
}

/// `(z * size_y + y) * size_x + x`, in 32 bits.
pub(super) fn local_linear_id<'c>(body: &PtxBody<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
    let builder = &body.builder;
    let [x, y, z] = [0, 1, 2].map(|dimension| narrow(body, Builtin::LocalId, dimension));
    let [size_x, size_y] = [0, 1].map(|dimension| narrow(body, Builtin::LocalSize, dimension));
    let rows = builder.build_int_nuw_mul(z?, size_y?, "")?;
    let row = builder.build_int_nuw_add(rows, y?, "")?;
    let first = builder.build_int_nuw_mul(row, size_x?, "")?;
    Ok(builder.build_int_nuw_add(first, x?, "")?)
}

/// The number of work-items of a work-group.
fn group_size<'c>(body: &PtxBody<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
    let builder = &body.builder;
    let [x, y, z] = [0, 1, 2].map(|dimension| narrow(body, Builtin::LocalSize, dimension));
    let slice = builder.build_int_nuw_mul(x?, y?, "")?;
    Ok(builder.build_int_nuw_mul(slice, z?, "")?)
}

/// The number of a sub-group in its work-group.
pub(super) fn sub_group_id<'c>(body: &PtxBody<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
    let shift = body.number(SUB_GROUP_SIZE.trailing_zeros());
    Ok(body.builder.build_right_shift(local_linear_id(body)?, shift, false, "")?)
}

/// The number of sub-groups of a work-group.
fn num_sub_groups<'c>(body: &PtxBody<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
    let rest = body.number(u32::try_from(SUB_GROUP_SIZE - 1).unwrap_or(0));
    let rounded = body.builder.build_int_nuw_add(group_size(body)?, rest, "")?;
    let shift = body.number(SUB_GROUP_SIZE.trailing_zeros());
    Ok(body.builder.build_right_shift(rounded, shift, false, "")?)
}

/// The number of work-items of a sub-group: the last one of a work-group may be smaller.
fn sub_group_size<'c>(body: &PtxBody<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
    let builder = &body.builder;
    let most = body.number(u32::try_from(SUB_GROUP_SIZE).unwrap_or(0));
    let first = builder.build_and(
        local_linear_id(body)?,
        body.number(!u32::try_from(SUB_GROUP_SIZE - 1).unwrap_or(0)),
        "",
    )?;
    let rest = builder.build_int_nuw_sub(group_size(body)?, first, "")?;
    let is_last = builder.build_int_compare(IntPredicate::ULT, rest, most, "")?;
    Ok(builder.build_select(is_last, rest, most, "")?.into_int_value())
}

/// Before a barrier with memory order for the group only, a fence for wider scopes, if the barrier has such a
/// scope.
fn fence_beyond(body: &PtxBody<'_, '_>, group: u32) -> Result<(), MuxError> {
    let (scope, semantics) = (body.int(1)?, body.int(2)?);
    let context = body.module.get_context();
    let [fence, meet] =
        ["fence", "meet"].map(|name| context.append_basic_block(body.function, name));
    let is_wider =
        body.builder.build_int_compare(IntPredicate::ULT, scope, body.number(group), "")?;
    body.builder.build_conditional_branch(is_wider, fence, meet)?;
    body.builder.position_at_end(fence);
    emit_fences(body, scope, semantics)?;
    body.builder.build_unconditional_branch(meet)?;
    body.builder.position_at_end(meet);
    Ok(())
}

/// The fence for a scope and semantics, which become constants when bodies are inlined.
fn emit_fences<'c>(
    body: &PtxBody<'_, 'c>,
    scope: IntValue<'c>,
    semantics: IntValue<'c>,
) -> Result<(), MuxError> {
    let context = body.module.get_context();
    let builder = &body.builder;
    let block = |name: &str| context.append_basic_block(body.function, name);
    let exit = block("exit");
    let order = builder.build_and(semantics, body.number(ORDER), "order")?;
    let ordered = block("ordered");
    let is_relaxed =
        builder.build_int_compare(IntPredicate::EQ, order, body.number(0), "relaxed")?;
    builder.build_conditional_branch(is_relaxed, exit, ordered)?;
    builder.position_at_end(ordered);
    let strict = builder.build_and(order, body.number(SEQUENTIAL), "")?;
    let is_strict =
        builder.build_int_compare(IntPredicate::NE, strict, body.number(0), "sequential")?;
    let [all, device, group] = ["system", "device", "group"].map(block);
    let wide = [(body.number(0), all), (body.number(scope::DEVICE), device)];
    builder.build_switch(scope, group, &wide)?;
    for (start, name) in [(all, "sys"), (device, "gpu"), (group, "cta")] {
        builder.position_at_end(start);
        let [sequential, weaker] = ["sc", "acq_rel"].map(block);
        builder.build_conditional_branch(is_strict, sequential, weaker)?;
        for (place, order) in [(sequential, "sc"), (weaker, "acq_rel")] {
            builder.position_at_end(place);
            assembly(body, &format!("fence.{order}.{name};"))?;
            builder.build_unconditional_branch(exit)?;
        }
    }
    builder.position_at_end(exit);
    Ok(())
}

/// An instruction without an LLVM intrinsic that orders memory.
fn assembly(body: &PtxBody<'_, '_>, text: &str) -> Result<(), MuxError> {
    let context = body.module.get_context();
    let ty = context.void_type().fn_type(&[], false);
    let clobbers = "~{memory}".to_owned();
    let assembly = context.create_inline_asm(ty, text.into(), clobbers, true, false, None, false);
    let call = body.builder.build_indirect_call(ty, assembly, &[], "")?;
    let nounwind = context.create_enum_attribute(
        scythe_llvm::inkwell::attributes::Attribute::get_named_enum_kind_id("nounwind"),
        0,
    );
    call.add_attribute(AttributeLoc::Function, nounwind);
    Ok(())
}

/// The address space of a generic pointer.
pub(super) fn address_space<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    pointer: BasicValueEnum<'c>,
) -> Result<IntValue<'c>, MuxError> {
    let number = |value: u32| module.get_context().i32_type().const_int(value.into(), false);
    let mut found = number(memory::GLOBAL);
    for (name, value) in [("shared", memory::LOCAL), ("local", memory::PRIVATE)] {
        let name = format!("llvm.nvvm.isspacep.{name}");
        let Some(BasicValueEnum::IntValue(is)) =
            call_in(module, builder, &name, &[pointer.into()])?
        else {
            return Err(MuxError::malformed(name, "gives no truth value"));
        };
        found = builder.build_select(is, number(value), found, "")?.into_int_value();
    }
    Ok(found)
}
