//! Commands.
//!
//! A command waits for a number of predecessors; when nothing is left that the host has to wait for, it goes to its
//! device ([`order`]). Completing a command releases its successors and wakes threads that wait for it ([`wait`]).
//! Predecessors hold their successors, never the other way round (the list for `get_wait_list` apart, which is
//! dropped on completion), so long chains are freed one by one, without recursion.
//!
//! A command that fails takes those behind it along: they are complete without having run ([`Failure`]).

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

/// How far a command is.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Waiting for others, or for a thread.
    Submitted = 0,
    /// Running.
    Running = 1,
    /// Done, well or not.
    Complete = 2,
}

/// What is stored for [`Status::Complete`] when the command failed, or did not run because another one did.
const FAILED: u8 = 3;

/// A command may write to memory of the program that the runtime knows nothing of.
const WRITES_HOST: u8 = 1;
/// A command is a kernel.
const KERNEL: u8 = 2;

/// There are predecessors in its links.
const LINKED: u8 = 1;
/// There is memory in its links.
const HOLDS: u8 = 2;
/// The device has it, and what comes behind it on the device need not wait for more than the device's end of it.
const FOLLOWED: u8 = 4;
/// The program is checked, and the command is a device's.
const CHECKED: u8 = 8;

/// Nanoseconds on the runtime's clock.
#[must_use]
pub fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = *START.get_or_init(Instant::now);
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX).saturating_add(1)
}

/// When things happened; zero for what has not, or where nobody asked for profiling.
#[derive(Debug, Default)]
pub struct Times {
    /// Submission.
    pub submit: AtomicU64,
    /// The first work-item.
    pub start: AtomicU64,
    /// The end.
    pub end: AtomicU64,
}

/// A command.
pub struct Command {
    /// The device that runs it; none for commands that only order others.
    device: Option<&'static dyn Device>,
    /// Whether the device orders it behind others of its own: see [`Device::orders`].
    ordered: bool,
    /// What it shares with the queue that it was submitted to, or that the command was of that it is a part of.
    origin: Option<Arc<Origin>>,
    /// Whether it is in that queue itself.
    in_queue: bool,
    /// What it does.
    pub work: Work,
    /// Predecessors that are not complete, and one more until it is wholly submitted.
    pending: AtomicU32,
    status: AtomicU8,
    links: Mutex<Links>,
    /// Whether the program may ask for times.
    pub profiled: bool,
    /// Whether times are recorded, for the program or for listeners.
    pub timed: bool,
    /// What listeners hear of; nothing while there are none.
    trace: Option<Box<Traced>>,
    /// When things happened.
    pub times: Times,
    /// Its own failure, or that of a command before it.
    failure: OnceLock<Arc<Failure>>,
    /// The process that it was submitted in: see [`process::generation`].
    generation: u32,
    /// What holds of it, or of one before it: [`WRITES_HOST`], [`KERNEL`].
    traits: AtomicU8,
    /// [`LINKED`], [`HOLDS`], [`FOLLOWED`], [`CHECKED`]: what is in its links, for those who can do without locking them.
    /// Changed with the links locked.
    contents: AtomicU8,
    /// Whether it comes after the command that the device got before it for the same queue.
    behind: AtomicBool,
    /// Whether the device was asked to tell of the end.
    expected: AtomicBool,
    /// Whether a host access was given up before it began.
    abandoned: AtomicBool,
    /// Whether the host program has a part in its end.
    has_finish: AtomicBool,
    /// How many handles of it the host program has.
    handles: AtomicU32,
    /// The node that it stands for: such a command is never submitted.
    node: Option<Box<NodeOf>>,
}

impl Command {
    /// A command that has not been submitted, and is in no queue; its errors go where those of `origin` do.
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
            // The host writes what it likes while it has access.
            (None, _) | (_, Work::Host(_)) => WRITES_HOST,
            (_, Work::Replay(_)) => WRITES_HOST | KERNEL,
            // Devices whose kernels reach memory of the host prepare them.
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
        // The one look at who listens that a command takes.
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

    /// What the program gets in the place of a command that was added to a graph.
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

