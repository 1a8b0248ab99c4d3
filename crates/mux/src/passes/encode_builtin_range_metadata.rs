//! Annotates calls of builtins with the ranges of their results.
//!
//! Before: `call i64 @__mux_get_local_size(i32 0)`
//! After:  the same with `!range !{i64 1, i64 9}`, for groups of up to eight
//!
//! Sizes are given for dimensions 0, 1 and 2, separated by colons; missing ones are unknown.

use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::{call_instruction, calls_in};

use super::calls::constant_argument;
use crate::{Builtin, Changed, MuxError, OptionDesc, OptionError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "encode-builtin-range-metadata",
    summary: "annotate calls of builtins with the ranges of their results",
    run,
};

pub const OPTIONS: &[OptionDesc] = &[
    OptionDesc::value("max-local-sizes", "X:Y:Z"),
    OptionDesc::value("max-global-sizes", "X:Y:Z"),
];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let (local, global) = (sizes(cx, "max-local-sizes")?, sizes(cx, "max-global-sizes")?);
    let context = cx.module.get_context();
    let range = context.get_kind_id("range");
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        for call in calls_in(function) {
            let Some(builtin) = call.get_called_fn_value().and_then(Builtin::of) else { continue };
            let dimension = constant_argument(call, 0).and_then(|d| usize::try_from(d).ok());
            let among = |sizes: &[u64]| dimension.and_then(|d| sizes.get(d)).copied();
            let (from, most) = match builtin {
                Builtin::WorkDim => (1, Some(3)),
                Builtin::LocalSize | Builtin::EnqueuedLocalSize => (1, among(&local)),
                Builtin::LocalId => (0, among(&local).map(|size| size - 1)),
                Builtin::GlobalSize | Builtin::NumGroups => (1, among(&global)),
                Builtin::GlobalId | Builtin::GroupId => (0, among(&global).map(|size| size - 1)),
                _ => continue,
            };
            let result = call.get_called_fn_type().get_return_type();
            let (Some(most), Some(BasicTypeEnum::IntType(ty))) = (most, result) else { continue };
            let ends = [from, most.saturating_add(1)].map(|end| ty.const_int(end, false).into());
            let node = context.metadata_node(&ends);
            let set = call_instruction(call).set_metadata(node, range);
            set.map_err(|what| MuxError::malformed(builtin.name(), what.to_string()))?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn sizes(cx: &PassCx<'_, '_>, option: &str) -> Result<Vec<u64>, MuxError> {
    let Some(text) = cx.options.value(option) else { return Ok(Vec::new()) };
    let sizes: Result<Vec<u64>, _> = text.split(':').map(str::parse).collect();
    sizes.ok().filter(|sizes| sizes.len() <= 3 && !sizes.contains(&0)).ok_or_else(|| {
        OptionError::new(PASS.name, |class| {
            format!(
                "invalid {class} parameter '{option}={text}': expected up to three sizes, X:Y:Z"
            )
        })
        .into()
    })
}
