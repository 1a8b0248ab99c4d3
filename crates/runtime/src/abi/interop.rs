//! Objects of backends, for programs that use the backend's own interface too (SYCL 2020 §4.5.1).

use std::ffi::c_void;
use std::sync::Arc;

use scythe_image::Kernel;

use super::command::scythe_kernel;
use super::device::{device, device_handle, platform_handle, scythe_device, scythe_platform};
use super::event::{into_handle, scythe_event, shared};
use super::{borrow, guard, guard_value, scythe_status, slice, store};
use crate::backend::interop::{
    Interop, KernelQuestion, Lent, Native, NativeArgument, NativeLaunch, ObjectKind, ProgramState,
};
use crate::backend::{IndexSpace, devices, platforms};
use crate::core::error::{Errc, RtError};
use crate::core::work::{Moved, Work};

/// A device of the backend.
pub const SCYTHE_NATIVE_DEVICE: u32 = 0;
/// A context.
pub const SCYTHE_NATIVE_CONTEXT: u32 = 1;
/// A queue.
pub const SCYTHE_NATIVE_QUEUE: u32 = 2;
/// An event.
pub const SCYTHE_NATIVE_EVENT: u32 = 3;
/// Memory.
pub const SCYTHE_NATIVE_MEMORY: u32 = 4;
/// A program.
pub const SCYTHE_NATIVE_PROGRAM: u32 = 5;
/// A kernel.
pub const SCYTHE_NATIVE_KERNEL: u32 = 6;

/// string
pub const SCYTHE_NATIVE_KERNEL_NAME: u32 = 0;
/// string
pub const SCYTHE_NATIVE_KERNEL_ATTRIBUTES: u32 = 1;
/// u32
pub const SCYTHE_NATIVE_KERNEL_ARGUMENT_COUNT: u32 = 2;
/// u64
pub const SCYTHE_NATIVE_KERNEL_WORK_GROUP_SIZE: u32 = 3;
/// u64
pub const SCYTHE_NATIVE_KERNEL_PREFERRED_MULTIPLE: u32 = 4;
/// u64
pub const SCYTHE_NATIVE_KERNEL_PRIVATE_BYTES: u32 = 5;

/// The bytes of a value.
pub const SCYTHE_NATIVE_ARGUMENT_BYTES: u32 = 0;
/// An address that the device understands.
pub const SCYTHE_NATIVE_ARGUMENT_POINTER: u32 = 1;
/// `size` bytes of local memory.
pub const SCYTHE_NATIVE_ARGUMENT_LOCAL: u32 = 2;

/// An argument of a kernel that is the backend's.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_native_argument {
    /// Its number.
    pub index: u32,
    /// SCYTHE_NATIVE_ARGUMENT_*
    pub kind: u32,
    /// Its bytes, or the address; copied before submission returns.
    pub value: *const c_void,
    /// How many bytes.
    pub size: usize,
}

/// A launch of a kernel that is the backend's.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_native_launch {
    /// The kernel.
    pub kernel: *mut c_void,
    /// Its arguments.
    pub arguments: *const scythe_native_argument,
    /// How many.
    pub argument_count: usize,
    /// 1 to 3
    pub dims: u32,
    /// True for nd_range.
    pub has_local: bool,
    /// Work-items, in SYCL's order.
    pub global: [usize; 3],
    /// Work-items of a group.
    pub local: [usize; 3],
    /// Added to global ids.
    pub offset: [usize; 3],
}

impl scythe_native_launch {
    /// Makes the launch ready.
    ///
    /// # Safety
    /// The kernel is live, and the arguments are as documented.
    pub(crate) unsafe fn work(
        &self,
        device: &dyn crate::backend::Device,
        moved: &[Moved],
    ) -> Result<Work, RtError> {
        if !(1..=3).contains(&self.dims) {
            return Err(RtError::invalid("the launch is malformed"));
        }
        let interop = of(device)?;
        let mut arguments = Vec::new();
        // SAFETY: by this function's contract.
        unsafe {
            for argument in slice(self.arguments, self.argument_count, "the list of arguments")? {
                let value = match argument.kind {
                    SCYTHE_NATIVE_ARGUMENT_BYTES => {
                        let bytes = slice(argument.value.cast(), argument.size, "an argument")?;
                        NativeArgument::Bytes(bytes.into())
                    }
                    SCYTHE_NATIVE_ARGUMENT_POINTER => {
                        let address = argument.value.expose_provenance();
                        NativeArgument::Pointer(Moved::translate(moved, address))
                    }
                    SCYTHE_NATIVE_ARGUMENT_LOCAL => NativeArgument::Local(argument.size.max(1)),
                    _ => return Err(RtError::invalid("an argument of no known kind")),
                };
                arguments.push((argument.index, value));
            }
            let space = IndexSpace {
                dims: self.dims,
                global: self.global,
                local: self.has_local.then_some(self.local),
                offset: self.offset,
                local_memory: 0,
                hierarchical: false,
            };
            interop.prepare(NativeLaunch { kernel: self.kernel, arguments, space })
        }
    }
}

