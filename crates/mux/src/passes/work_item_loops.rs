//! Runs the work-items of a work-group in loops.
//!
//! Before: `define void @k(ptr %closure) "mux-kernel"="entry-point"`
//! After:  `@k.mux-barrier-wrapper`, which for every work-item of the group, dimension 0 innermost
//!         unless another is better (`innermost`), calls `__mux_set_local_id` and `@k`. A group at the
//!         edge of the index space is cut short.
//!
//! The innermost loop is declared parallel over the memory that work-items share, which is what
//! LLVM's vectoriser needs to know.
//!
//! Kernels with barriers or group operations are cut at them first (`regions`), and run piece by piece
//! (`group_loops`).
//!
//! Requires: entry points marked, barriers prepared.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue, IntValue};
use scythe_llvm::{AccessGroup, calls_in};

use super::calls::{get, set};
use super::copy_written_objects::copy_objects;
use super::cuts::{cuts_in, level_of};
use super::divergence::divergent_cuts;
use super::loops::emit_loop;
use super::reaching::reaches;
use super::regions::RegionPointers;
use super::{early_returns, group_loops, innermost, parallel_accesses, sub_groups, wrapper};
use crate::kernel::{original_name, required_local_size};
use crate::{Builtin, Changed, MuxError, OptionDesc, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "work-item-loops",
    summary: "wrap kernels in loops over the work-items of a work-group",
    run,
};

/// Makes a version of kernels for groups that no work-item leaves before the others meet
/// (`early_returns`).
const EARLY_RETURNS: &str = "early-returns";
/// Has kernels say when their work-items come to different barriers (`scheduler`).
pub(super) const REPORT: &str = "report-divergence";

/// Has ComputeMux's pass of this name keep debug information of variables across barriers, which is always kept here.
const DEBUG: &str = "debug";

pub const OPTIONS: &[OptionDesc] =
    &[OptionDesc::flag(EARLY_RETURNS), OptionDesc::flag(REPORT), OptionDesc::flag(DEBUG)];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    wrapper::wrap_each(cx, wrap_kernel)
}

fn wrap_kernel<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    refuse_hidden_cuts(kernel)?;
    copy_objects(cx, kernel)?;
    if cx.options.last_of(&[EARLY_RETURNS]).is_some()
        && !divergent_cuts(kernel).is_empty()
        && let Some(versions) = early_returns::split(cx, kernel)?
    {
        let wrappers = (wrap_version(cx, kernel)?, wrap_version(cx, versions.full)?);
        return early_returns::choose(cx, &versions, wrappers);
    }
    wrap_version(cx, kernel).map(drop)
}

/// Puts loops around one version of a kernel.
fn wrap_version<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
) -> Result<FunctionValue<'c>, MuxError> {
    let sub_groups = sub_groups::of(cx, kernel)?;
    if sub_groups.is_some() || !cuts_in(kernel).is_empty() {
        return group_loops::wrap_kernel(cx, kernel, sub_groups);
    }
    let (module, context) = (cx.module, cx.module.get_context());
    let innermost = innermost::decide(module, kernel);
    let mark =
        |dimension| parallel_accesses::mark(module, kernel, dimension, &RegionPointers::default());
    let group = mark(0);
    let down = (innermost != 0).then(|| mark(innermost));
    let loops = wrapper::wrap_alike(cx, kernel, "mux-barrier-wrapper")?;
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
        let height = limits[innermost as usize];
        let least = height.get_type().const_int(LEAST_COLUMN, false);
        let tall = builder.build_int_compare(IntPredicate::UGE, height, least, "tall")?;
        builder.build_conditional_branch(tall, columns, rows)?;
        builder.position_at_end(columns);
        let order = innermost::order(innermost);
        for_each_work_item(cx, &builder, loops, (limits, down), order, |b, _| call(b))?;
        builder.build_return(None)?;
        builder.position_at_end(rows);
    }
    for_each_work_item(cx, &builder, loops, (limits, group), innermost::order(0), |b, _| call(b))?;
    builder.build_return(None)?;
    wrapper::finish(loops, kernel);
    Ok(loops)
}

/// A barrier in a function that the kernel calls would not be met by anybody.
fn refuse_hidden_cuts(kernel: FunctionValue<'_>) -> Result<(), MuxError> {
    let hidden = calls_in(kernel).into_iter().filter_map(|call| call.get_called_fn_value()).find(
        |&callee| {
            callee.count_basic_blocks() > 0
                && reaches(callee, |f| Builtin::of(f).is_some_and(|b| level_of(b).is_some()))
        },
    );
    match hidden {
        None => Ok(()),
        Some(callee) => Err(MuxError::malformed(
            original_name(kernel),
            format!(
                "calls `{}`, which meets a barrier: run prepare-barriers first",
                callee.get_name().to_string_lossy()
            ),
        )),
    }
}

/// The shortest column that is worth a loop of its own.
const LEAST_COLUMN: u64 = 8;

/// Emits loops over the work-items of a group, in the order of dimensions given, innermost first; `body`
/// gets their numbers in each dimension. The innermost loop is parallel over the accesses in the given
/// group.
pub(super) fn for_each_work_item<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    function: FunctionValue<'c>,
    (limits, group): ([IntValue<'c>; 3], AccessGroup),
    [inner, middle, outer]: [usize; 3],
    body: impl FnOnce(&Builder<'c>, [IntValue<'c>; 3]) -> Result<(), MuxError>,
) -> Result<(), MuxError> {
    const NAMES: [&str; 3] = ["x", "y", "z"];
    let module = cx.module;
    let zero = size_type(module).const_zero();
    let bounds = |dimension: usize| (zero, limits[dimension]);
    let place = |builder: &Builder<'c>, dimension: usize, id| {
        set(cx, builder, Builtin::SetLocalId, dimension as u64, id)
    };
    emit_loop(module, builder, function, NAMES[outer], bounds(outer), |builder, far| {
        place(builder, outer, far)?;
        emit_loop(module, builder, function, NAMES[middle], bounds(middle), |builder, between| {
            place(builder, middle, between)?;
            let latch = emit_loop(
                module,
                builder,
                function,
                NAMES[inner],
                bounds(inner),
                |builder, near| {
                    place(builder, inner, near)?;
                    let mut ids = [near; 3];
                    (ids[middle], ids[outer]) = (between, far);
                    body(builder, ids)
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
