//! Commands enqueued in a driver, and how the runtime learns that they are done.
//!
//! Not every completion is reported. A thread that waits for a command waits in the driver, which may use it
//! to do the work. A command that something else on the host waits for ([`watch`]) has a callback; drivers
//! call it on their own threads, where OpenCL must not be called, so it only queues a notification. All other
//! commands are found to be complete when a later one is, or when the thread of this module polls, every few
//! milliseconds while there are any. That thread also reads the notifications. Without it, commands wait for
//! each other on the host, and the threads that submit them wait.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use opencl_sys::*;

use super::Inner;
use super::driver::Handle;
use super::error;
use super::error::failed;
use super::under_way::{self, UnderWay, finish};
use crate::backend::ending;
use crate::backend::signals;
use crate::core::command::{Command, now};
use crate::core::error::RtError;
use crate::core::process::OwnThread;

/// The shortest and the longest polling interval for commands that nothing waits for.
const INTERVALS: (Duration, Duration) = (Duration::from_micros(500), Duration::from_millis(20));
/// Polling stops when nothing has been running for this long.
const IDLE: Duration = Duration::from_millis(200);
/// How many pending commands in a row end a poll.
const PENDING_IN_A_ROW: usize = 64;
/// The most commands that one poll looks at.
const MOST_AT_ONCE: usize = 1 << 10;

/// Memory of the host that a driver reads from while a command runs.
pub type Staging = Box<[u8]>;

/// A command's native event.
pub struct InDriver {
    device: Arc<Inner>,
    event: Handle,
    /// The queue that it is in; null for events of the program.
    queue: Handle,
    /// Memory that the driver reads meanwhile.
    _staging: Option<Staging>,
    /// Whether there is a callback.
    watched: AtomicBool,
    /// Whether a thread has begun to complete the command.
    claimed: AtomicBool,
}

impl InDriver {
    /// Takes ownership of the OpenCL event.
    pub fn new(
        device: &Arc<Inner>,
        queue: cl_command_queue,
        event: cl_event,
        staging: Option<Staging>,
    ) -> Self {
        Self {
            device: Arc::clone(device),
            event: Handle(event),
            queue: Handle(queue),
            _staging: staging,
            watched: AtomicBool::new(false),
            claimed: AtomicBool::new(false),
        }
    }

    /// The OpenCL event.
    pub fn event(&self) -> cl_event {
        self.event.0
    }

    /// The queue that it is in.
    pub fn queue(&self) -> cl_command_queue {
        self.queue.0
    }

    /// The execution status; negative where the command failed.
    fn status(&self) -> Result<cl_int, RtError> {
        let get = self.device.driver.api.clGetEventInfo()?;
        let (mut status, none) = (CL_QUEUED, std::ptr::null_mut());
        let (key, size) = (CL_EVENT_COMMAND_EXECUTION_STATUS, size_of::<cl_int>());
        // SAFETY: the event is live; the output has space for the value.
        error::check("clGetEventInfo", unsafe {
            get(self.event.0, key, size, (&raw mut status).cast(), none)
        })?;
        Ok(status)
    }

    /// Waits until the command is done, unless the program ends.
    pub fn wait_for_end(&self) {
        if let Some(_permit) = ending::permit() {
            let _ = self.wait();
        }
    }

    /// Waits until the command is done. The driver may do its work on this thread.
    fn wait(&self) -> Result<(), RtError> {
        let wait = self.device.driver.api.clWaitForEvents()?;
        // SAFETY: the event is live. A failure is reported by its status.
        let _ = unsafe { wait(1, &raw const self.event.0) };
        Ok(())
    }
}

impl Drop for InDriver {
    fn drop(&mut self) {
        let Some(_permit) = ending::permit() else { return };
        if let Ok(release) = self.device.driver.api.clReleaseEvent() {
            // SAFETY: the event is ours and not used afterwards.
            let _ = unsafe { release(self.event.0) };
        }
    }
}

impl under_way::InDriver for InDriver {
    fn claim(&self) -> bool {
        !self.claimed.swap(true, Ordering::AcqRel)
    }

    fn outcome(&self, command: &Command) -> Result<(), RtError> {
        // The program ends: all commands in drivers are done.
        let Some(_permit) = ending::permit() else { return Ok(()) };
        let result = outcome(self);
        command.set_running();
        if command.timed
            && let Some((start, end)) = times(&self.device, self.event.0)
        {
            command.set_times(start, end);
        }
        result
    }
}

/// The native event of a command, if it has been enqueued in the driver.
fn in_driver(command: &Command) -> Option<Arc<InDriver>> {
    under_way::in_driver(command)
}

