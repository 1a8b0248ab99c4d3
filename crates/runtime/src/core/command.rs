//! Commands and the order between them.
//!
//! A command waits for a number of predecessors; when the last of them completes, it goes to its
//! device. Completing a command tells its successors and wakes whoever waits for it. Predecessors hold
//! their successors, never the other way round (the list for `get_wait_list` apart, which is dropped on
//! completion), so long chains are freed one by one, without recursion.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread::Thread;
use std::time::Instant;

use crate::backend::Device;
use crate::core::error::RtError;
use crate::core::queue::Errors;
use crate::core::work::{HostCall, Work};

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

thread_local! {
    /// The host call that this thread is in.
    static INSIDE: std::cell::Cell<*const Command> = const { std::cell::Cell::new(std::ptr::null()) };
}

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
    /// What it does.
    pub work: Work,
    /// Predecessors that are not complete, and one more until it is wholly submitted.
    pending: AtomicU32,
    status: AtomicU8,
    links: Mutex<Links>,
    /// Whether times are recorded.
    pub profiled: bool,
    /// When things happened.
    pub times: Times,
    errors: Option<Weak<Errors>>,
}

#[derive(Default)]
struct Links {
    complete: bool,
    successors: Vec<Arc<Command>>,
    predecessors: Vec<Arc<Command>>,
    waiting: Vec<Thread>,
    /// Memory that must not go before the command is complete.
    held: Vec<Arc<dyn Send + Sync>>,
    /// What the host program does when the work is done.
    finish: Option<HostCall>,
}

impl Command {
    /// A command that has not been submitted.
    #[must_use]
    pub fn new(
        device: Option<&'static dyn Device>,
        work: Work,
        profiled: bool,
        errors: Option<Weak<Errors>>,
    ) -> Arc<Self> {
        let times = Times::default();
        if profiled {
            times.submit.store(now(), Ordering::Relaxed);
        }
        Arc::new(Self {
            device,
            work,
            pending: AtomicU32::new(1),
            status: AtomicU8::new(Status::Submitted as u8),
            links: Mutex::default(),
            profiled,
            times,
            errors,
        })
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        // Nothing in `Links` is ever half changed when a panic could happen.
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps memory until the command is complete.
    pub fn hold(&self, memory: Arc<dyn Send + Sync>) {
        let mut links = self.links();
        if !links.complete {
            links.held.push(memory);
        }
    }

    /// Where errors of this command go, for commands that are part of it.
    #[must_use]
    pub fn errors(&self) -> Option<Weak<Errors>> {
        self.errors.clone()
    }

    /// When the work started and ended, on the runtime's clock, for devices that know better than the
    /// thread that calls [`Command::complete`].
    pub fn set_times(&self, start: u64, end: u64) {
        if self.profiled {
            let start = start.max(self.times.submit.load(Ordering::Relaxed));
            self.times.start.store(start, Ordering::Relaxed);
            self.times.end.store(end.max(start), Ordering::Relaxed);
        }
    }

    /// Calls the host program when the work is done, before the command counts as complete. Only before
    /// [`Command::submit`].
    pub fn finish_with(&self, call: HostCall) {
        self.links().finish = Some(call);
    }

    /// Makes this command wait for `predecessor`. Only before [`Command::submit`].
    pub fn wait_for(self: &Arc<Self>, predecessor: &Arc<Command>) {
        if predecessor.is_complete() || Arc::ptr_eq(self, predecessor) {
            return;
        }
        let mut links = predecessor.links();
        if links.complete {
            return;
        }
        self.pending.fetch_add(1, Ordering::Relaxed);
        links.successors.push(Arc::clone(self));
        drop(links);
        self.links().predecessors.push(Arc::clone(predecessor));
    }

    /// All predecessors are named: the command starts as soon as they are complete.
    pub fn submit(self: &Arc<Self>) {
        if self.release_one() {
            self.hand_over();
        }
    }

    /// One thing less to wait for; true when nothing is left.
    fn release_one(&self) -> bool {
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Hands the command, which waits for nothing any more, to its device.
    pub(crate) fn hand_over(self: &Arc<Self>) {
        match self.device {
            Some(device) => device.enqueue(Arc::clone(self)),
            // A command without a device is completed by whoever made it.
            None => self.set_running(),
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
        if first && self.profiled {
            self.times.start.store(now(), Ordering::Relaxed);
        }
    }

    /// The command is done. Successors that are ready now go to their devices, but for one, which is
    /// returned when it is the same device's: the caller may run it at once.
    pub fn complete(self: &Arc<Self>, result: Result<(), RtError>) -> Option<Arc<Command>> {
        self.set_running();
        // The lock is not held meanwhile, as the program may ask about the command.
        let finish = self.links().finish.take();
        // SAFETY: it was taken out, so this is the only call.
        let finished = finish.map_or(Ok(()), |call| unsafe { call.call() });
        if let (Err(error), Some(errors)) =
            (result.and(finished), self.errors.as_ref().and_then(Weak::upgrade))
        {
            errors.push(error);
        }
        if self.profiled && self.times.end.load(Ordering::Relaxed) == 0 {
            self.times.end.store(now(), Ordering::Relaxed);
        }
        let mut links = self.links();
        links.complete = true;
        self.status.store(Status::Complete as u8, Ordering::Release);
        let Links { successors, predecessors, waiting, held, .. } = std::mem::take(&mut *links);
        links.complete = true;
        drop(links);
        for thread in waiting {
            thread.unpark();
        }
        let mut next = None;
        for successor in successors {
            if !successor.release_one() {
                continue;
            }
            let same = match (successor.device, self.device) {
                (Some(a), Some(b)) => std::ptr::addr_eq(a, b),
                _ => false,
            };
            if next.is_none() && same {
                next = Some(successor);
            } else {
                successor.hand_over();
            }
        }
        // Outside the lock: this may free predecessors and memory.
        drop((predecessors, held));
        next
    }

    /// Runs `body` as part of this command: see [`Command::is_current`].
    pub fn inside<T>(&self, body: impl FnOnce() -> T) -> T {
        INSIDE.set(std::ptr::from_ref(self));
        let result = body();
        INSIDE.set(std::ptr::null());
        result
    }

    /// Whether the calling thread is inside this command, and so would wait for itself.
    #[must_use]
    pub fn is_current(&self) -> bool {
        std::ptr::eq(INSIDE.get(), self)
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

    /// Whether the command is done.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status() == Status::Complete
    }

    /// Predecessors that are not complete yet.
    #[must_use]
    pub fn predecessors(&self) -> Vec<Arc<Command>> {
        self.links().predecessors.iter().filter(|p| !p.is_complete()).cloned().collect()
    }

    /// Waits until the command is done.
    pub fn wait(self: &Arc<Self>) {
        /// Checks before a thread goes to sleep: most small kernels are done by then.
        const SPINS: u32 = 2000;
        for round in 0..SPINS {
            if self.is_complete() {
                return;
            }
            // The device may let the waiting thread do the work it waits for.
            if round.is_multiple_of(64) && self.device.is_some_and(|device| device.help(self)) {
                continue;
            }
            std::hint::spin_loop();
        }
        let mut links = self.links();
        if links.complete {
            return;
        }
        links.waiting.push(std::thread::current());
        drop(links);
        while !self.is_complete() {
            std::thread::park();
        }
    }
}
