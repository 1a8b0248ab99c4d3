//! Functions that compute the interval of work-items along a dimension for which a condition holds.
//!
//! `@k.mux-bounds.0(…, ptr %out)` is called when the work-item's local id is that of the first one of a row.
//! It stores three numbers: the number of work-items from there on for which the result is valid, the first
//! of them for which the condition holds, and one past the last.
//!
//! A number that changes by a constant wraps around eventually, and after that point the condition may hold
//! again; so the result is valid up to there, and the caller calls again. Ids themselves do not wrap around,
//! and a function that compares only ids has an attribute for that.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};
use scythe_llvm::{
    array_element, called_function, clone_with_parameters, drop_attribute, first_insertion_point,
    operand_instruction, remove_unreachable, repeat_slice, set_attribute, string_attribute,
    truncate,
};

use super::early_returns::make_version;
use super::guards::{Extended, Guards, Interval, swapped};
use crate::{Builtin, MuxError, PassCx, size_type};

/// More than the size of any work-group.
pub(super) const MANY: u64 = 1 << 62;

/// On a function that computes bounds: one result is valid for all work-items from the first one on.
const ATTR_FOR_ALL: &str = "mux-bounds-for-all";

/// Whether one result of such a function is valid for all work-items from the first one on.
pub(super) fn answers_for_all(function: FunctionValue<'_>) -> bool {
    string_attribute(function, ATTR_FOR_ALL).is_some()
}

/// Enough bits for the linear local id of a work-item.
const LOCAL_BITS: u32 = 32;

/// Whether a number that differs between work-items never wraps around within a work-group: an id does not.
fn never_wraps(value: IntValue<'_>) -> bool {
    use InstructionOpcode as Op;
    let Some(instruction) = value.as_instruction() else { return false };
    let id = |instruction| called_function(instruction).and_then(Builtin::of);
    match instruction.get_opcode() {
        Op::Call => matches!(id(instruction), Some(Builtin::LocalId | Builtin::GlobalId)),
        Op::Trunc if value.get_type().get_bit_width() >= LOCAL_BITS => {
            operand_instruction(instruction, 0).and_then(id) == Some(Builtin::LocalId)
        }
        _ => false,
    }
}

/// Whether that holds for everything that a condition depends on.
fn is_for_all(interval: &Interval<'_>) -> bool {
    let parts = interval.extended.iter();
    interval.step == 0
        || (interval.predicate != IntPredicate::NE
            && never_wraps(interval.moving)
            && parts.into_iter().all(|part| never_wraps(part.value)))
}

/// Makes the function for bounds along one dimension.
pub fn make<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    name: &str,
    (guards, along): (&Guards<'c>, &[&Interval<'c>]),
) -> Result<FunctionValue<'c>, MuxError> {
    let lost = || MuxError::malformed(name, "lost a condition");
    let context = cx.module.get_context();
    let pointer = context.ptr_type(Default::default());
    let function = clone_with_parameters(kernel, name, &[pointer.into()]);
    let guards = guards.of_copy(function);
    let mut intervals = Vec::new();
    for interval in along {
        let place = place_in(kernel, interval.comparison).ok_or_else(lost)?;
        let same = at(function, place).ok_or_else(lost)?;
        intervals.push(guards.interval(same, interval.holds).ok_or_else(lost)?);
    }
    let entry = function.get_first_basic_block().ok_or_else(lost)?;
    let start = first_insertion_point(entry).ok_or_else(lost)?;
    let builder = context.create_builder();
    builder.position_before(&start);
    let emitter = Emitter { cx, builder: &builder, before: start };
    let mut all = emitter.everything();
    let for_all = intervals.iter().all(is_for_all);
    for interval in &intervals {
        let one = emitter.interval(interval)?;
        all = Answer {
            count: emitter.least(all.count, one.count)?,
            first: emitter.most(all.first, one.first)?,
            end: emitter.least(all.end, one.end)?,
        };
    }
    answer(cx, function, (&builder, start), &[all.count, all.first, all.end])?;
    if for_all {
        set_attribute(cx.module, function, ATTR_FOR_ALL, "");
    }
    Ok(function)
}

