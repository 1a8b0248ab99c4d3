//! Replaces OpenCL 2.0's functions on C11 atomic objects by LLVM's operations.
//!
//! Before: `call i32 @_Z25atomic_fetch_add_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i32 %x,
//!         i32 0)`
//! After:  `atomicrmw add ptr addrspace(1) %p, i32 %x monotonic`
//!
//! An order that is not a constant becomes the strictest one. The scope is that of all devices, which
//! includes every other.

use scythe_llvm::inkwell::AtomicOrdering;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue};

use super::atomic_functions::{Operation, operator, replace};
use super::calls::constant_argument;
use super::mangled::{Number, demangle};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "replace-c11-atomic-funcs",
    summary: "replace functions on C11's atomic objects by LLVM's operations",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    replace(cx, means, ordering)
}

fn means(name: &str, number: Number) -> Option<Operation> {
    let name = name.strip_prefix("atomic_")?;
    let name = name.strip_suffix("_explicit").unwrap_or(name);
    let name = if name == "exchange" { "xchg" } else { name.strip_prefix("fetch_")? };
    operator(name, number).map(Operation::Combine)
}

/// The memory order of a call, with clang's values: the third argument of functions whose names have one;
/// without it, such a function is relaxed.
fn ordering(call: CallSiteValue<'_>) -> AtomicOrdering {
    let explicit = call.get_called_fn_value().is_some_and(is_explicit);
    match (explicit, call.count_arguments(), constant_argument(call, 2)) {
        (true, ..=2, _) | (true, _, Some(0)) => AtomicOrdering::Monotonic,
        (true, _, Some(1 | 2)) => AtomicOrdering::Acquire,
        (true, _, Some(3)) => AtomicOrdering::Release,
        (true, _, Some(4)) => AtomicOrdering::AcquireRelease,
        _ => AtomicOrdering::SequentiallyConsistent,
    }
}

fn is_explicit(function: FunctionValue<'_>) -> bool {
    let symbol = function.get_name().to_string_lossy().into_owned();
    demangle(&symbol).is_some_and(|(name, _)| name.ends_with("_explicit"))
}
