//! Objects of backends, for programs that use the backend's own interface too (SYCL 2020 §4.5.1).

use std::ffi::c_void;
use std::sync::Arc;

use super::device::{device, device_handle, platform_handle, scythe_device, scythe_platform};
use super::event::{into_handle, scythe_event, shared};
use super::queue::scythe_queue;
use super::{guard, guard_value, scythe_status, slice, store};
use crate::backend::interop::{Interop, Lent, Native, ObjectKind};
use crate::backend::{devices, platforms};
use crate::core::error::{Errc, RtError};
use crate::core::queue::Queue;
use crate::core::reserve;

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

/// The interface to the objects of a device's backend.
pub(super) fn of(device: &dyn crate::backend::Device) -> Result<&dyn Interop, RtError> {
    device.interop().ok_or_else(|| {
        let name = &device.info().name;
        let message = format!("{name} belongs to a backend without native objects");
        RtError::new(Errc::BackendMismatch, message)
    })
}

/// The interface to the objects of a device's backend, which must be `backend`.
pub(super) fn of_backend(
    handle: *const scythe_device,
    backend: u32,
) -> Result<&'static dyn Interop, RtError> {
    let device = device(handle)?;
    if device.info().backend as u32 != backend {
        let message = format!("{} is a device of another backend", device.info().name);
        return Err(RtError::new(Errc::BackendMismatch, message));
    }
    of(device)
}

/// The interface to the objects of a backend, through any of its devices.
fn any(backend: u32) -> Result<&'static dyn Interop, RtError> {
    let is_one = |device: &&dyn crate::backend::Device| device.info().backend as u32 == backend;
    let found = devices().iter().map(|(device, _)| *device).find(is_one);
    let none =
        || RtError::new(Errc::BackendMismatch, "the backend has no device that runs kernels");
    of(found.ok_or_else(none)?)
}

/// The kind with a number.
pub(super) fn kind(value: u32) -> Result<ObjectKind, RtError> {
    let known = ObjectKind::ALL.into_iter().find(|kind| *kind as u32 == value);
    known.ok_or_else(|| RtError::invalid("unknown kind of object"))
}

/// The device with that object.
fn device_with(object: Native) -> Result<*const scythe_device, RtError> {
    let is_it = |(device, _): &crate::backend::Listed| {
        device.interop().is_some_and(|interop| interop.device() == object)
    };
    let found = devices().iter().position(is_it);
    found.map(device_handle).ok_or_else(|| {
        RtError::invalid(
            "the backend's device is not among the devices of this program: it runs no kernels, \
             or SCYTHE_DEVICES leaves it out",
        )
    })
}

/// The backend's object of a device. errc::backend_mismatch if the device has another backend; that applies
/// to all functions here. It need not be released.
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

/// The context that the runtime uses for a device, and owns.
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

/// The device with a native object.
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

/// The platform with a native object.
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

/// Adds a reference to an object of the device's backend. kind: SCYTHE_NATIVE_*.
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

/// Releases a reference.
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

/// The number of devices in a context of the backend; writes the first `capacity` of them.
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

/// Makes a queue of the backend, which the caller owns. flags: SCYTHE_QUEUE_*.
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

/// The queue of the backend to which all commands of a queue go, so that the program's own commands there are
/// ordered with them. Null if there is none: the queue is not in order, or its backend has no such queues.
/// The runtime owns it.
///
/// # Safety
/// The queue is live; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_native_queue_of(
    queue: *const scythe_queue,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let (device, native) = unsafe { super::queue::inner(queue) }?.native();
        let own = match native {
            Some(native) => of(device)?.own_queue(native)?,
            None => None,
        };
        // SAFETY: writable by contract.
        unsafe { store(out, own.unwrap_or(std::ptr::null_mut())) }
    })
}

/// Makes a queue whose commands go to a queue of the backend, ordered with the program's own commands there.
///
/// # Safety
/// The backend's queue is live, and stays until all commands are complete; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_of_native(
    device: *const scythe_device,
    backend: u32,
    object: *mut c_void,
    out: *mut *mut scythe_queue,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        let native = unsafe { of_backend(device, backend)?.adopt_queue(object) }?;
        reserve::fill();
        let queue = Box::new(Queue::over(self::device(device)?, Some(native), true, false));
        // SAFETY: writable by contract.
        unsafe { store(out, Box::into_raw(queue).cast()) }
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

/// Events of the backend that are complete when the command is, each retained; `*count` is their number,
/// whatever `capacity` is. With a capacity of zero, none is made.
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
            // SAFETY: writable by contract; objects that do not fit are released.
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

/// An event that is complete when all of the backend's events are.
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
/// Queue and context are live; the memory is valid and not used otherwise; `out` is writable.
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

/// Writes the contents of an object back to its original memory, if they were modified, and releases the
/// object.
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

/// Copies the contents of a memory object to the host, or from the host, and waits.
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
