//! Signals of the program, which threads of the runtime do not handle.
//!
//! A handler may run on any thread that does not block the signal. On a thread of the pool it would interrupt a
//! kernel, or the runtime while it holds a lock, and run on a small stack. So these threads block all signals that
//! are sent to the process. Signals that a thread raises itself, such as SIGSEGV, and those of profilers are left
//! alone. Threads that run host tasks are like threads of the program: host tasks may start other programs, which
//! inherit the mask.

use std::ffi::c_int;
use std::ptr::{from_mut, from_ref};
use std::sync::OnceLock;

const SIG_BLOCK: c_int = 0;
const SIG_SETMASK: c_int = 2;

/// SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGVTALRM, SIGPROF, SIGSYS.
const LEFT_ALONE: [u32; 9] = [4, 5, 6, 7, 8, 11, 26, 27, 31];

/// `sigset_t`, as the C libraries for Linux define it: a bit for each signal, the first one for signal 1.
#[repr(C)]
#[derive(Clone, Copy)]
struct Mask([u64; 16]);

unsafe extern "C" {
    fn pthread_sigmask(how: c_int, set: *const Mask, before: *mut Mask) -> c_int;
}

/// The mask of the first thread of the program that started threads of the runtime.
static OF_PROGRAM: OnceLock<Mask> = OnceLock::new();

/// Changes the calling thread's mask, and returns what it was.
fn change(how: c_int, set: &Mask) -> Option<Mask> {
    let mut before = Mask([0; 16]);
    // SAFETY: both have the size and layout of `sigset_t`, and live throughout the call.
    let failed = unsafe { pthread_sigmask(how, from_ref(set), from_mut(&mut before)) };
    (failed == 0).then_some(before)
}

/// Starts a thread of the runtime: `start` runs with signals blocked, and new threads inherit that.
pub fn blocked<T>(start: impl FnOnce() -> T) -> T {
    let mut all = Mask([0; 16]);
    all.0[0] = LEFT_ALONE.iter().fold(!0, |mask, signal| mask & !(1 << (signal - 1)));
    let before = change(SIG_BLOCK, &all);
    if let Some(before) = before {
        OF_PROGRAM.get_or_init(|| before);
    }
    let result = start();
    if let Some(before) = before {
        change(SIG_SETMASK, &before);
    }
    result
}

/// Makes the calling thread, which a thread of the runtime may have started, like one of the program.
pub fn restore() {
    if let Some(mask) = OF_PROGRAM.get() {
        change(SIG_SETMASK, mask);
    }
}
