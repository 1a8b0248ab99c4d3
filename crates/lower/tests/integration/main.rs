//! From the `sycl` dialect to LLVM.

mod execute;
mod support;
mod to_calls;
mod to_llvm;
