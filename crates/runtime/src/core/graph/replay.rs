//! A graph as one command of a device that leaves the order to the runtime.
//!
//! The steps are in topological order. Their work is split into tickets, in that order: a ticket is a part of
//! a large step, or a chain of small ones. The units of the command are workers, which take one ticket after
//! the other; a worker waits until the predecessors of its ticket are done. All earlier tickets have been
//! taken by then, and the earliest unfinished one waits for nothing, so there is always progress. A replay
//! allocates nothing: counters are reset, and the list of tickets keeps its memory.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use super::Recipe;
use crate::core::command::now;
use crate::core::error::RtError;
use crate::core::work::Work;
use crate::trace::{self, CommandId, Ended, Event, Outcome};

/// The most tickets of a step: enough to keep all threads busy if some are slow.
const TICKETS: u64 = 256;

/// Small steps are timed in the first run and every so many runs: they may have become large ones.
const TIMED: u32 = 16;

/// A command of the graph.
pub struct Step {
    work: Work,
    /// Its direct predecessors: earlier steps.
    before: Box<[u32]>,
    /// Units that are not done.
    left: AtomicU64,
    /// When it began, for the trace.
    began: AtomicU64,
    /// The recipe, which owns what the work uses.
    _recipe: Arc<dyn Recipe>,
}

impl Step {
    /// A step with its direct predecessors.
    #[must_use]
    pub fn new(work: Work, before: &[usize], recipe: Arc<dyn Recipe>) -> Self {
        let before = before.iter().map(|&step| u32::try_from(step).unwrap_or(u32::MAX)).collect();
        let (left, began) = Default::default();
        Self { work, before, left, began, _recipe: recipe }
    }
}

/// A part of the work that one thread does.
#[derive(Clone, Debug)]
enum Ticket {
    /// These steps, one after the other.
    Chain(Range<usize>),
    /// Some units of a step.
    Part(usize, Range<u64>),
}

/// The steps of the graph. They can run again and again, but only one run at a time.
pub struct Replay {
    steps: Vec<Step>,
    tickets: RwLock<Vec<Ticket>>,
    /// The next ticket to take.
    next: AtomicUsize,
    /// The threads of the device.
    threads: u64,
    /// The most workers, since it was armed.
    workers: AtomicU64,
    /// How often it was armed.
    rounds: AtomicU32,
    /// The trace id of this run; zero while tracing is off. Steps use the ids after it.
    traced: AtomicU64,
    failed: AtomicBool,
    failure: Mutex<Option<RtError>>,
}

impl Replay {
    /// A graph of these steps.
    #[must_use]
    pub fn new(steps: Vec<Step>, threads: u64) -> Self {
        let (tickets, next) = (RwLock::default(), AtomicUsize::new(0));
        let (failed, failure) = (AtomicBool::new(false), Mutex::default());
        let (workers, rounds) = (AtomicU64::new(1), AtomicU32::new(0));
        let traced = AtomicU64::new(0);
        Self { steps, tickets, next, threads, workers, rounds, traced, failed, failure }
    }

    /// The most workers.
    #[must_use]
    pub fn workers(&self) -> u64 {
        self.workers.load(Ordering::Relaxed)
    }

