//! Commands and the order between them.
//!
//! A command waits for a number of predecessors; when the last of them completes, it goes to its
//! device. Completing a command tells its successors and wakes whoever waits for it. Predecessors hold
//! their successors, never the other way round (the list for `get_wait_list` apart, which is dropped on
//! completion), so long chains are freed one by one, without recursion.
//!
//! A command that fails takes those behind it along: they are complete without having run ([`Failure`]).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::thread::Thread;
use std::time::Instant;

use crate::backend::Device;
use crate::core::error::{Errc, RtError};
use crate::core::failure::{Because, Failure};
use crate::core::process;
use crate::core::queue::Errors;
use crate::core::stall::Watch;
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

/// What is stored for [`Status::Complete`] when the command failed, or did not run because another one did.
const FAILED: u8 = 3;

/// A command may write to memory of the program that the runtime knows nothing of.
const WRITES_HOST: u8 = 1;
/// A command is a kernel.
const KERNEL: u8 = 2;

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
    /// Its own failure, or that of a command before it.
    failure: OnceLock<Arc<Failure>>,
    /// The process that it was submitted in: see [`process::generation`].
    generation: u32,
    /// What holds of it, or of one before it: [`WRITES_HOST`], [`KERNEL`].
    traits: AtomicU8,
    /// Whether a host access was given up before it began.
    abandoned: AtomicBool,
}

/// A command that comes after another.
struct Successor {
    command: Arc<Command>,
    because: Because,
}

