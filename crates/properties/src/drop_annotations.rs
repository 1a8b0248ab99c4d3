//! Drops unknown annotations of addresses and values.
//!
//! Before: `%a = call ptr @llvm.ptr.annotation(ptr %p, "anything", …)`
//! After:  `%p` in place of `%a`
//!
//! LLVM's SPIR-V back end would turn them into `UserSemantic` decorations, which need SPIR-V 1.4 or an
//! extension.

use scythe_llvm::inkwell::values::CallSiteValue;
use scythe_llvm::{call_argument, call_instruction, call_sites, erase, erase_call, replace_uses};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "drop-annotations",
    summary: "drop the program's annotations of addresses, variables and values",
    run,
};

/// LLVM's intrinsics; the first operand is the annotated value.
const ANNOTATIONS: [&[u8]; 3] =
    [b"llvm.ptr.annotation.", b"llvm.annotation.", b"llvm.var.annotation"];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let annotations = cx.module.get_functions().filter(|function| {
        let name = function.get_name().to_bytes();
        function.get_intrinsic_id() != 0 && ANNOTATIONS.iter().any(|mark| name.starts_with(mark))
    });
    let annotations: Vec<_> = annotations.collect();
    for &function in &annotations {
        call_sites(function).unwrap_or_default().into_iter().for_each(drop_annotation);
        erase(function);
    }
    Ok(if annotations.is_empty() { Changed::No } else { Changed::Yes })
}

fn drop_annotation(call: CallSiteValue<'_>) {
    let has_result = call.try_as_basic_value().basic().is_some();
    if let Some(annotated) = call_argument(call, 0).filter(|_| has_result) {
        replace_uses(&call_instruction(call), &annotated);
    }
    erase_call(call);
}
