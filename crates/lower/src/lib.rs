//! From the `sycl` dialect back to LLVM IR. This room is not furnished yet.
//!
//! Invariant that holds from the start: what leaves this room is the IR that `mux` reads, in the form
//! clang gives it.

#![forbid(unsafe_code)]
