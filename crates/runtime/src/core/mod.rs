//! Commands and memory, for every kind of device.
//!
//! Modules that only decide about order and memory forbid `unsafe`; the other ones access memory of the
//! program, call host code, or call the C library.

#[forbid(unsafe_code)]
pub mod access;
pub mod buffer;
#[forbid(unsafe_code)]
pub mod command;
pub mod constants;
#[forbid(unsafe_code)]
pub mod disjoint;
#[forbid(unsafe_code)]
pub mod error;
pub mod exit;
#[forbid(unsafe_code)]
pub mod failure;
pub mod graph;
pub mod host_calls;
pub mod memory;
#[forbid(unsafe_code)]
pub mod places;
#[forbid(unsafe_code)]
pub mod process;
pub mod queue;
#[forbid(unsafe_code)]
pub mod ranges;
pub mod reserve;
#[forbid(unsafe_code)]
pub mod scratch;
pub mod snapshot;
#[forbid(unsafe_code)]
pub mod stall;
#[forbid(unsafe_code)]
pub mod stream;
#[forbid(unsafe_code)]
pub mod throttle;
#[forbid(unsafe_code)]
pub mod usm;
pub mod work;
