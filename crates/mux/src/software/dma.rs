//! Copies done by one work-item of the group, byte by byte, before the call returns.
//!
//! A fallback that is correct everywhere: targets with a DMA engine override it. Work-items have to reach a barrier,
//! or wait for the event, before they read the copied data.

use scythe_llvm::element;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::{BasicValueEnum, IntValue, PointerValue};

use super::Body;
use crate::dma::{Dma, DmaRank};
use crate::target::MuxTarget;
use crate::{Builtin, MuxError};

/// The copied region: the length and, per outer dimension, the two strides and the count.
struct Region<'c> {
    bytes: IntValue<'c>,
    /// Outermost first: `(dst stride, src stride, count)`.
    outer: Vec<(IntValue<'c>, IntValue<'c>, IntValue<'c>)>,
}

pub(super) fn define<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    dma: Dma,
) -> Result<(), MuxError> {
    let rank = match dma {
        // Every copy is done when its call returns.
        Dma::Wait => return body.ret_void(),
        Dma::Read(rank) | Dma::Write(rank) => rank,
    };
    let (to, from) = (pointer(body, 0)?, pointer(body, 1)?);
    let row = |first: u32| -> Result<_, MuxError> {
        Ok((body.int(first)?, body.int(first + 1)?, body.int(first + 2)?))
    };
    let outer = match rank {
        DmaRank::One => Vec::new(),
        DmaRank::Two => vec![row(3)?],
        DmaRank::Three => vec![row(6)?, row(3)?],
    };
    let region = Region { bytes: body.int(2)?, outer };
    let event = 2 + u32::try_from(rank.extents()).unwrap_or(0);

    let context = body.module.get_context();
    let copy = context.append_basic_block(body.function, "copy");
    let exit = context.append_basic_block(body.function, "exit");
    let first = is_first_work_item(body)?;
    body.builder.build_conditional_branch(first, copy, exit)?;
    body.builder.position_at_end(copy);
    copy_region(body, &region, 0, (to, from))?;
    body.builder.build_unconditional_branch(exit)?;
    body.builder.position_at_end(exit);
    body.ret(body.argument(event)?)
}

fn pointer<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    index: u32,
) -> Result<PointerValue<'c>, MuxError> {
    match body.argument(index)? {
        BasicValueEnum::PointerValue(pointer) => Ok(pointer),
        _ => Err(body.unsupported("a parameter of another type")),
    }
}

fn is_first_work_item<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
) -> Result<IntValue<'c>, MuxError> {
    let mut first: Option<IntValue<'c>> = None;
    for dimension in 0..3 {
        let id = body.query(Builtin::LocalId, dimension)?;
        let zero = id.get_type().const_zero();
        let here = body.builder.build_int_compare(IntPredicate::EQ, id, zero, "")?;
        first = Some(match first {
            Some(before) => body.builder.build_and(before, here, "")?,
            None => here,
        });
    }
    first.ok_or_else(|| body.unsupported("no dimensions"))
}

/// Copies the part of a region from an outer dimension inwards.
fn copy_region<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    region: &Region<'c>,
    depth: usize,
    (to, from): (PointerValue<'c>, PointerValue<'c>),
) -> Result<(), MuxError> {
    let byte = body.module.get_context().i8_type();
    let builder = &body.builder;
    let at = |base, offset| element(builder, byte, base, &[offset], "");
    let Some(&(to_stride, from_stride, count)) = region.outer.get(depth) else {
        return emit_loop(body, region.bytes, |index| {
            let value = builder.build_load(byte, at(from, index)?, "")?;
            builder.build_store(at(to, index)?, value)?;
            Ok(())
        });
    };
    emit_loop(body, count, |index| {
        let to = at(to, builder.build_int_mul(index, to_stride, "")?)?;
        let from = at(from, builder.build_int_mul(index, from_stride, "")?)?;
        copy_region(body, region, depth + 1, (to, from))
    })
}

/// `for (i = 0; i < count; ++i) each(i)`
fn emit_loop<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    count: IntValue<'c>,
    each: impl FnOnce(IntValue<'c>) -> Result<(), MuxError>,
) -> Result<(), MuxError> {
    let context = body.module.get_context();
    let builder = &body.builder;
    let lost = || body.unsupported("a body without a position");
    let before = builder.get_insert_block().ok_or_else(lost)?;
    let [header, inside, after] =
        ["loop", "body", "done"].map(|name| context.append_basic_block(body.function, name));
    builder.build_unconditional_branch(header)?;
    builder.position_at_end(header);
    let phi = builder.build_phi(count.get_type(), "index")?;
    let index = phi.as_basic_value().into_int_value();
    let more = builder.build_int_compare(IntPredicate::ULT, index, count, "")?;
    builder.build_conditional_branch(more, inside, after)?;
    builder.position_at_end(inside);
    each(index)?;
    let one = count.get_type().const_int(1, false);
    let next = builder.build_int_nuw_add(index, one, "")?;
    let latch = builder.get_insert_block().ok_or_else(lost)?;
    builder.build_unconditional_branch(header)?;
    phi.add_incoming(&[(&count.get_type().const_zero(), before), (&next, latch)]);
    builder.position_at_end(after);
    Ok(())
}
