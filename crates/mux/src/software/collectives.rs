//! Group operations of a group with one work-item.
//!
//! The bodies for targets whose work-groups or sub-groups are single work-items; passes that run more of them
//! together replace the calls before.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::BasicValueEnum;

use super::{Body, lanes};
use crate::MuxError;
use crate::collective::{Collective, CollectiveOp, GroupScope};
use crate::target::MuxTarget;

pub(super) fn define<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    collective: Collective,
) -> Result<(), MuxError> {
    if collective.scope == GroupScope::VecGroup {
        return lanes::define(body, collective);
    }
    let value = body.argument(collective.value_argument())?;
    let result = match collective.op {
        CollectiveOp::ScanExclusive(op) => op.identity(body.module.get_context(), collective.ty)?,
        // The neighbour is `delta` work-items away, so only 0 stays in the group.
        CollectiveOp::ShuffleUp => own_or_other(body, value, body.argument(0)?)?,
        CollectiveOp::ShuffleDown => own_or_other(body, value, body.argument(1)?)?,
        _ => value,
    };
    body.ret(result)
}

fn own_or_other<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    own: BasicValueEnum<'c>,
    other: BasicValueEnum<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let delta = body.int(2)?;
    let zero = delta.get_type().const_zero();
    let same = body.builder.build_int_compare(IntPredicate::EQ, delta, zero, "eqzero")?;
    Ok(body.builder.build_select(same, own, other, "sel")?)
}
