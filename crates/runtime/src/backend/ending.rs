//! Shutdown of drivers at the end of the program.
//!
//! Drivers shut down in their own exit handlers, which run after the runtime's, because they were registered
//! first: by then no command may be running, and drivers must not be called any more.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use crate::core::error::{Errc, RtError};
use crate::core::{exit, process};

/// The process that loaded the drivers: see [`process::generation`].
static LOADED_IN: OnceLock<u32> = OnceLock::new();
static ENDED: RwLock<bool> = RwLock::new(false);
/// The same, without a lock.
static IS_OVER: AtomicBool = AtomicBool::new(false);
static QUEUES: Mutex<Vec<Arc<dyn Finish>>> = Mutex::new(Vec::new());

/// The queues of a device.
pub trait Finish: Send + Sync {
    /// Waits for all commands. Called once, when the program ends and [`is_over`] is true.
    fn finish(&self);
}

unsafe extern "C" {
    /// Registers a function that `exit` calls.
    safe fn atexit(function: extern "C" fn()) -> i32;
}

thread_local! {
    /// How many permits the thread holds.
    static HELD: Cell<u32> = const { Cell::new(0) };
}

/// The driver may be called while this is held. It must not be held while code of the program runs.
pub struct Permit(
    #[allow(dead_code, reason = "held, not read")] Option<RwLockReadGuard<'static, bool>>,
);

impl Drop for Permit {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| held.set(held.get() - 1));
    }
}

/// Returns a permit if the driver may be called: not when the program is ending, nor in a child of `fork`,
/// where the driver's threads do not exist.
pub fn permit() -> Option<Permit> {
    if is_forked() {
        return None;
    }
    // A thread whose storage has been destroyed must not call drivers.
    let held = HELD.try_with(Cell::get).ok()?;
    // A second read lock of the same thread could deadlock with a waiting writer.
    let guard = if held > 0 {
        None
    } else {
        let ended = ENDED.read().unwrap_or_else(PoisonError::into_inner);
        if *ended {
            return None;
        }
        Some(ended)
    };
    HELD.set(held + 1);
    Some(Permit(guard))
}

/// The thread calls the driver with a lock held that [`Finish::finish`] takes, too.
pub struct Inside(());

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| held.set(held.get() - 1));
    }
}

/// Whether the driver may be called, like [`permit`] but without cost. The caller holds a lock that
/// [`Finish::finish`] takes, too: either this sees that the program is ending, or the end waits for the lock.
pub fn inside() -> Option<Inside> {
    if is_over() {
        return None;
    }
    HELD.try_with(|held| held.set(held.get() + 1)).ok()?;
    Some(Inside(()))
}

/// Registers queues to wait for when the program ends. Called when the driver is completely loaded, because
/// handlers that are registered later run first.
pub fn wait_for(queues: Arc<dyn Finish>) {
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner).push(queues);
    // The first handler that runs waits for all queues. If registering fails, the program ends without
    // waiting.
    let _ = atexit(end);
}

/// The error of commands that are submitted too late; `devices` are those of the backend.
pub fn too_late(devices: &str) -> RtError {
    if is_forked() {
        return RtError::new(
            Errc::Runtime,
            format!(
                "{devices} cannot be used in a child of fork(): the threads of their drivers stayed in the \
                 parent; use exec() in the child, or ask for devices in the child only"
            ),
        );
    }
    RtError::new(Errc::Runtime, format!("the program is ending: {devices} accept no more commands"))
}

/// Whether the drivers were loaded by a parent of this process.
pub fn is_forked() -> bool {
    LOADED_IN.get().is_some_and(|&generation| generation != process::generation())
}

/// Whether permits are no longer given; the end has started at the latest soon after.
pub fn is_over() -> bool {
    IS_OVER.load(Ordering::Relaxed) || is_forked()
}

/// Called before drivers are loaded by this process.
pub fn loading() {
    let _ = LOADED_IN.set(process::generation());
}

extern "C" fn end() {
    // Pending host tasks may depend on commands of a driver.
    exit::make_pending_calls();
    // Some drivers end the program on errors. Then waiting is not possible, least of all for this thread.
    if is_forked() || HELD.try_with(Cell::get).is_ok_and(|held| held > 0) {
        return;
    }
    // Held until everything is done: requests for a permit fail afterwards.
    let mut ended = ENDED.write().unwrap_or_else(PoisonError::into_inner);
    *ended = true;
    IS_OVER.store(true, Ordering::Relaxed);
    let queues = std::mem::take(&mut *QUEUES.lock().unwrap_or_else(PoisonError::into_inner));
    for queue in queues {
        queue.finish();
    }
}
