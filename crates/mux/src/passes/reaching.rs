//! Functions that, however deep, call what only a kernel itself may: they are inlined into kernels.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue};
use scythe_llvm::{calls_in, inline_call};

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

/// Who reaches the functions that somebody looks for.
pub struct Reaching<'c, W> {
    wanted: W,
    known: HashMap<FunctionValue<'c>, bool>,
}

impl<'c, W: Fn(FunctionValue<'c>) -> bool> Reaching<'c, W> {
    /// Looks for the functions that are `wanted`.
    pub fn new(wanted: W) -> Self {
        Self { wanted, known: HashMap::new() }
    }

    /// Whether a function is wanted, or calls one that is, however deep.
    pub fn is_reached_by(&mut self, function: FunctionValue<'c>) -> bool {
        self.reaches(function, &mut HashSet::new())
    }

    fn reaches(
        &mut self,
        function: FunctionValue<'c>,
        path: &mut HashSet<FunctionValue<'c>>,
    ) -> bool {
        if let Some(&answer) = self.known.get(&function) {
            return answer;
        }
        if (self.wanted)(function) {
            return true;
        }
        if !path.insert(function) {
            return false;
        }
        let mut callees =
            calls_in(function).into_iter().filter_map(|call| call.get_called_fn_value());
        let answer = callees.any(|callee| self.reaches(callee, path));
        path.remove(&function);
        self.known.insert(function, answer);
        answer
    }

    /// Inlines what stands between a kernel and the functions that are wanted.
    ///
    /// # Errors
    /// Where that is not possible.
    pub fn inline_into(
        &mut self,
        kernel: FunctionValue<'c>,
        complaint: &Complaint,
    ) -> Result<(), MuxError> {
        for _ in 0..MOST_ROUNDS {
            let mut calls: Vec<CallSiteValue<'c>> = calls_in(kernel);
            calls.retain(|call| {
                call.get_called_fn_value().is_some_and(|callee| {
                    callee.count_basic_blocks() > 0 && self.is_reached_by(callee)
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
}
