//! Finds barriers that are certainly divergent: some work-items of a work-group do not reach them.
//!
//! Uniformity analysis finds barriers that may be divergent. Here a branch on which one depends must have a
//! condition of a work-item's id and constants alone. Its value is computed for all ids of a group, or for
//! the first two if the size of groups is unknown: a barrier for a group of one work-item would be strange.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode};
use scythe_llvm::{
    SourcePlace, call_instruction, called_function, instruction_of, operands, program_place,
    successors,
};

use super::cuts::{Level, level_of};
use super::divergence::divergent_cuts;
use super::early_returns::reachable;
use super::meet_in_loops::suspicion;
use crate::kernel::{entry_points, original_name};
use crate::{Builtin, SpaceFacts};

/// The largest size of a work-group in one dimension that is analysed.
const MOST: u64 = 4096;
/// Longer chains of instructions are not followed.
const MOST_STEPS: u32 = 8;

/// A barrier, or another function of a work-group, that some work-items do not reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivergentBarrier {
    /// The kernel, by clang's name.
    pub kernel: String,
    /// The location of the barrier; none without debug information.
    pub place: Option<SourcePlace>,
}

/// The barriers of a module's kernels that are known to be divergent.
#[must_use]
pub fn divergent_barriers(module: &Module<'_>) -> Vec<DivergentBarrier> {
    let mut found = Vec::new();
    for kernel in entry_points(module) {
        for (call, builtin) in divergent_cuts(kernel) {
            let Some(block) = call_instruction(call).get_parent() else { continue };
            let asked = level_of(builtin) == Some(Level::Group) && suspicion(call).is_none();
            if asked && is_divergent(kernel, block) {
                let place = program_place(call_instruction(call));
                found.push(DivergentBarrier { kernel: original_name(kernel), place });
            }
        }
    }
    found
}

/// Whether a branch certainly sends some work-items of a group to a block and others never.
fn is_divergent<'c>(kernel: FunctionValue<'c>, block: BasicBlock<'c>) -> bool {
    kernel.get_basic_blocks().into_iter().any(|from| {
        let [first, second] = successors(from)[..] else { return false };
        let again = [first, second].map(|next| reachable(next).contains(&from));
        let comes = [first, second].map(|next| reachable(next).contains(&block));
        let decides = again == [false; 2] && comes[0] != comes[1];
        let branch = from.get_terminator().filter(|b| b.get_opcode() == InstructionOpcode::Br);
        let condition = branch.and_then(|b| b.get_operand(0)).and_then(|o| o.value());
        decides && condition.is_some_and(|condition| differs(kernel, condition))
    })
}

/// Whether a condition is true for some work-items of a group and false for others.
fn differs<'c>(kernel: FunctionValue<'c>, condition: BasicValueEnum<'c>) -> bool {
    let Some((id, dimension)) = id_in(condition, MOST_STEPS) else { return false };
    let local = SpaceFacts::of(kernel).local;
    let known = match id {
        Builtin::LocalLinearId | Builtin::GlobalLinearId => {
            local.iter().try_fold(1_u64, |all, size| all.checked_mul((*size)?))
        }
        _ => usize::try_from(dimension).ok().and_then(|d| local.get(d).copied().flatten()),
    };
    let size = known.unwrap_or(2).min(MOST);
    let values: Option<Vec<u64>> = (0..size).map(|n| evaluate(condition, n, MOST_STEPS)).collect();
    values.is_some_and(|values| values.contains(&0) && values.contains(&1))
}

/// The only id that a value depends on, and its dimension.
fn id_in(value: BasicValueEnum<'_>, steps: u32) -> Option<(Builtin, u64)> {
    let instruction = instruction_of(value)?;
    if steps == 0 {
        return None;
    }
    if instruction.get_opcode() == InstructionOpcode::Call {
        let id = called_function(instruction).and_then(Builtin::of)?;
        let dimension = operands(instruction).first().and_then(|&d| super::calls::constant(d));
        let is_id = matches!(
            id,
            Builtin::LocalId | Builtin::GlobalId | Builtin::LocalLinearId | Builtin::GlobalLinearId
        );
        return is_id.then(|| (id, dimension.unwrap_or(0)));
    }
    let mut found = operands(instruction).into_iter().filter_map(|o| id_in(o, steps - 1));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// The value for the work-item whose id is `id`; none if it depends on anything else.
fn evaluate(value: BasicValueEnum<'_>, id: u64, steps: u32) -> Option<u64> {
    use InstructionOpcode as Op;
    let BasicValueEnum::IntValue(int) = value else { return None };
    if let Some(constant) = int.get_zero_extended_constant() {
        return Some(constant);
    }
    let instruction = instruction_of(value).filter(|_| steps > 0)?;
    let bits = int.get_type().get_bit_width().min(64);
    let mask = u64::MAX >> (64 - bits);
    if instruction.get_opcode() == Op::Call {
        return called_function(instruction).and_then(Builtin::of).map(|_| id & mask);
    }
    let all: Option<Vec<u64>> =
        operands(instruction).into_iter().map(|o| evaluate(o, id, steps - 1)).collect();
    let all = all?;
    let made = match (instruction.get_opcode(), all.as_slice()) {
        (Op::ZExt | Op::Trunc, [a]) => *a,
        (Op::Add, [a, b]) => a.wrapping_add(*b),
        (Op::Sub, [a, b]) => a.wrapping_sub(*b),
        (Op::Mul, [a, b]) => a.wrapping_mul(*b),
        (Op::And, [a, b]) => a & b,
        (Op::Or, [a, b]) => a | b,
        (Op::Xor, [a, b]) => a ^ b,
        (Op::Shl, [a, b]) if *b < 64 => a << b,
        (Op::LShr, [a, b]) if *b < 64 => a >> b,
        (Op::UDiv, [a, b]) => a.checked_div(*b)?,
        (Op::URem, [a, b]) => a.checked_rem(*b)?,
        (Op::Select, [c, a, b]) => *(if *c == 1 { a } else { b }),
        (Op::ICmp, [a, b]) => {
            let operand = instruction.get_operand(0).and_then(|o| o.value())?;
            let width = operand
                .get_type()
                .is_int_type()
                .then(|| operand.get_type().into_int_type().get_bit_width().min(64))?;
            u64::from(compare(instruction.get_icmp_predicate()?, [*a, *b], width))
        }
        _ => return None,
    };
    Some(made & mask)
}

fn compare(predicate: IntPredicate, [a, b]: [u64; 2], bits: u32) -> bool {
    let signed = |x: u64| (x << (64 - bits)).cast_signed() >> (64 - bits);
    let (s, t) = (signed(a), signed(b));
    match predicate {
        IntPredicate::EQ => a == b,
        IntPredicate::NE => a != b,
        IntPredicate::UGT => a > b,
        IntPredicate::UGE => a >= b,
        IntPredicate::ULT => a < b,
        IntPredicate::ULE => a <= b,
        IntPredicate::SGT => s > t,
        IntPredicate::SGE => s >= t,
        IntPredicate::SLT => s < t,
        IntPredicate::SLE => s <= t,
    }
}