    /// The work of the steps, each with its direct predecessors.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&Work, &[u32])> {
        self.steps.iter().map(|step| (&step.work, &*step.before))
    }

    /// Prepares a run with that trace id. No other run may be in progress.
    pub fn arm(&self, traced: CommandId) {
        self.traced.store(traced, Ordering::Relaxed);
        self.failed.store(false, Ordering::Relaxed);
        self.next.store(0, Ordering::Relaxed);
        self.rounds.fetch_add(1, Ordering::Relaxed);
        let mut tickets = self.tickets.write().unwrap_or_else(PoisonError::into_inner);
        tickets.clear();
        for (index, step) in self.steps.iter().enumerate() {
            let units = step.work.units();
            step.left.store(units, Ordering::Relaxed);
            step.began.store(u64::MAX, Ordering::Relaxed);
            let parts = step.work.parts().min(TICKETS);
            if parts > 1 {
                let size = units.div_ceil(parts).max(1);
                let starts = (0..units).step_by(usize::try_from(size).unwrap_or(usize::MAX));
                tickets.extend(
                    starts.map(|start| Ticket::Part(index, start..(start + size).min(units))),
                );
                continue;
            }
            // A step that directly follows its predecessor can run on the same thread.
            let follows = index > 0 && step.before.contains(&((index - 1) as u32));
            match tickets.last_mut() {
                Some(Ticket::Chain(steps)) if follows && steps.end == index => steps.end += 1,
                _ => tickets.push(Ticket::Chain(index..index + 1)),
            }
        }
        // A graph without commands still has to complete.
        let workers = (tickets.len() as u64).clamp(1, self.threads.max(1));
        self.workers.store(workers, Ordering::Relaxed);
    }

    /// Works until no ticket is left to take.
    ///
    /// # Errors
    /// When a command failed; its successors did not run.
    ///
    /// # Safety
    /// As for [`Work::run`], for all commands of the graph.
    pub unsafe fn run(&self) -> Result<(), RtError> {
        let tickets = self.tickets.read().unwrap_or_else(PoisonError::into_inner);
        // Reading the clock takes as long as a small kernel.
        let timed = self.rounds.load(Ordering::Relaxed) % TIMED == 1;
        while let Some(ticket) = tickets.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            // SAFETY: by this function's contract.
            unsafe {
                match ticket {
                    Ticket::Part(step, units) => self.run_step(*step, units.clone(), true),
                    Ticket::Chain(steps) => {
                        for step in steps.clone() {
                            let units = self.steps[step].left.load(Ordering::Relaxed);
                            self.run_step(step, 0..units, timed);
                        }
                    }
                }
            }
        }
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// # Safety
    /// As for [`Replay::run`].
    unsafe fn run_step(&self, index: usize, units: Range<u64>, timed: bool) {
        let step = &self.steps[index];
        for &before in &step.before {
            wait(&self.steps[before as usize].left);
        }
        let count = units.end - units.start;
        let traced = self.traced.load(Ordering::Relaxed);
        let began = (traced > 0).then(|| (units.clone(), now()));
        if !self.failed.load(Ordering::Relaxed) {
            // SAFETY: by this function's contract.
            let run = || unsafe {
                match &step.work {
                    Work::Device(work) if !timed => work.run_untimed(units),
                    work => work.run(units),
                }
            };
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
            let result = result.unwrap_or_else(|panic| Err(RtError::from_panic(&*panic)));
            if let Err(error) = result {
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                self.failed.store(true, Ordering::Relaxed);
            }
        }
        if let Some((units, began)) = &began {
            let (command, time) = (traced + 1 + index as u64, (*began, now()));
            step.began.fetch_min(*began, Ordering::Relaxed);
            trace::record(Event::Part { command, units: units.clone(), time });
        }
        // Release: its successors see what it wrote.
        let left = step.left.fetch_sub(count, Ordering::AcqRel);
        if began.is_some() && left == count {
            self.trace_end(step, traced + 1 + index as u64);
        }
    }

    /// Records in the trace that a step is over.
    #[cold]
    fn trace_end(&self, step: &Step, command: CommandId) {
        let failed = self.failed.load(Ordering::Relaxed);
        let outcome = if failed { Outcome::Cancelled } else { Outcome::Done };
        let start = step.began.load(Ordering::Relaxed);
        let ended = Ended { command, ready: start, time: (start, now()), outcome };
        trace::record(Event::Ended(Box::new(ended)));
    }
}

/// Waits until all units of a step are done.
fn wait(left: &AtomicU64) {
    const SPINS: u32 = 2000;
    const YIELDS: u32 = 2 * SPINS;
    let mut polls = 0u32;
    while left.load(Ordering::Acquire) != 0 {
        match polls {
            0..SPINS => std::hint::spin_loop(),
            SPINS..YIELDS => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(20)),
        }
        polls = polls.saturating_add(1);
    }
}
