//! SPIR-V for OpenCL devices with 64-bit addresses: kernels become a module that the device's driver
//! compiles when the program runs.

mod extensions;
mod machine;
pub mod module;
mod schedule;

pub use extensions::{ExtensionError, Extensions};
pub use machine::{NAME, SpirvVersion, machine};
pub use schedule::SpirvSchedule;
