//! Group operations on the lanes of one vector.
//!
//! Reductions are LLVM's own; scans go from lane to lane, in order, because LLVM has none. The number of
//! lanes may be known only at run time.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue};
use scythe_llvm::{extract_lane, insert_lane, poison};

use super::Body;
use crate::MuxError;
use crate::collective::{Collective, CollectiveOp};
use crate::op::Op;
use crate::target::MuxTarget;
use crate::value_type::{Lanes, ValueType};

pub(super) fn define<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    collective: Collective,
) -> Result<(), MuxError> {
    let vector = body.argument(0)?;
    let result = match collective.op {
        CollectiveOp::Any => reduce(body, Op::Or, collective, vector)?,
        CollectiveOp::All => reduce(body, Op::And, collective, vector)?,
        CollectiveOp::Reduce(op) => reduce(body, op, collective, vector)?,
        CollectiveOp::Broadcast => extract_lane(&body.builder, vector, body.int(1)?)?,
        CollectiveOp::ScanInclusive(op) => scan(body, op, collective, vector, true)?,
        CollectiveOp::ScanExclusive(op) => scan(body, op, collective, vector, false)?,
        // No name of an operation on lanes parses to a shuffle.
        _ => return Err(body.unsupported("an operation that vectors do not have")),
    };
    body.ret(result)
}

/// LLVM's reduction, and whether it takes an initial value.
fn reduction(op: Op) -> (&'static str, bool) {
    match op {
        Op::Add => ("llvm.vector.reduce.add", false),
        Op::FAdd => ("llvm.vector.reduce.fadd", true),
        Op::Mul => ("llvm.vector.reduce.mul", false),
        Op::FMul => ("llvm.vector.reduce.fmul", true),
        Op::SMin => ("llvm.vector.reduce.smin", false),
        Op::UMin => ("llvm.vector.reduce.umin", false),
        Op::FMin => ("llvm.vector.reduce.fmin", false),
        Op::SMax => ("llvm.vector.reduce.smax", false),
        Op::UMax => ("llvm.vector.reduce.umax", false),
        Op::FMax => ("llvm.vector.reduce.fmax", false),
        Op::And | Op::LogicalAnd => ("llvm.vector.reduce.and", false),
        Op::Or | Op::LogicalOr => ("llvm.vector.reduce.or", false),
        Op::Xor | Op::LogicalXor => ("llvm.vector.reduce.xor", false),
    }
}

fn reduce<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    op: Op,
    collective: Collective,
    vector: BasicValueEnum<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let (name, starts) = reduction(op);
    let mut operands: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
    if starts {
        let element: ValueType = collective.ty.element.into();
        operands.push(op.neutral(body.module.get_context(), element)?.into());
    }
    operands.push(vector.into());
    call_intrinsic(body, name, &[vector.get_type()], &operands)
}

fn call_intrinsic<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    name: &str,
    types: &[BasicTypeEnum<'c>],
    operands: &[BasicMetadataValueEnum<'c>],
) -> Result<BasicValueEnum<'c>, MuxError> {
    let missing = || MuxError::malformed(name, "is not an intrinsic of this LLVM");
    let function = Intrinsic::find(name)
        .and_then(|intrinsic| intrinsic.get_declaration(body.module, types))
        .ok_or_else(missing)?;
    let call = body.builder.build_call(function, operands, "")?;
    call.try_as_basic_value().basic().ok_or_else(missing)
}

fn lanes<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    lanes: Lanes,
) -> Result<IntValue<'c>, MuxError> {
    match lanes {
        Lanes::Scalar => Ok(body.number(1)),
        Lanes::Fixed(lanes) => Ok(body.number(lanes)),
        Lanes::Scalable(lanes) => {
            let number = body.number(lanes);
            let scale = call_intrinsic(body, "llvm.vscale", &[number.get_type().into()], &[])?;
            Ok(body.builder.build_int_nuw_mul(scale.into_int_value(), number, "lanes")?)
        }
    }
}

/// ```text
/// so_far = neutral
/// for lane in 0..lanes:
///     with_own = so_far op vector[lane]
///     result[lane] = inclusive ? with_own : lane == 0 ? identity : so_far
///     so_far = with_own
/// ```
fn scan<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    op: Op,
    collective: Collective,
    vector: BasicValueEnum<'c>,
    inclusive: bool,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let context = body.module.get_context();
    let builder = &body.builder;
    let element: ValueType = collective.ty.element.into();
    let (neutral, identity) = (op.neutral(context, element)?, op.identity(context, element)?);
    let count = lanes(body, collective.ty.lanes)?;
    let lost = || body.unsupported("a body without a position");
    let before = builder.get_insert_block().ok_or_else(lost)?;
    let [each, done] = ["lane", "done"].map(|name| context.append_basic_block(body.function, name));
    builder.build_unconditional_branch(each)?;
    builder.position_at_end(each);
    let lane_phi = builder.build_phi(count.get_type(), "lane")?;
    let lane = lane_phi.as_basic_value().into_int_value();
    let sum_phi = builder.build_phi(neutral.get_type(), "so.far")?;
    let result_phi = builder.build_phi(vector.get_type(), "result")?;
    let so_far = sum_phi.as_basic_value();
    let own = extract_lane(builder, vector, lane)?;
    let with_own = op.combine(body.module, builder, so_far, own)?;
    let mine = if inclusive {
        with_own
    } else {
        let zero = count.get_type().const_zero();
        let first = builder.build_int_compare(IntPredicate::EQ, lane, zero, "")?;
        builder.build_select(first, identity, so_far, "")?
    };
    let result = insert_lane(builder, result_phi.as_basic_value(), mine, lane)?;
    let one = count.get_type().const_int(1, false);
    let next = builder.build_int_nuw_add(lane, one, "")?;
    let more = builder.build_int_compare(IntPredicate::ULT, next, count, "")?;
    builder.build_conditional_branch(more, each, done)?;
    lane_phi.add_incoming(&[(&count.get_type().const_zero(), before), (&next, each)]);
    sum_phi.add_incoming(&[(&neutral, before), (&with_own, each)]);
    result_phi.add_incoming(&[(&poison(vector.get_type()), before), (&result, each)]);
    builder.position_at_end(done);
    Ok(result)
}
