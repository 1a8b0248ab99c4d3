//! Devices, and their interface.

pub mod conditions;
pub mod cpu;
pub mod cuda;
mod ending;
pub mod interop;
mod kept;
mod library;
mod list;
mod naming;
pub mod opencl;
pub mod requirements;
pub mod signals;
pub mod specialization;
mod variables;

use std::any::Any;
use std::ffi::{CStr, c_char};
use std::sync::Arc;

use scythe_image::{DeviceGlobal, Kernel, VERSION};
use smallvec::SmallVec;

use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::graph::{NativeGraph, NativeStep};
use crate::core::memory::{Allocation, Memory};
use crate::core::places::Place;
use crate::core::usm::Kind;
use crate::core::work::{Arguments, HostCall, Work};

pub use naming::{Named, source, with_kernel};

pub use list::{
    Listed, device_at, devices, native_count, platform_at, platforms, selection_error,
    unusable_devices,
};

/// Whether all threads of the runtime that run commands are idle.
#[must_use]
pub fn are_idle() -> bool {
    cpu::pool::are_idle()
}

/// The number that the headers use for a backend.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendKind {
    /// The processors of the host.
    Cpu = 1,
    /// NVIDIA's GPUs.
    Cuda = 2,
    /// Whatever has an OpenCL driver.
    OpenCl = 3,
}

impl BackendKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Cuda, Self::OpenCl];

    /// Its name in `SCYTHE_DEVICES`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::OpenCl => "opencl",
        }
    }
}

/// A platform: the devices of one backend.
#[derive(Debug)]
pub struct Platform {
    /// Its name.
    pub name: &'static str,
    /// Its vendor.
    pub vendor: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Its backend.
    pub backend: BackendKind,
}

/// An index space as the program gave it, in SYCL's order of dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexSpace {
    /// 1 to 3.
    pub dims: u32,
    /// Work-items.
    pub global: [usize; 3],
    /// The size of work-groups, where the program chose it.
    pub local: Option<[usize; 3]>,
    /// Added to global ids.
    pub offset: [usize; 3],
    /// Bytes of local memory per work-group.
    pub local_memory: usize,
    /// Whether each of its work-items stands for a whole work-group of the program: see
    /// [`requirements::hierarchical_groups`].
    pub hierarchical: bool,
    /// Whether its work-groups wait for each other, so that all have to be resident at the same time: see
    /// [`Device::groups_together`].
    pub together: bool,
}

/// The limits of a kernel on a device.
#[derive(Clone, Copy, Debug)]
pub struct KernelLimits {
    /// The most work-items of a work-group.
    pub max_work_group_size: u64,
    /// What sizes of work-groups should be a multiple of.
    pub preferred_multiple: u64,
    /// Bytes of private memory of a work-item, or 0 if unknown.
    pub private_bytes: u64,
}

/// Rejects a kernel's record of another version. Call it before anything else is read from the record.
///
/// # Errors
/// When the version is not this runtime's.
pub fn check_record(kernel: &Kernel) -> Result<(), RtError> {
    if kernel.version == VERSION {
        return Ok(());
    }
    Err(RtError::new(
        Errc::Build,
        format!(
            "kernel {} was compiled for version {} of the runtime, this is version {VERSION}: compile \
             the program again",
            Named(kernel),
            kernel.version
        ),
    ))
}

/// Rejects the record of a `device_global` of another version, and accesses outside the variable.
///
/// # Errors
/// See above.
pub fn check_variable(global: &DeviceGlobal, offset: usize, bytes: usize) -> Result<(), RtError> {
    if global.version != VERSION {
        return Err(RtError::new(
            Errc::Build,
            format!(
                "device_global was compiled for version {} of the runtime, this is version {VERSION}: \
                 compile the program again",
                global.version
            ),
        ));
    }
    let end = offset.checked_add(bytes).filter(|&end| end as u64 <= global.size);
    if end.is_none() {
        return Err(RtError::invalid(format!(
            "device_global {} has {} bytes: {bytes} bytes at offset {offset} are out of range",
            record_text(global.name),
            global.size
        )));
    }
    Ok(())
}

/// A string of a kernel's record.
pub(crate) fn record_text(pointer: *const c_char) -> &'static str {
    if pointer.is_null() {
        return "";
    }
    // SAFETY: strings in records are NUL-terminated and live as long as the record.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap_or("<not UTF-8>")
}

