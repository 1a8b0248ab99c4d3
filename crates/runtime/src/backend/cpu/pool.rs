//! The threads, and how they share work.
//!
//! Ready commands wait in one queue. Threads take spans of units from the command in front, smaller and
//! smaller ones towards its end, until none are left; so a kernel whose work-items are uneven keeps all
//! of them busy, and several commands run at the same time when one alone cannot. A command with one
//! span is taken whole, and the command that only waited for it is run by the same thread.
//!
//! A thread without work looks around for a short while before it sleeps, so that a program that
//! submits one small kernel after the other never pays for waking threads up. Only one thread at a time
//! does so: the others' processors are the program's.
//!
//! Where no thread can be started, the thread that submits a command runs it.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::launch::Launch;
use super::stack;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::host_calls;
use crate::core::process::OwnThread;
use crate::core::work::Work;

/// Spans that a thread would take of a command if it were alone; more when the others are slow.
const SPANS_PER_THREAD: u64 = 16;
/// How long a thread without work looks around.
const LOOK_AROUND: Duration = Duration::from_micros(50);

/// A command in the ready queue.
struct Job {
    command: Arc<Command>,
    units: u64,
    /// Spans are at least this long.
    grain: u64,
    taken: AtomicU64,
    done: AtomicU64,
    failed: Mutex<Option<RtError>>,
}

impl Job {
    fn new(command: Arc<Command>, threads: u64) -> Self {
        let launch = Launch::of(&command.work);
        let units = launch.map_or_else(|| command.work.units(), |launch| launch.groups);
        let grain = match &command.work {
            _ if launch.is_some_and(Launch::is_short) => units,
            Work::CopyRows { .. } | Work::FillRows { .. } => units.div_ceil(threads * 4).max(1),
            _ => 1,
        };
        let (taken, done) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { command, units, grain, taken, done, failed: Mutex::new(None) }
    }

    /// The next span, if any is left.
    fn take(&self, threads: u64) -> Option<Range<u64>> {
        let mut start = self.taken.load(Ordering::Relaxed);
        loop {
            let left = self.units.checked_sub(start).filter(|&left| left > 0)?;
            let size = (left / (threads * SPANS_PER_THREAD)).max(self.grain).min(left);
            match self.taken.compare_exchange_weak(
                start,
                start + size,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Some(start..start + size),
                Err(other) => start = other,
            }
        }
    }

    /// Whether it is known to take no time worth mentioning.
    fn is_short(&self) -> bool {
        match Launch::of(&self.command.work) {
            Some(launch) => launch.is_short(),
            None => !self.command.work.may_block() && self.units == 1,
        }
    }

    fn is_taken(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.units
    }

