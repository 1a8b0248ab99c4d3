//! Functions that, however deep, call what only a kernel itself may: they are inlined into kernels.

use std::collections::HashMap;

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{calls_in, inline_call};

use super::calls::reaches_call;
use crate::MuxError;
use crate::kernel::original_name;

/// Deeper than any program nests functions: this is recursion.
const MOST_ROUNDS: usize = 256;

/// What a kernel is told when its calls cannot be inlined.
pub struct Complaint {
    /// Of a function that LLVM does not inline: `has a barrier`.
    pub has: &'static str,
    /// Of a function that calls itself: `a barrier in a recursive function`.
    pub recursive: &'static str,
    /// What to do about that.
    pub help: &'static str,
}

/// Whether a function is wanted, or calls one that is, however deep.
pub fn reaches<'c>(
    function: FunctionValue<'c>,
    is_wanted: impl Fn(FunctionValue<'c>) -> bool,
) -> bool {
    is_wanted(function)
        || reaches_call(function, |call| call.get_called_fn_value().is_some_and(&is_wanted))
}

/// Inlines what stands between a kernel and the functions that are wanted.
///
/// # Errors
/// Where that is not possible.
pub fn inline_reaching<'c>(
    kernel: FunctionValue<'c>,
    is_wanted: impl Fn(FunctionValue<'c>) -> bool,
    complaint: &Complaint,
) -> Result<(), MuxError> {
    let mut known: HashMap<FunctionValue<'c>, bool> = HashMap::new();
    for _ in 0..MOST_ROUNDS {
        let mut calls = calls_in(kernel);
        calls.retain(|call| {
            let callee = call.get_called_fn_value().filter(|f| f.count_basic_blocks() > 0);
            callee.is_some_and(|callee| {
                *known.entry(callee).or_insert_with(|| reaches(callee, &is_wanted))
            })
        });
        if calls.is_empty() {
            return Ok(());
        }
        if !calls.into_iter().all(inline_call) {
            let what = format!("{} in a function that cannot be inlined", complaint.has);
            return Err(MuxError::malformed(original_name(kernel), what));
        }
    }
    Err(MuxError::Unsupported {
        kernel: original_name(kernel),
        what: complaint.recursive,
        help: complaint.help,
    })
}
