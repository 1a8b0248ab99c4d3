//! Reads traces of programs (`SCYTHE_TRACE`), for `scythe-trace` and `scythe-explorer`.

#![forbid(unsafe_code)]

pub mod check;
pub mod critical;
pub mod model;
pub mod read;
