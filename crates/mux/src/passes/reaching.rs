//! Inlining of functions that call, directly or indirectly, functions that only a kernel may call.

use std::collections::HashMap;

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{calls_in, inline_call, instructions};

use super::calls::reaches_call;
use crate::MuxError;
use crate::kernel::original_name;

/// Recursion that is deeper, or that makes a kernel larger, counts as infinite.
const MOST_ROUNDS: usize = 256;
const MOST_INSTRUCTIONS: usize = 100_000;

/// The texts of the error for a kernel whose calls cannot be inlined.
pub struct Complaint {
    /// For a function that LLVM does not inline: `has a barrier`.
    pub has: &'static str,
    /// For a recursive function: `a barrier in a recursive function`.
    pub recursive: &'static str,
    /// How to avoid that.
    pub help: &'static str,
}

/// Whether a function is wanted, or calls one that is, directly or indirectly.
pub fn reaches<'c>(
    function: FunctionValue<'c>,
    is_wanted: impl Fn(FunctionValue<'c>) -> bool,
) -> bool {
    is_wanted(function)
        || reaches_call(function, |call| call.get_called_fn_value().is_some_and(&is_wanted))
}

/// Inlines the functions between a kernel and the wanted functions.
///
/// # Errors
/// When that is not possible.
pub fn inline_reaching<'c>(
    kernel: FunctionValue<'c>,
    is_wanted: impl Fn(FunctionValue<'c>) -> bool,
    complaint: &Complaint,
) -> Result<(), MuxError> {
    let mut known: HashMap<FunctionValue<'c>, bool> = HashMap::new();
    let mut is_between = |function: FunctionValue<'c>| {
        function.count_basic_blocks() > 0
            && *known.entry(function).or_insert_with(|| reaches(function, &is_wanted))
    };
    let endless = || MuxError::Unsupported {
        kernel: original_name(kernel),
        what: complaint.recursive,
        help: complaint.help,
    };
    // A kernel cannot be inlined into itself while it grows.
    if calls_in(kernel)
        .iter()
        .filter_map(|c| c.get_called_fn_value())
        .any(|callee| is_between(callee) && (callee == kernel || reaches(callee, |f| f == kernel)))
    {
        return Err(endless());
    }
    let recursive = is_recursive(kernel, &mut is_between, &mut HashMap::new());
    for round in 0.. {
        let mut calls = calls_in(kernel);
        calls.retain(|call| call.get_called_fn_value().is_some_and(&mut is_between));
        if calls.is_empty() {
            break;
        }
        // Recursion of constant depth ends when all of it is inlined.
        if recursive && (round >= MOST_ROUNDS || instructions(kernel).len() > MOST_INSTRUCTIONS) {
            return Err(endless());
        }
        if !calls.into_iter().all(inline_call) {
            let what = format!("{} in a function that cannot be inlined", complaint.has);
            return Err(MuxError::malformed(original_name(kernel), what));
        }
    }
    Ok(())
}

/// Whether a function calls itself through functions that are `between`. `done` holds the visited functions:
/// `false` while their callees are visited.
fn is_recursive<'c>(
    function: FunctionValue<'c>,
    is_between: &mut impl FnMut(FunctionValue<'c>) -> bool,
    done: &mut HashMap<FunctionValue<'c>, bool>,
) -> bool {
    if let Some(&done) = done.get(&function) {
        return !done;
    }
    done.insert(function, false);
    let callees = calls_in(function).into_iter().filter_map(|call| call.get_called_fn_value());
    for callee in callees.collect::<Vec<_>>() {
        if is_between(callee) && is_recursive(callee, is_between, done) {
            return true;
        }
    }
    done.insert(function, true);
    false
}
