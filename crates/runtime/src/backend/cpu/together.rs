//! Launches whose work-groups wait for each other (`root_group`).
//!
//! A work-group runs to its end on one thread, so each gets a separate thread. They do not belong to the
//! pool: two such launches with half of its threads each would wait for ever. No work-group begins before all
//! threads exist.

use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::launch::Launch;
use super::stack;
use crate::backend::signals;
use crate::core::error::{Errc, RtError};
use crate::core::process::OwnThread;
use crate::core::work::DeviceWork;
use crate::trace;

/// A launch whose work-groups run at the same time.
pub struct Together(pub Launch);

impl DeviceWork for Together {
    fn arguments(&self) -> Option<&[u8]> {
        self.0.arguments()
    }

    fn writes_elsewhere(&self) -> bool {
        self.0.writes_elsewhere()
    }

    fn launch(&self) -> Option<trace::Launch> {
        self.0.launch()
    }

    fn may_block(&self) -> bool {
        true
    }

    unsafe fn run(&self, _: Range<u64>) -> Result<(), RtError> {
        let gate = Gate::default();
        let failed = Mutex::new(None);
        let fail = |error| *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        let run = |group: u64| {
            let _own = OwnThread::enter();
            AWAITED.set(true);
            stack::enter_pool();
            if !gate.is_opened() {
                return;
            }
            // SAFETY: the submitter guarantees the memory, and each work-group is run by one thread.
            let run = || unsafe { Launch::run(&self.0, group..group + 1) };
            let result = catch_unwind(AssertUnwindSafe(run));
            if let Err(error) = result.unwrap_or_else(|panic| Err(RtError::from_panic(&*panic))) {
                fail(error);
            }
        };
        std::thread::scope(|scope| {
            let start = |group| {
                let thread = std::thread::Builder::new()
                    .name(format!("scythe-group-{group}"))
                    .stack_size(stack::THREAD_STACK);
                signals::blocked(|| thread.spawn_scoped(scope, move || run(group)))
            };
            let started: Result<Vec<_>, _> = (0..self.0.groups).map(start).collect();
            gate.decide(started.is_ok());
            if let Err(error) = started {
                fail(RtError::new(
                    Errc::Runtime,
                    format!("cannot start a thread for each work-group of a root-group: {error}"),
                ));
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// Holds threads until all of them exist, or one cannot be started.
#[derive(Default)]
struct Gate {
    all_there: Mutex<Option<bool>>,
    decided: Condvar,
}

impl Gate {
    fn decide(&self, all_there: bool) {
        *self.all_there.lock().unwrap_or_else(PoisonError::into_inner) = Some(all_there);
        self.decided.notify_all();
    }

    fn is_opened(&self) -> bool {
        let mut known = self.all_there.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *known {
                Some(all_there) => return all_there,
                None => {
                    known = self.decided.wait(known).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

thread_local! {
    /// Whether the thread runs a work-group that others may wait for.
    static AWAITED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the calling thread runs a work-group that others may wait for.
#[must_use]
pub fn is_awaited() -> bool {
    AWAITED.get()
}

/// How often a work-group polls the others before it yields the processor.
const SPINS: u32 = 2000;
/// After this many polls it sleeps in between.
const YIELDS: u32 = 4 * SPINS;

/// Waits in a work-group that has polled the others `round` times in vain.
pub fn wait_for_groups(round: u32) {
    match round {
        0..SPINS => std::hint::spin_loop(),
        SPINS..YIELDS => std::thread::yield_now(),
        _ => std::thread::sleep(Duration::from_micros(20)),
    }
}
