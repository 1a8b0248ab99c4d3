//! Calls OpenCL's `printf` in place of the C library's, with text in constant memory, as OpenCL requires.
//!
//! Before: `call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @format, ptr addrspace(4) @name)`
//! After:  `call i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @text, …)`
//!
//! Formats have to be constants, and so do arguments of `%s`: drivers read both from the module, not from
//! memory.
//!
//! Requires: simplified IR, in which functions that pass formats on have been inlined.

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode,
    PointerValue,
};
use scythe_llvm::{
    SPIR_FUNC, call_argument, call_instruction, call_sites, constant_bytes, erase, erase_call,
    replace_uses,
};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc, original_name};

pub const PASS: PassDesc = PassDesc {
    name: "place-formats",
    summary: "call OpenCL's printf, with text in constant memory",
    run,
};

/// The C library's function, and OpenCL's under the name of LLVM's SPIR-V back end, for programs with formats
/// in constant memory.
const C_PRINTF: &str = "printf";
const OPENCL_PRINTF: &str = "_Z18__spirv_ocl_printfPU3AS2Kcz";
/// The address space of text in OpenCL.
const CONSTANT_SPACE: u16 = 2;
/// Longer than any reasonable text.
const MOST_CHARACTERS: u64 = 4096;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    // In the reverse order, calls would be visited twice.
    for name in [OPENCL_PRINTF, C_PRINTF] {
        let Some(function) = cx.module.get_function(name) else { continue };
        let calls = call_sites(function)
            .ok_or_else(|| MuxError::malformed(name, "has its address taken"))?;
        for call in calls {
            place(cx.module, call)?;
            changed = Changed::Yes;
        }
        if name == C_PRINTF {
            erase(function);
        }
    }
    Ok(changed)
}

fn place<'c>(module: &Module<'c>, call: CallSiteValue<'c>) -> Result<(), MuxError> {
    let unsupported = |what, help| {
        let kernel = call_instruction(call).get_parent().and_then(|block| block.get_parent());
        MuxError::Unsupported { kernel: kernel.map(original_name).unwrap_or_default(), what, help }
    };
    let builder = module.get_context().create_builder();
    builder.position_before(&call_instruction(call));
    let text = match call_argument(call, 0) {
        Some(BasicValueEnum::PointerValue(format)) => text_at(module, format),
        _ => None,
    };
    let text = text.ok_or_else(|| {
        unsupported(
            "printf with a format that is not known at compile time",
            "pass a string literal to printf itself",
        )
    })?;
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = vec![constant(module, &text).into()];
    let conversions = conversions(&text);
    for index in 1..call.count_arguments() {
        let Some(mut value) = call_argument(call, index) else { continue };
        if let BasicValueEnum::PointerValue(pointer) = value
            && conversions.get(index as usize - 1) == Some(&b's')
        {
            let placed = placed(module, &builder, pointer)?.ok_or_else(|| {
                unsupported(
                    "printf of a string that is not known at compile time",
                    "OpenCL's `%s` prints string literals",
                )
            })?;
            value = placed.into();
        }
        arguments.push(value.into());
    }
    let printed = builder.build_call(printf(module), &arguments, "")?;
    printed.set_call_convention(SPIR_FUNC);
    if let Some(result) = printed.try_as_basic_value().basic() {
        replace_uses(&call_instruction(call), &result);
    }
    erase_call(call);
    Ok(())
}

/// A string literal, or one of several, in constant memory.
fn placed<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    pointer: PointerValue<'c>,
) -> Result<Option<PointerValue<'c>>, MuxError> {
    if let Some(text) = text_at(module, pointer) {
        return Ok(Some(constant(module, &text)));
    }
    let Some(choice) = pointer.as_instruction() else { return Ok(None) };
    if choice.get_opcode() != InstructionOpcode::Select {
        return Ok(None);
    }
    let operand = |index| choice.get_operand(index).and_then(|operand| operand.value());
    let (
        Some(BasicValueEnum::IntValue(condition)),
        Some(BasicValueEnum::PointerValue(yes)),
        Some(BasicValueEnum::PointerValue(no)),
    ) = (operand(0), operand(1), operand(2))
    else {
        return Ok(None);
    };
    let (Some(yes), Some(no)) = (placed(module, builder, yes)?, placed(module, builder, no)?)
    else {
        return Ok(None);
    };
    Ok(Some(builder.build_select(condition, yes, no, "")?.into_pointer_value()))
}

/// The letters of a format's conversions, one for each argument.
fn conversions(format: &str) -> Vec<u8> {
    let mut letters = Vec::new();
    let mut bytes = format.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        for byte in bytes.by_ref() {
            match byte {
                b'%' => break,
                // A width or precision passed as an argument.
                b'*' => letters.push(byte),
                byte if byte.is_ascii_alphabetic() && !b"hljztLqv".contains(&byte) => {
                    letters.push(byte);
                    break;
                }
                _ => {}
            }
        }
    }
    letters
}

/// OpenCL's `printf`.
pub fn printf<'c>(module: &Module<'c>) -> FunctionValue<'c> {
    module.get_function(OPENCL_PRINTF).unwrap_or_else(|| {
        let context = module.get_context();
        let format = context.ptr_type(AddressSpace::from(CONSTANT_SPACE));
        let ty = context.i32_type().fn_type(&[format.into()], true);
        let printf = module.add_function(OPENCL_PRINTF, ty, None);
        printf.set_call_conventions(SPIR_FUNC);
        printf
    })
}

/// Text in constant memory.
pub fn constant<'c>(module: &Module<'c>, text: &str) -> PointerValue<'c> {
    let text = module.get_context().const_string(text.as_bytes(), true);
    let space = AddressSpace::from(CONSTANT_SPACE);
    let global = module.add_global(text.get_type(), Some(space), "text");
    global.set_initializer(&text);
    global.set_constant(true);
    global.set_linkage(Linkage::Internal);
    global.as_pointer_value()
}

/// The text that a pointer points to, if it is a constant.
pub fn text_at(module: &Module<'_>, pointer: PointerValue<'_>) -> Option<String> {
    let known = |size| constant_bytes(module, pointer, size);
    let end = (1..MOST_CHARACTERS).find(|&size| known(size).is_none_or(|b| b.ends_with(&[0])))?;
    let mut bytes = known(end)?;
    bytes.pop();
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn letters_of_conversions() {
        assert_eq!(conversions("%d%% %5.2f %-*s|%lu %hhx %p\n"), b"df*suxp");
        assert_eq!(conversions("nothing, 100%%"), b"");
        assert_eq!(conversions("%"), b"");
    }
}