/// A device's object for one queue of the program: a CUDA stream, an OpenCL command queue.
pub type NativeQueue = Arc<dyn Any + Send + Sync>;

/// How a device identifies a command that was enqueued on it.
#[derive(Clone)]
pub enum NativeEvent {
    /// An object, such as an OpenCL event, with everything that has to stay alive until the command is done.
    Object(Arc<dyn Any + Send + Sync>),
    /// A number in a list that is never freed, such as the commands of a CUDA stream.
    Numbered {
        /// The list.
        list: &'static (dyn Any + Send + Sync),
        /// The number.
        number: u64,
    },
}

impl NativeEvent {
    /// The list and the number, if the list is of that type.
    #[must_use]
    pub fn number_in<T: 'static>(&self) -> Option<(&'static T, u64)> {
        match self {
            Self::Object(_) => None,
            Self::Numbered { list, number } => Some((list.downcast_ref()?, *number)),
        }
    }

    /// The object, if it is of that type.
    #[must_use]
    pub fn object<T: 'static>(&self) -> Option<&T> {
        match self {
            Self::Object(object) => object.downcast_ref(),
            Self::Numbered { .. } => None,
        }
    }

    /// The same, by value.
    #[must_use]
    pub fn into_object<T: Send + Sync + 'static>(self) -> Option<Arc<T>> {
        match self {
            Self::Object(object) => object.downcast().ok(),
            Self::Numbered { .. } => None,
        }
    }
}

/// A predecessor, on the same device, of another command.
pub struct Before {
    /// How the device identifies it.
    pub event: NativeEvent,
    /// Whether the successor needs its results: the program named its event, or both use the same buffer.
    /// Otherwise the successor only comes later in an in-order queue, or behind a barrier, and runs even if
    /// this one fails.
    pub is_needed: bool,
}

/// All predecessors of a command on its device. Most commands have one or two.
pub type AllBefore = SmallVec<[Before; 2]>;

/// Starts commands that are ready on a device that orders commands itself, and all that become ready by that.
fn hand_over(
    mut ready: Vec<Arc<Command>>,
    start: impl Fn(Arc<Command>, &[Before]) -> Vec<Arc<Command>>,
) {
    // The chain may be long: a loop instead of recursion.
    while let Some(next) = ready.pop() {
        match next.prepare_hand_over() {
            Some(after) => ready.append(&mut start(next, &after)),
            None => ready.extend(next.complete(Ok(()))),
        }
    }
}

/// What a program asks about the memory of another device (`sycl_ext_oneapi_peer_access`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerRequest {
    /// Asks whether kernels of this device could use it.
    CanAccess,
    /// Asks whether atomic operations of these would be atomic for the other device too.
    HasAtomics,
    /// Gives kernels of this device access.
    Enable,
    /// Takes the access back.
    Disable,
}

/// One device.
///
/// # How commands reach a device
///
/// A device either leaves the order of commands to the runtime's graph, as the CPU does: then each command that it
/// gets is ready and may run at any time, at the same time as others. Or it orders commands itself
/// ([`Device::orders`]):
///
/// 1. [`Device::enqueue`] gets a command as soon as all its predecessors on the same device have been
///    enqueued there, with their native events. The command runs after them: the device passes the events on
///    (OpenCL: the wait list; CUDA: `cuStreamWaitEvent`), or need not where the order of the command's
///    [`NativeQueue`] implies it (an in-order queue is a stream). Predecessors on the host or on other
///    devices are complete by then.
/// 2. The device calls [`Command::enqueued`], and passes on the commands that become ready by that.
/// 3. When the command is done, the device calls [`Command::complete`] for it, and before that for its
///    predecessors. It may do so late unless something waits: [`Device::expect`] says that something on the
///    host waits for the command, [`Device::help`] that the calling thread does. Drivers report completion on
///    threads where the driver must not be called (host functions of CUDA, callbacks of OpenCL); there the
///    device only queues a notification.
///
/// Submissions reach the driver before [`Device::enqueue`] returns, or the device flushes them itself when
/// nothing else is running: no call announces that no more commands come.
///
/// # Failures
///
/// A command that fails before or while it is enqueued fails its successors before the device gets them. A
/// command that fails on the device may have successors there: drivers that can cancel those (OpenCL does for
/// wait lists) do so. All commands that named its event or use one of its buffers fail in any case, as
/// [`Command::complete`] is called in order. A command that was cancelled ([`Command::is_cancelled`]) before
/// the device got it does nothing there but keep the order.
pub trait Device: Send + Sync {
    /// The properties of the device.
    fn info(&self) -> &info::DeviceInfo;

