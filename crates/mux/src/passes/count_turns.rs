//! Gives group-stride loops a uniform trip count.
//!
//! Before: `for (i = local_id(0); i < 1024; i += 256)` in a kernel whose work-groups have 256 work-items
//! After:  `for (i = local_id(0), turn = 0; turn < 1024; i += 256, turn += 256)`
//!
//! The bound is a multiple of the step and the id is less than the step, so all work-items have the same trip
//! count. LLVM does not detect that, and unrolls such loops late or not at all; nor does uniformity analysis.
//! Conditions on ids that hold for every id of a known size are folded.
//!
//! The same for lanes, if work-groups have a known size and all their sub-groups are full: then sizes and
//! numbers of sub-groups are known, too.
//!
//! Only for targets whose kernels are split into sub-groups by this compiler. Requires: functions inlined.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::{
    AnyValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};
use scythe_llvm::{
    called_function, calls_in, erase_call, incoming_block, incoming_values, instruction_of,
    instructions, numbers, operands, replace_uses,
};

use super::calls::constant;
use super::sub_groups::{self, SubGroups};
use crate::kernel::{META_KEEP_TURNS, entry_points};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc, SpaceFacts};

pub const PASS: PassDesc =
    PassDesc { name: "count-turns", summary: "give group-stride loops a uniform trip count", run };

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if numbers(kernel, META_KEEP_TURNS).is_some() {
            continue;
        }
        let sizes = Sizes::of(cx, kernel)?;
        let (folded, counted) = (sizes.fold(kernel), sizes.count(cx, kernel)?);
        if folded || counted {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// Known sizes of a kernel's work-groups.
struct Sizes {
    local: [Option<u64>; 3],
    /// The size of sub-groups, all of which are full, and their number in a work-group.
    sub_groups: Option<(u64, u64)>,
}

impl Sizes {
    fn of<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<Self, MuxError> {
        let local = SpaceFacts::of(kernel).local;
        let items: Option<u64> = local.iter().copied().product();
        let sub_groups = match (items, sub_groups::of(cx, kernel)?) {
            (Some(items), Some(SubGroups::Program(width))) if items.is_multiple_of(width) => {
                Some((width, items / width))
            }
            _ => None,
        };
        Ok(Self { local, sub_groups })
    }

    /// Folds queries of sub-group sizes; returns whether there were any.
    fn fold(&self, kernel: FunctionValue<'_>) -> bool {
        let Some((width, count)) = self.sub_groups else { return false };
        let mut changed = false;
        for call in calls_in(kernel) {
            let answer = match call.get_called_fn_value().and_then(Builtin::of) {
                Some(Builtin::SubGroupSize | Builtin::MaxSubGroupSize) => width,
                Some(Builtin::NumSubGroups) => count,
                _ => continue,
            };
            let Some(BasicValueEnum::IntValue(asked)) = call.try_as_basic_value().basic() else {
                continue;
            };
            replace_uses(&call.as_any_value_enum(), &asked.get_type().const_int(answer, false));
            erase_call(call);
            changed = true;
        }
        changed
    }

    /// An exclusive upper bound of an id.
    fn limit(&self, value: BasicValueEnum<'_>) -> Option<u64> {
        use InstructionOpcode as Op;
        let instruction = instruction_of(value)?;
        let bits =
            value.is_int_value().then(|| value.into_int_value().get_type().get_bit_width())?;
        match instruction.get_opcode() {
            Op::ZExt | Op::SExt | Op::Trunc => {
                let limit = self.limit(*operands(instruction).first()?)?;
                (limit <= largest(bits)).then_some(limit)
            }
            Op::Call => match called_function(instruction).and_then(Builtin::of)? {
                Builtin::LocalId => {
                    let dimension = constant(*operands(instruction).first()?)?;
                    *self.local.get(usize::try_from(dimension).ok()?)?
                }
                Builtin::SubGroupLocalId => Some(self.sub_groups?.0),
                Builtin::SubGroupId => Some(self.sub_groups?.1),
                _ => None,
            },
            _ => None,
        }
    }

    /// Rewrites conditions; returns whether there were any.
    fn count<'c>(&self, cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<bool, MuxError> {
        let mut changed = false;
        let truth = cx.module.get_context().bool_type();
        for comparison in instructions(kernel) {
            let Some(bound) = Bound::of(comparison) else { continue };
            if self.limit(bound.moving.into()).is_some_and(|limit| limit <= bound.least) {
                replace_uses(&comparison, &truth.const_int(bound.below.into(), false));
                changed = true;
            } else if let Some(turns) = self.turns(&bound) {
                let counter = turns.counter(cx)?;
                comparison.set_operand(0, counter);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The recurrence of a condition's number, if its step is that of a group-stride loop.
    fn turns<'c>(&self, bound: &Bound<'c>) -> Option<Turns<'c>> {
        let moving = bound.moving.as_instruction()?;
        let (phi, is_next) = match moving.get_opcode() {
            InstructionOpcode::Phi => (moving, false),
            InstructionOpcode::Add => (instruction_of(*operands(moving).first()?)?, true),
            _ => return None,
        };
        let values = incoming_values(phi);
        let step_of = |value: &BasicValueEnum<'c>| {
            let next =
                instruction_of(*value).filter(|n| n.get_opcode() == InstructionOpcode::Add)?;
            let sides = operands(next);
            let same = sides.first().copied().and_then(instruction_of) == Some(phi);
            Some((next, extended_constant(*sides.get(1)?)?)).filter(|_| same)
        };
        let (next, step) = values.iter().find_map(step_of)?;
        let mut starts = values.iter().filter(|value| instruction_of(**value) != Some(next));
        let start = *starts.next()?;
        let fits = starts.all(|other| *other == start)
            && (!is_next || moving == next)
            // Multiples of such a step stay multiples when they wrap around.
            && step.is_power_of_two()
            && bound.least.is_multiple_of(step)
            && self.limit(start).is_some_and(|limit| limit <= step);
        fits.then_some(Turns { phi, next, step, is_next })
    }
}