/// The objects of a device's backend.
fn of(device: &dyn crate::backend::Device) -> Result<&dyn Interop, RtError> {
    device.interop().ok_or_else(|| {
        let name = &device.info().name;
        let message = format!("{name} is a device of a backend that has no objects of its own");
        RtError::new(Errc::BackendMismatch, message)
    })
}

/// The objects of a device's backend, which must be `backend`.
fn of_backend(handle: *const scythe_device, backend: u32) -> Result<&'static dyn Interop, RtError> {
    let device = device(handle)?;
    if device.info().backend as u32 != backend {
        let message = format!("{} is a device of another backend", device.info().name);
        return Err(RtError::new(Errc::BackendMismatch, message));
    }
    of(device)
}

/// The objects of a backend, by whichever device of it.
fn any(backend: u32) -> Result<&'static dyn Interop, RtError> {
    let is_one = |device: &&dyn crate::backend::Device| device.info().backend as u32 == backend;
    let found = devices().iter().map(|(device, _)| *device).find(is_one);
    let none = || {
        RtError::new(Errc::BackendMismatch, "there is no device of the backend that runs kernels")
    };
    of(found.ok_or_else(none)?)
}

fn kind(value: u32) -> Result<ObjectKind, RtError> {
    let known = ObjectKind::ALL.into_iter().find(|kind| *kind as u32 == value);
    known.ok_or_else(|| RtError::invalid("an object of no known kind"))
}

/// The device with that object.
fn device_with(object: Native) -> Result<*const scythe_device, RtError> {
    let is_it = |(device, _): &crate::backend::Listed| {
        device.interop().is_some_and(|interop| interop.device() == object)
    };
    let found = devices().iter().position(is_it);
    found.map(device_handle).ok_or_else(|| {
        RtError::invalid(
            "the backend's device is not among the devices of this program: it runs no SPIR-V, or \
             SCYTHE_DEVICES leaves it out",
        )
    })
}

/// The backend's object of a device. errc::backend_mismatch where the device's backend is another; that goes
/// for all functions here. Nobody has to release it.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_device(
    device: *const scythe_device,
    backend: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    // SAFETY: writable by contract.
    guard(|| unsafe { store(out, of_backend(device, backend)?.device()) })
}

/// The backend's object of a device's platform.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_platform(
    device: *const scythe_device,
    backend: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    // SAFETY: writable by contract.
    guard(|| unsafe { store(out, of_backend(device, backend)?.platform()) })
}

/// The context that the runtime uses for a device. It is the runtime's.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_context(
    device: *const scythe_device,
    backend: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    // SAFETY: writable by contract.
    guard(|| unsafe { store(out, of_backend(device, backend)?.context()?) })
}

/// The device that a backend's object stands for.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_device_of_native(
    backend: u32,
    object: *mut c_void,
    out: *mut *const scythe_device,
) -> scythe_status {
    guard(|| {
        any(backend)?;
        // SAFETY: writable by contract.
        unsafe { store(out, device_with(object)?) }
    })
}

/// The platform that a backend's object stands for.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_platform_of_native(
    backend: u32,
    object: *mut c_void,
    out: *mut *const scythe_platform,
) -> scythe_status {
    guard(|| {
        any(backend)?;
        let is_it = |(device, _): &&crate::backend::Listed| {
            device.interop().is_some_and(|interop| interop.platform() == object)
        };
        let found = devices().iter().find(is_it).map(|(_, platform)| *platform);
        let place = found.and_then(|own| platforms().iter().position(|p| std::ptr::eq(*p, own)));
        let none = || RtError::invalid("the backend's platform has no device that runs kernels");
        // SAFETY: writable by contract.
        unsafe { store(out, platform_handle(place.ok_or_else(none)?)) }
    })
}

/// One more reference to an object of the device's backend. kind: SCYTHE_NATIVE_*.
///
/// # Safety
/// The object is live and of that kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_retain(
    device: *const scythe_device,
    kind: u32,
    object: *mut c_void,
) -> scythe_status {
    // SAFETY: by this function's contract.
    guard(|| unsafe { of(self::device(device)?)?.retain(self::kind(kind)?, object) })
}

