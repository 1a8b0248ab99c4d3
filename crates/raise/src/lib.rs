//! From LLVM IR to the `sycl` dialect, for device code (index space) and host code (kernel
//! submission). This room is not furnished yet.
//!
//! Invariant that holds from the start: raising may fail for any function, and never makes a program
//! fail: what cannot be raised takes the road without MLIR.

#![forbid(unsafe_code)]