    /// Prepares a launch of a kernel, and checks everything that can be checked before it runs.
    ///
    /// # Errors
    /// When the index space is impossible or the device has no code for the kernel.
    fn prepare(
        &self,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: IndexSpace,
    ) -> Result<Work, RtError>;

    /// Launches a kernel that depends only on its queue, whose order the device keeps: the driver has the
    /// launch before this returns, so the launch needs no object. After all checks, `enter` creates the
    /// command and enters it into the queue, unless the queue has commands that the driver does not have.
    /// Returns none if it did not, or if the device does not support such launches; the caller then uses
    /// [`Device::prepare`].
    ///
    /// # Errors
    /// As for [`Device::prepare`]. Later errors are reported by the command.
    fn launch(
        &self,
        kernel: &'static Kernel,
        arguments: &[u8],
        space: &IndexSpace,
        enter: &mut dyn FnMut(Work) -> Option<Arc<Command>>,
    ) -> Result<Option<Arc<Command>>, RtError> {
        let _ = (kernel, arguments, space, enter);
        Ok(None)
    }

    /// Whether launches of a kernel can run here, whatever their index space.
    ///
    /// # Errors
    /// When there is no code for the device, or it lacks something that the kernel requires.
    fn check_kernel(&self, kernel: &'static Kernel) -> Result<(), RtError> {
        requirements::check_device(kernel, self.info())
    }

    /// The limits of a kernel on this device.
    ///
    /// # Errors
    /// When the device cannot run it.
    fn kernel_limits(&self, kernel: &'static Kernel) -> Result<KernelLimits, RtError> {
        self.check_kernel(kernel)?;
        let info = self.info();
        Ok(KernelLimits {
            max_work_group_size: info.max_work_group_size,
            // The number of elements in a vector register.
            preferred_multiple: u64::from(info.vector_widths[4]).max(1),
            private_bytes: 0,
        })
    }

    /// How many work-groups of `items` work-items with `local_memory` bytes beyond those of the kernel's
    /// variables can be resident at the same time, and so can wait for each other.
    ///
    /// # Errors
    /// When the device cannot run the kernel.
    fn groups_together(
        &self,
        kernel: &'static Kernel,
        items: u64,
        local_memory: usize,
    ) -> Result<u64, RtError> {
        let _ = (items, local_memory);
        self.check_kernel(kernel)?;
        Ok(1)
    }

    /// The device's object for a queue of the program, where it distinguishes queues.
    fn open_queue(&self, in_order: bool, profiled: bool) -> Option<NativeQueue> {
        let _ = (in_order, profiled);
        None
    }

    /// Whether the device runs commands of such a queue in the order in which they were enqueued, so that the
    /// graph need not order them.
    fn keeps_order(&self, queue: &NativeQueue) -> bool {
        let _ = queue;
        false
    }

    /// The command enqueued before this one on such a queue, unless it is complete.
    fn previous(&self, command: &Command) -> Option<Arc<Command>> {
        let _ = command;
        None
    }

    /// Whether the device orders commands with such work itself.
    fn orders(&self, work: &Work) -> bool {
        let _ = work;
        false
    }

    /// Whether the device takes a graph of commands as one command: see [`crate::core::graph::Replay`].
    fn replays(&self) -> bool {
        false
    }

    /// Whether the device makes one command of its own of the commands of a graph, where it can: see
    /// [`Device::make_graph`].
    fn makes_graphs(&self) -> bool {
        false
    }

