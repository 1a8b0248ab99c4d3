//! Values that are cheaper to recompute than to store across a barrier: expressions of constants, arguments and
//! queries of the index space.

use scythe_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    access_bytes, accessed_pointer, argument_behind, called_function, incoming_edges, instructions,
    operand_instruction, repeat_before, replace_operand, set_operand, users,
};

use crate::Builtin;

/// Longer chains of instructions are stored instead.
const MOST_STEPS: u32 = 6;

/// Repeats cheap values in every block that uses them. `by_value` marks the arguments that are objects which
/// are not modified while the kernel runs.
pub fn repeat<'c>(kernel: FunctionValue<'c>, by_value: &[bool]) {
    let arguments = kernel.get_params();
    let cheap = Cheap::of(&arguments, by_value);
    for instruction in instructions(kernel) {
        if instruction.get_opcode() == InstructionOpcode::Alloca
            || !cheap.is_repeatable(instruction, MOST_STEPS)
        {
            continue;
        }
        for user in users(instruction) {
            if user.get_opcode() == InstructionOpcode::Phi {
                // A phi uses its value at the end of the incoming block.
                for (index, block) in incoming_edges(user, instruction) {
                    if let Some(end) = block.get_terminator()
                        && Some(block) != instruction.get_parent()
                    {
                        set_operand(user, index, cheap.copy(instruction, end));
                    }
                }
            } else if user.get_parent() != instruction.get_parent() {
                replace_operand(user, instruction, cheap.copy(instruction, user));
            }
        }
    }
}

/// Decides which values of a kernel are cheap.
pub struct Cheap<'a, 'c> {
    arguments: &'a [BasicValueEnum<'c>],
    by_value: &'a [bool],
}

impl<'a, 'c> Cheap<'a, 'c> {
    /// For a kernel with these arguments, some of which are unmodified objects.
    pub fn of(arguments: &'a [BasicValueEnum<'c>], by_value: &'a [bool]) -> Self {
        Self { arguments, by_value }
    }

    /// Whether a value is recomputed where it is used, and never stored.
    pub fn is_cheap(&self, value: InstructionValue<'c>) -> bool {
        self.is_repeatable(value, MOST_STEPS)
    }

    fn is_repeatable(&self, instruction: InstructionValue<'c>, steps: u32) -> bool {
        use InstructionOpcode as Op;
        if steps == 0 {
            return false;
        }
        let fits = match instruction.get_opcode() {
            // The called function is an operand, too.
            Op::Call => {
                return called_function(instruction)
                    .and_then(Builtin::of)
                    .is_some_and(Builtin::is_rematerialisable)
                    && self.operands_fit(instruction, 1, steps);
            }
            Op::Load => {
                access_bytes(instruction).is_some()
                    && accessed_pointer(instruction).is_some_and(|p| self.is_unchanging(p))
            }
            Op::GetElementPtr
            | Op::Trunc
            | Op::ZExt
            | Op::SExt
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::ICmp
            | Op::Select => true,
            _ => false,
        };
        fits && self.operands_fit(instruction, 0, steps)
    }

    fn operands_fit(&self, instruction: InstructionValue<'c>, but: u32, steps: u32) -> bool {
        (0..instruction.get_num_operands() - but).all(|index| {
            operand_instruction(instruction, index)
                .is_none_or(|operand| self.is_repeatable(operand, steps - 1))
        })
    }

    /// Whether a pointer points into an argument that is passed by value.
    fn is_unchanging(&self, pointer: PointerValue<'c>) -> bool {
        argument_behind(pointer).is_some_and(|owner| {
            self.arguments
                .iter()
                .zip(self.by_value)
                .any(|(argument, &by_value)| by_value && *argument == BasicValueEnum::from(owner))
        })
    }

    /// Inserts a copy of a value, and of the values it depends on, before `at`.
    fn copy(&self, value: InstructionValue<'c>, at: InstructionValue<'c>) -> InstructionValue<'c> {
        let copy = repeat_before(value, at);
        for index in 0..value.get_num_operands() {
            if let Some(operand) = operand_instruction(value, index) {
                replace_operand(copy, operand, self.copy(operand, copy));
            }
        }
        copy
    }
}
