//! The targets of Scythe: one folder per family of targets.
//!
//! - `family.rs`: the interface to the driver ([`scythe_pipeline::family::Family`])
//! - `pipeline.rs`: its pass order
//! - `unit.rs`, `link.rs`: how its code is added to a program, for one translation unit or at the link
//! - `schedule.rs`: how it schedules work-items ([`scythe_mux::MuxTarget`])
//! - `machine.rs`: its processors and their features
//!
//! and further files. [`registry`] lists all families; nothing else names them. [`devices`] lists what tools
//! can compile for by name. Families never depend on each other.

#![forbid(unsafe_code)]

mod clang;
pub mod cpu;
pub mod devices;
pub mod ptx;
pub mod refsi;
pub mod registry;
pub mod spirv;
#[cfg(test)]
mod unusual_types;
