//! Queues.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::sync::Arc;

use smallvec::SmallVec;

use super::command::{SCYTHE_COMMAND_GRAPH, scythe_command};
use super::device::{device, scythe_device};
use super::event::{into_handle, scythe_event, shared};
use super::graph::{executable, record, recording_of};
use super::{borrow, guard, guard_value, remember_native, scythe_status, slice, store};
use crate::check;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::queue::{Access, Queue};
use crate::core::reserve;

/// A queue.
pub struct scythe_queue(());

/// Commands run one after the other.
pub const SCYTHE_QUEUE_IN_ORDER: u32 = 1;
/// Events have times.
pub const SCYTHE_QUEUE_PROFILING: u32 = 2;

/// # Safety
/// `queue` is null or a live handle.
pub(super) unsafe fn inner<'a>(queue: *const scythe_queue) -> Result<&'a Queue, RtError> {
    // SAFETY: a live handle points to a queue.
    unsafe { borrow(queue.cast::<Queue>(), "the queue") }
}

/// Makes a queue. flags: SCYTHE_QUEUE_*.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_create(
    device: *const scythe_device,
    flags: u32,
    out: *mut *mut scythe_queue,
) -> scythe_status {
    guard(|| {
        let device = self::device(device)?;
        let in_order = flags & SCYTHE_QUEUE_IN_ORDER != 0;
        let profiled = flags & SCYTHE_QUEUE_PROFILING != 0;
        reserve::fill();
        let queue = Box::new(Queue::new(device, in_order, profiled));
        // SAFETY: writable by contract.
        unsafe { store(out, Box::into_raw(queue).cast()) }
    })
}

/// Releases the queue. Does not wait: submitted commands still run.
///
/// # Safety
/// `queue` is null or a live handle, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_release(queue: *mut scythe_queue) {
    if !queue.is_null() {
        // SAFETY: made by `scythe_queue_create`, given back once by contract.
        guard_value((), || drop(unsafe { Box::from_raw(queue.cast::<Queue>()) }));
    }
}

/// Waits until all commands submitted so far are complete.
///
/// # Safety
/// `queue` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_wait(queue: *mut scythe_queue) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let queue = unsafe { inner(queue) }?;
        if queue.recording().is_some() {
            return Err(RtError::invalid("wait: the queue is recording, so nothing runs"));
        }
        queue.wait()
    })
}

/// Whether all commands are complete.
///
/// # Safety
/// `queue` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_is_empty(queue: *const scythe_queue) -> bool {
    guard_value(true, || {
        check::host::host_waited();
        // SAFETY: live by contract.
        unsafe { inner(queue) }.map_or(true, Queue::is_empty)
    })
}

/// Takes the oldest asynchronous error; `*code` is 0 if there is none. The message is valid until the next
/// call on this thread.
///
/// # Safety
/// `queue` is null or live; `code` and `message` are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_take_error(
    queue: *mut scythe_queue,
    code: *mut scythe_status,
    message: *mut *const c_char,
) -> scythe_status {
    thread_local! {
        static TAKEN: RefCell<CString> = RefCell::default();
    }
    guard(|| {
        // SAFETY: live by contract.
        let error = unsafe { inner(queue) }?.take_error();
        let value = error.as_ref().map_or(0, |error| error.code as scythe_status);
        remember_native(error.as_ref().map_or(0, |error| error.native));
        let text = error.map(|error| error.message.replace('\0', " ")).unwrap_or_default();
        let text = CString::new(text).unwrap_or_default();
        let start = text.as_ptr();
        // Moving a CString does not move its bytes. While static destructors run, the slot may be gone: then
        // the messages are leaked.
        let mut text = Some(text);
        let kept = TAKEN.try_with(|slot| *slot.borrow_mut() = text.take().unwrap_or_default());
        if kept.is_err() {
            std::mem::forget(text);
        }
        // SAFETY: writable by contract.
        unsafe {
            store(message, start)?;
            store(code, value)
        }
    })
}

