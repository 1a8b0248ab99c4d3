//! Conditions that hold for intervals of work-items: comparisons of a number that changes by a constant from
//! one work-item to the next with a uniform one.

use std::collections::HashSet;

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    access_bytes, accessed_pointer, address_terms, argument_behind, by_value, called_function,
    instruction_of, is_disjoint, is_vectorizable_intrinsic, operands, touches_no_memory,
};

use super::calls::constant;
use super::split_rows::{Division, Part};
use crate::Builtin;

/// The longest chain of operations that is analysed.
const MOST_STEPS: u32 = 24;
/// With larger steps, numbers wrap around too soon.
const FARTHEST: i64 = 64;
/// With fewer bits, numbers wrap around too soon.
const LEAST_BITS: u32 = 16;

/// A comparison that holds for an interval of work-items along one dimension.
#[derive(Clone, Debug)]
pub struct Interval<'c> {
    /// The comparison itself.
    pub comparison: InstructionValue<'c>,
    /// Its result where the condition holds.
    pub holds: bool,
    /// The dimension, in the order of builtins.
    pub dimension: usize,
    /// `moving predicate bound` is the condition.
    pub predicate: IntPredicate,
    /// The side that differs between neighbours.
    pub moving: IntValue<'c>,
    /// The difference between neighbours; 0 if the number is uniform, too, so that the condition holds for
    /// all or for none.
    pub step: i64,
    /// The uniform side.
    pub bound: IntValue<'c>,
    /// Numbers that `moving` depends on and that must not wrap around.
    pub extended: Vec<Extended<'c>>,
}

/// The recurrence of a number between neighbours along dimension 0.
#[derive(Clone, Debug)]
pub struct Pace<'c> {
    /// The difference.
    pub step: i64,
    /// Numbers that must not wrap around.
    pub extended: Vec<Extended<'c>>,
}

/// A number that is extended to more bits.
#[derive(Clone, Copy, Debug)]
pub struct Extended<'c> {
    /// The number.
    pub value: IntValue<'c>,
    /// Whether it is signed.
    pub signed: bool,
    /// The difference between neighbours.
    pub step: i64,
}

/// The differences of a number between neighbours in each dimension, as long as nothing in `extended` wraps
/// around.
#[derive(Clone, Debug, Default)]
struct Affine<'c> {
    steps: [i64; 3],
    extended: Vec<(IntValue<'c>, bool, [i64; 3])>,
}

/// Splits a condition into conjuncts: each with the value it must have.
pub fn conjuncts<'c>(
    condition: InstructionValue<'c>,
    holds: bool,
) -> Vec<(InstructionValue<'c>, bool)> {
    use InstructionOpcode as Op;
    let sides = operands(condition);
    let is = |index: usize, value: bool| {
        sides.get(index).and_then(|&v| constant(v)).is_some_and(|v| (v & 1 == 1) == value)
    };
    let both = |first: usize, second: usize| {
        let part = |index: usize| sides.get(index).and_then(|&side| instruction_of(side));
        match (part(first), part(second)) {
            (Some(a), Some(b)) => [conjuncts(a, holds), conjuncts(b, holds)].concat(),
            _ => vec![(condition, holds)],
        }
    };
    match condition.get_opcode() {
        Op::And if holds => both(0, 1),
        Op::Or if !holds => both(0, 1),
        Op::Select if holds && is(2, false) => both(0, 1),
        Op::Select if !holds && is(1, true) => both(0, 2),
        Op::Xor if is(1, true) => match sides.first().and_then(|&side| instruction_of(side)) {
            Some(part) => conjuncts(part, !holds),
            None => vec![(condition, holds)],
        },
        _ => vec![(condition, holds)],
    }
}

