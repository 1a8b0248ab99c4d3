//! Runs flat index spaces row by row.
//!
//! Before: `@k` with `column = global_id(0) % width, row = global_id(0) / width`
//! After:  `@k` as it was; `@k.mux-in-rows(…, row)`, in which the row is an argument and the column is
//!         `global_id(0) - row * width`; and `@k.mux-rows(…, ptr)`, which computes how many work-items from one on
//!         agree on the row, and which one that is. `work-item-loops` runs `@k.mux-in-rows` for those, unless rows
//!         are short
//!
//! Within a row there are no divisions, values that depend on the row alone are uniform, and the column is a
//! counter: guards on it become bounds (`narrow-work-items`), and accesses are contiguous.
//!
//! The dividend increases by a constant from one work-item to the next, in any arithmetic, or is the remainder of an
//! earlier division; divisors are uniform. Both have to be known before the kernel runs: they are expressions of ids,
//! sizes and arguments.
//!
//! Requires: optimised kernels, objects that are not written (`copy-written-objects`).

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
};
use scythe_llvm::{
    clone_with_parameters, instructions, numbers, operands, replace_uses, set_attribute,
    string_attribute,
};

use super::calls::reaches_call;
use super::cuts::cuts_in;
use super::guards::{Guards, Pace};
use super::narrow_work_items::MOST_TWICE;
use super::sub_groups::uses_sub_groups;
use super::{bounds, innermost, rows};
use crate::kernel::{ATTR_KERNEL, META_KEEP_ROWS, entry_points};
use crate::{Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "split-rows",
    summary: "run work-items row by row where kernels divide a flat index",
    run,
};

/// On a kernel: the function that computes where rows end.
const ATTR_ROWS: &str = "mux-rows";
/// On a kernel: the function for work-items of a row.
const ATTR_IN_ROWS: &str = "mux-in-rows";

/// More quotients would be too many arguments.
const MOST_QUOTIENTS: usize = 8;
/// Rows of fewer work-items are not worth a loop of their own.
pub(super) const LEAST_ROW: u64 = 32;

/// The functions for running a kernel row by row.
#[derive(Clone, Copy, Debug)]
pub struct InRows<'c> {
    /// Computes where rows end, and the quotients.
    pub bounds: FunctionValue<'c>,
    /// Runs a work-item in a row; the quotients are its last arguments.
    pub body: FunctionValue<'c>,
}

impl<'c> InRows<'c> {
    /// The result of this pass for a kernel.
    pub fn of(module: &Module<'c>, kernel: FunctionValue<'c>) -> Option<Self> {
        let function = |attribute: &str| {
            string_attribute(kernel, attribute).and_then(|name| module.get_function(&name))
        };
        Some(Self { bounds: function(ATTR_ROWS)?, body: function(ATTR_IN_ROWS)? })
    }

    /// Removes the attributes from the wrapper that implements them.
    pub fn done(wrapper: FunctionValue<'c>) {
        for name in [ATTR_ROWS, ATTR_IN_ROWS] {
            wrapper.remove_string_attribute(AttributeLoc::Function, name);
        }
    }
}

/// A kernel, and its version for rows, if there is one.
pub(super) fn versions<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
) -> impl Iterator<Item = FunctionValue<'c>> + use<'c> {
    let body = InRows::of(module, kernel).map(|rows| rows.body);
    std::iter::once(kernel).chain(body)
}

/// The requested part of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Quotient,
    Remainder,
    /// The numerator without the remainder.
    Multiple,
}

/// A division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division<'c> {
    pub instruction: InstructionValue<'c>,
    pub numerator: IntValue<'c>,
    pub divisor: IntValue<'c>,
    pub signed: bool,
    pub part: Part,
}

