//! The pool of threads, and how they share work.
//!
//! - A command for several threads gets a [`Place`], where each thread has a part of it as its home and
//!   steals from others when that is done ([`homes`]). When all places are used, it waits for one.
//! - A command for one thread waits in a queue; the thread that takes it also runs commands that waited only for it.
//! - A command that takes less time than waking another thread runs on the submitting thread.
//!
//! Threads that wait for a command take part in it. Those of the pool spin for a while when there is no work,
//! before they sleep ([`idle`]), so that a program that submits one small kernel after the other does not pay
//! for wake-ups. The number of woken threads depends on the work; each wakes more.
//!
//! If no thread can be started, the thread that submits a command runs it.

mod extent;
mod gate;
mod homes;
mod idle;
mod shared;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use super::launch::Launch;
use super::{arena, stack};
use crate::backend::signals;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::host_calls;
use crate::core::process::{self, OwnThread};
use extent::Extent;
use idle::{Outcome, Sleepers, SpinTime};
use shared::{Over, Place};

/// The number of commands that several threads share at the same time: each is worth many threads, so more
/// would not keep more of them busy.
const PLACES: usize = 4;
/// How often a thread that comes from shared work polls before it takes a command of the queue, which are for
/// the one thread that polls for them.
const POLLS_FOR_OTHERS: u32 = 32;
/// How often a thread without a home polls a command before it takes part nevertheless.
const POLLS_FOR_NEIGHBOURS: u32 = 32;

/// The pool. It lives as long as the process, like its device.
pub struct Pool {
    shared: &'static Shared,
}

/// The kind of thread that makes a command ready.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    /// A thread of the pool, which looks for work next.
    Pool,
    /// Any other.
    Program,
}

/// Commands that no thread has.
#[derive(Default)]
struct Ready {
    /// For one thread each.
    small: VecDeque<Arc<Command>>,
    /// Waiting for a place.
    large: VecDeque<Arc<Command>>,
}

struct Shared {
    threads: usize,
    ready: Mutex<Ready>,
    places: [Place; PLACES],
    sleepers: Sleepers,
    queued: Queued,
    arrivals: Arrivals,
    awake: Awake,
    state: Rare,
}

/// Counters of the queue, for polling threads: on cache lines of their own.
#[repr(align(128))]
#[derive(Default)]
struct Queued {
    /// The number of commands for one thread.
    small: AtomicUsize,
    /// The number of commands that wait for a place.
    large: AtomicUsize,
    /// Whether a thread polls for small ones.
    looked_for: AtomicBool,
}

/// Notifies polling threads of shared work.
#[repr(align(128))]
#[derive(Default)]
struct Arrivals {
    /// Changes with every command that gets a place.
    count: AtomicU32,
}

/// Counters of threads that are awake without work. Polling threads write to it, but do not read it.
#[repr(align(128))]
#[derive(Default)]
struct Awake {
    /// The number of polling threads.
    looking: AtomicUsize,
    /// Whether a thread of the program worked at the last shared command, in place of the last one of the
    /// pool.
    helped: AtomicBool,
}

/// Data that rarely changes, and is read with every command: not in a cache line that others write to.
#[repr(align(128))]
#[derive(Default)]
struct Rare {
    /// Whether starting threads was attempted.
    started: AtomicBool,
    /// Threads that were started.
    alive: AtomicUsize,
}

/// All pools.
static POOLS: Mutex<Vec<&'static Shared>> = Mutex::new(Vec::new());

fn pools() -> MutexGuard<'static, Vec<&'static Shared>> {
    process::lock(&POOLS)
}

/// Whether all threads of all pools are idle.
#[must_use]
pub fn are_idle() -> bool {
    pools().iter().all(|pool| {
        let threads = pool.state.alive.load(Ordering::Acquire);
        !pool.has_work()
            && pool.places.iter().all(Place::is_free)
            && pool.sleepers.count() == threads
    })
}

/// The locks of all pools.
pub struct Pools {
    all: MutexGuard<'static, Vec<&'static Shared>>,
    queues: Vec<MutexGuard<'static, Ready>>,
}

impl Pools {
    /// Takes them; waits for that until a point in time.
    #[must_use]
    pub fn lock_until(end: Instant) -> Option<Self> {
        let all = process::lock_until(&POOLS, end)?;
        let queues = all.iter().map(|pool| process::lock_until(&pool.ready, end));
        let queues = queues.collect::<Option<_>>()?;
        Some(Self { all, queues })
    }

