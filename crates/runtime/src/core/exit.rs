//! The end of the program: pending calls of host code are still made.
//!
//! A queue may be destroyed while its commands are running (SYCL 2020 §4.6.5), so programs return from `main`
//! with host tasks that they did not wait for. Kernels without such a call after them are not waited for:
//! nothing could observe their results.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::core::command::Command;
use crate::core::stall;

/// Calls that were submitted and neither made nor given up.
static PENDING: AtomicUsize = AtomicUsize::new(0);
static ENDING: AtomicBool = AtomicBool::new(false);

/// How long to wait before reporting what the program waits for.
const SAY_AFTER: Duration = Duration::from_secs(5);

unsafe extern "C" {
    /// Registers a function that `exit` calls.
    safe fn atexit(function: extern "C" fn()) -> i32;
}

/// Registers a function with `exit`, which calls it before those that were registered earlier.
pub fn call_at_exit(function: extern "C" fn()) {
    // Without memory for that, the function is not called at the end.
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
    // A child of `fork` starts at zero, and may drop calls of its parent.
    let _ = PENDING.fetch_update(Ordering::Release, Ordering::Relaxed, |n| n.checked_sub(1));
}

/// The number of pending calls.
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
                "scythe: the program exits with {} host tasks that cannot run: they wait for a host accessor \
                 that will not be destroyed",
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
