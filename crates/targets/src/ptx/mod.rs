//! NVIDIA GPUs: kernels become PTX, which the device's driver compiles at run time, and machine code for
//! named architectures, if NVIDIA's assembler is installed.

mod architecture;
mod builtins;
mod collectives;
mod exponentials;
mod family;
mod gamma;
pub mod generate;
mod libraries;
pub mod passes;
pub mod pipeline;
mod schedule;
mod unit;

pub use architecture::{Architecture, MACHINE};
pub use family::PtxFamily;
pub use schedule::PtxSchedule;

use scythe_bind::DeviceAbi;

/// The name on the command line.
pub const NAME: &str = "ptx";

/// Pointers among the arguments point to global memory; those inside objects to any memory.
const ABI: DeviceAbi = DeviceAbi { argument_space: 1, member_space: 0, by_value_structs: false };

/// LLVM's address spaces.
mod space {
    /// Memory of a work-group.
    pub const SHARED: u16 = 3;
}
