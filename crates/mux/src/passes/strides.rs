//! How a value changes from one work-item to its neighbour in dimension 0.

use std::collections::HashMap;

use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    access_bytes, accessed_pointer, address_terms, called_function, incoming_values, instruction_of,
    operands,
};

use super::parallel_accesses::is_shared;
use crate::Builtin;

/// The difference between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// Always this much; 0 is the same value for all.
    Known(i64),
    /// Anything.
    Unknown,
}

/// What neighbours do with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// All access the same place.
    Same,
    /// They access places side by side.
    SideBySide,
    /// They access places here and there.
    Scattered,
    /// Each accesses memory of its own.
    Private,
}

/// Finds out about the values of one kernel.
pub struct Strides<'c> {
    /// Whether a pointer found in memory may lead to a private variable.
    escaped: bool,
    /// What is known, or being found out.
    known: HashMap<InstructionValue<'c>, Option<Stride>>,
}

impl<'c> Strides<'c> {
    pub fn of(kernel: FunctionValue<'c>) -> Self {
        let all = scythe_llvm::instructions(kernel);
        Self { escaped: super::parallel_accesses::private_memory_escapes(&all), known: HashMap::new() }
    }

    /// What a plain load or store does; none for everything else.
    pub fn access(&mut self, instruction: InstructionValue<'c>) -> Option<Access> {
        let pointer = accessed_pointer(instruction)?;
        let bytes = access_bytes(instruction)?;
        Some(self.access_of(pointer, bytes))
    }

    fn access_of(&mut self, pointer: PointerValue<'c>, bytes: u64) -> Access {
        if !is_shared(pointer, self.escaped) {
            return Access::Private;
        }
        match self.value(pointer.into()) {
            Some(Stride::Known(0)) => Access::Same,
            Some(Stride::Known(step)) if u64::try_from(step) == Ok(bytes) => Access::SideBySide,
            _ => Access::Scattered,
        }
    }

    /// The stride of a value; none while it depends on itself alone.
    fn value(&mut self, value: BasicValueEnum<'c>) -> Option<Stride> {
        let Some(instruction) = instruction_of(value) else { return Some(Stride::Known(0)) };
        if let Some(&known) = self.known.get(&instruction) {
            return known;
        }
        self.known.insert(instruction, None);
        let stride = self.instruction(instruction);
        self.known.insert(instruction, stride);
        stride
    }

    fn instruction(&mut self, instruction: InstructionValue<'c>) -> Option<Stride> {
        use InstructionOpcode as Op;
        match instruction.get_opcode() {
            Op::Call => return Some(of_call(instruction)),
            Op::Load => {
                let same = self.access(instruction) == Some(Access::Same);
                return Some(if same { Stride::Known(0) } else { Stride::Unknown });
            }
            Op::Phi => {
                let values = incoming_values(instruction);
                return self.join(&values);
            }
            Op::Select => {
                let all = operands(instruction);
                return match self.value(all[0]) {
                    Some(Stride::Known(0)) => self.join(&all[1..]),
                    _ => Some(Stride::Unknown),
                };
            }
            Op::GetElementPtr => return self.address(instruction),
            _ => {}
        }
        let all = operands(instruction);
        let strides: Vec<Option<Stride>> = all.iter().map(|&v| self.value(v)).collect();
        match (instruction.get_opcode(), strides.as_slice()) {
            (Op::Add, &[a, b]) => plus(a, b),
            (Op::Sub, &[a, b]) => plus(a, times(b, -1)),
            (Op::Mul, &[a, b]) => match (constant(all[0]), constant(all[1])) {
                (_, Some(factor)) => times(a, factor),
                (Some(factor), _) => times(b, factor),
                _ => same_if_all_same(&strides),
            },
            (Op::Shl, &[a, _]) => match constant(all[1]) {
                Some(bits @ 0..=62) => times(a, 1 << bits),
                _ => same_if_all_same(&strides),
            },
            (Op::SExt | Op::ZExt | Op::Trunc | Op::Freeze, &[a]) => a,
            _ => same_if_all_same(&strides),
        }
    }

    fn join(&mut self, values: &[BasicValueEnum<'c>]) -> Option<Stride> {
        let mut all = values.iter().filter_map(|&v| self.value(v)).collect::<Vec<_>>().into_iter();
        let first = all.next()?;
        Some(if all.all(|other| other == first) { first } else { Stride::Unknown })
    }

    fn address(&mut self, instruction: InstructionValue<'c>) -> Option<Stride> {
        let Some((base, terms)) = address_terms(instruction) else {
            return Some(Stride::Unknown);
        };
        let mut sum = self.value(base.into());
        for (index, scale) in terms {
            sum = plus(sum, times(self.value(index), scale));
        }
        sum
    }
}

fn of_call(call: InstructionValue<'_>) -> Stride {
    let Some(builtin) = called_function(call).and_then(Builtin::of) else {
        return Stride::Unknown;
    };
    match builtin {
        Builtin::LocalId | Builtin::GlobalId => match operands(call).first().map(|&d| constant(d)) {
            Some(Some(0)) => Stride::Known(1),
            // Neighbours in dimension 0 agree about the others.
            Some(Some(_)) => Stride::Known(0),
            _ => Stride::Unknown,
        },
        Builtin::LocalLinearId | Builtin::GlobalLinearId | Builtin::SubGroupLocalId => {
            Stride::Known(1)
        }
        _ if builtin.is_rematerialisable() => Stride::Known(0),
        _ => Stride::Unknown,
    }
}

fn constant(value: BasicValueEnum<'_>) -> Option<i64> {
    match value {
        BasicValueEnum::IntValue(int) => int.get_sign_extended_constant(),
        _ => None,
    }
}

/// A value that depends on itself changes as it did before if it is added to what is the same for all.
fn plus(a: Option<Stride>, b: Option<Stride>) -> Option<Stride> {
    match (a, b) {
        (None, Some(Stride::Known(0)) | None) | (Some(Stride::Known(0)), None) => None,
        (Some(Stride::Known(a)), Some(Stride::Known(b))) => {
            Some(a.checked_add(b).map_or(Stride::Unknown, Stride::Known))
        }
        _ => Some(Stride::Unknown),
    }
}

fn times(stride: Option<Stride>, factor: i64) -> Option<Stride> {
    match stride {
        Some(Stride::Known(step)) => {
            Some(step.checked_mul(factor).map_or(Stride::Unknown, Stride::Known))
        }
        None if factor == 1 => None,
        _ => Some(Stride::Unknown),
    }
}

fn same_if_all_same(strides: &[Option<Stride>]) -> Option<Stride> {
    let known = |s: &Option<Stride>| matches!(s, Some(Stride::Known(0)) | None);
    if !strides.iter().all(known) {
        return Some(Stride::Unknown);
    }
    // Nothing but itself: as good as the same.
    Some(Stride::Known(0))
}