/// Ends a copy of a kernel that only computes a result: it stores the numbers through its last parameter, and
/// the kernel's code from `start` on is removed.
pub(super) fn answer<'c>(
    cx: &PassCx<'_, 'c>,
    function: FunctionValue<'c>,
    (builder, start): (&Builder<'c>, InstructionValue<'c>),
    numbers: &[IntValue<'c>],
) -> Result<(), MuxError> {
    let lost = || MuxError::malformed("<answer>", "has no entry or no place for its answer");
    let entry = function.get_first_basic_block().ok_or_else(lost)?;
    let out = function.get_last_param().ok_or_else(lost)?.into_pointer_value();
    let size = size_type(cx.module);
    for (index, &value) in (0..).zip(numbers) {
        let index = size.const_int(index, false);
        let place = array_element(builder, size.array_type(0), out, index, "")?;
        builder.build_store(place, value)?;
    }
    truncate(start);
    builder.position_at_end(entry);
    builder.build_return(None)?;
    remove_unreachable(function);
    make_version(function);
    // It writes memory that the kernel may not.
    drop_attribute(function, AttributeLoc::Function, "memory");
    Ok(())
}

/// The index of an instruction's block in its function, and of the instruction in that.
pub(super) fn place_in<'c>(
    function: FunctionValue<'c>,
    instruction: InstructionValue<'c>,
) -> Option<(usize, usize)> {
    let parent = instruction.get_parent()?;
    let block = function.get_basic_blocks().iter().position(|b| *b == parent)?;
    Some((block, parent.get_instructions().position(|i| i == instruction)?))
}

/// The instruction at such a position.
pub(super) fn at<'c>(
    function: FunctionValue<'c>,
    (block, place): (usize, usize),
) -> Option<InstructionValue<'c>> {
    function.get_basic_blocks().get(block)?.get_instructions().nth(place)
}

/// The number of work-items for which the result is valid, the first for which the condition holds, and one
/// past the last.
#[derive(Clone, Copy)]
struct Answer<'c> {
    count: IntValue<'c>,
    first: IntValue<'c>,
    end: IntValue<'c>,
}

/// Emits computations before an instruction.
pub(super) struct Emitter<'a, 'c> {
    pub cx: &'a PassCx<'a, 'c>,
    pub builder: &'a Builder<'c>,
    pub before: InstructionValue<'c>,
}

