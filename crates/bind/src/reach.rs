//! Which memory a kernel may write to.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    Object, accessed_pointer, argument_behind, atomic_pointer, by_value, call_argument,
    called_function, instructions, objects, set_attribute, string_attribute, touches_no_memory,
};

/// The attribute of a kernel that may write through pointers which are not among its arguments.
const ATTR_WRITES_ELSEWHERE: &str = "scythe-writes-elsewhere";

/// Notes which kernels may write through pointers that they load from memory, make from a number, or get from
/// a function. A function that is not inlined might do anything.
///
/// Kernels are given as written, with function objects and pointers as parameters.
pub fn note_writes<'c>(module: &Module<'c>, kernels: Vec<FunctionValue<'c>>) {
    for kernel in kernels.into_iter().filter(|kernel| may_write_elsewhere(*kernel)) {
        note_writes_elsewhere(module, kernel);
    }
}

/// Notes that a kernel may write through pointers that are not among its arguments. All versions of it keep
/// the attribute.
pub fn note_writes_elsewhere(module: &Module<'_>, kernel: FunctionValue<'_>) {
    set_attribute(module, kernel, ATTR_WRITES_ELSEWHERE, "");
}

/// Whether that was noted.
#[must_use]
pub fn writes_elsewhere(kernel: FunctionValue<'_>) -> bool {
    string_attribute(kernel, ATTR_WRITES_ELSEWHERE).is_some()
}

fn may_write_elsewhere(kernel: FunctionValue<'_>) -> bool {
    let leads_elsewhere = |pointer: PointerValue<'_>| {
        let all = objects(pointer);
        all.is_empty() || !all.into_iter().all(|object| is_own(kernel, object))
    };
    instructions(kernel).into_iter().any(|instruction| match instruction.get_opcode() {
        InstructionOpcode::Store => accessed_pointer(instruction).is_none_or(leads_elsewhere),
        InstructionOpcode::AtomicCmpXchg | InstructionOpcode::AtomicRMW => {
            atomic_pointer(instruction).is_none_or(leads_elsewhere)
        }
        InstructionOpcode::Call if is_pure(instruction) => false,
        InstructionOpcode::Call => match called_function(instruction) {
            Some(called) if touches_no_memory(called) => false,
            Some(called) if called.count_basic_blocks() == 0 => {
                let name = called.get_name().to_string_lossy();
                if name.starts_with("llvm.mem") {
                    target(instruction).is_none_or(leads_elsewhere)
                } else {
                    // Builtins write only through their arguments.
                    let pointers = pointer_arguments(instruction);
                    let is_known = name.starts_with("__mux_")
                        || name.contains("__spirv_")
                        || called.get_intrinsic_id() != 0;
                    !is_known || pointers.into_iter().any(leads_elsewhere)
                }
            }
            _ => true,
        },
        InstructionOpcode::Invoke | InstructionOpcode::CallBr => true,
        _ => false,
    })
}

/// Whether an object is an argument, or what one points to, or not memory of the program.
fn is_own(kernel: FunctionValue<'_>, object: Object<'_>) -> bool {
    match object {
        Object::Argument | Object::Global | Object::Alloca => true,
        Object::Load(place) => argument_behind(place).is_some_and(|argument| {
            (0..kernel.count_params()).any(|index| {
                kernel.get_nth_param(index) == Some(argument.into())
                    && by_value(kernel, index).is_some()
            })
        }),
        Object::Result(function) => function.get_name().to_bytes().starts_with(b"__mux_"),
        Object::Unknown => false,
    }
}

/// Whether a call itself is marked as not accessing memory; inline assembly has no other description.
fn is_pure(call: InstructionValue<'_>) -> bool {
    let memory = Attribute::get_named_enum_kind_id("memory");
    // Zero is `memory(none)`.
    CallSiteValue::try_from(call)
        .ok()
        .and_then(|call| call.get_enum_attribute(AttributeLoc::Function, memory))
        .is_some_and(|effects| effects.get_enum_value() == 0)
}

/// The destination of a `memcpy` or a similar call.
fn target<'c>(call: InstructionValue<'c>) -> Option<PointerValue<'c>> {
    pointer_arguments(call).into_iter().next()
}

fn pointer_arguments<'c>(call: InstructionValue<'c>) -> Vec<PointerValue<'c>> {
    let Ok(call) = CallSiteValue::try_from(call) else { return Vec::new() };
    let arguments = (0..call.count_arguments()).filter_map(|index| call_argument(call, index));
    arguments
        .filter_map(|argument| match argument {
            BasicValueEnum::PointerValue(pointer) => Some(pointer),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use scythe_llvm::inkwell::context::Context;
    use scythe_llvm::parse_ir;

    use super::*;

    #[test]
    fn writes_through_pointers_that_were_found() {
        let text = "
            define void @given(ptr byval({ ptr, ptr }) %object, ptr %other) {
              %second = getelementptr i8, ptr %object, i64 8
              %a = load ptr, ptr %second
              %b = load ptr, ptr %other
              %number = load i32, ptr %b
              %i = call i64 @__mux_get_global_id(i32 0)
              %c = getelementptr i32, ptr %a, i64 %i
              store i32 %number, ptr %c
              call void @llvm.memcpy.p0.p0.i64(ptr %other, ptr %b, i64 8, i1 false)
              %old = atomicrmw add ptr %a, i32 1 monotonic
              %root = call float @llvm.sqrt.f32(float 2.0)
              %same = call float @same(float %root)
              %shifted = call i32 asm \"shl $0, 1\", \"=r,r\"(i32 %number) memory(none)
              ret void
            }
            define void @chosen(ptr byval({ ptr, ptr }) %object, i1 %c) {
              %a = load ptr, ptr %object
              %b = load ptr, ptr %a
              %p = select i1 %c, ptr %a, ptr %b
              store i32 1, ptr %p
              ret void
            }
            define void @copied(ptr %list) {
              %a = load ptr, ptr %list
              call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
              ret void
            }
            define void @counted(ptr %list) {
              %a = load ptr, ptr %list
              %old = atomicrmw add ptr %a, i32 1 monotonic
              ret void
            }
            define void @made(i64 %number) {
              %a = inttoptr i64 %number to ptr
              store i32 1, ptr %a
              ret void
            }
            define void @assembly(ptr %a) {
              call void asm sideeffect \"st $0\", \"r\"(ptr %a)
              ret void
            }
            define void @calls(ptr %a) {
              call void @given(ptr byval({ ptr, ptr }) %a, ptr %a)
              ret void
            }
            define float @same(float %x) memory(none) {
              ret float %x
            }
            declare i64 @__mux_get_global_id(i32)
            declare float @llvm.sqrt.f32(float)
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
        ";
        let context = Context::create();
        let module = parse_ir(&context, "m", text.as_bytes()).expect("valid IR");
        let of = |name| may_write_elsewhere(module.get_function(name).expect("is there"));
        assert!(!of("given"), "reading what was found is another matter");
        for name in ["chosen", "copied", "counted", "made", "calls", "assembly"] {
            assert!(of(name), "{name}");
        }
    }
}
