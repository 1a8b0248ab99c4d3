//! The end of the program.
//!
//! Drivers take themselves apart in exit handlers of their own, which run behind ours, as they were
//! registered first: by then nothing may be under way, and nobody may call them any more.

use std::cell::Cell;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use super::queues::Queues;
use crate::core::{exit, process};

/// The process that loaded the drivers: see [`process::generation`].
static LOADED_IN: OnceLock<u32> = OnceLock::new();
static ENDED: RwLock<bool> = RwLock::new(false);
static QUEUES: Mutex<Vec<Arc<Queues>>> = Mutex::new(Vec::new());

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

/// What is in the queues is waited for when the program ends.
pub fn wait_for(queues: Arc<Queues>) {
    static REGISTERED: Once = Once::new();
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner).push(queues);
    // Without a handler, a program that ends while kernels run is on its own.
    REGISTERED.call_once(|| _ = atexit(end));
}

/// Whether the drivers were loaded by a parent of this process.
pub fn is_forked() -> bool {
    LOADED_IN.get().is_some_and(|&generation| generation != process::generation())
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
    let queues = std::mem::take(&mut *QUEUES.lock().unwrap_or_else(PoisonError::into_inner));
    for queue in queues {
        queue.finish();
    }
}
