//! Analyses of a kernel's memory accesses and of the uniformity of its values.
//!
//! A reader of some IR makes a [`graph::Graph`] of a kernel: `scythe-optimize` has one for the `sycl` and `llvm`
//! dialects of MLIR, `scythe-mux` one for LLVM IR with `__mux_*` builtins. [`access`] then says what neighbouring
//! work-items do to memory, and [`uniformity`] which work-items agree on a value and reach a block together. Remarks
//! and optimisations both use these results, so that they cannot disagree.
//!
//! Invariant: nothing in this crate knows an IR; what a reader cannot express makes answers less precise,
//! never wrong.

#![forbid(unsafe_code)]

pub mod access;
pub mod graph;
pub mod uniformity;
