//! SPIR-V for OpenCL devices with 64-bit addresses: kernels become a module that the device's driver
//! compiles when the program runs.

mod machine;
mod schedule;

pub use machine::{EXTENSIONS, NAME, SpirvVersion, machine};
pub use schedule::SpirvSchedule;
