//! This process: whether `fork` made it, and which of its threads belong to the runtime.
//!
//! A child of `fork` has one thread, the one that called it. The work of the parent's other threads stays
//! half done in it for ever: pending commands are lost ([`generation`]), and a lock that one of them held is
//! never released ([`lock`]). `crate::fork` makes the rest usable again.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::core::error::{Errc, RtError};

static GENERATION: AtomicU32 = AtomicU32::new(0);
/// Whether locks could not be acquired before the fork that made this process.
static UNUSABLE: AtomicBool = AtomicBool::new(false);
static OWN_THREADS: AtomicUsize = AtomicUsize::new(0);

/// How long a lock may be held in a child of `fork` before its holder is assumed to be a thread of the
/// parent. The runtime holds locks for microseconds.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How often this process and its ancestors were made by `fork` since the runtime was loaded.
#[must_use]
pub fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// Called in a new child of `fork`.
pub fn begin_generation() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    OWN_THREADS.store(0, Ordering::Relaxed);
}

/// Called in a new child of `fork` that must not use the runtime: its data may be half changed.
pub fn give_up() {
    UNUSABLE.store(true, Ordering::Relaxed);
}

/// Raises an error in a child of `fork` that must not use the runtime.
#[inline]
pub fn check_usable() {
    if UNUSABLE.load(Ordering::Relaxed) {
        raise_unusable();
    }
}

#[cold]
fn raise_unusable() {
    RtError::new(
        Errc::Runtime,
        "this process was made by fork() in a signal handler that interrupted SYCL: it cannot use SYCL",
    )
    .raise();
}

/// Locks data that is never left half changed by a panic.
///
/// Raises an error in a child of `fork`, when a thread of the parent held the lock: the alternative is to wait for ever.
#[inline]
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    if generation() == 0 {
        return mutex.lock().unwrap_or_else(PoisonError::into_inner);
    }
    lock_in_child(mutex)
}

#[cold]
fn lock_in_child<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    check_usable();
    let start = Instant::now();
    loop {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(guard)) => return guard.into_inner(),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
        if start.elapsed() >= LONGEST_WAIT {
            RtError::new(
                Errc::Runtime,
                "another thread was using this object when the process called fork(): the child cannot use it",
            )
            .raise();
        }
    }
}

/// Locks, until a point in time: the calling thread may hold the lock itself, and be in a signal handler.
pub fn lock_until<T>(mutex: &Mutex<T>, end: Instant) -> Option<MutexGuard<'_, T>> {
    try_until(end, || match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(guard)) => Some(guard.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    })
}

/// Tries repeatedly. Other threads may take a lock again right after releasing it, and only frequent tries
/// find it free: a thread that yields each time would try only a few times per second.
pub fn try_until<T>(end: Instant, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    const LOOKS: u32 = 1000;
    loop {
        for _ in 0..LOOKS {
            if let Some(result) = attempt() {
                return Some(result);
            }
            std::hint::spin_loop();
        }
        if Instant::now() >= end {
            return None;
        }
        std::thread::yield_now();
    }
}

thread_local! {
    static IS_OWN: Cell<bool> = const { Cell::new(false) };
}

/// Held by threads of the runtime while they run.
pub struct OwnThread(u32);

impl OwnThread {
    /// Marks the calling thread as the runtime's.
    #[must_use]
    pub fn enter() -> Self {
        IS_OWN.set(true);
        OWN_THREADS.fetch_add(1, Ordering::Relaxed);
        Self(generation())
    }
}

impl Drop for OwnThread {
    fn drop(&mut self) {
        // A thread of the runtime may have called fork in a host task; the child does not count it.
        if self.0 == generation() {
            OWN_THREADS.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// How many threads of the process are running, or will run by themselves, if that is known. All others sleep
/// until another thread of the process wakes them.
#[must_use]
pub fn threads_awake() -> Option<usize> {
    let tasks: Result<Vec<_>, _> = std::fs::read_dir("/proc/self/task").ok()?.collect();
    let tasks = tasks.ok()?;
    let is_task =
        |id: u64| tasks.iter().any(|task| task.file_name().to_str() == Some(&id.to_string()));
    let awake = tasks.iter().filter(|task| {
        let call = std::fs::read_to_string(task.path().join("syscall"));
        !call.is_ok_and(|call| sleeps_on(&call, is_task))
    });
    Some(awake.count())
}

/// Whether a line of `/proc/<pid>/task/<tid>/syscall` belongs to a thread that waits without a timeout for a
/// futex of its process: for a lock, for a condition, or for the end of another thread.
fn sleeps_on(call: &str, is_task: impl Fn(u64) -> bool) -> bool {
    const FUTEX: &str = if cfg!(target_arch = "x86_64") { "202" } else { "98" };
    // The operation, without the bit that selects the clock, which matters only to timeouts.
    const WAIT: u64 = 0;
    const WAIT_BITSET: u64 = 9;
    const CLOCK: u64 = 256;
    const PRIVATE: u64 = 128;
    let mut words = call.split_whitespace();
    if words.next() != Some(FUTEX) {
        return false;
    }
    let number = |word: &str| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok();
    let arguments: Vec<u64> = words.map_while(number).take(4).collect();
    let &[_, operation, value, limit] = arguments.as_slice() else { return false };
    let operation = operation & !CLOCK;
    let waits = [WAIT, WAIT_BITSET].contains(&(operation & !PRIVATE));
    // The kernel signals a thread's end through a futex that is not private.
    waits && limit == 0 && (operation & PRIVATE != 0 || is_task(value))
}

/// How many threads of the process do not belong to the runtime, if that is known.
#[must_use]
pub fn program_threads() -> Option<usize> {
    let all = std::fs::read_dir("/proc/self/task").ok()?.count();
    all.checked_sub(OWN_THREADS.load(Ordering::Relaxed))
}
