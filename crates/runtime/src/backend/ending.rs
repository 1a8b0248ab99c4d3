//! The end of the program, as far as drivers are concerned.
//!
//! Drivers shut down in their own exit handlers, which run after the runtime's, as they were registered first: by
//! then no command may be running, and no driver may be called any more.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use crate::core::error::{Errc, RtError};
use crate::core::{exit, process};

/// The process that loaded the drivers: see [`process::generation`].
static LOADED_IN: OnceLock<u32> = OnceLock::new();
static ENDED: RwLock<bool> = RwLock::new(false);
/// The same, for those who only want to know.
static IS_OVER: AtomicBool = AtomicBool::new(false);
static QUEUES: Mutex<Vec<Arc<dyn Finish>>> = Mutex::new(Vec::new());

/// The queues of a device.
pub trait Finish: Send + Sync {
    /// Waits until everything in them is done. Called once, when the program ends and [`is_over`] says so.
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

/// The driver may be called as long as this is held, which must not be while code of the program runs.
pub struct Permit(
    #[allow(dead_code, reason = "held, not read")] Option<RwLockReadGuard<'static, bool>>,
);

impl Drop for Permit {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| held.set(held.get() - 1));
    }
}

/// Asks whether the driver may be called; not when the program is ending, nor in a child of `fork`, where the
/// driver's threads are gone.
pub fn permit() -> Option<Permit> {
    if is_forked() {
        return None;
    }
    // A thread whose storage is gone is past calling drivers.
    let held = HELD.try_with(Cell::get).ok()?;
    // A second guard of the same thread could wait for one who waits for the first.
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

/// Asks whether the driver may be called, as [`permit`] does, at no cost. The caller holds a lock that
/// [`Finish::finish`] takes, too: either this sees that the program ends, or the end waits for the lock.
pub fn inside() -> Option<Inside> {
    if is_over() {
        return None;
    }
    HELD.try_with(|held| held.set(held.get() + 1)).ok()?;
    Some(Inside(()))
}

/// What is in the queues is waited for when the program ends. Called when the driver is wholly loaded: its own
/// handlers run after those that are registered later.
pub fn wait_for(queues: Arc<dyn Finish>) {
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner).push(queues);
    // The first one that is called does everything. Without a handler, a program that ends while kernels run is on
    // its own.
    let _ = atexit(end);
}

/// The error of commands that come too late; `devices` are those of the backend.
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

/// Whether there are no permits any more; soon after, at the latest.
pub fn is_over() -> bool {
    IS_OVER.load(Ordering::Relaxed) || is_forked()
}

/// Drivers are being loaded, by this process.
pub fn loading() {
    let _ = LOADED_IN.set(process::generation());
}

extern "C" fn end() {
    // Host tasks that are pending may come after commands of a driver.
    exit::make_pending_calls();
    // Some drivers end the program when they do not understand it. Then there is nothing to wait for, least
    // of all this thread.
    if is_forked() || HELD.try_with(Cell::get).is_ok_and(|held| held > 0) {
        return;
    }
    // Held until all is done: who asks for a permit meanwhile learns that there is none, and that all is done.
    let mut ended = ENDED.write().unwrap_or_else(PoisonError::into_inner);
    *ended = true;
    IS_OVER.store(true, Ordering::Relaxed);
    let queues = std::mem::take(&mut *QUEUES.lock().unwrap_or_else(PoisonError::into_inner));
    for queue in queues {
        queue.finish();
    }
}
