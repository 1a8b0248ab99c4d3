//! Commands.
//!
//! A command waits for a number of predecessors; when the host has nothing left to wait for, it goes to its
//! device ([`order`]). Completing a command releases its successors and wakes threads that wait for it
//! ([`wait`]). Predecessors keep their successors alive, never the reverse (except for the list for
//! `get_wait_list`, which is dropped on completion), so long chains are freed one by one, without recursion.
//!
//! A command that fails makes its successors fail: they complete without having run ([`Failure`]).

mod order;
mod wait;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Instant;

use crate::backend::info::Aspect;
use crate::backend::{Device, NativeQueue};
use crate::check;
use crate::core::error::RtError;
use crate::core::failure::Failure;
use crate::core::graph::NodeOf;
use crate::core::process;
use crate::core::queue::Origin;
use crate::core::work::{HostCall, Work};
use crate::trace::{self, Traced};

pub use order::Enqueued;
use order::Links;

/// The state of a command.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Waiting for others, or for a thread.
    Submitted = 0,
    /// Running.
    Running = 1,
    /// Done, successfully or not.
    Complete = 2,
}

/// The stored value of [`Status::Complete`] when the command failed, or did not run because another one did.
const FAILED: u8 = 3;

/// A command may write to memory of the program that the runtime does not manage.
const WRITES_HOST: u8 = 1;
/// A command is a kernel.
const KERNEL: u8 = 2;

/// The links contain predecessors.
const LINKED: u8 = 1;
/// The links contain memory.
const HOLDS: u8 = 2;
/// It was enqueued, and successors on the device need to wait only for its end there.
const FOLLOWED: u8 = 4;
/// The program is checked, and the command runs on a device.
const CHECKED: u8 = 8;

/// Nanoseconds on the runtime's clock.
#[must_use]
pub fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = *START.get_or_init(Instant::now);
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX).saturating_add(1)
}

/// Time stamps; zero for events that have not happened, or without profiling.
#[derive(Debug, Default)]
pub struct Times {
    /// Submission.
    pub submit: AtomicU64,
    /// The first work-item.
    pub start: AtomicU64,
    /// The last work-item.
    pub end: AtomicU64,
}

/// A command.
pub struct Command {
    /// The device that runs it; none for commands that only order others.
    device: Option<&'static dyn Device>,
    /// Whether the device orders it after its predecessors there: see [`Device::orders`].
    ordered: bool,
    /// What it shares with the queue that it was submitted to, or with the command that it is a part of.
    origin: Option<Arc<Origin>>,
    /// Whether it is in that queue itself.
    in_queue: bool,
    /// Its work.
    pub work: Work,
    /// The number of predecessors that are not complete, and one more until submission is finished.
    pending: AtomicU32,
    status: AtomicU8,
    links: Mutex<Links>,
    /// Whether the program may query its time stamps.
    pub profiled: bool,
    /// Whether time stamps are recorded, for the program or for the trace.
    pub timed: bool,
    /// The data for the trace; none while tracing is off.
    trace: Option<Box<Traced>>,
    /// Its time stamps.
    pub times: Times,
    /// Its own failure, or that of a predecessor.
    failure: OnceLock<Arc<Failure>>,
    /// The process that it was submitted in: see [`process::generation`].
    generation: u32,
    /// Properties of the command or of a predecessor: [`WRITES_HOST`], [`KERNEL`].
    traits: AtomicU8,
    /// [`LINKED`], [`HOLDS`], [`FOLLOWED`], [`CHECKED`]: a summary of the links that can be read without
    /// locking them. Changed with the links locked.
    contents: AtomicU8,
    /// Whether it comes after the command enqueued before it for the same queue.
    behind: AtomicBool,
    /// Whether the device was asked to report its completion.
    expected: AtomicBool,
    /// Whether a host access was given up before it began.
    abandoned: AtomicBool,
    /// Whether host code runs at its end.
    has_finish: AtomicBool,
    /// The number of handles that the host program has of it.
    handles: AtomicU32,
    /// The node that it stands for: such a command is never submitted.
    node: Option<Box<NodeOf>>,
}

impl Command {
    /// A command that has not been submitted, and is in no queue; its errors go to those of `origin`.
    #[must_use]
    pub fn new(
        device: Option<&'static dyn Device>,
        work: Work,
        origin: Option<Arc<Origin>>,
    ) -> Arc<Self> {
        Self::make(device, work, false, origin, false)
    }

    /// A command of a queue that has not been submitted.
    #[must_use]
    pub fn of_queue(
        device: &'static dyn Device,
        work: Work,
        profiled: bool,
        origin: Arc<Origin>,
    ) -> Arc<Self> {
        Self::make(Some(device), work, profiled, Some(origin), true)
    }

