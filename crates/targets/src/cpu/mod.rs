//! The CPU the host code runs on: kernels become native functions of the program.

mod builtins;
mod constants;
mod machine;
mod memory;
mod schedule;

pub use machine::{Cpu, CpuError, NATIVE};
pub use schedule::{CpuSchedule, SUB_GROUP_SIZES};
