//! Runs the work-items of a work-group in loops.
//!
//! Before: `define void @k(ptr %closure) "mux-kernel"="entry-point"`
//! After:  `@k.mux-barrier-wrapper`, which for every work-item of the group, dimension 0 innermost,
//!         calls `__mux_set_local_id` and `@k`. A group at the edge of the index space is cut short.
//!
//! The innermost loop is declared parallel over the memory that work-items share, which is what
//! LLVM's vectoriser needs to know.
//!
//! Kernels with barriers or group operations are cut at them first (`regions`), and run piece by piece
//! (`group_loops`).
//!
//! Requires: entry points marked, barriers prepared.

use scythe_llvm::AccessGroup;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue, IntValue};

use super::calls::{get, set};
use super::cuts::cuts_in;
use super::loops::emit_loop;
use super::{group_loops, parallel_accesses, sub_groups, wrapper};
use crate::kernel::required_local_size;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "work-item-loops",
    summary: "wrap kernels in loops over the work-items of a work-group",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    wrapper::wrap_each(cx, wrap_kernel)
}

fn wrap_kernel<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let sub_groups = sub_groups::of(cx, kernel)?;
    if sub_groups.is_some() || !cuts_in(kernel).is_empty() {
        return group_loops::wrap_kernel(cx, kernel, sub_groups);
    }
    let (module, context) = (cx.module, cx.module.get_context());
    let group = parallel_accesses::mark(module, kernel);
    let loops = wrapper::wrap_alike(module, kernel, "mux-barrier-wrapper");
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(loops, "entry"));

    let limits = limits(cx, &builder, kernel, false)?;
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        loops.get_params().into_iter().map(Into::into).collect();
    for_each_work_item(cx, &builder, loops, (limits, group), |builder, _| {
        builder.build_call(kernel, &arguments, "")?;
        Ok(())
    })?;
    builder.build_return(None)?;
    wrapper::finish(loops, kernel);
    Ok(())
}

/// Emits loops over the work-items of a group, dimension 0 innermost; `body` gets their numbers in each
/// dimension. The innermost loop is parallel over the accesses in the given group.
pub(super) fn for_each_work_item<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    function: FunctionValue<'c>,
    (limits, group): ([IntValue<'c>; 3], AccessGroup),
    body: impl FnOnce(&Builder<'c>, [IntValue<'c>; 3]) -> Result<(), MuxError>,
) -> Result<(), MuxError> {
    let module = cx.module;
    let zero = module.get_context().i64_type().const_zero();
    emit_loop(module, builder, function, "z", (zero, limits[2]), |builder, z| {
        set(cx, builder, Builtin::SetLocalId, 2, z)?;
        emit_loop(module, builder, function, "y", (zero, limits[1]), |builder, y| {
            set(cx, builder, Builtin::SetLocalId, 1, y)?;
            let latch =
                emit_loop(module, builder, function, "x", (zero, limits[0]), |builder, x| {
                    set(cx, builder, Builtin::SetLocalId, 0, x)?;
                    body(builder, [x, y, z])
                })?;
            group.set_parallel_loop(latch);
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(())
}

/// How many work-items this group of a kernel has in each dimension; `full` where it cannot be a short
/// one at the edge of the index space.
pub(super) fn limits<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    kernel: FunctionValue<'c>,
    full: bool,
) -> Result<[IntValue<'c>; 3], MuxError> {
    if let Some(sizes) = required_local_size(kernel) {
        return Ok(sizes.map(|size| size_type(cx.module).const_int(size, false)));
    }
    let size = |dimension| {
        if full {
            get(cx, builder, Builtin::LocalSize, Some(dimension))
        } else {
            limit(cx, builder, dimension)
        }
    };
    Ok([size(0)?, size(1)?, size(2)?])
}

/// The same in one dimension: the local size, or what is left of the global size.
fn limit<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    dimension: u64,
) -> Result<IntValue<'c>, MuxError> {
    let ask = |builtin: Builtin| get(cx, builder, builtin, Some(dimension));
    let (local, global, group) =
        (ask(Builtin::LocalSize)?, ask(Builtin::GlobalSize)?, ask(Builtin::GroupId)?);
    let first = builder.build_int_mul(group, local, "first")?;
    let left = builder.build_int_sub(global, first, "left")?;
    let short = builder.build_int_compare(IntPredicate::ULT, left, local, "short")?;
    Ok(builder.build_select(short, left, local, "limit")?.into_int_value())
}
