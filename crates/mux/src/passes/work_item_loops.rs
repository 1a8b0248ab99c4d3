//! Runs the work-items of a work-group in loops.
//!
//! Before: `define void @k(ptr %closure) "mux-kernel"="entry-point"`
//! After:  `@k.mux-barrier-wrapper`, which for every work-item of the group, dimension 0 innermost
//!         unless another is better (`innermost`), calls `__mux_set_local_id` and `@k`. A group at the
//!         edge of the index space is cut short.
//!
//! The innermost loop is declared parallel for accesses to memory that work-items share, which LLVM's
//! vectoriser relies on.
//!
//! Kernels marked by `narrow-work-items` run for some of the work-items only (`boxes`); those marked by
//! `split-rows` run row by row (`row_loop`).
//!
//! Kernels with barriers or group operations are split at them first (`regions`), and run region by region
//! (`group_loops`).
//!
//! Requires: entry points marked, barriers prepared.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, FunctionValue, InstructionOpcode, IntValue,
};
use scythe_llvm::{
    AccessGroup, Repeated, call_like_callee, calls_in, erase_unused, has_loops, instructions,
};

use super::boxes::{Boxes, Narrow, Runs, WorkItems};
use super::calls::{get, set};
use super::copy_written_objects::copy_objects;
use super::cuts::{cuts_in, level_of};
use super::divergence::divergent_cuts;
use super::interchange_uniform_loops::is_vectorizable;
use super::loops::emit_loop;
use super::narrow_work_items::Narrowed;
use super::reaching::reaches;
use super::regions::RegionPointers;
use super::row_loop::RowLoop;
use super::split_rows::InRows;
use super::{
    early_returns, group_loops, innermost, parallel_accesses, split_interior, sub_groups, wrapper,
};
use crate::kernel::original_name;
use crate::{Builtin, Changed, MuxError, OptionDesc, PassCx, PassDesc, SpaceFacts, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "work-item-loops",
    summary: "wrap kernels in loops over the work-items of a work-group",
    run,
};

/// Makes a version of kernels for groups in which no work-item returns before a barrier (`early_returns`).
const EARLY_RETURNS: &str = "early-returns";
/// Makes kernels report when their work-items wait at different barriers (`scheduler`).
pub(super) const REPORT: &str = "report-divergence";

/// Turns guards between barriers into bounds of loops over work-items (`narrow_regions`).
pub(super) const NARROW_REGIONS: &str = "narrow-regions";

/// Turns group operations on a known number of work-items into vector operations (`vectors`).
pub(super) const VECTOR_EXCHANGES: &str = "vector-exchanges";

/// Makes ComputeMux's pass of this name keep debug information of variables across barriers, which is always
/// kept here.
const DEBUG: &str = "debug";

pub const OPTIONS: &[OptionDesc] = &[
    OptionDesc::flag(EARLY_RETURNS),
    OptionDesc::flag(NARROW_REGIONS),
    OptionDesc::flag(VECTOR_EXCHANGES),
    OptionDesc::flag(REPORT),
    OptionDesc::flag(DEBUG),
];

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
    let rows = InRows::of(cx.module, kernel);
    let main = Version::of(cx, kernel)?;
    let in_rows = match rows {
        Some(rows) => {
            let version = Version::of(cx, rows.body)?;
            early_returns::make_version(rows.body);
            Some((rows, version))
        }
        None => None,
    };
    let function = wrapper::wrap_alike(cx, kernel, "mux-barrier-wrapper")?;
    let builder = cx.module.get_context().create_builder();
    builder.position_at_end(cx.module.get_context().append_basic_block(function, "entry"));
    let frame = (cx, &builder, function);
    let main = main.prepare(frame)?;
    let in_rows = match in_rows {
        Some((rows, version)) => Some((rows, version.prepare(frame)?)),
        None => None,
    };
    let boxes = Boxes::new(cx, &builder, function)?;
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        function.get_params().into_iter().map(Into::into).collect();
    let all = WorkItems::all(main.body.limits());
    let plain = |these| main.emit(frame, &boxes, &arguments, these);
    match &in_rows {
        None => plain(all)?,
        Some((rows, version)) => {
            let place = RowLoop::new(frame, *rows, &arguments)?;
            place.run(all, &plain, &|arguments, these| {
                version.emit(frame, &boxes, arguments, these)
            })?;
        }
    }
    builder.build_return(None)?;
    let mut ours = main.helpers();
    if let Some((rows, version)) = &in_rows {
        ours.extend([rows.bounds, rows.body]);
        ours.extend(version.helpers());
    }
    for call in calls_in(function) {
        if call.get_called_fn_value().is_some_and(|callee| ours.contains(&callee)) {
            call_like_callee(call, Repeated::All);
        }
    }
    Narrowed::done(function);
    split_interior::done(function);
    InRows::done(function);
    if main.is_cut() {
        wrapper::keep_copies(cx.module, function);
    }
    wrapper::finish(function, kernel);
    main.finish();
    if let Some((_, version)) = in_rows {
        version.finish();
    }
    Ok(function)
}

