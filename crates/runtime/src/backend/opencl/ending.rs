//! The end of the program.
//!
//! Drivers take themselves apart in exit handlers of their own, which run behind ours, as they were
//! registered first: by then nothing may be under way, and nobody may call them any more.

use std::cell::Cell;
use std::sync::{Arc, Mutex, Once, PoisonError, RwLock, RwLockReadGuard};

use super::queues::Queues;

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
pub struct Permit(#[allow(dead_code, reason = "held, not read")] RwLockReadGuard<'static, bool>);

impl Drop for Permit {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| held.set(held.get() - 1));
    }
}

/// Asks whether the driver may be called; not when the program is ending.
pub fn permit() -> Option<Permit> {
    let ended = ENDED.read().unwrap_or_else(PoisonError::into_inner);
    if *ended {
        return None;
    }
    // A thread whose storage is gone is past calling drivers.
    HELD.try_with(|held| held.set(held.get() + 1)).ok()?;
    Some(Permit(ended))
}

/// What is in the queues is waited for when the program ends.
pub fn wait_for(queues: Arc<Queues>) {
    static REGISTERED: Once = Once::new();
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner).push(queues);
    // Without a handler, a program that ends while kernels run is on its own.
    REGISTERED.call_once(|| _ = atexit(end));
}

extern "C" fn end() {
    // Some drivers end the program when they do not understand it. Then there is nothing to wait for, least
    // of all this thread.
    if HELD.try_with(Cell::get).is_ok_and(|held| held > 0) {
        return;
    }
    *ENDED.write().unwrap_or_else(PoisonError::into_inner) = true;
    let queues = std::mem::take(&mut *QUEUES.lock().unwrap_or_else(PoisonError::into_inner));
    for queue in queues {
        queue.finish();
    }
}
