//! Commands under way, and what happens when they are done.
//!
//! Drivers tell about it on threads of theirs, where OpenCL must not be called. So the news wait in a
//! line: threads that wait for a command look there, and a thread of our own does when nobody waits.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};

use opencl_sys::*;

use super::Inner;
use super::driver::Handle;
use super::error::{check, failed};
use super::{ending, error};
use crate::backend::Device;
use crate::core::command::{Command, now};
use crate::core::error::{Errc, RtError};
use crate::core::process::OwnThread;

/// A command that the driver has.
pub struct Job {
    /// The command.
    pub command: Arc<Command>,
    /// The device.
    pub device: Arc<Inner>,
    /// OpenCL's event.
    pub event: Handle,
    /// What the driver reads meanwhile.
    pub staging: Option<Staging>,
}

/// Memory of the host that a driver reads from while a command runs.
pub type Staging = Box<[u8]>;

struct Ended {
    job: Box<Job>,
    status: cl_int,
}

static LINE: Mutex<VecDeque<Ended>> = Mutex::new(VecDeque::new());
/// How long the line is, readable without the lock.
static LENGTH: AtomicUsize = AtomicUsize::new(0);
static WAKE: Condvar = Condvar::new();
/// Whether there is no thread that reads the line.
static NO_THREAD: AtomicBool = AtomicBool::new(false);

fn line() -> MutexGuard<'static, VecDeque<Ended>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Completes the command when the driver says that it is done.
pub fn watch(job: Job) {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let started = std::thread::Builder::new().name("scythe-opencl".into()).spawn(work);
        if let Err(error) = started {
            // Threads that wait see to it, and commands are waited for one by one.
            NO_THREAD.store(true, Ordering::Relaxed);
            eprintln!(
                "scythe: warning: cannot start a thread for OpenCL devices ({error}); the threads that \
                 submit commands wait for them"
            );
        }
    });
    let api = job.device.driver.api;
    let event = job.event.0;
    let job = Box::into_raw(Box::new(job));
    let status = match (ending::permit(), api.clSetEventCallback()) {
        // Nobody would read the notification.
        _ if NO_THREAD.load(Ordering::Relaxed) => CL_INVALID_OPERATION,
        // SAFETY: the event is live; `ended` takes the job over, which is called once.
        (Some(_permit), Ok(set)) => unsafe {
            set(event, CL_COMPLETE, Some(ended), job.cast::<c_void>())
        },
        _ => CL_INVALID_OPERATION,
    };
    if status == CL_SUCCESS {
        return;
    }
    // Without news, there is only waiting for it.
    let waited = match (ending::permit(), api.clWaitForEvents()) {
        // SAFETY: the event is live.
        (Some(_permit), Ok(wait)) => unsafe { wait(1, &raw const event) },
        _ => CL_INVALID_OPERATION,
    };
    // SAFETY: `ended` will not be called, so the job is still ours.
    finish(Ended { job: unsafe { Box::from_raw(job) }, status: waited });
}

/// What drivers call.
unsafe extern "C" fn ended(_: cl_event, status: cl_int, job: *mut c_void) {
    // SAFETY: `watch` passed a job that is this call's alone.
    let job = unsafe { Box::from_raw(job.cast::<Job>()) };
    let mut line = line();
    line.push_back(Ended { job, status });
    LENGTH.store(line.len(), Ordering::Release);
    drop(line);
    WAKE.notify_one();
}

/// Completes a command that is done, if there is one.
pub fn help() -> bool {
    if LENGTH.load(Ordering::Acquire) == 0 {
        return false;
    }
    let mut waiting = line();
    let next = waiting.pop_front();
    LENGTH.store(waiting.len(), Ordering::Release);
    drop(waiting);
    next.map(finish).is_some()
}

fn work() {
    let _own = OwnThread::enter();
    loop {
        let mut waiting = line();
        while waiting.is_empty() {
            waiting = WAKE.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        let next = waiting.pop_front();
        LENGTH.store(waiting.len(), Ordering::Release);
        drop(waiting);
        if let Some(next) = next {
            finish(next);
        }
    }
}

fn finish(ended: Ended) {
    let Ended { job, status } = ended;
    let Job { command, device, event, staging } = *job;
    drop(staging);
    if let Some(_permit) = ending::permit() {
        if command.profiled
            && let Some((start, end)) = times(&device, event.0)
        {
            command.set_times(start, end);
        }
        if let Ok(release) = device.driver.api.clReleaseEvent() {
            // SAFETY: the event is ours and not used afterwards.
            let _ = unsafe { release(event.0) };
        }
    }
    let result = if status < 0 {
        let message = format!("OpenCL: a command failed: {}", error::name(status));
        Err(RtError::new(failed("", status).code, message))
    } else {
        Ok(())
    };
    if let Some(next) = command.complete(result) {
        super::OpenClDevice(device).enqueue(next);
    }
}

/// When a command started and ended, on the runtime's clock.
fn times(device: &Inner, event: cl_event) -> Option<(u64, u64)> {
    let api = device.driver.api;
    let get = api.clGetEventProfilingInfo().ok()?;
    let time = |key: cl_profiling_info| {
        let (mut value, size) = (0u64, size_of::<u64>());
        // SAFETY: the event is live; there is room for the value.
        let status =
            unsafe { get(event, key, size, (&raw mut value).cast(), std::ptr::null_mut()) };
        (status == CL_SUCCESS).then_some(value)
    };
    let (start, end) = (time(CL_PROFILING_COMMAND_START)?, time(CL_PROFILING_COMMAND_END)?);
    let (mut on_device, mut on_host) = (0u64, 0u64);
    // SAFETY: the device is live; there is room for the times.
    let status = unsafe {
        (api.clGetDeviceAndHostTimer().ok()?)(device.id.0, &raw mut on_device, &raw mut on_host)
    };
    let here = now();
    // Without a common clock, the end is taken for now.
    let reference = if status == CL_SUCCESS { on_device } else { end };
    let translate = |time: u64| (here + time).saturating_sub(reference).max(1);
    Some((translate(start), translate(end)))
}

/// An event that is complete when all of those are, which are given back.
///
/// # Errors
/// When the driver refuses.
pub fn join(
    device: &Inner,
    queue: cl_command_queue,
    events: &[cl_event],
) -> Result<cl_event, RtError> {
    let mut joined = std::ptr::null_mut();
    let api = device.driver.api;
    let (marker, release) = (api.clEnqueueMarkerWithWaitList()?, api.clReleaseEvent()?);
    // SAFETY: the events are of this queue, and live until they are given back here.
    unsafe {
        let status = marker(queue, events.len() as u32, events.as_ptr(), &raw mut joined);
        for &event in events {
            let _ = release(event);
        }
        check("clEnqueueMarkerWithWaitList", status)?;
    }
    Ok(joined)
}

/// The error of commands that come too late.
pub fn too_late() -> RtError {
    if ending::is_forked() {
        return RtError::new(
            Errc::Runtime,
            "OpenCL devices cannot be used in a child of fork(): the threads of their drivers stayed in the \
             parent; use exec() in the child, or ask for devices in the child only",
        );
    }
    RtError::new(Errc::Runtime, "the program is ending: OpenCL devices take no more commands")
}
