//! Analyses of kernels, and passes on the `sycl` dialect: what the host knows makes device code better.
//!
//! So far there are the analyses: [`access`] says what neighbouring work-items do to memory,
//! [`uniformity`] which work-items agree on a value. Both read a kernel as a [`graph`], which knows
//! nothing of the IR that it was made from.
//!
//! Invariant that holds from the start: one file per pass, each can be switched off by name, none
//! changes results.

#![forbid(unsafe_code)]

pub mod access;
pub mod graph;
pub mod uniformity;
