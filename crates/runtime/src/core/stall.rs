//! Detection of waits that can never end.
//!
//! A command that conflicts with a host accessor waits until the accessor is destroyed. A thread that waits
//! for such a command while it holds the accessor itself waits for ever; but an accessor can be moved to
//! another thread, so the thread that made it need not destroy it. It is certain that no thread does when the
//! runtime is idle and the process has no other thread of the program, or all of them wait, too: for
//! commands, or without a timeout for each other. Waiting is an error then. Where other threads may still
//! act, the runtime reports on stderr what it waits for, once, and continues to wait.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::backend;
use crate::check;
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::host_calls;
use crate::core::process;

/// The time before the first check of a wait.
const FIRST_LOOK: Duration = Duration::from_millis(100);
/// The longest time between two checks.
const LAST_LOOK: Duration = Duration::from_secs(5);
/// When a wait is reported that may still end.
const REPORT_AFTER: Duration = Duration::from_secs(3);

/// The number of threads that have waited for commands for a while.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// A child of `fork` has no waiting threads.
pub fn forget() {
    WAITING.store(0, Ordering::Relaxed);
}

/// Whether all threads but the calling one, and those that wait for commands, are blocked.
#[derive(Default)]
pub struct Stalled {
    /// Whether the calling thread is one of those.
    waits: bool,
    since: Option<Instant>,
}

impl Stalled {
    /// Whether the wait can never end. It takes several checks to be sure.
    pub fn for_certain(&mut self) -> bool {
        // A thread between two commands looks idle, so this has to last for a while.
        const LONG_ENOUGH: Duration = Duration::from_millis(50);
        if !backend::are_idle() || host_calls::running() > 0 {
            self.since = None;
            return false;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        since.elapsed() >= LONG_ENOUGH && self.is_alone()
    }

    fn is_alone(&self) -> bool {
        let waiting = WAITING.load(Ordering::Relaxed) + usize::from(!self.waits);
        process::program_threads() == Some(1)
            || process::threads_awake().is_some_and(|awake| awake <= waiting)
    }
}

/// A wait that takes long.
pub struct Watch {
    start: Instant,
    next: Instant,
    interval: Duration,
    stalled: Stalled,
}

impl Watch {
    /// A wait that has just begun.
    #[must_use]
    pub fn new() -> Self {
        let start = Instant::now();
        let (next, interval) = (start + FIRST_LOOK, FIRST_LOOK);
        WAITING.fetch_add(1, Ordering::Relaxed);
        let stalled = Stalled { since: None, waits: true };
        Self { start, next, interval, stalled }
    }

    /// The time to sleep before the next check.
    #[must_use]
    pub fn interval(&self) -> Duration {
        self.interval
    }

    /// Checks what the command waits for.
    ///
    /// # Errors
    /// When it certainly waits for the calling thread.
    pub fn look(&mut self, awaited: &Arc<Command>) -> Result<(), RtError> {
        // Threads are unparked for other reasons, too.
        if Instant::now() < self.next {
            return Ok(());
        }
        self.interval = (self.interval * 2).min(LAST_LOOK);
        let result = self.judge(awaited);
        self.next = Instant::now() + self.interval;
        result
    }

    fn judge(&mut self, awaited: &Arc<Command>) -> Result<(), RtError> {
        static REPORTED: AtomicBool = AtomicBool::new(false);
        match obstacle(awaited) {
            None => {
                self.stalled.since = None;
                Ok(())
            }
            Some(Obstacle::OwnTask) => Err(RtError::new(
                Errc::Runtime,
                "a host task waits for a command that comes after the host task itself",
            )),
            Some(Obstacle::HostAccess(held)) => {
                if self.stalled.for_certain() {
                    check::host::report_deadlock(awaited, &held);
                    return Err(RtError::new(
                        Errc::Accessor,
                        "waiting for a command that conflicts with a host accessor which this thread holds: \
                         destroy the host accessor before waiting",
                    ));
                }
                // Check again soon: the second check can be certain.
                if self.start.elapsed() < REPORT_AFTER {
                    self.interval = FIRST_LOOK;
                } else if !REPORTED.swap(true, Ordering::Relaxed) {
                    eprintln!(
                        "scythe: a thread has been waiting for {:.0} s for a command that conflicts with a \
                         host accessor; it goes on when the host accessor is destroyed",
                        self.start.elapsed().as_secs_f64()
                    );
                }
                Ok(())
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A child of `fork` starts at zero.
        let less = |waiting: usize| waiting.checked_sub(1);
        let _ = WAITING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

impl Default for Watch {
    fn default() -> Self {
        Self::new()
    }
}

enum Obstacle {
    /// A host accessor that is still alive.
    HostAccess(Arc<Command>),
    /// The host task that the calling thread runs.
    OwnTask,
}

/// What of the program a command waits for, directly or indirectly.
fn obstacle(awaited: &Arc<Command>) -> Option<Obstacle> {
    let mut seen: HashSet<*const Command> = HashSet::new();
    let mut open = vec![Arc::clone(awaited)];
    while let Some(command) = open.pop() {
        if command.is_complete() || !seen.insert(Arc::as_ptr(&command)) {
            continue;
        }
        if command.is_current() {
            return Some(Obstacle::OwnTask);
        }
        if command.is_held_by_host() {
            return Some(Obstacle::HostAccess(command));
        }
        open.extend(command.predecessors());
    }
    None
}
