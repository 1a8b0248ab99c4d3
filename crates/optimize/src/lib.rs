//! Analyses of kernels, and passes on the `sycl` dialect: what the host knows makes device code better.
//!
//! So far there are the analyses: [`access`] says what neighbouring work-items do to memory,
//! [`uniformity`] which work-items agree on a value. Both read a kernel as a [`graph`], which knows
//! nothing of the IR that it was made from; [`translate`] makes it from raised functions, and
//! [`memory_access`] says to users what came out. [`host`] reads what the host knows about the launches of
//! each kernel.
//!
//! Invariant that holds from the start: one file per pass, each can be switched off by name, none
//! changes results.

#![forbid(unsafe_code)]

pub mod access;
pub mod graph;
pub mod host;
pub mod memory_access;
pub mod translate;
pub mod uniformity;

/// Makes the passes of this crate known to pipelines.
pub fn register_passes() {
    scythe_mlir::register_pass(&memory_access::PRINT);
    scythe_mlir::register_pass(&uniformity::PRINT);
    scythe_mlir::register_pass(&host::PRINT);
}
