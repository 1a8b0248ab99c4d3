//! Interoperability: conversion between native objects of a backend and SYCL's. A backend without it has no
//! [`Interop`].

use std::ffi::c_void;
use std::sync::Arc;

use scythe_image::Kernel;

use super::{IndexSpace, NativeQueue};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::work::Work;

/// An object of a backend.
pub type Native = *mut c_void;

/// The kind of an object, with the headers' values.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ObjectKind {
    Device = 0,
    Context = 1,
    Queue = 2,
    Event = 3,
    Memory = 4,
    Program = 5,
    Kernel = 6,
}

impl ObjectKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Device,
        Self::Context,
        Self::Queue,
        Self::Event,
        Self::Memory,
        Self::Program,
        Self::Kernel,
    ];
}

/// The state of a backend's program, with the headers' values of `bundle_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ProgramState {
    Input,
    Object,
    Executable,
}

/// Properties of a queue of the backend.
#[derive(Clone, Copy, Debug)]
pub struct QueueFacts {
    /// Its device.
    pub device: Native,
    /// Whether its commands run one after the other.
    pub in_order: bool,
    /// Whether it records times.
    pub profiled: bool,
}

/// A query about a kernel of the backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum KernelQuestion {
    Name,
    Attributes,
    ArgumentCount,
    MaxWorkGroupSize,
    PreferredMultiple,
    PrivateBytes,
}

/// An argument of a kernel of the backend.
#[derive(Clone, Debug)]
pub enum NativeArgument {
    /// A value.
    Bytes(Box<[u8]>),
    /// An address on the device.
    Pointer(usize),
    /// That many bytes of local memory.
    Local(usize),
}

/// A launch of a kernel of the backend.
pub struct NativeLaunch {
    /// The kernel.
    pub kernel: Native,
    /// Its arguments, with their numbers.
    pub arguments: Vec<(u32, NativeArgument)>,
    /// The index space.
    pub space: IndexSpace,
}

/// Memory of a device that a program uses temporarily as an object of the backend.
#[derive(Clone, Copy, Debug)]
pub struct Lent {
    /// The queue that the object is used with.
    pub queue: Native,
    /// Its address.
    pub address: *mut u8,
    /// Its size.
    pub bytes: usize,
}

/// The objects of a device and of its backend. The caller releases those that are returned, except the first
/// three.
///
/// All functions fail if the backend does, or if an object is invalid.
#[allow(clippy::missing_errors_doc, reason = "documented above")]
pub trait Interop {
    /// The platform; not reference-counted.
    fn platform(&self) -> Native;
    /// The device; owned by the process.
    fn device(&self) -> Native;
    /// The context that the runtime uses, and owns.
    fn context(&self) -> Result<Native, RtError>;

    /// Adds a reference to an object.
    ///
    /// # Safety
    /// The object is live and of that kind. This holds for all objects that are passed to a backend.
    unsafe fn retain(&self, kind: ObjectKind, object: Native) -> Result<(), RtError>;
    /// Releases a reference.
    ///
    /// # Safety
    /// As for [`Interop::retain`]; the reference is the caller's.
    unsafe fn release(&self, kind: ObjectKind, object: Native);

    /// The devices of a context.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn context_devices(&self, context: Native) -> Result<Vec<Native>, RtError>;
    /// A queue of this device.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn create_queue(
        &self,
        context: Native,
        in_order: bool,
        profiled: bool,
    ) -> Result<Native, RtError>;
    /// The backend's queue to which all commands of a queue of the program go, if there is one.
    fn own_queue(&self, queue: &NativeQueue) -> Result<Option<Native>, RtError> {
        let _ = queue;
        Ok(None)
    }
    /// The device's state for a queue of the program whose commands all go to a queue of the backend, in
    /// order.
    ///
    /// # Safety
    /// As for [`Interop::retain`]; the backend's queue stays until the last command is complete.
    unsafe fn adopt_queue(&self, queue: Native) -> Result<NativeQueue, RtError> {
        let _ = queue;
        let message = "a queue of this backend cannot become a sycl::queue";
        Err(RtError::new(Errc::FeatureNotSupported, message))
    }
    /// Properties of a queue.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn queue_facts(&self, queue: Native) -> Result<QueueFacts, RtError>;

    /// Events that are complete when the command is.
    fn events(&self, command: &Arc<Command>) -> Result<Vec<Native>, RtError>;
    /// A command that is complete when all events are.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn command(&self, events: &[Native]) -> Result<Arc<Command>, RtError>;

    /// An object for memory, with its contents.
    ///
    /// # Safety
    /// As for [`Interop::retain`]; the memory is valid until it is taken back, and not used otherwise.
    unsafe fn lend(&self, memory: Lent, context: Native) -> Result<Native, RtError>;
    /// Writes the contents of an object back to its original memory, if they were modified.
    ///
    /// # Safety
    /// As for [`Interop::lend`], which made the object.
    unsafe fn take_back(&self, memory: Lent, object: Native, written: bool) -> Result<(), RtError>;
    /// The size of a memory object.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn memory_size(&self, object: Native) -> Result<usize, RtError>;
    /// Copies the contents of a memory object to the host, or from the host.
    ///
    /// # Safety
    /// As for [`Interop::retain`]; `host` is valid for as many bytes.
    unsafe fn copy_memory(
        &self,
        object: Native,
        host: *mut u8,
        bytes: usize,
        to_object: bool,
    ) -> Result<(), RtError>;

    /// The code of a kernel of the program, built for this device.
    fn program(&self, kernel: &'static Kernel) -> Result<Native, RtError>;
    /// A kernel of the program.
    fn kernel(&self, kernel: &'static Kernel) -> Result<Native, RtError>;
    /// Makes sure that a program has a state.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn bring_program_to(&self, program: Native, state: ProgramState) -> Result<(), RtError>;
    /// Answers a query about a kernel.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn kernel_fact(
        &self,
        kernel: Native,
        question: KernelQuestion,
    ) -> Result<Vec<u8>, RtError>;
    /// Prepares a launch.
    ///
    /// # Safety
    /// As for [`Interop::retain`].
    unsafe fn prepare(&self, launch: NativeLaunch) -> Result<Work, RtError>;
}
