//! Passes the target's scheduling parameters down to every function that needs them.
//!
//! Before: `define void @k(...)` calling `i64 @__mux_get_global_id(i32)`
//! After:  `define void @k(..., ptr %wi-info, ...)` calling `i64 @__mux_get_global_id(i32, ptr, …)`
//!
//! Roots are entry points and the builtins that depend on scheduling; their callers follow. A
//! function whose address is taken cannot follow and is an error.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue,
};
use scythe_llvm::{
    call_argument, call_instruction, call_sites, clone_with_parameters, drop_attribute,
    drop_call_attribute, erase_all, replace_uses,
};

use crate::kernel::entry_points;
use crate::target::scheduled_arguments;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "add-sched-params",
    summary: "pass scheduling parameters down to functions that need them",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let needy = closure(cx)?;
    if needy.is_empty() {
        return Ok(Changed::No);
    }
    let parameters = cx.target.scheduling_parameters(cx.module);
    let types: Vec<BasicTypeEnum<'_>> = parameters.iter().map(|p| p.ty).collect();
    let mut clones = HashMap::new();
    for &old in &needy {
        let name = old.get_name().to_string_lossy().into_owned();
        old.as_global_value().set_name(&format!("{name}.old"));
        let new = clone_with_parameters(old, &name, &types);
        // To a kernel the answer never changes; from here on it is read from memory.
        drop_attribute(new, AttributeLoc::Function, "memory");
        for (value, parameter) in scheduled_arguments(types.len(), new).iter().zip(&parameters) {
            value.set_name(parameter.name);
        }
        clones.insert(old, new);
    }
    // Bodies moved to the clones; the originals only hold the old calls.
    let builder = cx.module.get_context().create_builder();
    for &old in &needy {
        let new = clones[&old];
        for call in call_sites(old).unwrap_or_default() {
            let caller = caller_of(call)?;
            if clones.contains_key(&caller) {
                continue; // In a body that is about to go.
            }
            redirect(&builder, call, new, &scheduled_arguments(types.len(), caller))?;
        }
    }
    // The originals may still call one another.
    erase_all(&needy);
    Ok(Changed::Yes)
}

/// All functions that need scheduling parameters, in module order.
fn closure<'c>(cx: &PassCx<'_, 'c>) -> Result<Vec<FunctionValue<'c>>, MuxError> {
    let mut needy: HashSet<FunctionValue<'c>> = HashSet::new();
    let mut open: Vec<FunctionValue<'c>> = entry_points(cx.module);
    open.extend(
        cx.module
            .get_functions()
            .filter(|&f| Builtin::of(f).is_some_and(Builtin::requires_scheduling)),
    );
    while let Some(function) = open.pop() {
        if !needy.insert(function) {
            continue;
        }
        let sites = call_sites(function).ok_or_else(|| {
            MuxError::malformed(
                function.get_name().to_string_lossy(),
                "asks for its place in the index space and has its address taken, so no caller \
                 can pass it on",
            )
        })?;
        for call in sites {
            open.push(caller_of(call)?);
        }
    }
    Ok(cx.module.get_functions().filter(|f| needy.contains(f)).collect())
}

fn caller_of(call: CallSiteValue<'_>) -> Result<FunctionValue<'_>, MuxError> {
    call_instruction(call)
        .get_parent()
        .and_then(|block| block.get_parent())
        .ok_or_else(|| MuxError::malformed("<call>", "is in no function"))
}

/// Replaces a call by one of `callee` with the scheduling arguments added.
fn redirect<'c>(
    builder: &Builder<'c>,
    call: CallSiteValue<'c>,
    callee: FunctionValue<'c>,
    scheduled: &[BasicValueEnum<'c>],
) -> Result<(), MuxError> {
    let old = call_instruction(call);
    builder.position_before(&old);
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
    for index in 0..call.count_arguments() {
        arguments.push(
            call_argument(call, index)
                .ok_or_else(|| MuxError::malformed("<call>", "has an argument that is no value"))?
                .into(),
        );
    }
    arguments.extend(scheduled.iter().map(|&value| BasicMetadataValueEnum::from(value)));
    let new = builder.build_call(callee, &arguments, "")?;
    new.set_call_convention(call.get_call_convention());
    for attribute in call.attributes(AttributeLoc::Function) {
        new.add_attribute(AttributeLoc::Function, attribute);
    }
    drop_call_attribute(new, AttributeLoc::Function, "memory");
    if let Some(result) = new.try_as_basic_value().basic() {
        let old_result = call
            .try_as_basic_value()
            .basic()
            .ok_or_else(|| MuxError::malformed("<call>", "lost its result"))?;
        replace_uses(&old_result, &result);
    }
    old.erase_from_basic_block();
    Ok(())
}
