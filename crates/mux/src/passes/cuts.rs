//! The cuts of a kernel: barriers and group operations.
//!
//! A group operation is a barrier at which work-items exchange values. Operands are stored in variables
//! before it, and results are loaded from another variable after it; in between the work-items of the group
//! synchronise, and `exchange` computes the results.

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue, PointerValue,
};
use scythe_llvm::{
    Among, SourcePlace, call_argument, call_instruction, calls_in, drop_instruction,
    instruction_of, mark_uniform, program_place, replace_uses, split_before,
};

use super::calls::constant;
use super::sub_groups::is_stepping;
use crate::kernel::original_name;
use crate::{Builtin, GroupScope, MuxError, PassCx};

/// The work-items that synchronise at a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// All work-items of a work-group.
    Group,
    /// The work-items of a sub-group.
    SubGroup,
}

/// A cut. Its block is empty: the kernel continues in the block's only successor.
pub struct Cut<'c> {
    /// The work-items that synchronise.
    pub level: Level,
    /// The builtin that was called.
    pub builtin: Builtin,
    /// Whether it only makes lanes run in lockstep (`interchange-uniform-loops`, `divergence`).
    pub stepping: bool,
    /// The scope and semantics of a barrier, where they are constants.
    pub fence: Option<(u64, u64)>,
    /// Its location in the program, if that is known.
    pub place: Option<SourcePlace>,
    /// The variables of the operands.
    pub operands: Vec<InstructionValue<'c>>,
    /// The variable of the result.
    pub result: Option<InstructionValue<'c>>,
    /// The empty block.
    pub block: BasicBlock<'c>,
}

/// The level of a builtin's cut.
pub fn level_of(builtin: Builtin) -> Option<Level> {
    match builtin {
        Builtin::WorkGroupBarrier => Some(Level::Group),
        Builtin::SubGroupBarrier => Some(Level::SubGroup),
        Builtin::Collective(collective) => match collective.scope {
            GroupScope::WorkGroup => Some(Level::Group),
            GroupScope::SubGroup => Some(Level::SubGroup),
            GroupScope::VecGroup => None,
        },
        _ => None,
    }
}

/// The calls in a function that are cuts, in order.
pub fn cuts_in<'c>(function: FunctionValue<'c>) -> Vec<(CallSiteValue<'c>, Builtin)> {
    calls_in(function)
        .into_iter()
        .filter_map(|call| {
            let builtin = call.get_called_fn_value().and_then(Builtin::of)?;
            level_of(builtin).map(|_| (call, builtin))
        })
        .collect()
}

/// Splits the kernel's blocks at all cuts and removes the calls.
pub fn split<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<Vec<Cut<'c>>, MuxError> {
    cuts_in(kernel).into_iter().map(|(call, builtin)| split_at(cx, kernel, call, builtin)).collect()
}

fn split_at<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    call: CallSiteValue<'c>,
    builtin: Builtin,
) -> Result<Cut<'c>, MuxError> {
    let malformed = |reason: &str| MuxError::malformed(original_name(kernel), reason);
    let level =
        level_of(builtin).ok_or_else(|| malformed("is cut at a call that is not a barrier"))?;
    let instruction = call_instruction(call);
    let next = instruction.get_next_instruction();
    let next = next.ok_or_else(|| malformed("ends with a barrier"))?;
    let argument = |index: u32| {
        call_argument(call, index)
            .ok_or_else(|| MuxError::malformed(builtin.name(), "is called with too few arguments"))
    };
    let builder = cx.module.get_context().create_builder();
    let mut cut = Cut {
        level,
        builtin,
        stepping: is_stepping(call),
        fence: None,
        place: program_place(instruction),
        operands: Vec::new(),
        result: None,
        block: split_before(instruction, "barrier"),
    };
    let _ = split_before(next, "behind");
    if let Builtin::Collective(collective) = builtin {
        let before = cut.block.get_previous_basic_block().and_then(|b| b.get_terminator());
        let before = before.ok_or_else(|| malformed("has no block before a barrier"))?;
        for index in u32::from(collective.has_barrier_id())..call.count_arguments() {
            builder.position_before(&before);
            let value = widen(&builder, argument(index)?)?;
            let (variable, address) = new_variable(cx, kernel, value.get_type())?;
            builder.build_store(address, value)?;
            cut.operands.push(variable);
        }
        if let Some(value) = call.try_as_basic_value().basic() {
            let stored = stored_type(cx, value.get_type());
            let (variable, address) = new_variable(cx, kernel, stored)?;
            builder.position_before(&next);
            let loaded = builder.build_load(stored, address, "")?;
            if collective.op.is_shared()
                && let Some(load) = instruction_of(loaded)
            {
                mark_uniform(
                    load,
                    match level {
                        Level::Group => Among::WorkGroup,
                        Level::SubGroup => Among::SubGroup,
                    },
                );
            }
            replace_uses(&value, &narrow(&builder, loaded, value.get_type())?);
            cut.result = Some(variable);
        }
    } else {
        cut.fence = constant(argument(1)?).zip(constant(argument(2)?));
    }
    drop_instruction(instruction);
    Ok(cut)
}

/// A new variable of the kernel.
fn new_variable<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    ty: BasicTypeEnum<'c>,
) -> Result<(InstructionValue<'c>, PointerValue<'c>), MuxError> {
    let lost = || MuxError::malformed(original_name(kernel), "has no entry block");
    let builder = cx.module.get_context().create_builder();
    let first = kernel.get_first_basic_block().and_then(|b| b.get_first_instruction());
    builder.position_before(&first.ok_or_else(lost)?);
    let address = builder.build_alloca(ty, "exchanged")?;
    Ok((address.as_instruction().ok_or_else(lost)?, address))
}

/// Booleans are stored as bytes: vectors of bits in memory are inefficient.
fn stored_type<'c>(cx: &PassCx<'_, 'c>, ty: BasicTypeEnum<'c>) -> BasicTypeEnum<'c> {
    match ty {
        BasicTypeEnum::IntType(int) if int.get_bit_width() == 1 => {
            cx.module.get_context().i8_type().into()
        }
        _ => ty,
    }
}

fn widen<'c>(
    builder: &Builder<'c>,
    value: BasicValueEnum<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    match value {
        BasicValueEnum::IntValue(int) if int.get_type().get_bit_width() == 1 => {
            let byte = int.get_type().get_context().i8_type();
            Ok(builder.build_int_z_extend(int, byte, "")?.into())
        }
        _ => Ok(value),
    }
}

fn narrow<'c>(
    builder: &Builder<'c>,
    value: BasicValueEnum<'c>,
    ty: BasicTypeEnum<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    match (value, ty) {
        (BasicValueEnum::IntValue(int), BasicTypeEnum::IntType(ty)) if int.get_type() != ty => {
            Ok(builder.build_int_truncate(int, ty, "")?.into())
        }
        _ => Ok(value),
    }
}