    /// Makes one command of the commands of a graph, to be submitted any number of times. None where the
    /// device cannot, or where submitting them one by one is faster.
    fn make_graph(&self, steps: &[NativeStep<'_>]) -> Option<Arc<dyn NativeGraph>> {
        let _ = steps;
        None
    }

    /// The host call that replaces a copy which would block the submitting thread for long; none for all
    /// other work.
    fn call_for_copy(&self, work: &Work) -> Option<HostCall> {
        let _ = work;
        None
    }

    /// Takes a command, to be run after the commands in `after`, and returns at once. `after` is empty where
    /// the device leaves the order to the graph. The device calls [`Command::complete`] when the command is
    /// done.
    fn enqueue(&self, command: Arc<Command>, after: AllBefore);

    /// Something on the host, or on another device, waits for a command that was enqueued here: its
    /// completion has to be reported without a query. The caller may hold locks; the device calls back from
    /// another thread.
    fn expect(&self, command: &Arc<Command>) {
        let _ = command;
    }

    /// Lets a waiting thread do some of the device's work; false when there is none for it. Work of unknown
    /// length is done only if the thread waits for it. A device that orders commands may block until the
    /// awaited command is complete, once it has been enqueued.
    fn help(&self, awaited: &Arc<Command>) -> bool;

    /// The native objects of its backend, where programs can have them.
    fn interop(&self) -> Option<&dyn interop::Interop> {
        None
    }

    /// Bytes of unused memory, where that is known.
    fn free_memory(&self) -> Option<u64> {
        None
    }

    /// Where contents of buffers have to be for commands of this device.
    fn place(&self) -> Place {
        Place::HOST
    }

    /// Whether an address that is not USM may be memory of the host: programs also pass addresses that they
    /// got from the backend itself.
    fn may_be_host_memory(&self, address: usize) -> bool {
        let _ = address;
        true
    }

    /// Devices with the same number can copy from each other's memory into their own.
    fn copy_domain(&self) -> Option<usize> {
        None
    }

    /// Answers or does what a program asks about the memory of another device.
    ///
    /// # Errors
    /// When access is asked for that cannot be had.
    fn peer(&self, request: PeerRequest, peer: &dyn Device) -> Result<bool, RtError> {
        let _ = peer;
        match request {
            PeerRequest::CanAccess | PeerRequest::HasAtomics => Ok(false),
            PeerRequest::Enable | PeerRequest::Disable => Err(RtError::new(
                Errc::Invalid,
                "other devices cannot access the memory of this device; check ext_oneapi_can_access_peer first",
            )),
        }
    }

    /// Memory that commands of the device can use. `what` says in the error what it is for.
    ///
    /// # Errors
    /// When there is no such memory.
    fn allocate(
        &self,
        kind: Kind,
        bytes: usize,
        align: usize,
        what: &str,
    ) -> Result<Memory, RtError> {
        let _ = kind;
        Ok(Memory::Host(Allocation::new(bytes, align, what)?))
    }

    /// Memory of the device for the contents of a buffer. No command uses it any more when it is dropped.
    ///
    /// # Errors
    /// When there is no such memory.
    fn allocate_for_buffer(&self, bytes: usize, align: usize) -> Result<Memory, RtError> {
        self.allocate(Kind::Device, bytes, align, "a buffer")
    }

    /// Memory of the host for the contents of a buffer that commands of the device use elsewhere: they are
    /// copied from there to the device, and back when the host reads them.
    ///
    /// # Errors
    /// When there is none that is better than ordinary memory.
    fn allocate_home(&self, bytes: usize, align: usize) -> Result<Memory, RtError> {
        self.allocate(Kind::Host, bytes, align, "a buffer")
    }

    /// Zeroed memory that kernels of the device can access at full speed.
    ///
    /// # Errors
    /// When there is no such memory.
    fn allocate_zeroed(&self, bytes: usize, align: usize, what: &str) -> Result<Memory, RtError> {
        let memory = self.allocate(Kind::Host, bytes, align, what)?;
        // SAFETY: host memory of that many bytes, which nothing else uses yet.
        unsafe { std::ptr::write_bytes(memory.start(), 0, bytes) };
        Ok(memory)
    }

    /// The device's own variable of a `device_global`, with its initial value before the first use. Commands
    /// of the device can use the address.
    ///
    /// # Errors
    /// When the device has none.
    fn variable(&self, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        Err(RtError::new(
            Errc::FeatureNotSupported,
            format!(
                "{} does not hold variables of the program, such as device_global {}",
                self.info().name,
                record_text(global.name)
            ),
        ))
    }
}

pub mod info;