#[derive(Default)]
struct Links {
    complete: bool,
    successors: Vec<Successor>,
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
        let traits = match (device, &work) {
            // The host writes what it likes while it has access.
            (None, _) | (_, Work::Host(_)) => WRITES_HOST,
            (_, Work::Kernel(_)) => KERNEL,
            _ => 0,
        };
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
            failure: OnceLock::new(),
            generation: process::generation(),
            traits: AtomicU8::new(traits),
            abandoned: AtomicBool::new(false),
        })
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
        if self.is_lost() {
            return;
        }
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
    pub fn wait_for(self: &Arc<Self>, predecessor: &Arc<Command>, because: Because) {
        if Arc::ptr_eq(self, predecessor) {
            return;
        }
        if predecessor.is_complete() {
            return self.inherit_failure(predecessor, because);
        }
        if predecessor.is_lost() {
            return self.fail_before_running(lost());
        }
        let mut links = predecessor.links();
        if links.complete {
            drop(links);
            return self.inherit_failure(predecessor, because);
        }
        self.pending.fetch_add(1, Ordering::Relaxed);
        links.successors.push(Successor { command: Arc::clone(self), because });
        drop(links);
        self.add_traits(predecessor.traits.load(Ordering::Relaxed));
        self.links().predecessors.push(Arc::clone(predecessor));
    }

    fn inherit_failure(&self, predecessor: &Command, because: Because) {
        if because == Because::Queue || predecessor.status.load(Ordering::Acquire) != FAILED {
            return;
        }
        let Some(failure) = predecessor.failure.get() else { return };
        // Whoever looks at a buffer has waited for it, whatever is in it.
        if because == Because::Event || !(failure.is_seen() || self.is_host_access()) {
            let _ = self.failure.set(Arc::clone(failure));
        }
    }

    /// The command will not run.
    fn fail_before_running(&self, error: RtError) {
        if self.failure.set(Failure::new()).is_ok() {
            self.report(error);
        }
    }

    /// Commands that have not been started will not be, and fail without an error of their own.
    pub(crate) fn cancel(&self) {
        let _ = self.failure.set(Failure::new());
    }

    fn report(&self, error: RtError) {
        if let Some(errors) =
            self.errors.as_ref().and_then(Weak::upgrade).filter(|_| !error.reported)
        {
            errors.push(error);
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

    /// All predecessors are named: the command starts as soon as they are complete.
    pub fn submit(self: &Arc<Self>) {
        if self.release_one() {
            self.hand_over();
        }
    }

    /// As [`Command::submit`], for a host access that never begins: it is over when those before it are.
    pub fn abandon(self: &Arc<Self>) {
        self.abandoned.store(true, Ordering::Relaxed);
        self.submit();
    }

    /// One thing less to wait for; true when nothing is left.
    fn release_one(&self) -> bool {
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Hands the command, which waits for nothing any more, to its device.
    pub(crate) fn hand_over(self: &Arc<Self>) {
        match self.device {
            Some(_) if self.failure.get().is_some() => {
                if let Some(next) = self.complete(Ok(())) {
                    next.hand_over();
                }
            }
            Some(device) => device.enqueue(Arc::clone(self)),
            None if self.abandoned.load(Ordering::Relaxed) => _ = self.complete(Ok(())),
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
        let mut next = None;
        let mut cancelled = self.end(result, &mut next);
        // Commands that do not run are complete at once. There may be many, so this is no recursion.
        while let Some(command) = cancelled.pop() {
            cancelled.append(&mut command.end(Ok(()), &mut next));
        }
        next
    }

    /// Ends the command; successors that are ready and will not run are returned.
    fn end(
        self: &Arc<Self>,
        result: Result<(), RtError>,
        next: &mut Option<Arc<Command>>,
    ) -> Vec<Arc<Command>> {
        self.set_running();
        // The lock is not held meanwhile, as the program may ask about the command.
        let finish = self.links().finish.take();
        if self.failure.get().is_some() {
            self.work.give_up();
            drop(finish);
        } else {
            // SAFETY: it was taken out, so this is the only call.
            let finished = finish.map_or(Ok(()), |call| unsafe { call.call() });
            if let Err(error) = result.and(finished) {
                let _ = self.failure.set(Failure::new());
                self.report(error);
            }
        }
        if self.profiled && self.times.end.load(Ordering::Relaxed) == 0 {
            self.times.end.store(now(), Ordering::Relaxed);
        }
        // A host access is over, whatever happened before it.
        let failure = self.failure.get().filter(|_| self.device.is_some());
        let status = if failure.is_some() { FAILED } else { Status::Complete as u8 };
        let mut links = self.links();
        self.status.store(status, Ordering::Release);
        let Links { successors, predecessors, waiting, held, .. } = std::mem::take(&mut *links);
        links.complete = true;
        drop(links);
        for thread in waiting {
            thread.unpark();
        }
        let mut cancelled = Vec::new();
        for Successor { command: successor, because } in successors {
            if successor.is_lost() {
                continue;
            }
            if let Some(failure) = failure.filter(|_| because != Because::Queue) {
                let _ = successor.failure.set(Arc::clone(failure));
            }
            if !successor.release_one() {
                continue;
            }
            let same = match (successor.device, self.device) {
                (Some(a), Some(b)) => std::ptr::addr_eq(a, b),
                _ => false,
            };
            if successor.device.is_some() && successor.failure.get().is_some() {
                cancelled.push(successor);
            } else if next.is_none() && same {
                *next = Some(successor);
            } else {
                successor.hand_over();
            }
        }
        // Outside the lock: this may free predecessors and memory.
        drop((predecessors, held));
        cancelled
    }

    /// Runs `body` as part of this command: see [`Command::is_current`].
    pub fn inside<T>(&self, body: impl FnOnce() -> T) -> T {
        // A host task runs inside of another where threads cannot be started.
        let outer = INSIDE.replace(std::ptr::from_ref(self));
        let result = body();
        INSIDE.set(outer);
        result
    }

    /// Whether the calling thread is inside this command, and so would wait for itself.
    #[must_use]
    pub fn is_current(&self) -> bool {
        std::ptr::eq(INSIDE.get(), self)
    }

    /// Whether the calling thread is inside any command.
    #[must_use]
    pub fn is_inside_any() -> bool {
        // A thread whose storage is gone is past that.
        INSIDE.try_with(|inside| !inside.get().is_null()).unwrap_or(false)
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

    /// Whether the command is done.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status() == Status::Complete
    }

    /// Predecessors that are not complete yet.
    #[must_use]
    pub fn predecessors(&self) -> Vec<Arc<Command>> {
        let mut all = Vec::new();
        self.add_predecessors(&mut all);
        all
    }

    /// Adds predecessors that are not complete yet.
    pub fn add_predecessors(&self, list: &mut Vec<Arc<Command>>) {
        list.extend(self.links().predecessors.iter().filter(|p| !p.is_complete()).cloned());
    }

    /// Waits until the command is done, well or not.
    ///
    /// # Errors
    /// When that will never be: see [`Watch`] and [`process`].
    pub fn wait(self: &Arc<Self>) -> Result<(), RtError> {
        self.wait_until_complete()?;
        if let Some(failure) = self.failure.get() {
            failure.see();
        }
        Ok(())
    }

    fn wait_until_complete(self: &Arc<Self>) -> Result<(), RtError> {
        /// Checks before a thread goes to sleep: most small kernels are done by then.
        const SPINS: u32 = 2000;
        for round in 0..SPINS {
            if self.is_complete() {
                return Ok(());
            }
            // The device may let the waiting thread do the work it waits for.
            if round.is_multiple_of(64) && self.device.is_some_and(|device| device.help(self)) {
                continue;
            }
            std::hint::spin_loop();
        }
        if self.is_lost() {
            return Err(lost());
        }
        let mut links = self.links();
        if links.complete {
            return Ok(());
        }
        links.waiting.push(std::thread::current());
        drop(links);
        let mut watch = Watch::new();
        while !self.is_complete() {
            std::thread::park_timeout(watch.interval());
            watch.look(self)?;
        }
        Ok(())
    }
}

fn lost() -> RtError {
    RtError::new(
        Errc::Event,
        "the command was pending when the process called fork(): it is complete in the parent only; wait for \
         commands before fork(), or submit them in the child",
    )
}
