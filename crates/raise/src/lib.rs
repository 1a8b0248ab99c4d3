//! From LLVM IR to the `sycl` dialect, for device code (index space) and host code (kernel
//! submission). Of this room only the door is furnished: [`methods`] says which functions of device
//! code are methods of SYCL's classes.
//!
//! Invariant that holds from the start: raising may fail for any function, and never makes a program
//! fail: what cannot be raised takes the road without MLIR.

#![forbid(unsafe_code)]

pub mod methods;
