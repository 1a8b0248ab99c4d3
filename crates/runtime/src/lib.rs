//! `libscythe`: platforms, devices, queues, command graph, buffers, USM, events.
//!
//! ```text
//! C++ headers ──► abi/      one file per object: checks arguments, catches panics
//!                  │
//!                 core/     command graph, buffers and their accesses, USM, errors: no device here
//!                  │
//!                 backend/  what a device must do; cpu/ does it with threads
//!                  │
//!                 trace/    hears from all of them what happens, if somebody wants to know
//!                 check/    holds what checked kernels do against what memory there is
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
