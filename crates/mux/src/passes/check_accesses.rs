//! Makes kernels report their memory accesses to the runtime (`-fscythe-check`).
//!
//! Before: `store i32 %v, ptr %p`
//! After:  `%q = call ptr @__mux_check_access(ptr %p, ptr %base, i64 4, i32 1, ptr @site); store i32 %v, ptr %q`
//!
//! The runtime checks the address against the memory it knows, and returns a harmless one if the access is at
//! fault, so that the program continues. Accesses to variables, whose sizes are known here, are checked here,
//! and `__mux_check_index` is called only for bad ones. `check-variables` does only that: it runs before any
//! optimisation, because LLVM assumes that out-of-bounds accesses never run.
//!
//! `__mux_check_point` reports where a work-item starts, reaches a barrier and ends. Barriers that the
//! compiler added (`meet-in-loops`) are left out: accesses that only they order are a data race.
//!
//! Requires: barriers prepared; before work-items become loops.

use scythe_image::checks::{INDEX_QUERY, point};
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, FunctionValue, InstructionOpcode, InstructionValue,
};
use scythe_llvm::{
    call_argument, call_instruction, call_sites, calls_in, check_accesses, check_site, erase_call,
    first_insertion_point, instructions, string_attribute,
};

use super::calls::constant_argument;
use super::cuts::{Level, cuts_in, level_of};
use super::meet_in_loops::{Suspicion, suspicion};
use crate::kernel::entry_points;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "check-accesses",
    summary: "report memory accesses of kernels to the runtime",
    run,
};

pub const VARIABLES: PassDesc = PassDesc {
    name: "check-variables",
    summary: "check accesses to variables against their sizes",
    run: check_variables,
};

/// On functions that run outside work-items: they rebuild the objects of kernels.
const ATTR_OUTLINED: &str = "scythe-rebuilds-objects";

/// On functions that run before a launch (`prove-accesses`).
const ATTR_PROOF: &str = scythe_image::facts::PROOF_ATTRIBUTE;

/// Memory orders of barriers and fences that acquire: acquire, acquire-release, sequentially consistent.
const ACQUIRES: u64 = 0x2 | 0x8 | 0x10;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let access = Builtin::CheckAccess.declare(cx.module);
    let index = Builtin::CheckIndex.declare(cx.module);
    place_indices(cx, index)?;
    for function in checked_functions(cx) {
        check_accesses(function, Some(access), index);
        mark_fences(cx, function)?;
    }
    for kernel in entry_points(cx.module) {
        mark_points(cx, kernel)?;
    }
    Ok(Changed::Yes)
}

fn check_variables(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let index = Builtin::CheckIndex.declare(cx.module);
    for function in checked_functions(cx) {
        check_accesses(function, None, index);
    }
    Ok(Changed::Yes)
}

fn checked_functions<'c>(cx: &PassCx<'_, 'c>) -> Vec<FunctionValue<'c>> {
    let is_checked = |f: &FunctionValue<'c>| {
        f.count_basic_blocks() > 0
            && [ATTR_OUTLINED, ATTR_PROOF].iter().all(|name| string_attribute(*f, name).is_none())
    };
    cx.module.get_functions().filter(is_checked).collect()
}

/// Adds the program location to reports about indices of accessors.
fn place_indices<'c>(cx: &PassCx<'_, 'c>, index: FunctionValue<'c>) -> Result<(), MuxError> {
    let Some(query) = cx.module.get_function(INDEX_QUERY) else { return Ok(()) };
    let builder = cx.module.get_context().create_builder();
    for call in call_sites(query).unwrap_or_default() {
        let instruction = call_instruction(call);
        builder.position_before(&instruction);
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> =
            (0..3).filter_map(|n| call_argument(call, n)).map(Into::into).collect();
        arguments.push(check_site(instruction).into());
        builder.build_call(index, &arguments, "")?;
        erase_call(call);
    }
    Ok(())
}

fn mark_fences<'c>(cx: &PassCx<'_, 'c>, function: FunctionValue<'c>) -> Result<(), MuxError> {
    let builder = cx.module.get_context().create_builder();
    for call in calls_in(function) {
        let is_fence =
            call.get_called_fn_value().and_then(Builtin::of) == Some(Builtin::MemBarrier);
        if is_fence && constant_argument(call, 1).is_none_or(|order| order & ACQUIRES != 0) {
            mark(cx, &builder, call_instruction(call), point::FENCE)?;
        }
    }
    for fence in instructions(function) {
        if fence.get_opcode() == InstructionOpcode::Fence {
            mark(cx, &builder, fence, point::FENCE)?;
        }
    }
    Ok(())
}

fn mark_points<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let builder = cx.module.get_context().create_builder();
    for (call, builtin) in cuts_in(kernel) {
        let instruction = call_instruction(call);
        match level_of(builtin) {
            _ if suspicion(call) == Some(Suspicion::NextIteration) => {}
            Some(Level::Group) => {
                mark(cx, &builder, instruction, point::BEFORE_GROUP)?;
                if let Some(next) = instruction.get_next_instruction() {
                    mark_at(cx, &builder, (next, instruction), point::BEHIND_GROUP)?;
                }
            }
            _ => {
                if let Some(next) = instruction.get_next_instruction() {
                    mark_at(cx, &builder, (next, instruction), point::BEHIND_SUB_GROUP)?;
                }
            }
        }
    }
    for instruction in instructions(kernel) {
        if instruction.get_opcode() == InstructionOpcode::Return {
            mark(cx, &builder, instruction, point::END)?;
        }
    }
    let first = kernel.get_first_basic_block().and_then(first_insertion_point);
    match first {
        Some(first) => mark(cx, &builder, first, point::START),
        None => Ok(()),
    }
}

fn mark<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    at: InstructionValue<'c>,
    what: u32,
) -> Result<(), MuxError> {
    mark_at(cx, builder, (at, at), what)
}

/// Reports that a work-item is before an instruction, with the program location.
fn mark_at<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    (at, place): (InstructionValue<'c>, InstructionValue<'c>),
    what: u32,
) -> Result<(), MuxError> {
    builder.position_before(&at);
    let small = cx.module.get_context().i32_type();
    let mut number = small.const_zero();
    if what == point::BEHIND_SUB_GROUP {
        let size = builder.build_call(Builtin::MaxSubGroupSize.declare(cx.module), &[], "")?;
        number = match size.try_as_basic_value().basic() {
            Some(size) => size.into_int_value(),
            None => number,
        };
    }
    let what = small.const_int(u64::from(what), false);
    let arguments = [what.into(), number.into(), check_site(place).into()];
    builder.build_call(Builtin::CheckPoint.declare(cx.module), &arguments, "")?;
    Ok(())
}
