//! The threads that call the host program.
//!
//! Host calls may block, so they have threads of their own: one that waits for a kernel must not occupy a
//! thread that the kernel needs. Threads are kept for later calls, and started while there are fewer threads
//! than calls. Their number is limited, like memory; further calls wait for a thread, which only matters to
//! hundreds of calls that wait for each other. SYCL does not guarantee that those make progress. Devices
//! without threads of their own have the host's part of their work done here, too.
//!
//! If no thread can be started, the thread that made the call ready runs it.

use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::backend::signals;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::process::{self, OwnThread};

/// The stack size of a thread that runs host code: the usual size of the main thread's.
pub const THREAD_STACK: usize = 8 << 20;

const MOST_THREADS: usize = 256;
/// How long a thread without calls is kept.
const KEPT: Duration = Duration::from_secs(2);

struct Pending {
    calls: VecDeque<Arc<Command>>,
    threads: usize,
    idle: usize,
}

static PENDING: Mutex<Pending> =
    Mutex::new(Pending { calls: VecDeque::new(), threads: 0, idle: 0 });
static WAKE: Condvar = Condvar::new();

fn pending() -> MutexGuard<'static, Pending> {
    process::lock(&PENDING)
}

/// Calls the host program for a command that is ready, and returns at once.
pub fn push(command: Arc<Command>) {
    let mut state = pending();
    state.calls.push_back(command);
    // Idle threads that were woken but have not run yet still count, and so do their calls.
    if state.calls.len() <= state.idle {
        drop(state);
        return WAKE.notify_one();
    }
    if state.threads == MOST_THREADS {
        return;
    }
    state.threads += 1;
    drop(state);
    let started = std::thread::Builder::new()
        .name("scythe-host-task".into())
        .stack_size(THREAD_STACK)
        .spawn(work);
    if let Err(error) = started {
        let mut state = pending();
        state.threads -= 1;
        // Existing threads take the call sooner or later; without any thread, it is made here.
        if state.threads == 0 {
            drop(state);
            run_here(&error);
        }
    }
}

/// Makes the calls on the calling thread, and those that become ready by them.
#[cold]
fn run_here(error: &std::io::Error) {
    thread_local! {
        static RUNNING: Cell<bool> = const { Cell::new(false) };
    }
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        eprintln!(
            "scythe: warning: cannot start a thread for host tasks ({error}); the threads that submit \
             commands run them"
        );
    });
    if RUNNING.replace(true) {
        return;
    }
    loop {
        let next = pending().calls.pop_front();
        let Some(command) = next else { break };
        call(&command);
    }
    RUNNING.set(false);
}

/// The number of running calls.
#[must_use]
pub fn running() -> usize {
    RUNNING.load(Ordering::Relaxed)
}

static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// The lock of the calls that wait for a thread.
pub struct Calls(MutexGuard<'static, Pending>);

impl Calls {
    /// Takes it, until a point in time.
    #[must_use]
    pub fn lock_until(end: Instant) -> Option<Self> {
        process::lock_until(&PENDING, end).map(Self)
    }

    /// The threads do not exist in a child of `fork`. Calls that waited for a thread are lost.
    pub fn begin_anew(&mut self) {
        let new = Pending { calls: VecDeque::new(), threads: 0, idle: 0 };
        std::mem::forget(std::mem::replace(&mut *self.0, new));
        RUNNING.store(0, Ordering::Relaxed);
    }
}

fn work() {
    signals::restore();
    let _own = OwnThread::enter();
    let generation = process::generation();
    let mut state = pending();
    loop {
        if let Some(command) = state.calls.pop_front() {
            drop(state);
            call(&command);
            drop(command);
            // A call that made a child of `fork` returned in the child, where this thread is not the
            // runtime's.
            if generation != process::generation() {
                return;
            }
            state = pending();
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
    let began = command.begin_part();
    // SAFETY: the submitter guarantees the function and its context; this is the only call.
    let run = || unsafe { command.work.run(0..command.work.units()) };
    RUNNING.fetch_add(1, Ordering::Relaxed);
    let generation = process::generation();
    let result = command.inside(|| catch_unwind(AssertUnwindSafe(run)));
    if generation != process::generation() {
        return;
    }
    RUNNING.fetch_sub(1, Ordering::Relaxed);
    command.end_part(|| 0..command.work.units(), began);
    finish(command, result.unwrap_or_else(|panic| Err(RtError::from_panic(&*panic))));
}

/// Completes a command; a successor that could run here goes to its device.
fn finish(command: &Arc<Command>, result: Result<(), RtError>) {
    if let Some(next) = command.complete(result) {
        next.hand_over();
    }
}
