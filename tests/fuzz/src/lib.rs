//! A differential fuzzer of the work-item back end.
//!
//! ```text
//! seed ──► generate ──► kernel ──► print ──► pipeline ──► JIT ──► run ──┐
//!                         │                                             ├──► check
//!                         └──────► interpret ───────────────────────────┘      │
//!                                                                    campaign ◄┘──► shrink
//! ```
//!
//! [`generate`] makes a random kernel from a seed. [`print`] writes it as LLVM IR, which [`execute`] compiles
//! with the CPU's pipeline and runs; [`interpret`] runs the same kernel one work-item at a time. [`check`]
//! compares the memory afterwards. [`campaign`] does so for many seeds in separate processes, so that a crash
//! only costs a process, and [`shrink`]s failing cases, one [`trial`] after the other.
//!
//! The same kernels run as [`spirv`] on OpenCL drivers. A process counts as hanging by its processor time
//! ([`watch`]). [`mutate`] tests invalid input: it changes the texts of the filetests at random, and runs the
//! tools on the result.
//!
//! Kernels for passes that rarely apply to random ones are handwritten and run with and without the pass
//! ([`by_hand`]).

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
