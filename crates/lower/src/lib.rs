//! From the `sycl` dialect back to the LLVM dialect, which MLIR exports as LLVM IR.
//!
//! [`to_calls`] turns every method op into a `sycl.call`, as the index-space design describes (book, "From the sycl
//! dialect to LLVM"); [`to_llvm`] converts those calls and everything else to operations of the LLVM dialect.
//!
//! Invariant: the result is IR in the style of clang, as `mux` expects it. A step that fails has reported the
//! reason at an operation.

#![forbid(unsafe_code)]

mod arguments;
mod callee;
mod convert_sycl_to_llvm;
mod layout;
mod memory;
mod objects;
mod resolve;
mod sycl_lower_to_call;

use std::collections::HashMap;
use std::sync::Once;

use scythe_mlir::Op;

pub use convert_sycl_to_llvm::to_llvm;
pub use sycl_lower_to_call::{to_calls, to_calls_with};

/// Registers the passes of this crate.
pub fn register_passes() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        scythe_mlir::register_pass(&sycl_lower_to_call::Pass);
        scythe_mlir::register_pass(&convert_sycl_to_llvm::Pass);
    });
}

/// The functions of a module by name.
fn functions(module: Op<'_>) -> HashMap<&str, Op<'_>> {
    module.functions().into_iter().filter_map(|op| Some((op.symbol_name()?, op))).collect()
}