/// Facts about the conditions of one kernel.
pub struct Guards<'c> {
    kernel: FunctionValue<'c>,
    /// Which of its arguments are objects that are not modified while it runs.
    objects: Vec<bool>,
    /// Instructions that are known to be uniform.
    agreed: HashSet<InstructionValue<'c>>,
    /// Divisions and remainders whose quotient is the same for the work-items in question.
    in_rows: Vec<InstructionValue<'c>>,
}

impl<'c> Guards<'c> {
    pub fn of(kernel: FunctionValue<'c>) -> Self {
        let parameters = 0..kernel.count_params();
        let objects = parameters.map(|index| by_value(kernel, index).is_some()).collect();
        Self { kernel, objects, agreed: HashSet::new(), in_rows: Vec::new() }
    }

    /// For a part of a kernel, which has the kernel's arguments and more: uniform numbers. `objects` marks
    /// the kernel's arguments that are unmodified objects.
    pub fn of_part(part: FunctionValue<'c>, objects: &[bool]) -> Self {
        let objects = objects.to_vec();
        Self { kernel: part, objects, agreed: HashSet::new(), in_rows: Vec::new() }
    }

    /// The same for a copy of the function.
    pub fn of_copy(&self, copy: FunctionValue<'c>) -> Self {
        Self::of_part(copy, &self.objects)
    }

    /// The same with additional uniform values, wherever these are computed.
    pub fn with_agreed(self, agreed: &HashSet<InstructionValue<'c>>) -> Self {
        Self { agreed: agreed.clone(), ..self }
    }

    /// The same for work-items for which the quotients of some divisions are equal.
    pub fn in_rows(kernel: FunctionValue<'c>, divisions: Vec<InstructionValue<'c>>) -> Self {
        Self { in_rows: divisions, ..Self::of(kernel) }
    }

