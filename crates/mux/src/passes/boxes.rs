//! Boxes of work-items: those of a work-group that run a narrowed kernel.
//!
//! Along each dimension with bounds (`bounds`), in pieces for which they are valid:
//!
//! ```text
//! start = the first one
//! do:
//!     count, first, end = bounds(start)
//!     the kernel for the box from start + first to start + end, if there is one
//!     its other version from start to start + first, and from start + end to start + count
//!     start += count
//! while start != limit
//! ```
//!
//! Bounds that are valid for all work-items are computed once.

use scythe_llvm::array_element;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue, IntValue, PointerValue};

use super::bounds;
use super::calls::set;
use super::loops::emit_loop;
use super::narrow_work_items::Narrowed;
use crate::{Builtin, MuxError, PassCx, size_type};

/// A box of work-items, by dimension.
#[derive(Clone, Copy, Debug)]
pub struct WorkItems<'c> {
    /// The local ids of the first one.
    pub first: [IntValue<'c>; 3],
    /// Their number, at least one.
    pub count: [IntValue<'c>; 3],
}

impl<'c> WorkItems<'c> {
    /// All work-items of a group.
    pub fn all(limits: [IntValue<'c>; 3]) -> Self {
        Self { first: limits.map(|limit| limit.get_type().const_zero()), count: limits }
    }

    /// The local id of a work-item of these.
    pub fn id(
        &self,
        builder: &Builder<'c>,
        dimension: usize,
        number: IntValue<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        let first = self.first[dimension];
        match first.get_zero_extended_constant() {
            Some(0) => Ok(number),
            _ => Ok(builder.build_int_nuw_add(first, number, "id")?),
        }
    }

    /// Restricts the box along a dimension.
    pub fn set(&mut self, dimension: usize, first: IntValue<'c>, count: IntValue<'c>) {
        self.first[dimension] = first;
        self.count[dimension] = count;
    }
}

/// The code that a box runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// The kernel.
    Kernel,
    /// The code for all other work-items.
    Others,
}

/// Emits code for each box.
type Emit<'a, 'c> = &'a dyn Fn(WorkItems<'c>, Runs) -> Result<(), MuxError>;

/// The position and context of code for boxes.
pub struct Boxes<'a, 'c> {
    cx: &'a PassCx<'a, 'c>,
    builder: &'a Builder<'c>,
    function: FunctionValue<'c>,
    out: PointerValue<'c>,
}

/// A narrowed kernel.
#[derive(Clone, Copy)]
pub struct Narrow<'a, 'c> {
    /// Its bounds and other code.
    pub by: Narrowed<'c>,
    /// The arguments of its calls.
    pub arguments: &'a [BasicMetadataValueEnum<'c>],
}

impl<'a, 'c> Boxes<'a, 'c> {
    /// For use in a wrapper, at its start.
    pub fn new(
        cx: &'a PassCx<'a, 'c>,
        builder: &'a Builder<'c>,
        function: FunctionValue<'c>,
    ) -> Result<Self, MuxError> {
        let out = Self::place(cx, builder)?;
        Ok(Self::with((cx, builder, function), out))
    }

    /// For use anywhere in a wrapper, with memory for the results of bounds.
    pub fn with(
        (cx, builder, function): (&'a PassCx<'a, 'c>, &'a Builder<'c>, FunctionValue<'c>),
        out: PointerValue<'c>,
    ) -> Self {
        Self { cx, builder, function, out }
    }

