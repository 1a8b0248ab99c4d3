//! Events.

use crate::error::{Result, check};
use crate::ffi::{self, RawEvent};

/// A submitted command. Dropping it changes nothing: the command runs, and its queue waits for it.
#[derive(Debug)]
pub struct Event {
    /// Null for a command that was complete immediately.
    raw: *mut RawEvent,
}

// SAFETY: an event counts references atomically, and any thread may query it.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

impl Event {
    /// Takes over a reference.
    pub(crate) fn new(raw: *mut RawEvent) -> Self {
        Self { raw }
    }

    /// Waits until the command is complete.
    ///
    /// # Errors
    /// When the command failed.
    pub fn wait(&self) -> Result<()> {
        if self.raw.is_null() {
            return Ok(());
        }
        // SAFETY: a live handle, of which this holds a reference.
        check(unsafe { ffi::scythe_event_wait(self.raw) })
    }

    /// Whether the command is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        // SAFETY: a live handle, of which this holds a reference.
        self.raw.is_null() || unsafe { ffi::scythe_event_status(self.raw) } == ffi::EVENT_COMPLETE
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: the reference that this holds, which is not used afterwards.
            unsafe { ffi::scythe_event_release(self.raw) };
        }
    }
}
