//! How the runtime learns that the driver has completed commands.
//!
//! A thread that waits for a command waits in the driver. A command that something else on the host waits for is
//! polled by the thread of this module, at increasing intervals. All other commands are found to be complete when a
//! later one is, or when that thread polls, every few milliseconds while there are any. Without it, the threads that
//! submit commands wait for them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::context::Context;
use super::graph::GraphLaunch;
use super::launch::Launch;
use super::open::{self, place, settle};
use super::streams::{self, Issued, STEP, Stream};
use crate::backend::signals;
use crate::backend::{Named, ending};
use crate::core::command::Command;
use crate::core::process::OwnThread;
use crate::core::work::Work;

/// The shortest and the longest polling interval for commands that nothing waits for.
const INTERVALS: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(20));
/// The longest polling interval for a command that something waits for, and how long it is polled
/// continuously.
const EXPECTED: (Duration, Duration) = (Duration::from_micros(200), Duration::from_micros(100));
/// Polling stops when nothing has been running for this long.
const IDLE: Duration = Duration::from_millis(200);

/// With this many commands of a stream that are done and not complete, submission does not complete them fast enough.
const MANY: u64 = 8 * STEP;

/// The kernels of a device that are not known to be done, oldest first in each stream.
pub fn kernels_under_way(context: &Context) -> Vec<Named<'static>> {
    let all = streams::all();
    let of_context = all.iter().filter(|stream| std::ptr::eq(stream.context(), context));
    let names = of_context.flat_map(|stream| {
        stream.open.filter_map(|entry| {
            if stream.has_passed(entry.number) {
                return None;
            }
            if let Work::Launched { kernel, .. } = entry.command.work {
                return Some(vec![Named(kernel)]);
            }
            match Launch::of(&entry.command) {
                Some(launch) => Some(vec![launch.named()]),
                None => GraphLaunch::of(&entry.command).map(GraphLaunch::kernels),
            }
        })
    });
    names.flatten().collect()
}

/// Commands that something on the host waits for, and that the thread has not seen yet.
static ASKED_FOR: Mutex<Vec<Arc<Command>>> = Mutex::new(Vec::new());
static WAKE: Condvar = Condvar::new();
/// Whether the thread polls; otherwise it sleeps until it is woken.
static POLLING: AtomicBool = AtomicBool::new(false);

fn asked_for() -> MutexGuard<'static, Vec<Arc<Command>>> {
    ASKED_FOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is a thread that learns of completions; the first call starts it.
pub fn has_thread() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    *STARTED.get_or_init(|| {
        let thread = std::thread::Builder::new().name("scythe-cuda".into());
        let started = signals::blocked(|| thread.spawn(work));
        if let Err(error) = &started {
            eprintln!(
                "scythe: warning: cannot start a thread for CUDA devices ({error}); the threads that submit \
                 commands wait for them"
            );
        }
        started.is_ok()
    })
}

/// Whether the thread polls commands that nothing waits for.
pub fn is_polling() -> bool {
    POLLING.load(Ordering::Relaxed)
}

/// Registers a command that was put into a stream, so that it is found to be complete sooner or later. The
/// calling thread completes some older commands meanwhile.
pub fn follow(stream: &'static Stream, issued: Issued) {
    let Issued { number, expected, wakes, taken, .. } = issued;
    if let Some(command) = expected {
        expect(&command);
    }
    if wakes {
        let asked_for = asked_for();
        POLLING.store(true, Ordering::Relaxed);
        drop(asked_for);
        WAKE.notify_one();
    }
    open::complete_taken(stream, taken);
    // Now and then, the driver is queried. Later submissions complete the finished commands, one by one,
    // unless there are too many.
    if number.is_multiple_of(STEP) {
        let Some(permit) = stream.context().enter_to_clean_up() else { return };
        stream.look_back();
        drop(permit);
        if stream.open.finished(stream.done()) > MANY {
            open::complete_easy(stream);
        }
    }
}