/// Checks a command, then enqueues it. On an error nothing was enqueued, and the drop functions of its host
/// calls have been called. `out` may be null if the event is not needed.
///
/// # Safety
/// `queue` is null or live; `command` is readable and what it points to is as documented there; memory
/// that the command uses stays valid until it is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_submit(
    queue: *mut scythe_queue,
    command: *const scythe_command,
    out: *mut *mut scythe_event,
) -> scythe_status {
    guard(|| {
        reserve::check()?;
        // SAFETY: readable by contract.
        let command = unsafe { borrow(command, "the command") }?;
        if command.struct_size as usize != size_of::<scythe_command>() {
            return Err(RtError::invalid("headers and runtime are of different versions"));
        }
        if command.is_plain_launch()
            // SAFETY: by this function's contract.
            && let Some(launched) = unsafe { command.launch(inner(queue)?) }?
        {
            // SAFETY: by this function's contract.
            return unsafe { hand_out(launched, out) };
        }
        // SAFETY: by this function's contract. Whatever happens now, it is dropped once.
        let finish = unsafe { command.finish() };
        // SAFETY: by this function's contract.
        let parts = unsafe { read(queue, command) };
        let (queue, dependencies, accesses) = match parts {
            Ok(parts) => parts,
            Err(error) => {
                // SAFETY: `work` was not called.
                unsafe { command.abandon() };
                return Err(error);
            }
        };
        let before = dependencies.iter().find_map(|dependency| dependency.node());
        if let Some(graph) = recording_of(queue, before) {
            let graph = graph.inspect_err(|_| {
                // SAFETY: `work` was not called.
                unsafe { command.abandon() };
            })?;
            // SAFETY: by this function's contract.
            return unsafe {
                let recorded = record(queue, &graph, command, &dependencies, accesses, finish)?;
                hand_out(recorded, out)
            };
        }
        if command.kind == SCYTHE_COMMAND_GRAPH {
            // SAFETY: by this function's contract.
            return unsafe {
                let graph = executable(command.body.graph)?;
                hand_out(graph.submit(queue, &dependencies)?, out)
            };
        }
        // SAFETY: by this function's contract.
        let work = match unsafe { command.work(queue.device(), &accesses) } {
            Ok(work) => work,
            Err(error) => return Err(error),
        };
        // SAFETY: by this function's contract.
        let role = unsafe { command.role() };
        let submitted = queue.submit_as(role, work, &dependencies, accesses, finish);
        // SAFETY: by this function's contract.
        unsafe { hand_out(submitted, out) }
    })
}

/// Passes the event of a command to the program, if it wants it.
///
/// # Safety
/// `out` is null or writable.
unsafe fn hand_out(command: Arc<Command>, out: *mut *mut scythe_event) -> Result<(), RtError> {
    if out.is_null() {
        return Ok(());
    }
    // SAFETY: writable by contract.
    unsafe { store(out, into_handle(command).cast_mut()) }
}

type Parts<'q> = (&'q Queue, SmallVec<[Arc<Command>; 2]>, Vec<Access>);

/// # Safety
/// As for `scythe_queue_submit`.
unsafe fn read<'q>(
    queue: *const scythe_queue,
    command: &scythe_command,
) -> Result<Parts<'q>, RtError> {
    // SAFETY: live and readable by contract.
    unsafe {
        let queue = inner(queue)?;
        let events = slice(command.dependencies, command.dependency_count, "the dependency list")?;
        let dependencies = events.iter().filter_map(|&event| shared(event)).collect();
        let accesses = slice(command.accesses, command.access_count, "the access list")?;
        let accesses =
            accesses.iter().map(|access| access.read()).collect::<Result<Vec<_>, _>>()?;
        if queue.is_long() {
            queue.reserve(&accesses)?;
        }
        Ok((queue, dependencies, accesses))
    }
}