/// One reference less.
///
/// # Safety
/// The object is live and of that kind, and the reference is the caller's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_release(
    device: *const scythe_device,
    kind: u32,
    object: *mut c_void,
) {
    guard_value((), || {
        if let (Ok(device), Ok(kind)) = (self::device(device), self::kind(kind))
            && let Ok(interop) = of(device)
        {
            // SAFETY: by this function's contract.
            unsafe { interop.release(kind, object) };
        }
    });
}

/// How many devices a context of the backend has; writes the first `capacity` of them.
///
/// # Safety
/// The context is live; `out` is writable for `capacity` devices, `count` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_context_devices(
    backend: u32,
    context: *mut c_void,
    out: *mut *const scythe_device,
    capacity: usize,
    count: *mut usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        let all = unsafe { any(backend)?.context_devices(context) }?;
        for (place, object) in all.iter().take(capacity).enumerate() {
            // SAFETY: writable by contract.
            unsafe { store(out.wrapping_add(place), device_with(*object)?) }?;
        }
        // SAFETY: writable by contract.
        unsafe { store(count, all.len()) }
    })
}

/// Makes a queue of the backend, which is the caller's. flags: SCYTHE_QUEUE_*.
///
/// # Safety
/// The context is live and has the device; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_queue_create(
    device: *const scythe_device,
    context: *mut c_void,
    flags: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        let in_order = flags & super::queue::SCYTHE_QUEUE_IN_ORDER != 0;
        let profiled = flags & super::queue::SCYTHE_QUEUE_PROFILING != 0;
        // SAFETY: by this function's contract.
        unsafe {
            let queue = of(self::device(device)?)?.create_queue(context, in_order, profiled)?;
            store(out, queue)
        }
    })
}

/// The device and the flags (SCYTHE_QUEUE_*) of a queue of the backend.
///
/// # Safety
/// The queue is live; `device` and `flags` are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_queue_facts(
    backend: u32,
    queue: *mut c_void,
    device: *mut *const scythe_device,
    flags: *mut u32,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let facts = any(backend)?.queue_facts(queue)?;
            store(device, device_with(facts.device)?)?;
            let in_order = if facts.in_order { super::queue::SCYTHE_QUEUE_IN_ORDER } else { 0 };
            let profiled = if facts.profiled { super::queue::SCYTHE_QUEUE_PROFILING } else { 0 };
            store(flags, in_order | profiled)
        }
    })
}

/// Events of the backend that are complete when the command is, each retained; `*count` is how many there
/// are, whatever `capacity` is. Without room, none is made.
///
/// # Safety
/// The event is live; `out` is writable for `capacity` objects, `count` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_events(
    device: *const scythe_device,
    backend: u32,
    event: *const scythe_event,
    out: *mut *mut c_void,
    capacity: usize,
    count: *mut usize,
) -> scythe_status {
    guard(|| {
        let interop = of_backend(device, backend)?;
        // SAFETY: by this function's contract.
        let command = unsafe { shared(event) };
        let command: Arc<_> = command.ok_or_else(|| RtError::invalid("the event is null"))?;
        let all = interop.events(&command)?;
        for (place, object) in all.iter().enumerate() {
            // SAFETY: writable by contract; what there is no room for is given back.
            unsafe {
                if place < capacity {
                    store(out.wrapping_add(place), *object)?;
                } else {
                    interop.release(ObjectKind::Event, *object);
                }
            }
        }
        // SAFETY: writable by contract.
        unsafe { store(count, all.len()) }
    })
}

/// An event that is complete when all of the backend's are.
///
/// # Safety
/// The events are live; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_of_native(
    device: *const scythe_device,
    backend: u32,
    events: *const *mut c_void,
    count: usize,
    out: *mut *const scythe_event,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let events = slice(events, count, "the list of events")?;
            let command = of_backend(device, backend)?.command(events)?;
            store(out, into_handle(command))
        }
    })
}

/// An object of the backend for memory of a device, with its contents, for use with a queue and a context of
/// the backend until scythe_native_take_back is called.
///
/// # Safety
/// Queue and context are live; the memory stays, and nobody else uses it; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_lend(
    device: *const scythe_device,
    context: *mut c_void,
    queue: *mut c_void,
    address: *mut c_void,
    bytes: usize,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        let lent = Lent { queue, address: address.cast(), bytes };
        // SAFETY: by this function's contract.
        unsafe { store(out, of(self::device(device)?)?.lend(lent, context)?) }
    })
}