/// The value of a constant, or of an extended constant: sizes have just been replaced by constants.
fn extended_constant(value: BasicValueEnum<'_>) -> Option<u64> {
    let extended = || {
        let extension = instruction_of(value)?;
        let is_extension = extension.get_opcode() == InstructionOpcode::ZExt;
        constant(*operands(extension).first()?).filter(|_| is_extension)
    };
    constant(value).or_else(extended)
}

/// The largest signed number of some bits.
fn largest(bits: u32) -> u64 {
    (1 << (bits.clamp(1, 64) - 1)) - 1
}

/// A condition: whether a number is less than another.
struct Bound<'c> {
    moving: IntValue<'c>,
    /// The smallest number that does not satisfy it.
    least: u64,
    /// The result of the comparison for numbers that satisfy it.
    below: bool,
}

impl<'c> Bound<'c> {
    fn of(comparison: InstructionValue<'c>) -> Option<Self> {
        use IntPredicate as P;
        let predicate = comparison.get_icmp_predicate()?;
        let [BasicValueEnum::IntValue(moving), bound] = operands(comparison)[..] else {
            return None;
        };
        let bound = extended_constant(bound)?;
        // Positive either way, so that signedness makes no difference.
        if bound >= largest(moving.get_type().get_bit_width()) {
            return None;
        }
        let (least, below) = match predicate {
            P::ULT | P::SLT => (bound, true),
            P::UGT | P::SGT => (bound + 1, false),
            _ => return None,
        };
        Some(Self { moving, least, below })
    }
}

/// A number that starts with an id and advances by a step that is larger than any id.
struct Turns<'c> {
    phi: InstructionValue<'c>,
    next: InstructionValue<'c>,
    step: u64,
    /// Whether the comparison is about the number after the step.
    is_next: bool,
}

impl<'c> Turns<'c> {
    /// The same number without the id: it is less than a multiple of the step whenever the number is.
    fn counter(&self, cx: &PassCx<'_, 'c>) -> Result<IntValue<'c>, MuxError> {
        let lost = || MuxError::malformed("<loop>", "lost a block");
        let builder = cx.module.get_context().create_builder();
        let ty = self.next.get_type().into_int_type();
        builder.position_before(&self.phi);
        let phi = builder.build_phi(ty, "turn")?;
        let turn = phi.as_basic_value().into_int_value();
        builder.position_before(&self.next);
        let next = builder.build_int_add(turn, ty.const_int(self.step, false), "turn.next")?;
        for (index, value) in (0..).zip(incoming_values(self.phi)) {
            let block = incoming_block(self.phi, index).ok_or_else(lost)?;
            if instruction_of(value) == Some(self.next) {
                phi.add_incoming(&[(&next, block)]);
            } else {
                phi.add_incoming(&[(&ty.const_zero(), block)]);
            }
        }
        Ok(if self.is_next { next } else { turn })
    }
}
