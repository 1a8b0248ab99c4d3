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
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, FunctionValue, InstructionOpcode, IntValue,
};
use scythe_llvm::instructions;

use super::calls::{get, set};
use super::cuts::cuts_in;
use super::loops::emit_loop;
use super::regions::RegionPointers;
use super::strides::{Access, Strides};
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
    let columns_first = prefers_columns(kernel);
    let mark =
        |dimension| parallel_accesses::mark(module, kernel, dimension, &RegionPointers::default());
    let group = mark(0);
    let down = columns_first.then(|| mark(1));
    let loops = wrapper::wrap_alike(module, kernel, "mux-barrier-wrapper");
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(loops, "entry"));

    let limits = limits(cx, &builder, kernel, false)?;
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        loops.get_params().into_iter().map(Into::into).collect();
    let call = |builder: &Builder<'c>| {
        builder.build_call(kernel, &arguments, "")?;
        Ok(())
    };
    if let Some(down) = down {
        // A group of a few rows has nothing to gain from running down its columns.
        let rows = context.append_basic_block(loops, "rows");
        let columns = context.append_basic_block(loops, "columns");
        let least = limits[1].get_type().const_int(LEAST_COLUMN, false);
        let tall = builder.build_int_compare(IntPredicate::UGE, limits[1], least, "tall")?;
        builder.build_conditional_branch(tall, columns, rows)?;
        builder.position_at_end(columns);
        for_each_work_item(cx, &builder, loops, (limits, down), [1, 0], |b, _| call(b))?;
        builder.build_return(None)?;
        builder.position_at_end(rows);
    }
    for_each_work_item(cx, &builder, loops, (limits, group), [0, 1], |b, _| call(b))?;
    builder.build_return(None)?;
    wrapper::finish(loops, kernel);
    Ok(())
}

/// The shortest column that is worth a loop of its own.
const LEAST_COLUMN: u64 = 8;

/// Whether work-items had better run down columns than along rows: what they store, or most of what
/// they load, lies side by side that way.
fn prefers_columns(kernel: FunctionValue<'_>) -> bool {
    let cost = |dimension: i64| -> u64 {
        let mut strides = Strides::along(dimension, kernel);
        instructions(kernel)
            .into_iter()
            .map(|access| {
                let store = access.get_opcode() == InstructionOpcode::Store;
                match (strides.access(access), store) {
                    (Some(Access::SideBySide), _) => 1,
                    (Some(Access::Scattered), false) => 4,
                    (Some(Access::Scattered | Access::Same), true) => 6,
                    _ => 0,
                }
            })
            .sum()
    };
    cost(1) < cost(0)
}

/// Emits loops over the work-items of a group, dimension 2 outermost and the others in the order given,
/// innermost first; `body` gets their numbers in each dimension. The innermost loop is parallel over the
/// accesses in the given group.
pub(super) fn for_each_work_item<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    function: FunctionValue<'c>,
    (limits, group): ([IntValue<'c>; 3], AccessGroup),
    [inner, outer]: [usize; 2],
    body: impl FnOnce(&Builder<'c>, [IntValue<'c>; 3]) -> Result<(), MuxError>,
) -> Result<(), MuxError> {
    const NAMES: [&str; 3] = ["x", "y", "z"];
    let module = cx.module;
    let zero = size_type(module).const_zero();
    let bounds = |dimension: usize| (zero, limits[dimension]);
    emit_loop(module, builder, function, NAMES[2], bounds(2), |builder, z| {
        set(cx, builder, Builtin::SetLocalId, 2, z)?;
        emit_loop(module, builder, function, NAMES[outer], bounds(outer), |builder, far| {
            set(cx, builder, Builtin::SetLocalId, outer as u64, far)?;
            let latch = emit_loop(
                module,
                builder,
                function,
                NAMES[inner],
                bounds(inner),
                |builder, near| {
                    set(cx, builder, Builtin::SetLocalId, inner as u64, near)?;
                    let mut place = [near, far, z];
                    if inner == 1 {
                        place.swap(0, 1);
                    }
                    body(builder, place)
                },
            )?;
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