/// A kernel, or its version for rows, with the version for other work-items.
struct Version<'c, B> {
    kernel: FunctionValue<'c>,
    body: B,
    narrowed: Narrowed<'c>,
    /// The work-items that run the body, and the function of the others.
    interior: Narrowed<'c>,
    others: Option<(FunctionValue<'c>, B)>,
}

impl<'c> Version<'c, Body> {
    fn of(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<Self, MuxError> {
        let narrowed = Narrowed::of(cx.module, kernel);
        let interior = split_interior::interior(cx.module, kernel);
        let body = Body::of(cx, kernel)?;
        let others = match interior.others {
            Some(others) => {
                let body = Body::of(cx, others)?;
                early_returns::make_version(others);
                Some((others, body))
            }
            None => None,
        };
        Ok(Self { kernel, body, narrowed, interior, others })
    }

    fn prepare(self, site: Site<'_, 'c>) -> Result<Version<'c, Prepared<'c>>, MuxError> {
        let body = self.body.prepare(site, self.kernel)?;
        let others = match self.others {
            Some((others, body)) => Some((others, body.prepare(site, others)?)),
            None => None,
        };
        let (kernel, narrowed, interior) = (self.kernel, self.narrowed, self.interior);
        Ok(Version { kernel, body, narrowed, interior, others })
    }
}

impl<'c> Version<'c, Prepared<'c>> {
    /// Emits code that runs some work-items of a group.
    fn emit(
        &self,
        site: Site<'_, 'c>,
        boxes: &Boxes<'_, 'c>,
        arguments: &[BasicMetadataValueEnum<'c>],
        these: WorkItems<'c>,
    ) -> Result<(), MuxError> {
        let [narrow, interior] = [self.narrowed, self.interior].map(|by| Narrow { by, arguments });
        boxes.run(narrow, these, &|these, _| {
            boxes.run(interior, these, &|these, runs| match (runs, &self.others) {
                (Runs::Others, Some((others, body))) => {
                    body.emit(site, (*others, arguments), these)
                }
                _ => self.body.emit(site, (self.kernel, arguments), these),
            })
        })
    }

    /// Whether it has cuts.
    fn is_cut(&self) -> bool {
        matches!(self.body, Prepared::Cut(_))
    }

    /// Other functions that wrappers call.
    fn helpers(&self) -> Vec<FunctionValue<'c>> {
        let bounds = self.narrowed.bounds.into_iter().chain(self.interior.bounds);
        bounds.flatten().chain(self.interior.others).collect()
    }

    /// Deletes the remains of versions that were split.
    fn finish(self) {
        self.body.finish(self.kernel);
        if let Some((others, body)) = self.others {
            body.finish(others);
        }
    }
}

/// The position of loops over work-items: the builder is in the function.
pub(super) type Site<'a, 'c> = (&'a PassCx<'a, 'c>, &'a Builder<'c>, FunctionValue<'c>);

