//! A differential fuzzer of the work-item back end.
//!
//! ```text
//! seed ──► generate ──► kernel ──► print ──► pipeline ──► JIT ──► run ──┐
//!                         │                                             ├──► check
//!                         └──────► interpret ───────────────────────────┘      │
//!                                                                    campaign ◄┘──► shrink
//! ```
//!
//! [`generate`] makes a random kernel of a seed. [`print`] writes it as LLVM IR, which [`execute`]
//! takes through the pipeline of the CPU and runs; [`interpret`] runs the same kernel one work-item at
//! a time. [`check`] compares what both leave in memory. [`campaign`] does so for many seeds in
//! processes of their own, so that a crash costs nothing but a process, and [`shrink`]s what fails,
//! one [`trial`] after the other.
//!
//! The same kernels run as [`spirv`] on OpenCL drivers. Whether a process hangs is judged by the processor time
//! that it has used ([`watch`]).
//! [`mutate`] is about what is not right: it changes the texts of the filetests at random, and has the
//! tools read what comes of it.
//!
//! Kernels for passes that random ones rarely give anything to do are written by hand and run with and
//! without the pass ([`by_hand`]).

pub mod arena;
pub mod by_hand;
pub mod campaign;
pub mod check;
pub mod contents;
pub mod execute;
pub mod generate;
pub mod half;
pub mod interpret;
pub mod kernel;
pub mod mutate;
pub mod operators;
pub mod print;
pub mod setting;
pub mod shrink;
pub mod spirv;
pub mod trial;
pub mod types;
pub mod watch;
