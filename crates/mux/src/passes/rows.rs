//! Functions that compute where rows of work-items end.
//!
//! `@k.mux-rows(…, ptr %out)` is called when the work-item's local id is that of the first one of a row. It
//! stores numbers of 64 bits: for how many work-items from there on all quotients stay the same, whether rows
//! are long enough to be worth it, and the quotients.
//!
//! The kernel may not reach a division by 0; here it is a division by 1, whose result is unused.

use std::collections::HashMap;

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::{FunctionValue, InstructionValue, IntValue};
use scythe_llvm::{clone_with_parameters, first_insertion_point, replace_uses};

use super::bounds::{Emitter, MANY, answer, at, place_in};
use super::guards::{Guards, Pace};
use super::split_rows::{Division, LEAST_ROW, Part, Row};
use crate::{MuxError, PassCx, size_type};

/// The number of values before the quotients.
pub const FIRST_QUOTIENT: u64 = 2;

/// Makes the function for the divisions of a kernel.
pub fn make<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    name: &str,
    rows: &[Row<'c>],
) -> Result<FunctionValue<'c>, MuxError> {
    let lost = || MuxError::malformed(name, "lost a division");
    let context = cx.module.get_context();
    let function =
        clone_with_parameters(kernel, name, &[context.ptr_type(Default::default()).into()]);
    let divisions = rows
        .iter()
        .map(|row| {
            place_in(kernel, row.division.instruction)
                .and_then(|place| at(function, place))
                .and_then(Division::of)
                .ok_or_else(lost)
        })
        .collect::<Result<Vec<_>, MuxError>>()?;
    let entry = function.get_first_basic_block().ok_or_else(lost)?;
    let start = first_insertion_point(entry).ok_or_else(lost)?;
    let builder = context.create_builder();
    builder.position_before(&start);
    let emitter = Emitter { cx, builder: &builder, before: start };
    let mut paces = Vec::new();
    for (index, division) in divisions.iter().enumerate() {
        let known = divisions[..index].iter().map(|division| division.instruction).collect();
        let pace = Guards::in_rows(function, known).pace(division.numerator);
        paces.push(pace.ok_or_else(lost)?);
    }
    let mut count = emitter.number(MANY);
    let mut long = context.bool_type().const_int(1, false);
    let mut quotients: Vec<IntValue<'c>> = Vec::new();
    // The replacements of divisions: these are not repeated themselves, as they may divide by 0.
    let mut done: HashMap<InstructionValue<'c>, IntValue<'c>> = HashMap::new();
    for ((row, old), mut pace) in rows.iter().zip(&divisions).zip(paces) {
        let division = Division::of(old.instruction).ok_or_else(lost)?;
        for part in &mut pace.extended {
            let became = part.value.as_instruction().and_then(|i| done.get(&i).copied());
            part.value = became.unwrap_or(part.value);
        }
        let emitted = emitter.divide(&division, &pace)?;
        if pace.step != 0 {
            count = emitter.least(count, emitted.count)?;
            long = builder.build_and(long, emitted.long, "")?;
        }
        if row.quotient == quotients.len() {
            quotients.push(emitted.quotient);
        }
        let value = match division.part {
            Part::Quotient => emitted.quotient,
            Part::Remainder => emitted.remainder,
            Part::Multiple => emitted.multiple,
        };
        replace_uses(&division.instruction, &value);
        done.insert(division.instruction, value);
    }
    let wide = size_type(cx.module);
    let long = builder.build_int_z_extend(long, wide, "")?;
    let mut all = vec![count, long];
    for quotient in quotients {
        all.push(builder.build_int_z_extend_or_bit_cast(quotient, wide, "")?);
    }
    answer(cx, function, (&builder, start), &all)?;
    Ok(function)
}

/// The result of a division for the first work-item of a row.
struct Divided<'c> {
    quotient: IntValue<'c>,
    remainder: IntValue<'c>,
    /// The numerator without the remainder.
    multiple: IntValue<'c>,
    /// The number of work-items with the same quotient.
    count: IntValue<'c>,
    /// Whether rows have enough work-items.
    long: IntValue<'c>,
}

impl<'c> Emitter<'_, 'c> {
    fn divide(&self, division: &Division<'c>, pace: &Pace<'c>) -> Result<Divided<'c>, MuxError> {
        let builder = self.builder;
        let (numerator, divisor) = (self.again(division.numerator), self.again(division.divisor));
        let ty = numerator.get_type();
        let (zero, one) = (ty.const_zero(), ty.const_int(1, false));
        let choose = |condition, yes: IntValue<'c>, no: IntValue<'c>| {
            let chosen = builder.build_select(condition, yes, no, "")?;
            Ok::<_, MuxError>(chosen.into_int_value())
        };
        // Absolute values as unsigned numbers, which cannot overflow.
        let negative = |value| builder.build_int_compare(IntPredicate::SLT, value, zero, "");
        let opposite = |value| builder.build_int_sub(zero, value, "");
        let size = |value: IntValue<'c>| match division.signed {
            true => choose(negative(value)?, opposite(value)?, value),
            false => Ok(value),
        };
        let by_nothing = builder.build_int_compare(IntPredicate::EQ, divisor, zero, "")?;
        let by = choose(by_nothing, one, size(divisor)?)?;
        let quotient = builder.build_int_unsigned_div(size(numerator)?, by, "")?;
        let times = builder.build_int_mul(quotient, by, "")?;
        let left = builder.build_int_sub(size(numerator)?, times, "")?;
        let step = pace.step.unsigned_abs().max(1);

        let wide = self.number(0).get_type();
        let extend = |value| builder.build_int_z_extend_or_bit_cast(value, wide, "");
        let (wide_left, wide_by) = (extend(left)?, extend(by)?);
        let last = builder.build_int_sub(wide_by, self.number(1), "")?;
        let mut count = self.steps(wide_left, last, step)?;
        let (mut signed_quotient, mut remainder) = (quotient, left);
        if division.signed {
            // Negative numbers increase to a multiple of the divisor, those nearest to 0 beyond it.
            let below = negative(numerator)?;
            let nearest = builder.build_int_compare(IntPredicate::EQ, quotient, zero, "")?;
            let to_zero = builder.build_int_add(wide_left, last, "")?;
            let distance = choose(nearest, to_zero, wide_left)?;
            let rising = self.steps(self.number(0), distance, step)?;
            count = choose(below, rising, count)?;
            let differ = builder.build_xor(below, negative(divisor)?, "")?;
            signed_quotient = choose(differ, opposite(quotient)?, quotient)?;
            remainder = choose(below, opposite(left)?, left)?;
        }
        count = choose(by_nothing, self.number(MANY), count)?;
        if pace.step != 0 {
            let from = self.ordered(numerator, division.signed, true)?;
            let until = self.until_wrap(from, ty.get_bit_width(), step)?;
            count = self.least(count, until)?;
            count = self.until_extended_wrap(&pace.extended, count)?;
        }
        let enough = self.number(LEAST_ROW * step);
        let long = builder.build_int_compare(IntPredicate::UGE, wide_by, enough, "")?;
        let long = builder.build_or(long, by_nothing, "")?;
        let multiple = builder.build_int_sub(numerator, remainder, "")?;
        Ok(Divided { quotient: signed_quotient, remainder, multiple, count, long })
    }
}
