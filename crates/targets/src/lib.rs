//! What Scythe compiles for: one folder per family of targets.
//!
//! - `family.rs`: what the driver asks a family ([`scythe_pipeline::family::Family`])
//! - `pipeline.rs`: its pass order
//! - `unit.rs`, `link.rs`: how its code gets into a program, of one translation unit or at the link
//! - `schedule.rs`: how it schedules work-items ([`scythe_mux::MuxTarget`])
//! - `machine.rs`: the processors it knows and what code for them needs
//!
//! and what of that takes a file of its own. [`registry`] lists all families; nothing else names them. [`devices`]
//! lists what tools can compile for by name. Families never depend on each other.

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
