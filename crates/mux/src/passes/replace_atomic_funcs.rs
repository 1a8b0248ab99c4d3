//! Replaces the atomic functions of OpenCL 1.x by LLVM's operations.
//!
//! Before: `call i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %x)`
//! After:  `atomicrmw add ptr addrspace(1) %p, i32 %x monotonic`
//!
//! They are relaxed, with device scope.

use scythe_llvm::inkwell::{AtomicOrdering, AtomicRMWBinOp};

use super::atomic_functions::{Operation, operator, replace};
use super::mangled::Number;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "replace-atomic-funcs",
    summary: "replace the atomic functions of OpenCL 1.x by LLVM's operations",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    replace(cx, means, |_| AtomicOrdering::Monotonic)
}

fn means(name: &str, number: Number) -> Option<Operation> {
    // The extensions for 64 bits have other names.
    let name = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_"))?;
    match name {
        "inc" => Some(Operation::Step(AtomicRMWBinOp::Add)),
        "dec" => Some(Operation::Step(AtomicRMWBinOp::Sub)),
        "cmpxchg" if number != Number::Float => Some(Operation::CompareExchange),
        _ => operator(name, number).map(Operation::Combine),
    }
}
