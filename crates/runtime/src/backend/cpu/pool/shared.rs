//! A command that several threads share.
//!
//! The places for such commands are made with the pool and reused, so that a launch allocates nothing for its
//! threads. Threads enter through a [`Gate`], run work from [`Homes`], and leave; the one that learns that it
//! is over completes the command.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::extent::Extent;
use super::gate::{Entry, Gate};
use super::homes::Homes;
use super::idle::Sleepers;
use crate::backend::cpu::launch::Launch;
use crate::core::command::Command;
use crate::core::error::RtError;

/// The number of threads that one thread wakes before it starts to work itself.
const WAKES: u32 = 2;

/// A place for a command.
pub struct Place {
    gate: Gate,
    homes: Homes,
    /// The command, while the gate is not free.
    command: AtomicPtr<Command>,
    /// The most threads that should work at it.
    wanted: AtomicU32,
    /// Threads that still have to be woken for it.
    to_wake: AtomicU32,
    /// The total time of all threads.
    nanoseconds: AtomicU64,
    failed: Mutex<Option<RtError>>,
}

/// A command whose last span is done: it has to be completed.
pub struct Over {
    /// The command.
    pub command: Arc<Command>,
    /// The result.
    pub result: Result<(), RtError>,
}

impl Place {
    /// A free place, for a pool of so many threads.
    pub fn new(threads: usize) -> Self {
        Self {
            gate: Gate::default(),
            homes: Homes::new(threads),
            command: AtomicPtr::default(),
            wanted: AtomicU32::new(0),
            to_wake: AtomicU32::new(0),
            nanoseconds: AtomicU64::new(0),
            failed: Mutex::new(None),
        }
    }

    /// Puts a command here, if the place is free, and lets threads in.
    pub fn put(&self, command: &Arc<Command>, extent: &Extent, to_wake: u32) -> bool {
        if !self.gate.own() {
            return false;
        }
        self.homes.fill(extent.units, extent.grain, extent.wanted);
        self.command.store(Arc::into_raw(Arc::clone(command)).cast_mut(), Ordering::Relaxed);
        self.wanted.store(extent.wanted as u32, Ordering::Relaxed);
        self.to_wake.store(to_wake, Ordering::Relaxed);
        self.nanoseconds.store(0, Ordering::Relaxed);
        self.gate.open();
        true
    }

    /// Whether there is no command here.
    pub fn is_free(&self) -> bool {
        self.gate.is_free()
    }

    /// Whether another thread should enter.
    pub fn wants(&self) -> bool {
        let wanted = u64::from(self.wanted.load(Ordering::Relaxed));
        self.gate.inside().is_some_and(|inside| inside < wanted) && !self.homes.is_empty()
    }

    /// Whether a thread of that number has a home here.
    pub fn is_home_of(&self, thread: usize) -> bool {
        thread < self.homes.count()
    }

    /// Whether this is the command here. Only a hint, unless a thread is inside.
    pub fn holds(&self, command: &Command) -> bool {
        std::ptr::eq(self.command.load(Ordering::Relaxed), command)
    }

    /// Wakes some of the wanted threads; those wake more.
    pub fn wake_some(&self, sleepers: &Sleepers) {
        for _ in 0..WAKES {
            let one_less = |left: u32| left.checked_sub(1);
            let (order, known) = (Ordering::Relaxed, self.to_wake.load(Ordering::Relaxed));
            if known == 0 || self.to_wake.fetch_update(order, order, one_less).is_err() {
                return;
            }
            if !sleepers.wake_one() {
                return self.to_wake.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Works at the command until nothing is left to take, as the thread of that number, or as one without a
    /// number, which shares the last home. None if the place did not let it in; the end if it was the last.
    pub fn work(&self, thread: Option<usize>, sleepers: &Sleepers) -> Option<Option<Over>> {
        match self.gate.enter() {
            Entry::Refused => return None,
            Entry::Over => return Some(Some(self.end())),
            Entry::Inside(before) => {
                // SAFETY: the command stays while a thread is inside.
                let command = unsafe { &*self.command.load(Ordering::Relaxed) };
                if before == 0 {
                    command.set_running();
                }
                self.wake_some(sleepers);
                let last = self.homes.count() - 1;
                let home = thread.map_or(Some(last), |thread| Some(thread).filter(|t| *t <= last));
                self.run_spans(command, home);
            }
        }
        self.gate.close();
        Some(self.gate.leave().then(|| self.end()))
    }

    fn run_spans(&self, command: &Command, home: Option<usize>) {
        let Some(mut span) = self.homes.take(home) else { return };
        let launch = Launch::of(&command.work);
        let started = Instant::now();
        loop {
            let (taken, began) = (span.clone(), command.begin_part());
            // SAFETY: the submitter guarantees the memory; spans are handed out once.
            let run = || unsafe {
                match launch {
                    Some(launch) => launch.run(span),
                    None => command.work.run(span),
                }
            };
            // If a thread died of a panic, waiting threads would hang.
            let result = catch_unwind(AssertUnwindSafe(run))
                .unwrap_or_else(|panic| Err(RtError::from_panic(&*panic)));
            if let Err(error) = result {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            command.end_part(|| taken, began);
            match self.homes.take(home) {
                Some(next) => span = next,
                None => break,
            }
        }
        if launch.is_some() {
            let took = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
            self.nanoseconds.fetch_add(took, Ordering::Relaxed);
        }
    }

    /// Empties the place, which the calling thread owns.
    fn end(&self) -> Over {
        let command = self.command.swap(std::ptr::null_mut(), Ordering::Relaxed);
        // SAFETY: `put` made it from an `Arc`, and no other thread is here.
        let command = unsafe { Arc::from_raw(command.cast_const()) };
        if let Some(launch) = Launch::of(&command.work) {
            let took = self.nanoseconds.load(Ordering::Relaxed) as f64;
            launch.variant.speed.learn(took / launch.items().max(1.0));
        }
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.gate.free();
        Over { command, result: failed.map_or(Ok(()), Err) }
    }

    /// Resets the place in a child of `fork`: its threads do not exist. The command, which may be half done,
    /// is lost.
    pub fn abandon(&self) {
        self.command.store(std::ptr::null_mut(), Ordering::Relaxed);
        self.homes.clear();
        self.to_wake.store(0, Ordering::Relaxed);
        self.gate.reset();
    }
}
