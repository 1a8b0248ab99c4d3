//! The amount of allocated memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::event::{Event, Pool};
use super::stream::{is_on, record};
use crate::backend::Device;
use crate::core::command::now;

/// A backend, and the number of a device of it; none for the host.
type Whose = Option<(u32, usize)>;

/// Allocated bytes, by kind and device.
static TOTALS: Mutex<BTreeMap<(Pool, Whose), i64>> = Mutex::new(BTreeMap::new());

/// Records that the allocated memory of a device, or of the host, changed by so many bytes.
pub fn changed(pool: Pool, device: Option<&'static dyn Device>, change: i64) {
    if !is_on() {
        return;
    }
    let device = device.map(Device::info);
    let mut totals = TOTALS.lock().unwrap_or_else(PoisonError::into_inner);
    let whose = device.map(|device| (device.backend as u32, device.number));
    let total = totals.entry((pool, whose)).or_default();
    *total += change;
    // Memory that was allocated before tracing began may be freed now.
    let bytes = u64::try_from(*total).unwrap_or(0);
    let time = now();
    drop(totals);
    record(Event::Memory { pool, device, bytes, time });
}
