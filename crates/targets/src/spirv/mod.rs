//! SPIR-V for OpenCL devices with 64-bit addresses: kernels become a module that the device's driver compiles
//! at run time.

mod extensions;
mod family;
pub mod generate;
mod machine;
pub mod module;
pub mod passes;
pub mod pipeline;
mod reducible;
mod schedule;
mod unit;

pub use extensions::{ExtensionError, Extensions};
pub use family::SpirvFamily;
pub use machine::{NAME, SpirvVersion, machine};
pub use schedule::SpirvSchedule;

use scythe_bind::DeviceAbi;

/// Drivers require that pointers among the arguments point to global memory, and accept structures by value
/// but no arrays. Pointers inside objects point to any memory.
const ABI: DeviceAbi = DeviceAbi { argument_space: 1, member_space: 4, by_value_structs: true };