    /// The threads do not exist in a child of `fork`: new ones start with the next command. Commands that
    /// were in a queue are lost.
    pub fn begin_anew(&mut self) {
        for (pool, ready) in self.all.iter().zip(&mut self.queues) {
            // Some may be half done: nothing of them may run here, not even their completion.
            std::mem::forget(std::mem::take(&mut **ready));
            pool.places.iter().for_each(Place::abandon);
            pool.sleepers.clear();
            pool.queued.small.store(0, Ordering::Relaxed);
            pool.queued.large.store(0, Ordering::Relaxed);
            pool.queued.looked_for.store(false, Ordering::Relaxed);
            pool.awake.looking.store(0, Ordering::Relaxed);
            pool.awake.helped.store(false, Ordering::Relaxed);
            pool.state.alive.store(0, Ordering::Relaxed);
            pool.state.started.store(false, Ordering::Relaxed);
        }
    }
}

thread_local! {
    /// Whether the thread, which does not belong to a pool, runs a command of one.
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

impl Pool {
    /// A pool whose threads start with the first command.
    pub fn new(threads: usize) -> Self {
        let shared: &'static Shared = Box::leak(Box::new(Shared {
            threads,
            ready: Mutex::default(),
            places: std::array::from_fn(|_| Place::new(threads)),
            sleepers: Sleepers::new(threads),
            queued: Queued::default(),
            arrivals: Arrivals::default(),
            awake: Awake::default(),
            state: Rare::default(),
        }));
        pools().push(shared);
        Self { shared }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.shared.threads
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
        // Also for waiting later, when memory may have run out.
        let can_run = arena::prepare();
        let left = if can_run { self.shared.run_at_once(command) } else { Some(command) };
        if let Some(command) = left {
            self.shared.push(command, Who::Program);
            if self.shared.alive() == 0 {
                self.shared.run_here();
            }
        }
    }

    /// Lets a thread that waits for a command work: at that command, or at another small one. One of unknown
    /// length could keep the thread long after the awaited command is done.
    pub fn help(&self, awaited: &Command) -> bool {
        self.shared.help(awaited)
    }
}