    /// Runs a span; when it was the last, completes the command and returns what comes next.
    fn run(&self, span: Range<u64>) -> Option<Arc<Command>> {
        self.command.set_running();
        let count = span.end - span.start;
        let result = match Launch::of(&self.command.work) {
            Some(launch) => {
                let started = Instant::now();
                // SAFETY: the submitter vouches for the memory; spans are handed out once.
                let result = catch_unwind(AssertUnwindSafe(|| unsafe { launch.run(span) }));
                let share = launch.items() * (count as f64 / self.units as f64);
                launch.speed.learn(started.elapsed().as_nanos() as f64 / share.max(1.0));
                result
            }
            // SAFETY: as above.
            None => catch_unwind(AssertUnwindSafe(|| unsafe { self.command.work.run(span) })),
        };
        // A thread that dies of a panic would leave everybody waiting.
        let result = result.unwrap_or_else(|panic| Err(RtError::from_panic(&*panic)));
        if let Err(error) = result {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        // Whoever ends the last span sees all that the others wrote.
        if self.done.fetch_add(count, Ordering::AcqRel) + count < self.units {
            return None;
        }
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.command.complete(failed.map_or(Ok(()), Err))
    }
}

/// The pool. It lives as long as the process, like the device whose it is.
pub struct Pool {
    shared: &'static Shared,
}

struct Shared {
    threads: u64,
    ready: Mutex<VecDeque<Arc<Job>>>,
    /// Jobs in the ready queue, readable without the lock.
    waiting: AtomicUsize,
    sleeping: AtomicUsize,
    looking: AtomicBool,
    wake: Condvar,
    state: Rare,
}

/// What hardly ever changes, and is read with every command: not in a cache line that others write to.
#[repr(align(128))]
#[derive(Default)]
struct Rare {
    /// Whether threads were started, or tried to be.
    started: AtomicBool,
    /// Threads that were started.
    alive: AtomicUsize,
}

/// All pools.
static POOLS: Mutex<Vec<&'static Shared>> = Mutex::new(Vec::new());

fn pools() -> MutexGuard<'static, Vec<&'static Shared>> {
    POOLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether no thread of any pool has anything to do.
#[must_use]
pub fn are_idle() -> bool {
    pools().iter().all(|pool| {
        let threads = pool.state.alive.load(Ordering::Acquire);
        pool.waiting.load(Ordering::Acquire) == 0
            && pool.sleeping.load(Ordering::Acquire) == threads
    })
}

/// The locks of all pools.
pub struct Pools {
    all: MutexGuard<'static, Vec<&'static Shared>>,
    queues: Vec<MutexGuard<'static, VecDeque<Arc<Job>>>>,
}

impl Pools {
    /// Takes them.
    #[must_use]
    pub fn lock() -> Self {
        let all = pools();
        let queues = all.iter().map(|pool| pool.ready()).collect();
        Self { all, queues }
    }

    /// The threads are gone, in a child of `fork`: new ones start with the next command. Commands that were in
    /// a ready queue are lost.
    pub fn begin_anew(&mut self) {
        for (pool, ready) in self.all.iter().zip(&mut self.queues) {
            // Some may be half done: nothing of them may run here, not even their ends.
            std::mem::forget(std::mem::take(&mut **ready));
            pool.waiting.store(0, Ordering::Relaxed);
            pool.sleeping.store(0, Ordering::Relaxed);
            pool.looking.store(false, Ordering::Relaxed);
            pool.state.alive.store(0, Ordering::Relaxed);
            pool.state.started.store(false, Ordering::Relaxed);
        }
    }
}

impl Pool {
    /// A pool whose threads start with the first command.
    pub fn new(threads: usize) -> Self {
        let shared: &'static Shared = Box::leak(Box::new(Shared {
            threads: threads as u64,
            ready: Mutex::default(),
            waiting: AtomicUsize::new(0),
            sleeping: AtomicUsize::new(0),
            looking: AtomicBool::new(false),
            wake: Condvar::new(),
            state: Rare::default(),
        }));
        pools().push(shared);
        Self { shared }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.shared.threads as usize
    }

    /// Takes a command that is ready.
    pub fn push(&self, command: Arc<Command>) {
        if command.work.may_block() {
            // Host code may wait for other commands: it must not hold a thread they need.
            return host_calls::push(command);
        }
        if !self.shared.state.started.load(Ordering::Acquire) {
            self.shared.start_threads();
        }
        self.shared.push(command);
        if self.shared.state.alive.load(Ordering::Relaxed) == 0 {
            self.shared.run_here();
        }
    }

    /// Lets a waiting thread run a command that nobody has begun, if it is a small one: large ones
    /// keep all processors busy without its help, and one of unknown length could keep the thread
    /// long after what it waits for is done.
    pub fn help(&self, awaited: &Command) -> bool {
        self.shared.help(awaited)
    }
}