/// Brings the contents of an object back to the memory it was made for, if they were written, and releases
/// the object.
///
/// # Safety
/// As for scythe_native_lend, which made the object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_take_back(
    device: *const scythe_device,
    queue: *mut c_void,
    address: *mut c_void,
    bytes: usize,
    object: *mut c_void,
    written: bool,
) -> scythe_status {
    guard(|| {
        let interop = of(self::device(device)?)?;
        let lent = Lent { queue, address: address.cast(), bytes };
        // SAFETY: by this function's contract.
        unsafe {
            let result = interop.take_back(lent, object, written);
            interop.release(ObjectKind::Memory, object);
            result
        }
    })
}

/// The size of a memory object of the backend.
///
/// # Safety
/// The object is live, `bytes` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_memory_size(
    device: *const scythe_device,
    backend: u32,
    object: *mut c_void,
    bytes: *mut usize,
) -> scythe_status {
    // SAFETY: by this function's contract.
    guard(|| unsafe { store(bytes, of_backend(device, backend)?.memory_size(object)?) })
}

/// Copies the contents of a memory object to the host, or there from the host, and waits for it.
///
/// # Safety
/// The object is live; `host` is valid for as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_memory_copy(
    device: *const scythe_device,
    object: *mut c_void,
    host: *mut c_void,
    bytes: usize,
    to_object: bool,
) -> scythe_status {
    guard(|| {
        let interop = of(self::device(device)?)?;
        // SAFETY: by this function's contract.
        unsafe { interop.copy_memory(object, host.cast(), bytes, to_object) }
    })
}

/// The backend's program that has a kernel of this program, and the kernel itself; both are the caller's.
/// kind: SCYTHE_NATIVE_PROGRAM or SCYTHE_NATIVE_KERNEL.
///
/// # Safety
/// `kernel` is a record of the program; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_code(
    device: *const scythe_device,
    backend: u32,
    kernel: *const scythe_kernel,
    kind: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        let interop = of_backend(device, backend)?;
        // SAFETY: by this function's contract; records live as long as the program.
        unsafe {
            let kernel: &'static Kernel = borrow(kernel.cast::<Kernel>(), "the kernel")?;
            let object = match self::kind(kind)? {
                ObjectKind::Program => interop.program(kernel)?,
                ObjectKind::Kernel => interop.kernel(kernel)?,
                _ => return Err(RtError::invalid("code is a program or a kernel")),
            };
            store(out, object)
        }
    })
}

/// Compiles and links a program of the backend as far as `state` says: 0 input, 1 object, 2 executable.
///
/// # Safety
/// The program is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_program_bring_to(
    device: *const scythe_device,
    backend: u32,
    program: *mut c_void,
    state: u32,
) -> scythe_status {
    guard(|| {
        let state = match state {
            0 => ProgramState::Input,
            1 => ProgramState::Object,
            _ => ProgramState::Executable,
        };
        // SAFETY: by this function's contract.
        unsafe { of_backend(device, backend)?.bring_program_to(program, state) }
    })
}

/// A fact about a kernel of the backend: SCYTHE_NATIVE_KERNEL_*. Written as scythe_device_info writes.
///
/// # Safety
/// The kernel is live; `out` is null or writable for `capacity` bytes; `size` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_kernel_info(
    device: *const scythe_device,
    kernel: *mut c_void,
    key: u32,
    out: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> scythe_status {
    guard(|| {
        let question = match key {
            SCYTHE_NATIVE_KERNEL_NAME => KernelQuestion::Name,
            SCYTHE_NATIVE_KERNEL_ATTRIBUTES => KernelQuestion::Attributes,
            SCYTHE_NATIVE_KERNEL_ARGUMENT_COUNT => KernelQuestion::ArgumentCount,
            SCYTHE_NATIVE_KERNEL_WORK_GROUP_SIZE => KernelQuestion::MaxWorkGroupSize,
            SCYTHE_NATIVE_KERNEL_PREFERRED_MULTIPLE => KernelQuestion::PreferredMultiple,
            SCYTHE_NATIVE_KERNEL_PRIVATE_BYTES => KernelQuestion::PrivateBytes,
            _ => return Err(RtError::invalid(format!("unknown information key {key}"))),
        };
        // SAFETY: by this function's contract.
        unsafe {
            let value = of(self::device(device)?)?.kernel_fact(kernel, question)?;
            super::device::answer(Some(value), key, out.cast(), capacity, size)
        }
    })
}