impl<'c> Emitter<'_, 'c> {
    pub(super) fn number(&self, value: u64) -> IntValue<'c> {
        self.cx.module.get_context().i64_type().const_int(value, false)
    }

    fn everything(&self) -> Answer<'c> {
        let many = self.number(MANY);
        Answer { count: many, first: self.number(0), end: many }
    }

    pub(super) fn least(&self, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let less = self.builder.build_int_compare(IntPredicate::ULT, a, b, "")?;
        Ok(self.builder.build_select(less, a, b, "")?.into_int_value())
    }

    fn most(&self, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let less = self.builder.build_int_compare(IntPredicate::ULT, a, b, "")?;
        Ok(self.builder.build_select(less, b, a, "")?.into_int_value())
    }

    /// Recomputes the value of a number here.
    pub(super) fn again(&self, value: IntValue<'c>) -> IntValue<'c> {
        match repeat_slice(value.into(), self.before) {
            BasicValueEnum::IntValue(value) => value,
            _ => value,
        }
    }

    /// The number of work-items for which some numbers do not wrap around.
    pub(super) fn until_extended_wrap(
        &self,
        extended: &[Extended<'c>],
        mut count: IntValue<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        for part in extended {
            let from = self.ordered(part.value, part.signed, part.step > 0)?;
            let bits = part.value.get_type().get_bit_width();
            let until = self.until_wrap(from, bits, part.step.unsigned_abs())?;
            count = self.least(count, until)?;
        }
        Ok(count)
    }

    /// A number as an unsigned 64-bit one with the same order; `signed` and the direction define the original
    /// order.
    pub(super) fn ordered(
        &self,
        value: IntValue<'c>,
        signed: bool,
        rises: bool,
    ) -> Result<IntValue<'c>, MuxError> {
        let value = self.again(value);
        let bits = value.get_type().get_bit_width();
        let wide = self.number(0).get_type();
        let value = self.builder.build_int_z_extend_or_bit_cast(value, wide, "")?;
        let all = ones(bits);
        // Flipping the sign bit orders negative numbers first; flipping all other bits, too, reverses the
        // order.
        let turned = match (signed, rises) {
            (false, true) => return Ok(value),
            (true, true) => 1 << (bits - 1),
            (false, false) => all,
            (true, false) => all >> 1,
        };
        Ok(self.builder.build_xor(value, self.number(turned), "")?)
    }

    /// The number of steps from `from` for which the result is not greater than `to`; `to` is not less than
    /// `from`.
    pub(super) fn steps(
        &self,
        from: IntValue<'c>,
        to: IntValue<'c>,
        step: u64,
    ) -> Result<IntValue<'c>, MuxError> {
        let distance = self.builder.build_int_sub(to, from, "")?;
        let whole = self.builder.build_int_unsigned_div(distance, self.number(step), "")?;
        let few = self.least(whole, self.number(MANY))?;
        Ok(self.builder.build_int_nuw_add(few, self.number(1), "")?)
    }

    /// The number of steps from `from` before it wraps around.
    pub(super) fn until_wrap(
        &self,
        from: IntValue<'c>,
        bits: u32,
        step: u64,
    ) -> Result<IntValue<'c>, MuxError> {
        self.steps(from, self.number(ones(bits)), step)
    }

    fn interval(&self, interval: &Interval<'c>) -> Result<Answer<'c>, MuxError> {
        use IntPredicate as P;
        let builder = self.builder;
        if interval.step == 0 {
            let sides = (self.again(interval.moving), self.again(interval.bound));
            let holds = builder.build_int_compare(interval.predicate, sides.0, sides.1, "")?;
            let (all, none) = (self.number(MANY), self.number(0));
            let end = builder.build_select(holds, all, none, "")?.into_int_value();
            return Ok(Answer { end, ..self.everything() });
        }
        let rises = interval.step > 0;
        let step = interval.step.unsigned_abs();
        let bits = interval.moving.get_type().get_bit_width();
        let predicate = if rises { interval.predicate } else { swapped(interval.predicate) };
        let signed = matches!(predicate, P::SLT | P::SLE | P::SGT | P::SGE);
        let from = self.ordered(interval.moving, signed, rises)?;
        let bound = self.ordered(interval.bound, signed, rises)?;
        let mut answer = self.everything();
        let count = self.until_wrap(from, bits, step)?;
        answer.count = self.until_extended_wrap(&interval.extended, count)?;
        let choose = |condition, yes, no| -> Result<IntValue<'c>, MuxError> {
            Ok(builder.build_select(condition, yes, no, "")?.into_int_value())
        };
        let zero = self.number(0);
        // The number of values, from the first one on, that are less than the bound, or not greater.
        let below = || {
            let some = builder.build_int_compare(P::ULT, from, bound, "")?;
            if step == 1 {
                let distance = builder.build_int_sub(bound, from, "")?;
                return choose(some, distance, zero);
            }
            let last = builder.build_int_sub(bound, self.number(1), "")?;
            choose(some, self.steps(from, last, step)?, zero)
        };
        let up_to = || {
            let some = builder.build_int_compare(P::ULE, from, bound, "")?;
            choose(some, self.steps(from, bound, step)?, zero)
        };
        let distance = || -> Result<IntValue<'c>, MuxError> {
            let distance = builder.build_int_sub(bound, from, "")?;
            Ok(builder.build_and(distance, self.number(ones(bits)), "")?)
        };
        match predicate {
            P::ULT | P::SLT => answer.end = below()?,
            P::UGE | P::SGE => answer.first = below()?,
            P::ULE | P::SLE => answer.end = up_to()?,
            P::UGT | P::SGT => answer.first = up_to()?,
            P::EQ => {
                answer.first = self.least(distance()?, self.number(MANY))?;
                answer.end = builder.build_int_nuw_add(answer.first, self.number(1), "")?;
            }
            P::NE => {
                // The values before the one, the one itself, and the values after it.
                let distance = distance()?;
                let here = builder.build_int_compare(P::EQ, distance, zero, "")?;
                let until = choose(here, self.number(1), distance)?;
                answer.count = self.least(answer.count, until)?;
                answer.end = choose(here, zero, answer.end)?;
            }
        }
        Ok(answer)
    }
}

/// A mask of so many ones.
fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}