impl Shared {
    fn ready(&self) -> MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cold]
    fn start_threads(&'static self) {
        // Others that come meanwhile wait here until there are threads, or it is known that there are none.
        let ready = self.ready();
        if self.state.started.load(Ordering::Relaxed) {
            return;
        }
        let mut failed = None;
        for number in 0..self.threads {
            let started = std::thread::Builder::new()
                .name(format!("scythe-cpu-{number}"))
                .stack_size(stack::THREAD_STACK)
                .spawn(move || self.work());
            match started {
                Ok(_) => _ = self.state.alive.fetch_add(1, Ordering::Relaxed),
                Err(error) => failed = Some(error),
            }
        }
        self.state.started.store(true, Ordering::Release);
        drop(ready);
        if let Some(error) = failed {
            let who = match self.state.alive.load(Ordering::Relaxed) {
                0 => "the threads that submit commands run them".to_owned(),
                some => format!("going on with {some}"),
            };
            let threads = self.threads;
            eprintln!(
                "scythe: warning: cannot start {threads} threads for the CPU device ({error}); {who}"
            );
        }
    }

    /// Does the work of the pool on the calling thread until there is none. Work that becomes ready through it
    /// is done here, too, one after the other.
    #[cold]
    fn run_here(&self) {
        thread_local! {
            static RUNNING: Cell<bool> = const { Cell::new(false) };
        }
        if RUNNING.replace(true) {
            return;
        }
        while let Some(job) = self.front() {
            self.run(&job);
        }
        RUNNING.set(false);
    }

    fn push(&self, command: Arc<Command>) {
        let job = Arc::new(Job::new(command, self.threads));
        let wanted = job.units.div_ceil(job.grain).min(self.threads);
        let mut ready = self.ready();
        ready.push_back(job);
        self.waiting.store(ready.len(), Ordering::Release);
        drop(ready);
        // A thread that looks around finds the job by itself.
        let awake = u64::from(self.looking.load(Ordering::Acquire));
        let sleeping = self.sleeping.load(Ordering::Acquire) as u64;
        for _ in awake..wanted.min(sleeping + awake) {
            self.wake.notify_one();
        }
    }

    /// The job in front that has something left to take.
    fn front(&self) -> Option<Arc<Job>> {
        let mut ready = self.ready();
        while ready.front().is_some_and(|job| job.is_taken()) {
            ready.pop_front();
        }
        self.waiting.store(ready.len(), Ordering::Release);
        let front = ready.front().cloned();
        // Whoever pushed the others may have relied on this thread, which looked around, to find
        // them; it has found something else now.
        let others = ready.len() > 1;
        drop(ready);
        if others && self.sleeping.load(Ordering::Acquire) > 0 {
            self.wake.notify_one();
        }
        front
    }

    /// What a thread of the pool does all its life.
    fn work(&self) {
        let _own = OwnThread::enter();
        stack::enter_pool();
        loop {
            while let Some(job) = self.front() {
                self.run(&job);
            }
            self.look_around();
        }
    }

    /// Takes spans of a job until none are left, then whatever became ready through it.
    fn run(&self, job: &Job) {
        while let Some(span) = job.take(self.threads) {
            let mut next = job.run(span);
            while let Some(command) = next.take() {
                next = self.follow(command);
            }
        }
    }

    /// Runs a successor at once if one thread is enough for it, otherwise puts it into the ready queue.
    fn follow(&self, command: Arc<Command>) -> Option<Arc<Command>> {
        if command.work.may_block() {
            host_calls::push(command);
            return None;
        }
        let job = Job::new(Arc::clone(&command), self.threads);
        if job.grain < job.units {
            self.push(command);
            return None;
        }
        let span = job.take(self.threads)?;
        job.run(span)
    }

    fn help(&self, awaited: &Command) -> bool {
        if self.waiting.load(Ordering::Acquire) == 0 {
            return false;
        }
        // Without threads, whoever waits does it all, even inside of a host task that such a thread runs.
        if self.state.started.load(Ordering::Relaxed)
            && self.state.alive.load(Ordering::Relaxed) == 0
        {
            while let Some(job) = self.front() {
                self.run(&job);
            }
            return true;
        }
        let job = {
            let ready = self.ready();
            let small = |job: &Arc<Job>| {
                let whole = job.grain >= job.units && !job.is_taken();
                whole && (job.is_short() || std::ptr::eq(&raw const *job.command, awaited))
            };
            ready.front().filter(|job| small(job)).cloned()
        };
        let Some(job) = job else { return false };
        let Some(span) = job.take(self.threads) else {
            return false;
        };
        // Only this one: what follows may be long, and the caller waits for something else.
        if let Some(next) = job.run(span) {
            self.push_or_call(next);
        }
        true
    }

    fn push_or_call(&self, command: Arc<Command>) {
        if command.work.may_block() { host_calls::push(command) } else { self.push(command) }
    }

    /// Waits for work: awake for a while if nobody else is, then asleep.
    fn look_around(&self) {
        let first = !self.looking.swap(true, Ordering::AcqRel);
        if first {
            let began = Instant::now();
            let mut rounds = 0u32;
            while self.waiting.load(Ordering::Acquire) == 0 {
                std::hint::spin_loop();
                rounds += 1;
                if rounds.is_multiple_of(64) {
                    if began.elapsed() > LOOK_AROUND {
                        break;
                    }
                    // Somebody else may want this processor.
                    std::thread::yield_now();
                }
            }
            self.looking.store(false, Ordering::Release);
        }
        let mut ready = self.ready();
        while ready.is_empty() {
            self.sleeping.fetch_add(1, Ordering::AcqRel);
            ready = self.wake.wait(ready).unwrap_or_else(PoisonError::into_inner);
            self.sleeping.fetch_sub(1, Ordering::AcqRel);
        }
    }
}
