//! The threads that call the host program.
//!
//! Host calls may block, so they get threads of their own: one that waits for a kernel must not hold a
//! thread the kernel needs. Threads are kept for the next call, and started while there are fewer than
//! calls. Their number has an end, as memory has; calls beyond it wait for a thread, which only matters
//! to calls that wait for each other by the hundred. SYCL promises those nothing. Devices without threads
//! of their own have the host's part of their work done here, too.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::pool::STACK;
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};

const MOST_THREADS: usize = 256;
/// How long a thread without calls is kept.
const KEPT: Duration = Duration::from_secs(2);

struct Line {
    calls: VecDeque<Arc<Command>>,
    threads: usize,
    idle: usize,
}

static LINE: Mutex<Line> = Mutex::new(Line { calls: VecDeque::new(), threads: 0, idle: 0 });
static WAKE: Condvar = Condvar::new();

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls the host program for a command that is ready, and returns at once.
pub fn push(command: Arc<Command>) {
    let mut state = line();
    state.calls.push_back(command);
    // Idle threads that were woken but have not looked yet still count, and so do their calls.
    if state.calls.len() <= state.idle {
        drop(state);
        return WAKE.notify_one();
    }
    if state.threads == MOST_THREADS {
        return;
    }
    state.threads += 1;
    drop(state);
    let started =
        std::thread::Builder::new().name("scythe-host-task".into()).stack_size(STACK).spawn(work);
    if let Err(error) = started {
        let mut state = line();
        state.threads -= 1;
        // Threads that are there take the call in their time; without any, nobody would.
        if state.threads == 0 {
            let calls = std::mem::take(&mut state.calls);
            drop(state);
            for call in calls {
                let message = format!("cannot start a thread for a host task: {error}");
                finish(&call, Err(RtError::new(Errc::Runtime, message)));
            }
        }
    }
}

fn work() {
    let mut state = line();
    loop {
        if let Some(command) = state.calls.pop_front() {
            drop(state);
            call(&command);
            drop(command);
            state = line();
            continue;
        }
        state.idle += 1;
        let (woken, waited) =
            WAKE.wait_timeout(state, KEPT).unwrap_or_else(PoisonError::into_inner);
        state = woken;
        state.idle -= 1;
        if waited.timed_out() && state.calls.is_empty() {
            state.threads -= 1;
            return;
        }
    }
}

fn call(command: &Arc<Command>) {
    command.set_running();
    // SAFETY: the submitter vouches for the function and its context; this is the only call.
    let run = || unsafe { command.work.run(0..command.work.units()) };
    let result = command.inside(|| catch_unwind(AssertUnwindSafe(run)));
    finish(command, result.unwrap_or_else(|panic| Err(RtError::from_panic(&*panic))));
}

/// Ends a command; a successor that could be run here goes to its device.
fn finish(command: &Arc<Command>, result: Result<(), RtError>) {
    if let Some(next) = command.complete(result) {
        next.hand_over();
    }
}
