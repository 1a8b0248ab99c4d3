//! The `sycl` MLIR dialect: SYCL's objects as types, index-space methods as operations.
//!
//! [`methods`] is the table from which method ops are made: parser, printer, verifier, registry,
//! canonicalisation and the book's reference; [`types`] is the table of types. [`method_op`] is the dialect's
//! method interface, [`definitions`] its register of functions that implement operations. [`host_ops`] has
//! the operations with which the host submits kernels.
//!
//! Invariants: no crate below this one (`mux`, `targets`) uses MLIR; adding an operation means adding a row,
//! and nothing else.

#![forbid(unsafe_code)]

pub mod assembly;
pub mod canonicalize;
pub mod definitions;
pub mod host_ops;
pub mod method_op;
pub mod methods;
pub mod other_ops;
pub mod polygeist;
pub mod reference;
pub mod types;

use std::sync::OnceLock;

use scythe_mlir::{Context, DialectDefinition, OpDefinition, Registry, TypeDefinition};

pub use method_op::MethodOp;
pub use methods::{Method, find_method, find_method_through_base};

/// Registers the dialect, and the part of Polygeist's that lowering uses.
pub fn register(registry: &Registry) {
    static DIALECTS: OnceLock<[DialectDefinition; 2]> = OnceLock::new();
    for dialect in DIALECTS.get_or_init(|| [sycl(), polygeist_part()]) {
        dialect.register(registry);
    }
}

fn sycl() -> DialectDefinition {
    let methods = methods::METHODS.iter().map(|method| method as &'static dyn OpDefinition);
    let others = other_ops::OTHERS.iter().chain(host_ops::HOST).map(|other| other.definition);
    DialectDefinition {
        name: "sycl",
        place: 0,
        ops: methods.chain(others).collect(),
        types: types::TYPES.iter().map(|ty| ty as &'static dyn TypeDefinition).collect(),
        alias: types::alias,
    }
}

fn polygeist_part() -> DialectDefinition {
    DialectDefinition {
        name: "polygeist",
        place: 1,
        ops: polygeist::OPS.to_vec(),
        types: Vec::new(),
        alias: |_| None,
    }
}

/// A context with all dialects of device code and host code in MLIR.
#[must_use]
pub fn context() -> Context {
    let mut registry = Registry::new();
    registry.add_everything();
    register(&registry);
    Context::new(
        &registry,
        &["sycl", "polygeist", "llvm", "dlti", "arith", "cf", "func", "memref", "index", "gpu"],
    )
}
