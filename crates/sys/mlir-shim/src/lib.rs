//! MLIR 22 for the rest of the compiler: handles over its C API, dialects and passes that are written in
//! Rust, and translation from and to LLVM IR.
//!
//! Invariants: this is the only crate that links MLIR; crates above need no `unsafe`. Handles are plain
//! copies of pointers, like inkwell's: a handle to an erased operation must not be used any more. A panic in
//! a callback never crosses the C++ side; it becomes an error at the present operation.

mod analysis;
mod attribute;
mod boundary;
mod build;
mod context;
mod data_layout;
mod diagnostics;
mod dialect;
mod dominance;
mod ffi;
mod operation;
mod parser;
mod pass;
mod printer;
mod rewrite;
mod text;
mod translate;
mod ty;
mod value;

pub use analysis::Position;
pub use attribute::Attribute;
pub use build::Build;
pub use context::{Context, Registry};
pub use data_layout::DataLayout;
pub use diagnostics::{Diagnostic, Severity, collect_diagnostics};
pub use dialect::{
    AliasFn, Constants, DialectDefinition, Effects, Folded, OpDefinition, TypeDefinition,
    VerifyError, report_error,
};
pub use dominance::Dominance;
pub use operation::{Block, Module, Op, Region, effect, walk};
pub use parser::{Operands, Parser, State, Stop};
pub use pass::{
    PassDefinition, PassFailed, register_all_passes, register_pass, register_pipeline, run_passes,
};
pub use printer::Printer;
pub use rewrite::{Conversion, Pattern, Rewriter, apply_greedily, convert_to_llvm};
pub use translate::{export, import, opt_main};
pub use ty::Type;
pub use value::{Location, Value};