    /// Allocates memory for results, at the start of a wrapper.
    pub fn place(cx: &PassCx<'_, 'c>, builder: &Builder<'c>) -> Result<PointerValue<'c>, MuxError> {
        Ok(builder.build_alloca(size_type(cx.module).array_type(3), "bounds")?)
    }

    /// Emits code for some work-items of a group.
    pub fn run(
        &self,
        narrow: Narrow<'_, 'c>,
        these: WorkItems<'c>,
        emit: Emit<'_, 'c>,
    ) -> Result<(), MuxError> {
        self.along(2, narrow, these, emit)
    }

    fn along(
        &self,
        dimension: usize,
        narrow: Narrow<'_, 'c>,
        all: WorkItems<'c>,
        emit: Emit<'_, 'c>,
    ) -> Result<(), MuxError> {
        let inside = |these: WorkItems<'c>| match dimension.checked_sub(1) {
            Some(next) => self.along(next, narrow, these, emit),
            None => emit(these, Runs::Kernel),
        };
        let Some(asked) = narrow.by.bounds[dimension] else { return inside(all) };
        let (builder, context) = (self.builder, self.cx.module.get_context());
        let lost = || MuxError::malformed("<boxes>", "the builder has no position");
        let whole = all.first[dimension];
        let limit = all.id(builder, dimension, all.count[dimension])?;
        let zero = limit.get_type().const_zero();
        let before = builder.get_insert_block().ok_or_else(lost)?;
        let piece = context.append_basic_block(self.function, "piece");
        let exit = context.append_basic_block(self.function, "pieces.exit");
        builder.build_unconditional_branch(piece)?;
        builder.position_at_end(piece);
        // Bounds that are valid for all work-items are computed once.
        let once = bounds::answers_for_all(asked);
        let phi = (!once).then(|| builder.build_phi(limit.get_type(), "start")).transpose()?;
        let start = phi.map_or(whole, |phi| phi.as_basic_value().into_int_value());
        let [count, first, end] = self.query((asked, narrow.arguments), dimension, start)?;
        let left = builder.build_int_nuw_sub(limit, start, "left")?;
        let count = if once { left } else { self.least(count, left)? };
        let end = self.least(end, count)?;
        let first = self.least(first, end)?;
        self.if_more(first, end, |count| {
            let mut these = all;
            these.set(dimension, builder.build_int_nuw_add(start, first, "first")?, count);
            inside(these)
        })?;
        if narrow.by.others.is_some() {
            let sides = (zero, limit.get_type().const_int(2, false));
            emit_loop(self.cx.module, builder, self.function, "side", sides, |builder, side| {
                let is_first = builder.build_int_compare(IntPredicate::EQ, side, zero, "")?;
                let from = builder.build_select(is_first, zero, end, "from")?.into_int_value();
                let until = builder.build_select(is_first, first, count, "until")?;
                self.if_more(from, until.into_int_value(), |count| {
                    let mut these = all;
                    these.set(dimension, builder.build_int_nuw_add(start, from, "first")?, count);
                    emit(these, Runs::Others)
                })
            })?;
        }
        let Some(phi) = phi else {
            builder.build_unconditional_branch(exit)?;
            builder.position_at_end(exit);
            return Ok(());
        };
        let next = builder.build_int_nuw_add(start, count, "next")?;
        let more = builder.build_int_compare(IntPredicate::NE, next, limit, "more")?;
        builder.build_conditional_branch(more, piece, exit)?;
        let end = builder.get_insert_block().ok_or_else(lost)?;
        phi.add_incoming(&[(&whole, before), (&next, end)]);
        builder.position_at_end(exit);
        Ok(())
    }

    /// Computes the bounds from an id on.
    fn query(
        &self,
        (bounds, arguments): (FunctionValue<'c>, &[BasicMetadataValueEnum<'c>]),
        dimension: usize,
        id: IntValue<'c>,
    ) -> Result<[IntValue<'c>; 3], MuxError> {
        let builder = self.builder;
        set(self.cx, builder, Builtin::SetLocalId, dimension as u64, id)?;
        builder.build_call(bounds, &[arguments, &[self.out.into()]].concat(), "")?;
        let size = size_type(self.cx.module);
        let load = |index| {
            let index = size.const_int(index, false);
            let place = array_element(builder, size.array_type(3), self.out, index, "")?;
            Ok::<_, MuxError>(builder.build_load(size, place, "")?.into_int_value())
        };
        Ok([load(0)?, load(1)?, load(2)?])
    }

    fn least(&self, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let less = self.builder.build_int_compare(IntPredicate::ULT, a, b, "")?;
        Ok(self.builder.build_select(less, a, b, "")?.into_int_value())
    }

    /// Emits code that runs if `end` is greater than `first`, with the difference.
    fn if_more(
        &self,
        first: IntValue<'c>,
        end: IntValue<'c>,
        body: impl FnOnce(IntValue<'c>) -> Result<(), MuxError>,
    ) -> Result<(), MuxError> {
        let (builder, context) = (self.builder, self.cx.module.get_context());
        let some = context.append_basic_block(self.function, "some");
        let done = context.append_basic_block(self.function, "done");
        let any = builder.build_int_compare(IntPredicate::ULT, first, end, "any")?;
        builder.build_conditional_branch(any, some, done)?;
        builder.position_at_end(some);
        body(builder.build_int_nuw_sub(end, first, "count")?)?;
        builder.build_unconditional_branch(done)?;
        builder.position_at_end(done);
        Ok(())
    }
}
