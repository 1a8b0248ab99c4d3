//! Events: handles of commands.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use super::{guard, guard_value, scythe_status, store};
use crate::core::command::{Command, Status};
use crate::core::error::{Errc, RtError};

/// A submitted command.
pub struct scythe_event(());

/// Waiting for other commands, or for a thread.
pub const SCYTHE_EVENT_SUBMITTED: u32 = 0;
/// Running.
pub const SCYTHE_EVENT_RUNNING: u32 = 1;
/// Done.
pub const SCYTHE_EVENT_COMPLETE: u32 = 2;
/// Recorded to a graph: the event has no execution status.
pub const SCYTHE_EVENT_RECORDED: u32 = 3;

/// When the command was submitted.
pub const SCYTHE_PROFILING_SUBMIT: u32 = 0;
/// When it started.
pub const SCYTHE_PROFILING_START: u32 = 1;
/// When it ended.
pub const SCYTHE_PROFILING_END: u32 = 2;

/// A handle that owns a reference.
pub(crate) fn into_handle(command: Arc<Command>) -> *const scythe_event {
    command.add_handle();
    Arc::into_raw(command).cast()
}

/// # Safety
/// `event` is null or a live handle.
pub(crate) unsafe fn shared(event: *const scythe_event) -> Option<Arc<Command>> {
    if event.is_null() {
        return None;
    }
    let command: *const Command = event.cast();
    // SAFETY: the handle came from `Arc::into_raw` and its reference is still there.
    unsafe {
        Arc::increment_strong_count(command);
        Some(Arc::from_raw(command))
    }
}

/// Adds a reference to the event.
///
/// # Safety
/// `event` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_retain(event: *const scythe_event) {
    // SAFETY: live by contract; the extra reference is the caller's.
    guard_value((), || _ = unsafe { shared(event) }.map(into_handle));
}

/// Releases a reference.
///
/// # Safety
/// `event` is null or a live handle, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_release(event: *const scythe_event) {
    if !event.is_null() {
        // SAFETY: the caller's reference, by contract.
        let command = || unsafe { Arc::from_raw(event.cast::<Command>()) };
        guard_value((), || command().remove_handle());
    }
}

/// A reference that does not keep the event alive; scythe_event_lock converts it.
pub struct scythe_weak_event(());

/// A weak reference to the event; null for null.
///
/// # Safety
/// `event` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_watch(
    event: *const scythe_event,
) -> *const scythe_weak_event {
    guard_value(std::ptr::null(), || {
        // SAFETY: live by contract.
        let command = unsafe { shared(event) };
        command.map_or(std::ptr::null(), |command| Arc::downgrade(&command).into_raw().cast())
    })
}

/// # Safety
/// `weak` is a live weak reference.
unsafe fn peek(weak: *const scythe_weak_event) -> std::mem::ManuallyDrop<Weak<Command>> {
    // SAFETY: by contract it came from `Weak::into_raw`; the reference stays the caller's.
    std::mem::ManuallyDrop::new(unsafe { Weak::from_raw(weak.cast::<Command>()) })
}

/// Adds a weak reference to the same event.
///
/// # Safety
/// `weak` is null or a live weak reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_weak_event_retain(weak: *const scythe_weak_event) {
    if !weak.is_null() {
        // SAFETY: live by contract; the extra reference is the caller's.
        guard_value((), || _ = unsafe { Weak::clone(&peek(weak)) }.into_raw());
    }
}

/// Releases a weak reference.
///
/// # Safety
/// `weak` is null or a live weak reference, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_weak_event_release(weak: *const scythe_weak_event) {
    if !weak.is_null() {
        // SAFETY: the caller's reference, by contract.
        guard_value((), || drop(unsafe { Weak::from_raw(weak.cast::<Command>()) }));
    }
}

/// The event, retained; null if it has been destroyed.
///
/// # Safety
/// `weak` is null or a live weak reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_weak_event_lock(
    weak: *const scythe_weak_event,
) -> *const scythe_event {
    guard_value(std::ptr::null(), || {
        if weak.is_null() {
            return std::ptr::null();
        }
        // SAFETY: live by contract.
        unsafe { peek(weak) }.upgrade().map_or(std::ptr::null(), into_handle)
    })
}

/// The command, unless it is only a node of a graph.
fn executed(command: &Arc<Command>) -> Result<&Arc<Command>, RtError> {
    match command.node() {
        None => Ok(command),
        Some(_) => Err(RtError::invalid(
            "the event is of a command that was recorded to a graph, which does not run by itself",
        )),
    }
}

/// Waits until the command is complete.
///
/// # Safety
/// `event` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_wait(event: *const scythe_event) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let command = unsafe { shared(event) };
        let command = command.ok_or_else(|| RtError::invalid("the event is null"))?;
        executed(&command)?.wait()
    })
}

/// SCYTHE_EVENT_*; complete for null.
///
/// # Safety
/// `event` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_status(event: *const scythe_event) -> u32 {
    guard_value(SCYTHE_EVENT_COMPLETE, || {
        // SAFETY: live by contract.
        let command = unsafe { shared(event) };
        // A program that polls needs the status soon.
        command.iter().for_each(Command::expect);
        crate::check::host::host_waited();
        if command.as_ref().is_some_and(|command| command.node().is_some()) {
            return SCYTHE_EVENT_RECORDED;
        }
        match command.map_or(Status::Complete, |command| command.status()) {
            Status::Submitted => SCYTHE_EVENT_SUBMITTED,
            Status::Running => SCYTHE_EVENT_RUNNING,
            Status::Complete => SCYTHE_EVENT_COMPLETE,
        }
    })
}

/// A time in nanoseconds: SCYTHE_PROFILING_*. errc::invalid if the queue has no profiling; waits for times in
/// the future.
///
/// # Safety
/// `event` is a live handle, `nanoseconds` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_profiling(
    event: *const scythe_event,
    which: u32,
    nanoseconds: *mut u64,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let command = unsafe { shared(event) };
        let command = command.ok_or_else(|| {
            RtError::new(Errc::Invalid, "the event belongs to no command, so it has no times")
        })?;
        if !executed(&command)?.profiled {
            return Err(RtError::invalid(
                "the queue was created without property::queue::enable_profiling",
            ));
        }
        let slot = match which {
            SCYTHE_PROFILING_SUBMIT => &command.times.submit,
            SCYTHE_PROFILING_START => &command.times.start,
            SCYTHE_PROFILING_END => &command.times.end,
            _ => return Err(RtError::invalid(format!("unknown profiling time {which}"))),
        };
        if slot.load(Ordering::Relaxed) == 0 {
            command.wait()?;
        }
        // SAFETY: writable by contract.
        unsafe { store(nanoseconds, slot.load(Ordering::Relaxed)) }
    })
}

/// Incomplete events that this one depends on, each retained; `*count` is their number, whatever `capacity`
/// is.
///
/// # Safety
/// `event` is null or live, `out` is writable for `capacity` handles, `count` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_wait_list(
    event: *const scythe_event,
    out: *mut *const scythe_event,
    capacity: usize,
    count: *mut usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let found = unsafe { shared(event) }.map(|c| c.predecessors()).unwrap_or_default();
        let all = found.len();
        for (index, command) in found.into_iter().take(capacity).enumerate() {
            // SAFETY: writable for `capacity` handles by contract.
            unsafe { store(out.wrapping_add(index), into_handle(command)) }?;
        }
        // SAFETY: writable by contract.
        unsafe { store(count, all) }
    })
}
