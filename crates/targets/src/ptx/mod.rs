//! NVIDIA GPUs: kernels become PTX, which the device's driver compiles when the program runs, and machine code for
//! the architectures that the user names, where NVIDIA's assembler is at hand.

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

/// Pointers among the arguments lead to global memory; those inside of objects to any memory.
const ABI: DeviceAbi = DeviceAbi { argument_space: 1, member_space: 0, by_value_structs: false };

/// LLVM's numbers of memories.
mod space {
    /// Memory of a work-group.
    pub const SHARED: u16 = 3;
}
