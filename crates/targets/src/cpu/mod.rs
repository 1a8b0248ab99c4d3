//! The CPU the host code runs on: kernels become native functions of the program.

mod builtins;
mod checks;
mod constants;
mod family;
mod link;
mod machine;
mod memory;
mod options;
pub mod pipeline;
mod processor;
mod schedule;
mod unit;

pub use family::CpuFamily;
pub use machine::{Cpu, CpuError, NATIVE};
pub use schedule::{CpuSchedule, SUB_GROUP_SIZES};

use scythe_bind::DeviceAbi;

/// The name on the command line.
pub const NAME: &str = "cpu";

/// Device code has the ABI of host code.
const ABI: DeviceAbi = DeviceAbi::FLAT;
