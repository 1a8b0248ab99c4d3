//! Inlines functions with barriers and group operations into kernels.
//!
//! Before: a kernel that calls functions which, however deep, meet a barrier
//! After:  those calls are inlined; barriers are numbered in the order in which they stand
//!
//! A kernel can only be split at barriers in its own body; functions without barriers are not changed. A
//! kernel with barriers loses `optnone` and `noinline`, because it is split anyway.

use std::collections::HashSet;

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    allow_optimization, call_instruction, call_sites, calls_in, erase_all, remove_unreachable,
};

use super::cuts::cuts_in;
use super::reaching::{Complaint, inline_reaching, reaches};
use crate::kernel::entry_points;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "prepare-barriers",
    summary: "inline functions with barriers into kernels and number the barriers",
    run,
};

const COMPLAINT: Complaint = Complaint {
    has: "has a barrier",
    recursive: "a barrier in a recursive function",
    help: "rewrite the recursion as a loop",
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if !reaches(kernel, is_barrier) {
            continue;
        }
        changed = Changed::Yes;
        allow_optimization(kernel);
        inline_reaching(kernel, is_barrier, &COMPLAINT)?;
        // Unreachable barriers do not matter.
        remove_unreachable(kernel);
        let numbered = cuts_in(kernel).into_iter().filter(|(_, builtin)| builtin.has_barrier_id());
        for (number, (call, _)) in numbered.enumerate() {
            let id = cx.module.get_context().i32_type().const_int(number as u64, false);
            call_instruction(call).set_operand(0, id);
        }
    }
    if changed == Changed::Yes {
        erase_leftovers(cx);
    }
    Ok(changed)
}

/// Functions with barriers that no kernel calls any more would cause errors later.
fn erase_leftovers(cx: &PassCx<'_, '_>) {
    let mut reached: HashSet<FunctionValue<'_>> = HashSet::new();
    let mut open = entry_points(cx.module);
    while let Some(function) = open.pop() {
        if reached.insert(function) {
            open.extend(calls_in(function).iter().filter_map(|c| c.get_called_fn_value()));
        }
    }
    let leftovers: Vec<FunctionValue<'_>> = cx
        .module
        .get_functions()
        .filter(|f| f.count_basic_blocks() > 0 && !reached.contains(f))
        .filter(|&f| reaches(f, is_barrier))
        .collect();
    // A function whose address is taken stays; no call of it is visible.
    let called_only = leftovers.iter().all(|&f| call_sites(f).is_some());
    if called_only {
        erase_all(&leftovers);
    }
}

fn is_barrier(function: FunctionValue<'_>) -> bool {
    Builtin::of(function).is_some_and(Builtin::is_barrier_like)
}
