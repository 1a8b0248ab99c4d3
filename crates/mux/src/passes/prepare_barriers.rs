//! Brings every barrier and group operation into the kernel itself.
//!
//! Before: a kernel that calls functions which, however deep, meet a barrier
//! After:  those calls are inlined; barriers are numbered in the order in which they stand
//!
//! Cutting a kernel at its barriers is only possible where they are; functions without barriers are
//! left alone. A kernel with barriers loses `optnone` and `noinline`, because it is cut up anyway.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue};
use scythe_llvm::{call_instruction, call_sites, calls_in, drop_attribute, erase_all, inline_call};

use super::cuts::cuts_in;
use crate::kernel::{entry_points, original_name};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "prepare-barriers",
    summary: "inline functions with barriers into kernels and number the barriers",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let mut known = HashMap::new();
        if !meets_barrier(kernel, &mut known, &mut HashSet::new()) {
            continue;
        }
        changed = Changed::Yes;
        for name in ["optnone", "noinline"] {
            drop_attribute(kernel, AttributeLoc::Function, name);
        }
        inline_all(kernel, &mut known)?;
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

/// Functions with barriers that no kernel calls any more would only be in the way.
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
        .filter(|&f| meets_barrier(f, &mut HashMap::new(), &mut HashSet::new()))
        .collect();
    // A function whose address somebody keeps stays; it is not called as far as we can see.
    let called_only = leftovers.iter().all(|&f| call_sites(f).is_some());
    if called_only {
        erase_all(&leftovers);
    }
}

/// Deeper than any program nests functions with barriers: this is recursion.
const MOST_ROUNDS: usize = 256;

fn inline_all<'c>(
    kernel: FunctionValue<'c>,
    known: &mut HashMap<FunctionValue<'c>, bool>,
) -> Result<(), MuxError> {
    for _ in 0..MOST_ROUNDS {
        let calls: Vec<CallSiteValue<'c>> = calls_in(kernel)
            .into_iter()
            .filter(|call| {
                call.get_called_fn_value().is_some_and(|callee| {
                    callee.count_basic_blocks() > 0
                        && meets_barrier(callee, known, &mut HashSet::new())
                })
            })
            .collect();
        if calls.is_empty() {
            return Ok(());
        }
        for call in calls {
            if !inline_call(call) {
                return Err(MuxError::malformed(
                    original_name(kernel),
                    "has a barrier in a function that cannot be inlined",
                ));
            }
        }
    }
    Err(MuxError::Unsupported {
        kernel: original_name(kernel),
        what: "a barrier in a recursive function",
        help: "rewrite the recursion as a loop",
    })
}

/// Whether a function reaches a barrier.
fn meets_barrier<'c>(
    function: FunctionValue<'c>,
    known: &mut HashMap<FunctionValue<'c>, bool>,
    path: &mut HashSet<FunctionValue<'c>>,
) -> bool {
    if let Some(&answer) = known.get(&function) {
        return answer;
    }
    if is_barrier(function) {
        return true;
    }
    if !path.insert(function) {
        return false;
    }
    let answer = calls_in(function)
        .iter()
        .filter_map(|call| call.get_called_fn_value())
        .any(|callee| meets_barrier(callee, known, path));
    path.remove(&function);
    known.insert(function, answer);
    answer
}

fn is_barrier(function: FunctionValue<'_>) -> bool {
    Builtin::of(function).is_some_and(Builtin::is_barrier_like)
}
