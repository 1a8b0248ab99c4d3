//! The stack size of native code's variables.

use std::collections::HashSet;

use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode};
use scythe_llvm::{called_function, variable_layout};

/// Every thread has this much.
const LITTLE: u64 = 64 << 10;

/// KiB of the variables of a function and of all functions that it calls, together, since all of them may be
/// inlined. Zero if it is little.
pub fn kib(entry: FunctionValue<'_>) -> u32 {
    let mut seen = HashSet::new();
    let mut open = vec![entry];
    let mut bytes = 0u64;
    while let Some(function) = open.pop() {
        if !seen.insert(function) {
            continue;
        }
        for instruction in function.get_basic_blocks().iter().flat_map(|b| b.get_instructions()) {
            match instruction.get_opcode() {
                InstructionOpcode::Alloca => {
                    let (size, align) = variable_layout(instruction).unwrap_or_default();
                    bytes = bytes.saturating_add(size).saturating_add(align);
                }
                InstructionOpcode::Call => open.extend(called_function(instruction)),
                _ => {}
            }
        }
    }
    if bytes < LITTLE { 0 } else { u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use scythe_llvm::inkwell::context::Context;
    use scythe_llvm::parse_ir;

    use super::*;

    #[test]
    fn variables_of_all_callees_count_once() {
        let text = "
            define void @entry() {
              %a = alloca [16777216 x i8], align 16
              call void @callee(ptr %a)
              call void @callee(ptr %a)
              ret void
            }
            define void @callee(ptr %p) {
              %b = alloca [1024 x [1024 x i32]], align 16
              call void @callee(ptr %b)
              call void @unknown(ptr %b)
              ret void
            }
            define void @small() {
              %c = alloca [1000 x i32], align 16
              ret void
            }
            declare void @unknown(ptr)
        ";
        let context = Context::create();
        let module = parse_ir(&context, "m", text.as_bytes()).expect("valid IR");
        let of = |name| kib(module.get_function(name).expect("is there"));
        assert_eq!(of("entry"), (16 << 10) + (4 << 10) + 1, "and their alignment");
        assert_eq!(of("small"), 0);
        assert_eq!(of("unknown"), 0);
    }
}