impl Shared {
    fn ready(&self) -> MutexGuard<'_, Ready> {
        process::lock(&self.ready)
    }

    fn alive(&self) -> usize {
        self.state.alive.load(Ordering::Relaxed)
    }

    #[cold]
    fn start_threads(&'static self) {
        // Other threads wait here until there are threads, or it is known that there are none.
        let ready = self.ready();
        if self.state.started.load(Ordering::Relaxed) {
            return;
        }
        let mut failed = None;
        for number in 0..self.threads {
            let thread = std::thread::Builder::new()
                .name(format!("scythe-cpu-{number}"))
                .stack_size(stack::THREAD_STACK);
            let started = signals::blocked(|| thread.spawn(move || self.work(number)));
            match started {
                Ok(_) => _ = self.state.alive.fetch_add(1, Ordering::Relaxed),
                Err(error) => failed = Some(error),
            }
        }
        self.state.started.store(true, Ordering::Release);
        drop(ready);
        if let Some(error) = failed {
            let who = match self.alive() {
                0 => "the threads that submit commands run them".to_owned(),
                some => format!("continuing with {some}"),
            };
            let threads = self.threads;
            eprintln!(
                "scythe: warning: cannot start {threads} threads for the CPU device ({error}); {who}"
            );
        }
    }

    /// Runs a command that is not worth waking another thread, and its successors as long as that holds;
    /// returns the rest. Not inside another command, so that chains cause no recursion.
    fn run_at_once(&self, command: Arc<Command>) -> Option<Arc<Command>> {
        let mut next = Some(command);
        while let Some(command) = next {
            let is_quick = Extent::of(&command, self.alive()).is_done_at_once();
            if !is_quick || command.has_finish() || RUNNING.replace(true) {
                return Some(command);
            }
            next = run_whole(&command).and_then(keep_or_call);
            RUNNING.set(false);
        }
        None
    }

    /// Does the work of the pool on the calling thread until there is none, including work that becomes ready
    /// meanwhile.
    #[cold]
    fn run_here(&self) {
        if RUNNING.replace(true) {
            return;
        }
        self.run_all();
        RUNNING.set(false);
    }

    fn run_all(&self) {
        let mut turn = 0;
        while self.work_once(None, &mut turn).is_some() {}
    }

    fn push(&self, command: Arc<Command>, by: Who) {
        let extent = Extent::of(&command, self.alive());
        if extent.is_small() {
            return self.push_small(command);
        }
        if self.queued.large.load(Ordering::Relaxed) > 0 || !self.put(&command, &extent, by) {
            let mut ready = self.ready();
            ready.large.push_back(command);
            self.queued.large.store(ready.large.len(), Ordering::SeqCst);
            drop(ready);
            // A place may have become free meanwhile.
            fence(Ordering::SeqCst);
            self.fill_places();
        }
    }

    fn push_small(&self, command: Arc<Command>) {
        let mut ready = self.ready();
        ready.small.push_back(command);
        self.queued.small.store(ready.small.len(), Ordering::SeqCst);
        drop(ready);
        self.relay();
    }

    /// Puts a command where threads share it.
    fn put(&self, command: &Arc<Command>, extent: &Extent, by: Who) -> bool {
        // A thread of the pool comes by itself, and one of the program probably does if it came the last
        // time.
        let comes = self.awake.helped.swap(false, Ordering::Relaxed) || by == Who::Pool;
        let awake = self.awake.looking.load(Ordering::Relaxed) + usize::from(comes);
        let to_wake = extent.wanted.saturating_sub(awake).min(extent.woken) as u32;
        let Some(place) = self.places.iter().find(|place| place.put(command, extent, to_wake))
        else {
            return false;
        };
        self.arrivals.count.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        place.wake_some(&self.sleepers);
        if to_wake == 0 && by == Who::Program {
            // Threads that polled may have found other work, or have gone to sleep meanwhile.
            self.relay();
        }
        true
    }

    /// Gives free places to waiting commands.
    fn fill_places(&self) {
        while self.queued.large.load(Ordering::SeqCst) > 0 && self.places.iter().any(Place::is_free)
        {
            let mut ready = self.ready();
            let next = ready.large.pop_front();
            self.queued.large.store(ready.large.len(), Ordering::SeqCst);
            drop(ready);
            let Some(command) = next else { return };
            let extent = Extent::of(&command, self.alive());
            if !self.put(&command, &extent, Who::Program) {
                let mut ready = self.ready();
                ready.large.push_front(command);
                self.queued.large.store(ready.large.len(), Ordering::SeqCst);
            }
        }
    }

    /// Wakes a thread if there is work that no awake thread would find.
    fn relay(&self) {
        fence(Ordering::SeqCst);
        if self.awake.looking.load(Ordering::SeqCst) == 0 && self.has_work() {
            self.sleepers.wake_one();
        }
    }

    /// Whether a thread without work would find some.
    fn has_work(&self) -> bool {
        self.queued.small.load(Ordering::SeqCst) > 0 || self.places.iter().any(Place::wants)
    }

    /// The main function of a thread of the pool.
    fn work(&self, thread: usize) {
        let _own = OwnThread::enter();
        stack::enter_pool();
        // Without memory, kernels that need some fail.
        let _ = arena::prepare();
        let (mut spin_time, mut turn) = (SpinTime::new(), thread);
        let mut shared = false;
        loop {
            while let Some(was_shared) = self.work_once(Some(thread), &mut turn) {
                shared = was_shared;
            }
            let began = Instant::now();
            self.await_work(thread, shared, &mut spin_time);
            spin_time.learn(began.elapsed());
        }
    }

    /// Does some work, if there is any; returns whether it was shared work.
    fn work_once(&self, thread: Option<usize>, turn: &mut usize) -> Option<bool> {
        if self.queued.small.load(Ordering::SeqCst) > 0
            && let Some(command) = self.take_small(|_| true)
        {
            // Others may have relied on this thread, which was polling.
            self.relay();
            self.run_chain(command);
            return Some(false);
        }
        for _ in 0..PLACES {
            let place = &self.places[*turn % PLACES];
            *turn = turn.wrapping_add(1);
            if place.wants() && self.work_at(place, thread) {
                return Some(true);
            }
        }
        None
    }

    /// Works at a shared command, then at the command that became ready by it.
    fn work_at(&self, place: &Place, thread: Option<usize>) -> bool {
        let Some(over) = place.work(thread, &self.sleepers) else { return false };
        if let Some(over) = over
            && let Some(next) = self.end(over)
        {
            match thread {
                Some(_) => self.run_chain(next),
                // The successor may be long, and a thread of the program waits for something else.
                None => self.push(next, Who::Program),
            }
        }
        true
    }

    /// Completes a shared command; returns the command that became ready.
    fn end(&self, over: Over) -> Option<Arc<Command>> {
        if self.queued.large.load(Ordering::SeqCst) > 0 {
            self.fill_places();
        }
        let next = over.command.complete(over.result);
        next.and_then(keep_or_call)
    }

    /// The first command of the queue, if it is suitable.
    fn take_small(&self, suitable: impl Fn(&Arc<Command>) -> bool) -> Option<Arc<Command>> {
        let mut ready = self.ready();
        if !ready.small.front().is_some_and(suitable) {
            return None;
        }
        let command = ready.small.pop_front();
        self.queued.small.store(ready.small.len(), Ordering::SeqCst);
        command
    }

    /// Runs a command, and its successors as long as one thread is enough for them.
    fn run_chain(&self, command: Arc<Command>) {
        let mut next = Some(command);
        while let Some(command) = next.take() {
            if !Extent::of(&command, self.alive()).is_small() {
                return self.push(command, Who::Pool);
            }
            next = run_whole(&command).and_then(keep_or_call);
        }
    }

    fn help(&self, awaited: &Command) -> bool {
        let work = self.queued.small.load(Ordering::Relaxed) > 0;
        // Without threads, waiting threads do all the work, even inside a host task.
        if self.alive() == 0 && self.state.started.load(Ordering::Relaxed) {
            self.run_all();
            return work;
        }
        if !arena::prepare() {
            return false;
        }
        if let Some(place) = self.places.iter().find(|place| place.holds(awaited) && place.wants())
        {
            self.awake.helped.store(true, Ordering::Relaxed);
            return self.work_at(place, None);
        }
        if !work {
            return false;
        }
        let suitable = |command: &Arc<Command>| {
            std::ptr::eq(&raw const **command, awaited)
                || Extent::of(command, self.alive()).is_short()
        };
        let Some(command) = self.take_small(suitable) else { return false };
        // Only this one: its successor may be long, and the caller waits for something else.
        if let Some(next) = run_whole(&command).and_then(keep_or_call) {
            self.push(next, Who::Program);
        }
        true
    }

    /// Waits for work: polls for a while, then sleeps.
    fn await_work(&self, thread: usize, shared: bool, spin_time: &mut SpinTime) {
        // One thread polls for small commands; after shared work, all poll for more of that. The last one
        // leaves its processor to a thread of the program that works in its place.
        let first = !self.queued.looked_for.swap(true, Ordering::AcqRel);
        let gives_way = thread + 1 == self.threads && self.awake.helped.load(Ordering::Relaxed);
        if first || (shared && !gives_way) {
            self.awake.looking.fetch_add(1, Ordering::SeqCst);
            let outcome = spin_time.spin(self.look(thread, first));
            if first {
                self.queued.looked_for.store(false, Ordering::Release);
            }
            self.awake.looking.fetch_sub(1, Ordering::SeqCst);
            if outcome == Outcome::Work {
                return;
            }
        }
        self.sleepers.sleep(thread, || self.has_work());
    }

    /// What a thread polls.
    fn look(&self, thread: usize, first: bool) -> impl FnMut() -> bool {
        let mut seen = self.arrivals.count.load(Ordering::Relaxed).wrapping_sub(1);
        let (mut small, mut without_home) = (0, 0);
        move || {
            if self.queued.small.load(Ordering::Relaxed) > 0 {
                small += 1;
                if first || small > POLLS_FOR_OTHERS {
                    return true;
                }
            }
            let arrivals = self.arrivals.count.load(Ordering::Acquire);
            if arrivals == seen && without_home == 0 {
                return false;
            }
            seen = arrivals;
            let mut wanting = self.places.iter().filter(|place| place.wants()).peekable();
            if wanting.peek().is_none() {
                without_home = 0;
                return false;
            }
            without_home += 1;
            wanting.any(|place| place.is_home_of(thread)) || without_home > POLLS_FOR_NEIGHBOURS
        }
    }
}

/// Runs all of a command and completes it; returns the command that became ready.
fn run_whole(command: &Arc<Command>) -> Option<Arc<Command>> {
    command.set_running();
    let began = command.begin_part();
    let result = match Launch::of(&command.work) {
        Some(launch) => {
            let started = Instant::now();
            // SAFETY: the submitter guarantees the memory; this is the only thread that has the command.
            let result = catch_unwind(AssertUnwindSafe(|| unsafe { launch.run(0..launch.groups) }));
            launch
                .variant
                .speed
                .learn(started.elapsed().as_nanos() as f64 / launch.items().max(1.0));
            result
        }
        None => {
            let units = command.work.units();
            // SAFETY: as above.
            catch_unwind(AssertUnwindSafe(|| unsafe { command.work.run(0..units) }))
        }
    };
    command.end_part(|| 0..command.work.units(), began);
    // If a thread died of a panic, waiting threads would hang.
    command.complete(result.unwrap_or_else(|panic| Err(RtError::from_panic(&*panic))))
}

/// Passes host code to the threads for it; returns any other command.
fn keep_or_call(command: Arc<Command>) -> Option<Arc<Command>> {
    if command.work.may_block() {
        host_calls::push(command);
        return None;
    }
    Some(command)
}