    /// Whether a thread of a parent process had it when this process was made by `fork`: it will never be
    /// complete here. Host accesses are this process's to end.
    pub(crate) fn is_lost(&self) -> bool {
        self.generation != process::generation() && self.device.is_some() && !self.is_complete()
    }

    /// Keeps memory until the command is complete.
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

    /// What it shares with its queue, for commands that are part of it.
    #[must_use]
    pub fn origin(&self) -> Option<Arc<Origin>> {
        self.origin.clone()
    }

    /// When the work started and ended, on the runtime's clock, for devices that know better than the
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

    /// Whether the host program has a part in its end, be it only to let go of something.
    #[must_use]
    pub fn has_finish(&self) -> bool {
        self.has_finish.load(Ordering::Relaxed)
    }

    /// The host program has one more handle of it.
    pub fn add_handle(&self) {
        self.handles.fetch_add(1, Ordering::Relaxed);
    }

    /// The host program has one handle less.
    pub fn remove_handle(&self) {
        self.handles.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether the host program has a handle, and so can wait for this command alone. Only a hint: handles come and go.
    #[must_use]
    pub fn is_observed(&self) -> bool {
        self.handles.load(Ordering::Relaxed) > 0
    }

    /// What the device keeps for the queue of the command.
    #[must_use]
    pub fn queue(&self) -> Option<&NativeQueue> {
        self.origin.as_ref().filter(|_| self.in_queue)?.native.as_ref()
    }

    /// Whether it comes after the command that the device got before it for the same queue: see
    /// [`Device::keeps_order`].
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed)
    }

    /// Whether nobody has asked for a notification of its end before. Programs may ask about an event again and again.
    #[must_use]
    pub fn is_first_to_expect(&self) -> bool {
        !self.expected.load(Ordering::Relaxed) && !self.expected.swap(true, Ordering::Relaxed)
    }

    /// Whether the work is not to be done any more, because the command failed already.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.failure.get().is_some()
    }

    /// Commands that have not been started will not be, and fail without an error of their own.
    pub(crate) fn cancel(&self) {
        let _ = self.failure.set(Failure::new());
    }

    fn report(&self, error: RtError) {
        if let Some(origin) = self.origin.as_ref().filter(|_| !error.reported) {
            origin.errors.push(error);
        }
    }

    /// Whether it failed, or did not run because another command failed, and nobody has waited since.
    #[must_use]
    pub fn has_unseen_failure(&self) -> bool {
        self.status.load(Ordering::Acquire) == FAILED
            && self.failure.get().is_some_and(|failure| !failure.is_seen())
    }

    /// Only before [`Command::submit`], by the thread that submits.
    fn add_traits(&self, more: u8) {
        self.traits.store(self.traits.load(Ordering::Relaxed) | more, Ordering::Relaxed);
    }

    /// The command may write to memory of the program that the runtime knows nothing of.
    pub fn set_writes_host(&self) {
        self.add_traits(WRITES_HOST);
    }

    /// Whether that holds of it or of a command before it.
    #[must_use]
    pub fn writes_host(&self) -> bool {
        self.traits.load(Ordering::Relaxed) & WRITES_HOST != 0
    }

    /// Whether it is a kernel, or there is one among those before it.
    #[must_use]
    pub fn has_kernel(&self) -> bool {
        self.traits.load(Ordering::Relaxed) & KERNEL != 0
    }

    fn set_end(&self) {
        if self.times.end.load(Ordering::Relaxed) == 0 {
            self.times.end.store(now(), Ordering::Relaxed);
        }
    }

    /// What listeners hear of.
    #[inline]
    #[must_use]
    pub fn trace(&self) -> Option<&Traced> {
        self.trace.as_deref()
    }

    /// When the calling thread begins to work at the command; zero while nobody listens.
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

    /// The work will be done now, by whoever it is handed to.
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

    /// Whether this only stands for the host, which ends it when it likes.
    #[must_use]
    pub fn is_host_access(&self) -> bool {
        self.device.is_none()
    }

    /// How far the command is.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.status.load(Ordering::Acquire) {
            0 => Status::Submitted,
            1 => Status::Running,
            _ => Status::Complete,
        }
    }

    /// The kernel that it launches, if that is what it does.
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
