//! Devices, and what the runtime asks of them.

pub mod cpu;
mod list;

use std::sync::Arc;

use scythe_image::Kernel;

use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::work::{Arguments, Work};

pub use list::{devices, platforms, selection_error};

/// The number the headers know a backend by.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendKind {
    /// The host's processors.
    Cpu = 1,
}

/// A platform: the devices of one backend.
#[derive(Debug)]
pub struct Platform {
    /// Its name.
    pub name: &'static str,
    /// Who made it.
    pub vendor: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Its backend.
    pub backend: BackendKind,
}

/// An index space as the program gave it, in SYCL's order of dimensions.
#[derive(Clone, Copy, Debug)]
pub struct IndexSpace {
    /// 1 to 3.
    pub dims: u32,
    /// Work-items.
    pub global: [usize; 3],
    /// The size of work-groups, where the program chose it.
    pub local: Option<[usize; 3]>,
    /// Added to global ids.
    pub offset: [usize; 3],
}

/// One device. Commands handed to [`Device::enqueue`] are ready and may run at any time, in any order,
/// at the same time.
pub trait Device: Send + Sync {
    /// What there is to know about it.
    fn info(&self) -> &info::DeviceInfo;

    /// Makes a launch of a kernel, with everything checked that can be.
    ///
    /// # Errors
    /// When the index space is impossible or the device has no code for the kernel.
    fn prepare(
        &self,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: IndexSpace,
    ) -> Result<Work, RtError>;

    /// Takes a command whose predecessors are complete, and returns at once. The device calls
    /// [`Command::complete`] when it is done.
    fn enqueue(&self, command: Arc<Command>);

    /// Lets a thread that waits do some of the device's work; false when there is none for it.
    fn help(&self) -> bool;
}

pub mod info;
