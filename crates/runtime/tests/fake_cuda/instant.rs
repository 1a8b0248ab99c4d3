//! Launches and events that do nothing, on a device that is a number of launches behind.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::NOT_READY;

type Object = *mut c_void;

/// How many launches the device is behind; zero if it keeps up.
pub static BEHIND: AtomicU64 = AtomicU64::new(0);

static LAUNCHED: AtomicU64 = AtomicU64::new(0);
/// All launches before this one are done.
static WAITED_FOR: AtomicU64 = AtomicU64::new(0);
/// The number of launches when an event was recorded, by event; events with larger numbers are always done.
static RECORDED: [AtomicU64; 1024] = [const { AtomicU64::new(0) }; 1024];

pub fn launch() -> i32 {
    LAUNCHED.fetch_add(1, Ordering::Relaxed);
    0
}

pub fn synchronize() -> i32 {
    WAITED_FOR.fetch_max(LAUNCHED.load(Ordering::Relaxed), Ordering::Relaxed);
    0
}

pub fn record(event: Object) -> i32 {
    if let Some(recorded) = RECORDED.get(event.addr()) {
        recorded.store(LAUNCHED.load(Ordering::Relaxed), Ordering::Relaxed);
    }
    0
}

pub fn query(event: Object) -> i32 {
    let recorded = RECORDED.get(event.addr()).map_or(0, |at| at.load(Ordering::Relaxed));
    let done = LAUNCHED.load(Ordering::Relaxed).saturating_sub(BEHIND.load(Ordering::Relaxed));
    let done = done.max(WAITED_FOR.load(Ordering::Relaxed));
    if recorded <= done { 0 } else { NOT_READY }
}
