//! The end of the program: calls of the host program that are pending then still happen.
//!
//! A queue may be destroyed while its commands are under way (SYCL 2020 §4.6.5), so programs return from `main` with
//! host tasks that the program did not wait for. Kernels that have no such call after them are not waited for: nobody
//! could see their results.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::core::command::Command;
use crate::core::stall;

/// Calls that were submitted and are neither made nor given up.
static PENDING: AtomicUsize = AtomicUsize::new(0);
static ENDING: AtomicBool = AtomicBool::new(false);

/// When to say what the program is waiting for.
const SAY_AFTER: Duration = Duration::from_secs(5);

unsafe extern "C" {
    /// Registers a function that `exit` calls.
    safe fn atexit(function: extern "C" fn()) -> i32;
}

/// Has `exit` call a function, before those that were registered earlier.
pub fn call_at_exit(function: extern "C" fn()) {
    // Without memory for that, nobody is told of the end.
    let _ = atexit(function);
}

/// One more call is pending.
pub fn call_is_pending() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| _ = atexit(end));
    PENDING.fetch_add(1, Ordering::Relaxed);
}

/// A call was made, or given up.
pub fn call_is_over() {
    // A child of fork counts anew, and may drop calls of its parent.
    let _ = PENDING.fetch_update(Ordering::Release, Ordering::Relaxed, |n| n.checked_sub(1));
}

/// How many calls are pending.
#[must_use]
pub fn pending() -> usize {
    PENDING.load(Ordering::Acquire)
}

/// A child of `fork` has none of its parent's calls to make.
pub fn forget() {
    PENDING.store(0, Ordering::Relaxed);
}

extern "C" fn end() {
    make_pending_calls();
}

/// Waits until no call is pending, or none can ever be made.
pub fn make_pending_calls() {
    // A host task that calls `exit` would wait for itself.
    if pending() == 0 || Command::is_inside_any() || ENDING.swap(true, Ordering::Relaxed) {
        return;
    }
    let start = Instant::now();
    let mut said = false;
    let mut stalled = stall::Stalled::default();
    while pending() > 0 {
        std::thread::sleep(Duration::from_micros(200));
        if stalled.for_certain() {
            eprintln!(
                "scythe: the program ends with {} host tasks that cannot run: they wait for a host accessor \
                 that nobody destroys any more",
                pending()
            );
            break;
        }
        if !said && start.elapsed() > SAY_AFTER {
            said = true;
            eprintln!("scythe: the program is ending and waits for {} host tasks", pending());
        }
    }
    ENDING.store(false, Ordering::Relaxed);
}