    /// The recurrence of a number along dimension 0, if it is constant in the other dimensions and can be
    /// computed before the kernel runs.
    pub fn pace(&self, value: IntValue<'c>) -> Option<Pace<'c>> {
        let of = self.affine(value, MOST_STEPS)?;
        let along = |steps: [i64; 3]| {
            (steps[1] == 0 && steps[2] == 0 && steps[0].abs() <= FARTHEST).then_some(steps[0])
        };
        let mut extended = Vec::new();
        for &(value, signed, steps) in of.extended.iter().filter(|(_, _, steps)| *steps != [0; 3]) {
            let step = along(steps)?;
            if value.get_type().get_bit_width() < LEAST_BITS {
                return None;
            }
            extended.push(Extended { value, signed, step });
        }
        Some(Pace { step: along(of.steps)?, extended })
    }

    /// The work-items for which `comparison` is `holds`, if they form an interval along one dimension that
    /// can be computed before the kernel runs.
    pub fn interval(&self, comparison: InstructionValue<'c>, holds: bool) -> Option<Interval<'c>> {
        let written = comparison.get_icmp_predicate()?;
        let predicate = if holds { written } else { inverse(written) };
        let [BasicValueEnum::IntValue(left), BasicValueEnum::IntValue(right)] =
            operands(comparison)[..]
        else {
            return None;
        };
        if !(LEAST_BITS..=64).contains(&left.get_type().get_bit_width()) {
            return None;
        }
        let sides = [self.affine(left, MOST_STEPS)?, self.affine(right, MOST_STEPS)?];
        let (moving, bound, predicate, of) = match sides.each_ref().map(|s| s.steps == [0; 3]) {
            [false, true] => (left, right, predicate, &sides[0]),
            [true, false] => (right, left, swapped(predicate), &sides[1]),
            [true, true] => {
                let extended = Vec::new();
                let (moving, bound, dimension, step) = (left, right, 0, 0);
                return Some(Interval {
                    comparison,
                    holds,
                    dimension,
                    predicate,
                    moving,
                    step,
                    bound,
                    extended,
                });
            }
            [false, false] => return None,
        };
        let (dimension, step) = only_step(of.steps)?;
        // Ids are not negative, and those from 1 on are an interval.
        let is_id = moving.as_instruction().is_some_and(|i| place_of_id(i).is_some());
        let predicate = match predicate {
            IntPredicate::NE if is_id && bound.get_zero_extended_constant() == Some(0) => {
                IntPredicate::UGT
            }
            other => other,
        };
        let exact = matches!(predicate, IntPredicate::EQ | IntPredicate::NE);
        if step.abs() > FARTHEST || (exact && step.abs() != 1) {
            return None;
        }
        let mut extended = Vec::new();
        for &(value, signed, steps) in of.extended.iter().filter(|(_, _, steps)| *steps != [0; 3]) {
            let (along, step) = only_step(steps)?;
            let narrow = value.get_type().get_bit_width() < LEAST_BITS;
            if along != dimension || step.abs() > FARTHEST || narrow {
                return None;
            }
            extended.push(Extended { value, signed, step });
        }
        Some(Interval { comparison, holds, dimension, predicate, moving, step, bound, extended })
    }

    /// The differences of a number between neighbours; none if they are unknown, or the number cannot be
    /// computed before the kernel runs.
    fn affine(&self, value: IntValue<'c>, steps: u32) -> Option<Affine<'c>> {
        use InstructionOpcode as Op;
        let Some(instruction) = value.as_instruction() else { return Some(Affine::default()) };
        if self.agreed.contains(&instruction) {
            return Some(Affine::default());
        }
        let left = steps.checked_sub(1)?;
        let sides = operands(instruction);
        let side = |index: usize| match sides.get(index) {
            Some(BasicValueEnum::IntValue(int)) => self.affine(*int, left),
            _ => None,
        };
        let number = |index: usize| match sides.get(index) {
            Some(BasicValueEnum::IntValue(int)) => int.get_sign_extended_constant(),
            _ => None,
        };
        match instruction.get_opcode() {
            Op::Call => {
                if let Some(dimension) = place_of_id(instruction) {
                    let mut steps = [0; 3];
                    steps[dimension] = 1;
                    return Some(Affine { steps, extended: Vec::new() });
                }
            }
            Op::Add => return Some(side(0)?.plus(side(1)?, 1)),
            Op::Or if is_disjoint(instruction) => return Some(side(0)?.plus(side(1)?, 1)),
            Op::Sub => return Some(side(0)?.plus(side(1)?, -1)),
            Op::Mul if number(1).is_some() => return side(0)?.times(number(1)?),
            Op::Shl if number(1).is_some_and(|n| (0..32).contains(&n)) => {
                return side(0)?.times(1 << number(1)?);
            }
            Op::Trunc => return side(0),
            _ if self.in_rows.contains(&instruction) => {
                let is_column =
                    Division::of(instruction).is_some_and(|d| d.part == Part::Remainder);
                return if is_column { side(0) } else { Some(Affine::default()) };
            }
            opcode @ (Op::SExt | Op::ZExt) => {
                let mut of = side(0)?;
                if let Some(BasicValueEnum::IntValue(narrow)) = sides.first() {
                    of.extended.push((*narrow, opcode == Op::SExt, of.steps));
                }
                return Some(of);
            }
            _ => {}
        }
        self.is_same(instruction, left).then(Affine::default)
    }

    /// Whether an instruction is uniform, and can be computed anywhere.
    fn is_same(&self, instruction: InstructionValue<'c>, steps: u32) -> bool {
        use InstructionOpcode as Op;
        if self.agreed.contains(&instruction) {
            return true;
        }
        let Some(left) = steps.checked_sub(1) else { return false };
        let is_column = Division::of(instruction).is_some_and(|d| d.part == Part::Remainder);
        if self.in_rows.contains(&instruction) && !is_column {
            return true;
        }
        let made_of_same = || {
            let mut parts = operands(instruction).into_iter().filter_map(instruction_of);
            parts.all(|part| self.is_same(part, left))
        };
        let divisor = || operands(instruction).get(1).copied().and_then(constant);
        match instruction.get_opcode() {
            Op::Call => called_function(instruction).is_some_and(|callee| {
                let pure = match Builtin::of(callee) {
                    Some(builtin) => is_of_group(builtin),
                    None => is_vectorizable_intrinsic(callee) && touches_no_memory(callee),
                };
                pure && made_of_same()
            }),
            Op::Load => {
                access_bytes(instruction).is_some()
                    && accessed_pointer(instruction).is_some_and(|p| self.is_unchanging(p))
            }
            Op::UDiv | Op::URem => divisor().is_some_and(|d| d != 0) && made_of_same(),
            // Except for -1, which overflows for one number.
            Op::SDiv | Op::SRem => {
                divisor().is_some_and(|d| (1..1 << 7).contains(&d)) && made_of_same()
            }
            Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::ICmp
            | Op::Select
            | Op::Trunc
            | Op::ZExt
            | Op::SExt
            | Op::Freeze => made_of_same(),
            _ => false,
        }
    }

    /// Whether a pointer points to a known offset in an argument that is passed by value.
    fn is_unchanging(&self, pointer: PointerValue<'c>) -> bool {
        let place = pointer.as_instruction().map(address_terms);
        let known = match &place {
            None => true,
            Some(Some(terms)) => terms.terms.is_empty() && terms.base.as_instruction().is_none(),
            Some(None) => false,
        };
        let of_kernel = |owner: PointerValue<'c>| {
            (0..).zip(&self.objects).any(|(index, &object)| {
                object && self.kernel.get_nth_param(index) == Some(owner.into())
            })
        };
        known && argument_behind(pointer).is_some_and(of_kernel)
    }
}

impl Affine<'_> {
    fn plus(mut self, other: Self, sign: i64) -> Self {
        for (step, more) in self.steps.iter_mut().zip(other.steps) {
            *step = step.wrapping_add(more.wrapping_mul(sign));
        }
        self.extended.extend(other.extended);
        self
    }

    fn times(mut self, factor: i64) -> Option<Self> {
        for step in &mut self.steps {
            *step = step.checked_mul(factor)?;
        }
        Some(self)
    }
}

/// The dimension of a call that queries a work-item's id.
fn place_of_id(call: InstructionValue<'_>) -> Option<usize> {
    let builtin = called_function(call).and_then(Builtin::of)?;
    if !matches!(builtin, Builtin::GlobalId | Builtin::LocalId) {
        return None;
    }
    let dimension = operands(call).first().copied().and_then(constant)?;
    usize::try_from(dimension).ok().filter(|&d| d < 3)
}

/// Whether a builtin has the same result for all work-items of a work-group.
fn is_of_group(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::GlobalSize
            | Builtin::GlobalOffset
            | Builtin::LocalSize
            | Builtin::EnqueuedLocalSize
            | Builtin::NumGroups
            | Builtin::GroupId
            | Builtin::WorkDim
    )
}

/// The only dimension with a non-zero step, and the step.
fn only_step(steps: [i64; 3]) -> Option<(usize, i64)> {
    let mut found = steps.into_iter().enumerate().filter(|(_, step)| *step != 0);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

fn inverse(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::EQ => P::NE,
        P::NE => P::EQ,
        P::UGT => P::ULE,
        P::UGE => P::ULT,
        P::ULT => P::UGE,
        P::ULE => P::UGT,
        P::SGT => P::SLE,
        P::SGE => P::SLT,
        P::SLT => P::SGE,
        P::SLE => P::SGT,
    }
}

/// The predicate for exchanged operands.
pub fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::EQ | P::NE => predicate,
        P::UGT => P::ULT,
        P::UGE => P::ULE,
        P::ULT => P::UGT,
        P::ULE => P::UGE,
        P::SGT => P::SLT,
        P::SGE => P::SLE,
        P::SLT => P::SGT,
        P::SLE => P::SGE,
    }
}
