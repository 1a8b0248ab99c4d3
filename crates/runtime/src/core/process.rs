//! This process: whether `fork` made it, and which of its threads are the runtime's.
//!
//! A child of `fork` has one thread, the one that called it. What other threads of the parent were doing stays
//! half done in it for ever: commands that were pending are lost ([`generation`]), and a lock that one of them
//! held is never released ([`lock`]). `crate::fork` makes the rest usable again.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

static GENERATION: AtomicU32 = AtomicU32::new(0);
static OWN_THREADS: AtomicUsize = AtomicUsize::new(0);

/// How long a lock may be held in a child of `fork` before its holder is taken for a thread of the parent. The
/// runtime holds locks for microseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often this process and its ancestors were made by `fork` since the runtime was loaded.
#[must_use]
pub fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// This process is a child of `fork` that has just been made.
pub fn begin_generation() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    OWN_THREADS.store(0, Ordering::Relaxed);
}

/// Locks what is never half changed when a panic could happen.
///
/// # Panics
/// In a child of `fork`, when a thread of the parent held the lock: the alternative is to wait for ever.
#[inline]
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    if generation() == 0 {
        return mutex.lock().unwrap_or_else(PoisonError::into_inner);
    }
    lock_in_child(mutex)
}

#[cold]
fn lock_in_child<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    let start = Instant::now();
    loop {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(guard)) => return guard.into_inner(),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
        assert!(
            start.elapsed() < PATIENCE,
            "another thread was using this object when the process called fork(): the child cannot use it"
        );
    }
}

thread_local! {
    static IS_OWN: Cell<bool> = const { Cell::new(false) };
}

/// Held by threads of the runtime as long as they run.
pub struct OwnThread(u32);

impl OwnThread {
    /// The calling thread is the runtime's.
    #[must_use]
    pub fn enter() -> Self {
        IS_OWN.set(true);
        OWN_THREADS.fetch_add(1, Ordering::Relaxed);
        Self(generation())
    }
}

impl Drop for OwnThread {
    fn drop(&mut self) {
        // A thread of the runtime may have called fork, in a host task; the child does not count it.
        if self.0 == generation() {
            OWN_THREADS.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// How many threads of the process are not the runtime's, if that can be found out.
#[must_use]
pub fn program_threads() -> Option<usize> {
    let all = std::fs::read_dir("/proc/self/task").ok()?.count();
    all.checked_sub(OWN_THREADS.load(Ordering::Relaxed))
}
