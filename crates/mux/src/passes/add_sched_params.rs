//! Passes the target's scheduling parameters down to every function that needs them.
//!
//! Before: `define void @k(...)` calling `i64 @__mux_get_global_id(i32)`
//! After:  `define void @k.mux-sched-wrapper(..., ptr %wi-info, ...)` calling
//!         `i64 @__mux_get_global_id(i32, ptr, …)`
//!
//! The roots are entry points, which all get the same parameters, and builtins that depend on the target's
//! scheduling; their callers follow. A function whose address is taken cannot be changed and is an error.
//! Builtins keep their names and the old declarations become `NAME.old`; of all other functions the old ones
//! stay unchanged, internal and without kernel attributes: `globaldce` removes unused ones.
//!
//! Metadata records the result: `!mux_scheduled_fn` on each function, the positions of its scheduling
//! parameters; `!mux-scheduling-params` of the module, their names.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, CallSiteValue, FunctionValue};
use scythe_llvm::{
    call_instruction, call_sites, calls_in, clone_with_parameters, drop_attribute, extend_call,
    move_used, set_attribute,
};

use crate::kernel::{ATTR_BASE, ATTR_KERNEL, base_name, entry_points};
use crate::schedule::{META_PARAMETERS, SchedParam, Scheduled, set_scheduled};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "add-sched-params",
    summary: "pass scheduling parameters down to functions that need them",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let parameters = cx.target.scheduling_parameters(cx.module);
    if parameters.is_empty() {
        // Queries need no parameters.
        return Ok(Changed::No);
    }
    describe(cx, &parameters)?;
    let needy = closure(cx)?;
    let mut clones = HashMap::new();
    for &old in &needy {
        clones.insert(old, clone(cx, old, &parameters));
    }
    for &old in &needy {
        let new = clones[&old];
        let scheduled = Scheduled::of(new).all()?;
        for call in calls_in(new) {
            let callee = call.get_called_fn_value().and_then(|callee| clones.get(&callee));
            if let Some(&callee) = callee {
                extend_call(call, callee, &scheduled);
            }
        }
    }
    Ok(if needy.is_empty() { Changed::No } else { Changed::Yes })
}

/// Writes the metadata for the parameters, once.
fn describe<'c>(cx: &PassCx<'_, 'c>, parameters: &[SchedParam<'c>]) -> Result<(), MuxError> {
    if cx.module.get_global_metadata_size(META_PARAMETERS) > 0 {
        return Ok(());
    }
    let context = cx.module.get_context();
    let names: Vec<BasicMetadataValueEnum<'c>> =
        parameters.iter().map(|p| context.metadata_string(p.debug_name).into()).collect();
    cx.module
        .add_global_metadata(META_PARAMETERS, &context.metadata_node(&names))
        .map_err(|error| MuxError::malformed(META_PARAMETERS, error.to_string()))
}

/// All functions that need scheduling parameters, in module order.
fn closure<'c>(cx: &PassCx<'_, 'c>) -> Result<Vec<FunctionValue<'c>>, MuxError> {
    let mut needy: HashSet<FunctionValue<'c>> = HashSet::new();
    let mut open: Vec<FunctionValue<'c>> = entry_points(cx.module);
    open.extend(cx.module.get_functions().filter(|&f| {
        f.count_basic_blocks() == 0
            && Builtin::of(f).is_some_and(|b| cx.target.requires_scheduling_parameters(b))
    }));
    while let Some(function) = open.pop() {
        if !needy.insert(function) {
            continue;
        }
        let sites = call_sites(function).ok_or_else(|| {
            MuxError::malformed(
                function.get_name().to_string_lossy(),
                "queries the index space and has its address taken, so no caller \
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

/// Makes the function with scheduling parameters that replaces `old`.
fn clone<'c>(
    cx: &PassCx<'_, 'c>,
    old: FunctionValue<'c>,
    parameters: &[SchedParam<'c>],
) -> FunctionValue<'c> {
    let name = old.get_name().to_string_lossy().into_owned();
    let base = base_name(old);
    let is_builtin = Builtin::of(old).is_some();
    let new_name = if is_builtin {
        old.as_global_value().set_name(&format!("{name}.old"));
        name
    } else {
        format!("{base}.mux-sched-wrapper")
    };
    let types: Vec<BasicTypeEnum<'c>> = parameters.iter().map(|p| p.ty).collect();
    let new = clone_with_parameters(old, &new_name, &types);
    move_used(old, new);
    set_attribute(cx.module, new, ATTR_BASE, &base);
    // To a kernel the result never changes; from here on it is read from memory.
    drop_attribute(new, AttributeLoc::Function, "memory");
    let first = old.count_params();
    let mut places = Vec::new();
    for (parameter, index) in parameters.iter().zip(first..) {
        parameter.dress(new, index);
        places.push(i32::try_from(index).unwrap_or(-1));
    }
    set_scheduled(new, &places);
    if old.count_basic_blocks() > 0 {
        old.set_linkage(Linkage::Internal);
    }
    old.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    new
}