    fn make(
        device: Option<&'static dyn Device>,
        mut work: Work,
        profiled: bool,
        origin: Option<Arc<Origin>>,
        in_queue: bool,
    ) -> Arc<Self> {
        if let (Some(device), Work::Copy { .. }) = (device, &work)
            && let Some(call) = device.call_for_copy(&work)
        {
            work = Work::Host(Mutex::new(Some(call)));
        }
        let traits = match (device, &work) {
            // The host may write anything while it has access.
            (None, _) | (_, Work::Host(_)) => WRITES_HOST,
            (_, Work::Replay(_)) => WRITES_HOST | KERNEL,
            // Devices whose kernels access host memory prepare it.
            (_, Work::Launched { .. }) => KERNEL,
            (Some(device), Work::Device(work)) if work.arguments().is_some() => {
                let reaches_host = || device.info().has(Aspect::UsmSystemAllocations);
                if work.writes_elsewhere() && reaches_host() {
                    KERNEL | WRITES_HOST
                } else {
                    KERNEL
                }
            }
            _ => 0,
        };
        // Tracing is checked only here.
        let trace = trace::is_on().then(|| Traced::new(&work));
        let timed = profiled || trace.is_some();
        let times = Times::default();
        if profiled {
            times.submit.store(now(), Ordering::Relaxed);
        }
        Arc::new(Self {
            device,
            ordered: device.is_some_and(|device| device.orders(&work)),
            origin,
            in_queue,
            work,
            pending: AtomicU32::new(1),
            status: AtomicU8::new(Status::Submitted as u8),
            links: Mutex::default(),
            profiled,
            timed,
            trace,
            times,
            failure: OnceLock::new(),
            generation: process::generation(),
            traits: AtomicU8::new(traits),
            contents: AtomicU8::new(if check::is_on() && device.is_some() { CHECKED } else { 0 }),
            behind: AtomicBool::new(false),
            expected: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            has_finish: AtomicBool::new(false),
            handles: AtomicU32::new(0),
            node: None,
        })
    }

    /// The handle that the program gets for a command that was added to a graph.
    #[must_use]
    pub fn recorded(node: NodeOf) -> Arc<Self> {
        let mut command = Self::new(None, Work::Empty, None);
        if let Some(command) = Arc::get_mut(&mut command) {
            command.node = Some(Box::new(node));
        }
        command
    }

    /// The node that it stands for.
    #[must_use]
    pub fn node(&self) -> Option<&NodeOf> {
        self.node.as_deref()
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        process::lock(&self.links)
    }

    /// Whether it belonged to a thread of the parent process when `fork` made this process: it will never be
    /// complete here. Host accesses are still ended by this process.
    pub(crate) fn is_lost(&self) -> bool {
        self.generation != process::generation() && self.device.is_some() && !self.is_complete()
    }

    /// Keeps memory alive until the command is complete.
    pub fn hold(&self, memory: Arc<dyn Send + Sync>) {
        if self.is_complete() || self.is_lost() {
            return;
        }
        let mut links = self.links();
        if !links.complete {
            links.more().held.push(memory);
            self.add_contents(HOLDS);
        }
    }

    /// The caller has locked the links.
    fn add_contents(&self, more: u8) {
        self.contents.store(self.contents.load(Ordering::Relaxed) | more, Ordering::Release);
    }

    fn has_contents(&self, which: u8) -> bool {
        self.contents.load(Ordering::Acquire) & which != 0
    }

    /// What it shares with its queue, for commands that belong to one.
    #[must_use]
    pub fn origin(&self) -> Option<Arc<Origin>> {
        self.origin.clone()
    }

    /// Sets when the work started and ended, on the runtime's clock, for devices that know it better than the
    /// thread that calls [`Command::complete`].
    pub fn set_times(&self, start: u64, end: u64) {
        if self.timed {
            let start = start.max(self.times.submit.load(Ordering::Relaxed));
            self.times.start.store(start, Ordering::Relaxed);
            self.times.end.store(end.max(start), Ordering::Relaxed);
        }
    }

    /// Calls the host program when the work is done, before the command counts as complete. Only before
    /// [`Command::submit`].
    pub fn finish_with(&self, call: HostCall) {
        self.has_finish.store(true, Ordering::Relaxed);
        let mut links = self.links();
        links.ends_on_host = call.has_call();
        links.more().finish = Some(call);
    }

    /// Whether host code runs at its end, be it only to release something.
    #[must_use]
    pub fn has_finish(&self) -> bool {
        self.has_finish.load(Ordering::Relaxed)
    }