/// Something on the host waits for a command in the driver.
pub fn expect(command: &Arc<Command>) {
    if place(command).is_some() && command.is_first_to_expect() {
        asked_for().push(Arc::clone(command));
        WAKE.notify_one();
    }
}

/// Waits for a command of a stream, and completes it and those before it.
pub fn wait_and_settle(stream: &'static Stream, number: u64) {
    // Errors are reported when the commands are completed.
    let _ = stream.outcome(number);
    settle(stream, number);
}

/// Waits for the command, if it is in the driver.
pub fn help(awaited: &Arc<Command>) -> bool {
    let Some((stream, number)) = place(awaited).filter(|_| !ending::is_forked()) else {
        return false;
    };
    wait_and_settle(stream, number);
    true
}

/// The main function of the thread.
fn work() {
    let _own = OwnThread::enter();
    let mut interval = INTERVALS.0;
    let mut busy = Instant::now();
    let mut expected = Vec::new();
    loop {
        let mut requests = asked_for();
        if requests.is_empty() && expected.is_empty() {
            if POLLING.load(Ordering::Relaxed) && busy.elapsed() > IDLE {
                POLLING.store(false, Ordering::Relaxed);
                // Submissions check the flag with the list locked, either before or after this.
                if streams::all().iter().any(|stream| stream.open.count() > 0) {
                    POLLING.store(true, Ordering::Relaxed);
                }
            }
            requests = if POLLING.load(Ordering::Relaxed) {
                WAKE.wait_timeout(requests, interval).unwrap_or_else(PoisonError::into_inner).0
            } else {
                interval = INTERVALS.0;
                WAKE.wait(requests).unwrap_or_else(PoisonError::into_inner)
            };
        }
        expected.append(&mut requests);
        drop(requests);
        if !expected.is_empty() {
            busy = Instant::now();
            settle_expected(&mut expected);
            continue;
        }
        let found = poll();
        if found.any || found.left > 0 {
            busy = Instant::now();
        }
        interval = if found.any { INTERVALS.0 } else { (interval * 2).min(INTERVALS.1) };
    }
}

/// Polls commands that something waits for until one of them is done, or there are more of them.
fn settle_expected(expected: &mut Vec<Arc<Command>>) {
    let start = Instant::now();
    let mut pause = Duration::from_micros(10);
    loop {
        let mut any = false;
        expected.retain(|command| {
            let Some((stream, number)) = place(command) else { return false };
            let done = stream.is_over(number);
            if done {
                any = true;
                settle(stream, number);
            }
            !done
        });
        if any || expected.is_empty() {
            return;
        }
        let waited = start.elapsed();
        if waited < EXPECTED.1 {
            std::thread::yield_now();
            continue;
        }
        let requests = asked_for();
        if !requests.is_empty() {
            return;
        }
        // Woken when there are more.
        drop(WAKE.wait_timeout(requests, pause));
        pause = (pause * 2).min(EXPECTED.0);
    }
}

/// The result of a poll.
#[derive(Default)]
struct Found {
    /// Whether a command was complete.
    any: bool,
    /// How many commands are not complete.
    left: usize,
}

/// Polls for commands that are done and not yet complete. The driver is queried little, which would delay
/// submissions: if the oldest command of a stream is not done, none is.
fn poll() -> Found {
    let mut found = Found::default();
    // Copied, as completing commands may create more streams.
    let all = streams::all().clone();
    for stream in all {
        // Threads that submit commands complete old ones; two threads would only contend.
        if stream.is_fed() && stream.open.is_easy() {
            found.left += 1;
            continue;
        }
        while let Some(oldest) = stream.open.first() {
            if ending::permit().is_none() {
                return found;
            }
            if !stream.is_over(oldest) {
                break;
            }
            found.any = true;
            settle(stream, stream.done().max(oldest));
        }
        found.left += stream.open.count();
    }
    found
}
