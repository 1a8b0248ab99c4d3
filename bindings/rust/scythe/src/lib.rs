//! SYCL from Rust: devices, queues, memory, events, and kernels that are written in C++.
//!
//! ```no_run
//! # fn main() -> scythe::Result<()> {
//! let queue = scythe::Queue::new(scythe::Device::preferred()?)?;
//! let values = queue.shared::<f32>(1000)?;
//! queue.fill(&values, 1.5)?;
//! assert_eq!(values.read()?[999], 1.5); // waits for the fill
//! # Ok(())
//! # }
//! ```
//!
//! Kernels are C++, compiled by `scythe++` in a build script (crate `scythe-build`) and declared with [`kernels!`].
//!
//! What makes this safe: a [`Queue`] runs its commands one after the other; [`Memory`] belongs to a queue, is freed when
//! the queue's commands are complete, and lets the host look at it only through guards, which wait for them and
//! keep new ones out. What remains is C++: whoever declares a kernel promises that its signature is right and that it
//! stays within the memory it is given.

mod device;
mod error;
mod event;
pub mod ffi;
mod kernels;
mod memory;
mod queue;

pub use device::{Device, Kind, devices};
pub use error::{Error, Result};
pub use event::Event;
pub use kernels::Argument;
pub use memory::{Memory, Place, Plain, Read, Write};
pub use queue::Queue;