impl<'c> Division<'c> {
    /// The division that an instruction computes, if it is one.
    pub(super) fn of(instruction: InstructionValue<'c>) -> Option<Self> {
        use InstructionOpcode as Op;
        let [BasicValueEnum::IntValue(numerator), BasicValueEnum::IntValue(second)] =
            operands(instruction)[..]
        else {
            return None;
        };
        let ty = numerator.get_type();
        if !matches!(ty.get_bit_width(), 16 | 32 | 64) {
            return None;
        }
        let bits = ty.get_bit_width();
        let power = |exponent: u32| (exponent < bits).then(|| ty.const_int(1 << exponent, false));
        let (divisor, part) = match instruction.get_opcode() {
            Op::UDiv | Op::SDiv => (second, Part::Quotient),
            Op::URem | Op::SRem => (second, Part::Remainder),
            // Powers of two.
            Op::LShr => {
                let exponent = u32::try_from(second.get_zero_extended_constant()?).ok()?;
                (power(exponent)?, Part::Quotient)
            }
            Op::And => {
                let mask = second.get_zero_extended_constant()?;
                let (low, high) = (mask.trailing_ones(), mask.trailing_zeros());
                match bits - mask.count_ones() {
                    zeros if zeros + low == bits => (power(low)?, Part::Remainder),
                    zeros if zeros == high => (power(high)?, Part::Multiple),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let signed = matches!(instruction.get_opcode(), Op::SDiv | Op::SRem);
        Some(Self { instruction, numerator, divisor, signed, part })
    }

    /// Whether both have the same quotient.
    fn agrees(&self, other: &Self) -> bool {
        (self.numerator, self.divisor, self.signed)
            == (other.numerator, other.divisor, other.signed)
    }
}

/// A division of a number that advances by a constant, or of a uniform number.
#[derive(Clone, Debug)]
pub(super) struct Row<'c> {
    pub division: Division<'c>,
    pub pace: Pace<'c>,
    /// The index of its quotient.
    pub quotient: usize,
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    // Rows are counted in 64-bit numbers.
    if size_type(cx.module).get_bit_width() != 64 {
        return Ok(changed);
    }
    for kernel in entry_points(cx.module) {
        let meets = !cuts_in(kernel).is_empty() || reaches_call(kernel, uses_sub_groups);
        let kept = numbers(kernel, META_KEEP_ROWS).is_some();
        let flat = (1..3).all(|dimension| !innermost::asks_about(kernel, dimension));
        if !meets && !kept && flat && split(cx, kernel)? {
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn split<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<bool, MuxError> {
    let all = instructions(kernel);
    if all.len() > MOST_TWICE {
        return Ok(false);
    }
    let found = rows_of(kernel, &all);
    if !found.iter().any(|row| row.pace.step != 0) {
        return Ok(false);
    }
    let mut types: Vec<BasicTypeEnum<'c>> = Vec::new();
    for row in &found {
        if row.quotient == types.len() {
            types.push(row.division.numerator.get_type().into());
        }
    }
    let name = kernel.get_name().to_string_lossy().into_owned();
    let lost = || MuxError::malformed(&name, "lost a division");
    let bounds = rows::make(cx, kernel, &format!("{name}.mux-rows"), &found)?;
    let body = clone_with_parameters(kernel, &format!("{name}.mux-in-rows"), &types);
    let first = kernel.count_params() as usize;
    let builder = cx.module.get_context().create_builder();
    let mut replaced = Vec::new();
    for row in &found {
        let place = bounds::place_in(kernel, row.division.instruction).ok_or_else(lost)?;
        let same = bounds::at(body, place).ok_or_else(lost)?;
        let parameter = body.get_nth_param((first + row.quotient) as u32).ok_or_else(lost)?;
        replaced.push((same, parameter.into_int_value()));
    }
    for (instruction, quotient) in replaced {
        let division = Division::of(instruction).ok_or_else(lost)?;
        quotient.set_name("quotient");
        builder.position_before(&division.instruction);
        // Multiples of the divisor and remainders are not larger than the dividend: nothing wraps around.
        let times = || match division.signed {
            true => builder.build_int_nsw_mul(quotient, division.divisor, ""),
            false => builder.build_int_nuw_mul(quotient, division.divisor, ""),
        };
        let value = match division.part {
            Part::Quotient => quotient,
            Part::Multiple => times()?,
            Part::Remainder if division.signed => {
                builder.build_int_nsw_sub(division.numerator, times()?, "column")?
            }
            Part::Remainder => builder.build_int_nuw_sub(division.numerator, times()?, "column")?,
        };
        replace_uses(&division.instruction, &value);
        division.instruction.erase_from_basic_block();
    }
    body.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    body.set_linkage(Linkage::Internal);
    let named = |function: FunctionValue<'c>| function.get_name().to_string_lossy().into_owned();
    set_attribute(cx.module, kernel, ATTR_ROWS, &named(bounds));
    set_attribute(cx.module, kernel, ATTR_IN_ROWS, &named(body));
    Ok(true)
}

/// The divisions of a kernel that define rows, each after those that it depends on.
fn rows_of<'c>(kernel: FunctionValue<'c>, all: &[InstructionValue<'c>]) -> Vec<Row<'c>> {
    let mut left: Vec<Division<'c>> = all.iter().copied().filter_map(Division::of).collect();
    let mut found: Vec<Row<'c>> = Vec::new();
    loop {
        let known = found.iter().map(|row| row.division.instruction).collect();
        let guards = Guards::in_rows(kernel, known);
        let next = left.iter().enumerate().find_map(|(index, division)| {
            if guards.pace(division.divisor)?.step != 0 {
                return None;
            }
            let pace = guards.pace(division.numerator)?;
            pays(division, pace.step).then_some((index, pace))
        });
        let Some((index, pace)) = next else { return found };
        let division = left.remove(index);
        let quotients = found.iter().map(|row| row.quotient + 1).max().unwrap_or(0);
        let same = found.iter().find(|row| row.division.agrees(&division));
        let quotient = same.map_or(quotients, |row| row.quotient);
        if quotient < MOST_QUOTIENTS {
            found.push(Row { division, pace, quotient });
        }
    }
}

/// Whether rows may be long enough, as far as is known now.
fn pays(division: &Division<'_>, step: i64) -> bool {
    let Ok(step) = u64::try_from(step) else { return false };
    let known = if division.signed {
        division.divisor.get_sign_extended_constant().map(i64::unsigned_abs)
    } else {
        division.divisor.get_zero_extended_constant()
    };
    // A uniform number needs no rows; they only pay if the division is slow.
    match known {
        Some(known) => step > 0 && known >= LEAST_ROW * step,
        None => true,
    }
}
