//! Analyses of a kernel's memory accesses and of the uniformity of its values.
//!
//! A reader of some IR makes a [`graph::Graph`] of a kernel: `scythe-optimize` has one for the `sycl` and
//! `llvm` dialects of MLIR, `scythe-mux` one for LLVM IR with `__mux_*` builtins. [`access`] then determines
//! how neighbouring work-items access memory, and [`uniformity`] for which work-items a value is the same and
//! which reach a block together. Remarks and optimisations both use these results, so they cannot contradict
//! each other.
//!
//! Invariant: nothing in this crate depends on an IR; what a reader cannot express makes answers less
//! precise, never wrong.

#![forbid(unsafe_code)]

pub mod access;
pub mod graph;
pub mod uniformity;