    /// Counts one more handle of the host program.
    pub fn add_handle(&self) {
        self.handles.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts one handle less.
    pub fn remove_handle(&self) {
        self.handles.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether the host program has a handle, and so can wait for this command alone. Only a hint: handles come and go.
    #[must_use]
    pub fn is_observed(&self) -> bool {
        self.handles.load(Ordering::Relaxed) > 0
    }

    /// The device's object for the queue of the command.
    #[must_use]
    pub fn queue(&self) -> Option<&NativeQueue> {
        self.origin.as_ref().filter(|_| self.in_queue)?.native.as_ref()
    }

    /// Whether it comes after the command enqueued before it for the same queue: see [`Device::keeps_order`].
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed)
    }

    /// Whether this is the first request to report its completion. Programs may query an event again and
    /// again.
    #[must_use]
    pub fn is_first_to_expect(&self) -> bool {
        !self.expected.load(Ordering::Relaxed) && !self.expected.swap(true, Ordering::Relaxed)
    }

    /// Whether the work is not to be done any more, because the command has already failed.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.failure.get().is_some()
    }

    /// Cancels commands that have not been started; they fail without an error of their own.
    pub(crate) fn cancel(&self) {
        let _ = self.failure.set(Failure::new());
    }

    fn report(&self, error: RtError) {
        if let Some(origin) = self.origin.as_ref().filter(|_| !error.reported) {
            origin.errors.push(error);
        }
    }

    /// Whether it failed, or did not run because another command failed, and the program has not waited
    /// since.
    #[must_use]
    pub fn has_unseen_failure(&self) -> bool {
        self.status.load(Ordering::Acquire) == FAILED
            && self.failure.get().is_some_and(|failure| !failure.is_seen())
    }

    /// Only before [`Command::submit`], by the thread that submits.
    fn add_traits(&self, more: u8) {
        self.traits.store(self.traits.load(Ordering::Relaxed) | more, Ordering::Relaxed);
    }

    /// The command may write to memory of the program that the runtime does not manage.
    pub fn set_writes_host(&self) {
        self.add_traits(WRITES_HOST);
    }

    /// Whether that is true of it or of a predecessor.
    #[must_use]
    pub fn writes_host(&self) -> bool {
        self.traits.load(Ordering::Relaxed) & WRITES_HOST != 0
    }

    /// Whether it or a predecessor is a kernel.
    #[must_use]
    pub fn has_kernel(&self) -> bool {
        self.traits.load(Ordering::Relaxed) & KERNEL != 0
    }

    fn set_end(&self) {
        if self.times.end.load(Ordering::Relaxed) == 0 {
            self.times.end.store(now(), Ordering::Relaxed);
        }
    }

    /// The data for the trace.
    #[inline]
    #[must_use]
    pub fn trace(&self) -> Option<&Traced> {
        self.trace.as_deref()
    }

    /// When the calling thread begins to work on the command; zero while tracing is off.
    #[inline]
    #[must_use]
    pub fn begin_part(&self) -> u64 {
        if self.trace.is_some() { now() } else { 0 }
    }

    /// The calling thread ran some units of the command since then.
    #[inline]
    pub fn end_part(&self, units: impl FnOnce() -> Range<u64>, began: u64) {
        if let Some(trace) = &self.trace {
            trace.ran(units(), began);
        }
    }

    /// All predecessors are complete: the work is about to be handed over.
    pub fn get_ready(&self) {
        if let Work::Replay(replay) = &self.work {
            replay.arm(self.trace().map_or(0, Traced::id));
        }
    }

    /// The command runs now.
    pub fn set_running(&self) {
        let submitted = Status::Submitted as u8;
        let running = Status::Running as u8;
        let first = self
            .status
            .compare_exchange(submitted, running, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok();
        if first && self.timed {
            self.times.start.store(now(), Ordering::Relaxed);
        }
    }

    /// Whether this is a host access that has begun.
    #[must_use]
    pub fn is_held_by_host(&self) -> bool {
        self.is_host_access() && self.status() == Status::Running
    }

    /// Whether this only represents the host, which ends it at any time.
    #[must_use]
    pub fn is_host_access(&self) -> bool {
        self.device.is_none()
    }

    /// The state of the command.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.status.load(Ordering::Acquire) {
            0 => Status::Submitted,
            1 => Status::Running,
            _ => Status::Complete,
        }
    }

    /// The kernel that it launches, if it is a launch.
    #[must_use]
    pub fn kernel(&self) -> Option<&'static scythe_image::Kernel> {
        match &self.work {
            Work::Device(work) => work.launch().map(|launch| launch.kernel),
            Work::Launched { kernel, .. } => Some(kernel),
            _ => None,
        }
    }

    /// Whether the command is done.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status() == Status::Complete
    }
}
