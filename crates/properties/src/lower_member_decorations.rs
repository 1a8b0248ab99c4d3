//! Moves decorations of members' addresses to the instructions that compute these, where LLVM's SPIR-V back
//! end expects them.
//!
//! Before: `%m = getelementptr …`, `%a = call ptr @__spirv_AddMemberDecoration(ptr %m), !spirv.Decorations !0`
//! After:  `%m = getelementptr …, !spirv.Decorations !0`, with `%m` in place of `%a`
//!
//! An address that no instruction computes, such as a parameter, gets no decorations: they would apply to the
//! parameter.

use scythe_llvm::inkwell::values::BasicValueEnum;
use scythe_llvm::{
    append_metadata, call_argument, call_instruction, call_sites, erase, erase_call,
    instruction_of, replace_uses,
};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

use crate::decorate_spirv::{ADD_MEMBER_DECORATION, DECORATIONS};

pub const PASS: PassDesc = PassDesc {
    name: "lower-member-decorations",
    summary: "put decorations of members on the instructions that compute their addresses",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let kind = cx.module.get_context().get_kind_id(DECORATIONS);
    let is_ours = |name: &[u8]| name.starts_with(ADD_MEMBER_DECORATION.as_bytes());
    let functions: Vec<_> =
        cx.module.get_functions().filter(|f| is_ours(f.get_name().to_bytes())).collect();
    for &function in &functions {
        for call in call_sites(function).unwrap_or_default() {
            let Some(BasicValueEnum::PointerValue(address)) = call_argument(call, 0) else {
                continue;
            };
            let decorating = call_instruction(call);
            if let Some(computes) = instruction_of(address.into()) {
                append_metadata(decorating, computes, kind);
            }
            replace_uses(&decorating, &address);
            erase_call(call);
        }
        erase(function);
    }
    Ok(if functions.is_empty() { Changed::No } else { Changed::Yes })
}
