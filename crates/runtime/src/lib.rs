//! `libscythe`: platforms, devices, queues, command graph, buffers, USM, events.
//!
//! ```text
//! C++ headers ──► abi/      one file per object: checks arguments, catches panics
//!                  │
//!                 core/     command graph, buffers and their accesses, USM, errors: independent of devices
//!                  │
//!                 backend/  the interface of devices; cpu/ implements it with threads
//!                  │
//!                 trace/    records events of all of them for traces
//!                 check/    compares accesses of checked kernels with valid memory
//! ```
//!
//! Invariants: no part of the compiler is ever loaded; a panic never crosses the C ABI; devices that are
//! absent are not listed; `core` uses devices only through [`backend::Device`].

pub mod abi;
pub mod backend;
pub mod check;
pub mod core;
pub mod fork;
pub mod settings;
#[forbid(unsafe_code)]
pub mod trace;

pub use core::error::{Errc, RtError};