/// The notification that a command is done.
struct Note {
    command: Arc<Command>,
    known_as: Arc<InDriver>,
}

static NOTES: Mutex<VecDeque<Note>> = Mutex::new(VecDeque::new());
/// The number of notifications, readable without the lock.
static NOTE_COUNT: AtomicUsize = AtomicUsize::new(0);
static WAKE: Condvar = Condvar::new();
/// Whether the thread polls; otherwise it sleeps until it is woken.
static POLLING: AtomicBool = AtomicBool::new(false);
/// Held while a thread waits in a driver, so that one waits at a time: Intel's runtime for CPUs, in which
/// waiting threads do the work, hangs now and then where several wait for commands that wait for each other.
static WAITING: Mutex<()> = Mutex::new(());
static UNDER_WAY: UnderWay<InDriver> = UnderWay::new();

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is a thread that learns of completions; the first call starts it.
pub fn has_thread() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    *STARTED.get_or_init(|| {
        let thread = std::thread::Builder::new().name("scythe-opencl".into());
        let started = signals::blocked(|| thread.spawn(work));
        if let Err(error) = &started {
            eprintln!(
                "scythe: warning: cannot start a thread for OpenCL devices ({error}); the threads that \
                 submit commands wait for them"
            );
        }
        started.is_ok()
    })
}

/// Registers an enqueued command, so that it is found to be complete sooner or later.
pub fn add(command: Arc<Command>, known_as: Arc<InDriver>) {
    UNDER_WAY.add(command, known_as);
    // The thread clears the flag, then reads the list: one of the two sees the other.
    fence(Ordering::SeqCst);
    if !POLLING.load(Ordering::Relaxed) {
        let notes = locked(&NOTES);
        POLLING.store(true, Ordering::Relaxed);
        drop(notes);
        WAKE.notify_one();
    }
}

/// Completes the command as soon as the driver reports it; false when the driver cannot report it.
fn watch(command: &Arc<Command>, known_as: &Arc<InDriver>) -> bool {
    if known_as.watched.swap(true, Ordering::Relaxed) {
        return true;
    }
    let api = known_as.device.driver.api;
    let (Some(_permit), Ok(set)) = (ending::permit(), api.clSetEventCallback()) else {
        return false;
    };
    let note = Note { command: Arc::clone(command), known_as: Arc::clone(known_as) };
    let note = Box::into_raw(Box::new(note));
    // SAFETY: the event is live; `ended` takes ownership of the note and is called once.
    let status = unsafe { set(known_as.event.0, CL_COMPLETE, Some(ended), note.cast::<c_void>()) };
    if status != CL_SUCCESS {
        // SAFETY: `ended` will not be called, so the note is still owned here.
        drop(unsafe { Box::from_raw(note) });
    }
    status == CL_SUCCESS
}

/// Something on the host waits for a command in a driver.
pub fn expect(command: &Arc<Command>) {
    if let Some(known_as) = in_driver(command) {
        // Without a callback, the next poll finds it.
        let _ = watch(command, &known_as);
    }
}

/// Completes a command that stands for an event of the program.
pub fn follow(command: &Arc<Command>, known_as: InDriver) {
    let known_as = Arc::new(known_as);
    if has_thread() && watch(command, &known_as) {
        return;
    }
    if let Some(next) = wait_and_finish(command, &known_as) {
        next.hand_over();
    }
}

/// Waits for a command and completes it, where no thread learns of completions. Returns the commands that
/// become ready.
pub fn wait_and_finish(command: &Arc<Command>, known_as: &InDriver) -> Option<Arc<Command>> {
    known_as.wait_for_end();
    finish(command, known_as)
}

/// The callback of drivers.
unsafe extern "C" fn ended(_: cl_event, _: cl_int, note: *mut c_void) {
    // SAFETY: `watch` passed a note that only this call uses.
    let note = unsafe { Box::from_raw(note.cast::<Note>()) };
    let mut notes = locked(&NOTES);
    notes.push_back(*note);
    NOTE_COUNT.store(notes.len(), Ordering::Release);
    drop(notes);
    WAKE.notify_one();
}

/// Waits for the command, if it is in a driver; otherwise completes a command that is done, if there is one.
pub fn help(awaited: &Arc<Command>) -> bool {
    if let Some(known_as) = in_driver(awaited) {
        if ending::is_forked() {
            return false;
        }
        let Ok(waiting) = WAITING.try_lock() else {
            // The thread sleeps until it is notified.
            let _ = watch(awaited, &known_as);
            return false;
        };
        // At the end of the program, all commands in drivers are done.
        if let Some(_permit) = ending::permit()
            && known_as.wait().is_err()
        {
            return false;
        }
        drop(waiting);
        UNDER_WAY.settle(awaited, known_as);
        return true;
    }
    if NOTE_COUNT.load(Ordering::Acquire) == 0 {
        return false;
    }
    let next = take_note(&mut locked(&NOTES));
    next.map(|note| UNDER_WAY.settle(&note.command, note.known_as)).is_some()
}

