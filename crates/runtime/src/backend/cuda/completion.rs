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
use crate::backend::{Named, ending};
use crate::core::command::Command;
use crate::core::process::OwnThread;
use crate::core::work::Work;

/// The shortest and the longest time between two looks at commands that nobody waits for.
const INTERVALS: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(20));
/// The longest time between two questions about a command that something waits for, and how long it is asked about
/// without a pause.
const EXPECTED: (Duration, Duration) = (Duration::from_micros(200), Duration::from_micros(100));
/// How long nothing may be under way before looks end.
const IDLE: Duration = Duration::from_millis(200);

/// When so many commands of a stream are not complete, one after the other is not enough.
const MANY: usize = 8 * STEP as usize;

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
/// Whether the thread looks now and then; otherwise it sleeps until it is woken.
static LOOKING: AtomicBool = AtomicBool::new(false);

fn asked_for() -> MutexGuard<'static, Vec<Arc<Command>>> {
    ASKED_FOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is a thread that learns of ends; the first who asks starts it.
pub fn has_thread() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    *STARTED.get_or_init(|| {
        let started = std::thread::Builder::new().name("scythe-cuda".into()).spawn(work);
        if let Err(error) = &started {
            eprintln!(
                "scythe: warning: cannot start a thread for CUDA devices ({error}); the threads that submit \
                 commands wait for them"
            );
        }
        started.is_ok()
    })
}

/// Whether the thread looks for commands that nobody asks about.
pub fn is_looking() -> bool {
    LOOKING.load(Ordering::Relaxed)
}

/// A command was put into a stream: it is found to be complete sooner or later. The thread completes some of those that
/// are done meanwhile.
pub fn follow(stream: &'static Stream, issued: Issued) {
    let Issued { number, expected, wakes, taken, left, .. } = issued;
    if let Some(command) = expected {
        expect(&command);
    }
    if wakes {
        let asked_for = asked_for();
        LOOKING.store(true, Ordering::Relaxed);
        drop(asked_for);
        WAKE.notify_one();
    }
    open::complete_taken(stream, taken);
    // Once in a while, the driver is asked what is done. Later submissions complete that, one by one, unless there are
    // too many.
    if number.is_multiple_of(STEP) {
        let Some(permit) = stream.context().enter_to_clean_up() else { return };
        stream.look_back();
        drop(permit);
        if left > MANY {
            open::complete_easy(stream);
        }
    }
}

/// Something on the host waits for a command that the driver has.
pub fn expect(command: &Arc<Command>) {
    if place(command).is_some() && command.is_first_to_expect() {
        asked_for().push(Arc::clone(command));
        WAKE.notify_one();
    }
}

/// Waits for a command of a stream, and completes it and those before it.
pub fn wait_and_settle(stream: &'static Stream, number: u64) {
    // What is wrong is said again when the commands are completed.
    let _ = stream.outcome(number);
    settle(stream, number);
}

/// Waits for the command, if the driver has it.
pub fn help(awaited: &Arc<Command>) -> bool {
    let Some((stream, number)) = place(awaited).filter(|_| !ending::is_forked()) else {
        return false;
    };
    wait_and_settle(stream, number);
    true
}

/// What the thread does all its life.
fn work() {
    let _own = OwnThread::enter();
    let mut interval = INTERVALS.0;
    let mut busy = Instant::now();
    let mut expected = Vec::new();
    loop {
        let mut news = asked_for();
        if news.is_empty() && expected.is_empty() {
            if LOOKING.load(Ordering::Relaxed) && busy.elapsed() > IDLE {
                LOOKING.store(false, Ordering::Relaxed);
                // Whoever submits asks with the list locked, which comes before this, or after it.
                if streams::all().iter().any(|stream| stream.open.count() > 0) {
                    LOOKING.store(true, Ordering::Relaxed);
                }
            }
            news = if LOOKING.load(Ordering::Relaxed) {
                WAKE.wait_timeout(news, interval).unwrap_or_else(PoisonError::into_inner).0
            } else {
                interval = INTERVALS.0;
                WAKE.wait(news).unwrap_or_else(PoisonError::into_inner)
            };
        }
        expected.append(&mut news);
        drop(news);
        if !expected.is_empty() {
            busy = Instant::now();
            settle_expected(&mut expected);
            continue;
        }
        let found = look();
        if found.any || found.left > 0 {
            busy = Instant::now();
        }
        interval = if found.any { INTERVALS.0 } else { (interval * 2).min(INTERVALS.1) };
    }
}

/// Asks about commands that something waits for until one of them is done, or there are more of them.
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
        let news = asked_for();
        if !news.is_empty() {
            return;
        }
        // Woken when more is asked for.
        drop(WAKE.wait_timeout(news, pause));
        pause = (pause * 2).min(EXPECTED.0);
    }
}

/// What a look found.
#[derive(Default)]
struct Found {
    /// Whether a command was complete.
    any: bool,
    /// How many are not.
    left: usize,
}

/// Looks for commands that are done, and nobody knows it. The driver is asked little, which would hold up who submits:
/// a stream that is not done with its oldest command is done with none.
fn look() -> Found {
    let mut found = Found::default();
    // Copied, as completing commands may make more.
    let all = streams::all().clone();
    for stream in all {
        // Whoever submits commands completes old ones; two threads would only be in each other's way.
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
