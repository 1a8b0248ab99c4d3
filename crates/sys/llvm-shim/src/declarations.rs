//! Debug information of variables.

use inkwell::values::{AsValueRef, FunctionValue, InstructionOpcode, InstructionValue};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheIsDeclared(alloca: LLVMValueRef) -> bool;
    fn scytheDeclareFirst(function: LLVMValueRef, keep: bool);
}

/// Whether a local variable is declared by the program, with a name for debuggers.
#[must_use]
pub fn is_declared(variable: InstructionValue<'_>) -> bool {
    // SAFETY: a live instruction.
    variable.get_opcode() == InstructionOpcode::Alloca
        && unsafe { scytheIsDeclared(variable.as_value_ref()) }
}

/// Moves the declarations of all variables to the end of a function's first block, since their own blocks may
/// be removed.
pub fn declare_first(function: FunctionValue<'_>) {
    move_declarations(function, false);
}

/// The same, and stores the addresses of variables that are parameters, so that a debugger finds them as long
/// as the function runs.
pub fn declare_for_good(function: FunctionValue<'_>) {
    move_declarations(function, true);
}

fn move_declarations(function: FunctionValue<'_>, keep: bool) {
    let ends = function.get_first_basic_block().and_then(|block| block.get_terminator()).is_some();
    if ends {
        // SAFETY: a live function whose first block has an end.
        unsafe { scytheDeclareFirst(function.as_value_ref(), keep) }
    }
}