/// How a kernel is run, decided before it is changed.
enum Body {
    /// Work-item by work-item.
    Whole(Rows),
    /// In regions.
    Cut(group_loops::Plan),
}

/// The innermost dimension, and the accesses for which loops along dimension 0, and along that one if it
/// differs, are parallel.
#[derive(Clone, Copy)]
struct Rows {
    innermost: u32,
    group: AccessGroup,
    down: Option<AccessGroup>,
}

/// The same with the values from the start of its wrapper.
enum Prepared<'c> {
    Whole(Rows, [IntValue<'c>; 3]),
    Cut(Box<group_loops::CutKernel<'c>>),
}

impl Body {
    fn of<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<Self, MuxError> {
        let sub_groups = sub_groups::of(cx, kernel)?;
        if sub_groups.is_some() || !cuts_in(kernel).is_empty() {
            return Ok(Self::Cut(group_loops::Plan::of(cx, kernel, sub_groups)?));
        }
        let innermost = innermost::decide(cx.module, kernel);
        let mark = |dimension| {
            let pointers = RegionPointers::default();
            parallel_accesses::mark(cx.module, kernel, dimension, &pointers)
        };
        let (group, down) = (mark(0), (innermost != 0).then(|| mark(innermost)));
        Ok(Self::Whole(Rows { innermost, group, down }))
    }

    fn prepare<'c>(
        self,
        site: Site<'_, 'c>,
        kernel: FunctionValue<'c>,
    ) -> Result<Prepared<'c>, MuxError> {
        let (cx, builder, _) = site;
        match self {
            Self::Cut(plan) => {
                let cut = group_loops::CutKernel::prepare(site, kernel, plan)?;
                Ok(Prepared::Cut(Box::new(cut)))
            }
            Self::Whole(rows) => Ok(Prepared::Whole(rows, limits(cx, builder, kernel, false)?)),
        }
    }
}

impl<'c> Prepared<'c> {
    /// The number of work-items in each dimension.
    fn limits(&self) -> [IntValue<'c>; 3] {
        match self {
            Self::Whole(_, limits) => *limits,
            Self::Cut(cut) => cut.limits,
        }
    }

    /// Emits loops over some work-items of the group.
    fn emit(
        &self,
        site: Site<'_, 'c>,
        (kernel, arguments): (FunctionValue<'c>, &[BasicMetadataValueEnum<'c>]),
        these: WorkItems<'c>,
    ) -> Result<(), MuxError> {
        match self {
            Self::Cut(cut) => cut.emit(site, arguments, these),
            Self::Whole(rows, _) => emit_whole(site, (kernel, arguments), *rows, these),
        }
    }

    /// Deletes the remains of a kernel that was split. If other code calls it or has its address, it stays as
    /// a function.
    fn finish(self, kernel: FunctionValue<'c>) {
        if let Self::Cut(_) = self {
            erase_unused(kernel);
        }
    }
}

fn emit_whole<'c>(
    (cx, builder, function): Site<'_, 'c>,
    (kernel, arguments): (FunctionValue<'c>, &[BasicMetadataValueEnum<'c>]),
    Rows { innermost, group, down }: Rows,
    these: WorkItems<'c>,
) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let call = |builder: &Builder<'c>| {
        builder.build_call(kernel, arguments, "")?;
        Ok(())
    };
    let inside = Inside::of(kernel);
    let mut done = None;
    if let Some(down) = down {
        // A group of few rows does not gain from running along its columns.
        let [rows, columns] =
            ["rows", "columns"].map(|name| context.append_basic_block(function, name));
        let height = these.count[innermost as usize];
        let least = height.get_type().const_int(LEAST_COLUMN, false);
        let tall = builder.build_int_compare(IntPredicate::UGE, height, least, "tall")?;
        builder.build_conditional_branch(tall, columns, rows)?;
        builder.position_at_end(columns);
        let order = innermost::order(innermost);
        let loops = (these, down, inside);
        for_each_work_item(cx, builder, function, loops, order, |b, _| call(b))?;
        done = builder.get_insert_block();
        builder.position_at_end(rows);
    }
    let loops = (these, group, inside);
    for_each_work_item(cx, builder, function, loops, innermost::order(0), |b, _| call(b))?;
    if let (Some(columns), Some(rows)) = (done, builder.get_insert_block()) {
        let both = context.append_basic_block(function, "both");
        for end in [columns, rows] {
            builder.position_at_end(end);
            builder.build_unconditional_branch(both)?;
        }
        builder.position_at_end(both);
    }
    Ok(())
}

