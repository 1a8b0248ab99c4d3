//! What Scythe compiles for: one folder per target, the same files in each.
//!
//! - `schedule.rs`: how the target schedules work-items ([`scythe_mux::MuxTarget`])
//! - `machine.rs`: the processors it knows and what code for them needs
//!
//! - `builtins.rs`, `memory.rs`: what of that takes a file of its own
//!
//! [`devices`] lists what tools can compile for by name; [`record`] and [`variable`] write what all targets
//! produce into the program. Targets never depend on each other.

pub mod cpu;
pub mod devices;
pub mod record;
pub mod refsi;
pub mod spirv;
pub mod variable;