fn take_note(notes: &mut VecDeque<Note>) -> Option<Note> {
    let next = notes.pop_front();
    NOTE_COUNT.store(notes.len(), Ordering::Release);
    next
}

/// The main function of the thread.
fn work() {
    let _own = OwnThread::enter();
    let mut interval = INTERVALS.0;
    let mut busy = Instant::now();
    loop {
        let mut notes = locked(&NOTES);
        if notes.is_empty() {
            if POLLING.load(Ordering::Relaxed) && busy.elapsed() > IDLE {
                POLLING.store(false, Ordering::Relaxed);
                fence(Ordering::SeqCst);
                if !UNDER_WAY.is_empty() {
                    POLLING.store(true, Ordering::Relaxed);
                }
            }
            notes = if POLLING.load(Ordering::Relaxed) {
                WAKE.wait_timeout(notes, interval).unwrap_or_else(PoisonError::into_inner).0
            } else {
                interval = INTERVALS.0;
                WAKE.wait(notes).unwrap_or_else(PoisonError::into_inner)
            };
        }
        let next = take_note(&mut notes);
        drop(notes);
        if let Some(note) = next {
            busy = Instant::now();
            UNDER_WAY.settle(&note.command, note.known_as);
            continue;
        }
        let found = poll();
        if found.any || found.left > 0 {
            busy = Instant::now();
        }
        interval = if found.any { INTERVALS.0 } else { (interval * 2).min(INTERVALS.1) };
    }
}

/// The result of a poll.
#[derive(Default)]
struct Found {
    /// Whether a command was complete.
    any: bool,
    /// How many commands are not complete.
    left: usize,
}

/// Polls for commands that are done and not yet complete.
fn poll() -> Found {
    let (open, left) = UNDER_WAY.open(MOST_AT_ONCE);
    let mut found = Found { any: false, left };
    let mut pending = 0;
    for (command, known_as) in open {
        if command.is_complete() {
            continue;
        }
        let done = match ending::permit() {
            Some(_permit) => known_as.status().is_ok_and(|status| status <= CL_COMPLETE),
            None => return found,
        };
        if done {
            found.any = true;
            pending = 0;
            UNDER_WAY.settle(&command, known_as);
        } else {
            pending += 1;
            if pending == PENDING_IN_A_ROW {
                break;
            }
        }
    }
    found
}

/// How a command ended. A predecessor of a finished command is done, even if its own status does not say so
/// yet.
fn outcome(known_as: &InDriver) -> Result<(), RtError> {
    let mut status = known_as.status()?;
    if status > CL_COMPLETE {
        known_as.wait()?;
        status = known_as.status()?;
    }
    if status >= 0 {
        return Ok(());
    }
    let message = format!("OpenCL: a command failed: {}", error::name(status));
    Err(RtError::new(failed("", status).code, message))
}

/// When a command started and ended, on the runtime's clock.
fn times(device: &Inner, event: cl_event) -> Option<(u64, u64)> {
    let api = device.driver.api;
    let get = api.clGetEventProfilingInfo().ok()?;
    let time = |key: cl_profiling_info| {
        let (mut value, size) = (0u64, size_of::<u64>());
        // SAFETY: the event is live; the output has space for the value.
        let status =
            unsafe { get(event, key, size, (&raw mut value).cast(), std::ptr::null_mut()) };
        (status == CL_SUCCESS).then_some(value)
    };
    let (start, end) = (time(CL_PROFILING_COMMAND_START)?, time(CL_PROFILING_COMMAND_END)?);
    let (mut on_device, mut on_host) = (0u64, 0u64);
    // SAFETY: the device is live; the output has space for the times.
    let status = unsafe {
        (api.clGetDeviceAndHostTimer().ok()?)(device.id.0, &raw mut on_device, &raw mut on_host)
    };
    let here = now();
    // Without a common clock, assume that it ended now.
    let reference = if status == CL_SUCCESS { on_device } else { end };
    let translate = |time: u64| (here + time).saturating_sub(reference).max(1);
    Some((translate(start), translate(end)))
}

/// The error of commands that are submitted too late.
pub fn too_late() -> RtError {
    ending::too_late("OpenCL devices")
}