/// Rejects barriers in functions that the kernel calls: they would never synchronise.
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
                "calls `{}`, which has a barrier: run prepare-barriers first",
                callee.get_name().to_string_lossy()
            ),
        )),
    }
}

/// The shortest column that is worth a separate loop.
const LEAST_COLUMN: u64 = 8;

/// The shortest loop of known length that is worth vectors.
const LEAST_LANES: u64 = 8;

/// The body of a loop over work-items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Straight-line code that can be vectorised.
    Vectors,
    /// The same for few work-items. Their number may be known once bounds are inlined.
    ShortVectors,
    /// Anything else.
    Other,
}

impl Inside {
    /// For a loop that calls a function for each work-item.
    pub(super) fn of(function: FunctionValue<'_>) -> Self {
        let straight = !has_loops(function)
            && instructions(function)
                .into_iter()
                .all(|i| is_vectorizable(i) || i.get_opcode() == InstructionOpcode::Alloca);
        if straight { Self::Vectors } else { Self::Other }
    }

    /// For a loop that calls a region for each work-item of a work-group, or for some of them.
    pub(super) fn of_region(function: FunctionValue<'_>) -> Self {
        match Self::of(function) {
            Self::Vectors => Self::ShortVectors,
            inside => inside,
        }
    }
}

/// Emits loops over work-items of a group, in the given order of dimensions, innermost first; `body` gets
/// their indices among these in each dimension. The innermost loop is parallel over the accesses in the given
/// group.
pub(super) fn for_each_work_item<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    function: FunctionValue<'c>,
    (these, group, inside): (WorkItems<'c>, AccessGroup, Inside),
    [inner, middle, outer]: [usize; 3],
    body: impl FnOnce(&Builder<'c>, [IntValue<'c>; 3]) -> Result<(), MuxError>,
) -> Result<(), MuxError> {
    const NAMES: [&str; 3] = ["x", "y", "z"];
    let module = cx.module;
    let zero = size_type(module).const_zero();
    let bounds = |dimension: usize| (zero, these.count[dimension]);
    let place = |builder: &Builder<'c>, dimension: usize, number| {
        let id = these.id(builder, dimension, number)?;
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
            let count = these.count[inner].get_zero_extended_constant();
            let lanes = match inside {
                Inside::Vectors => count.is_some_and(|count| count >= LEAST_LANES),
                Inside::ShortVectors => count.is_none_or(|count| count >= LEAST_LANES),
                Inside::Other => false,
            };
            // LLVM unrolls short loops of known length, and then no longer knows that iterations are
            // independent.
            if lanes {
                group.set_lane_loop(latch);
            } else {
                group.set_parallel_loop(latch);
            }
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(())
}

/// The number of work-items of this group of a kernel in each dimension; `full` if it cannot be a smaller one
/// at the edge of the index space.
pub(super) fn limits<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    kernel: FunctionValue<'c>,
    full: bool,
) -> Result<[IntValue<'c>; 3], MuxError> {
    // Known sizes include those that the kernel requires. Such groups are never smaller.
    let known = SpaceFacts::of(kernel).local;
    let size = |dimension: u64| {
        if let Some(size) = known[dimension as usize] {
            Ok(size_type(cx.module).const_int(size, false))
        } else if full {
            get(cx, builder, Builtin::LocalSize, Some(dimension))
        } else {
            limit(cx, builder, dimension)
        }
    };
    Ok([size(0)?, size(1)?, size(2)?])
}

/// The same in one dimension: the local size, or the rest of the global size.
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
