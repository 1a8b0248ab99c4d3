//! The times of a device on the runtime's clock.
//!
//! The driver reports the time between two events as a 32-bit float of milliseconds, which is accurate to a
//! microsecond for a few seconds only. So there is an event with a known time, which is replaced when it is a
//! second old.

use std::sync::{Mutex, PoisonError};

use super::context::{Context, Event};
use super::streams::Streams;
use crate::core::command::now;
use crate::core::error::RtError;
use std::sync::Arc;

/// The reference is replaced after this many nanoseconds.
const NEW_AFTER: u64 = 1_000_000_000;

/// The clock of a device.
#[derive(Default)]
pub struct Clock(Mutex<Option<Arc<Reference>>>);

/// An event with a known time.
pub struct Reference {
    event: Event,
    /// The time on the runtime's clock.
    time: u64,
}

/// The start and the end of a command.
pub struct Times {
    reference: Arc<Reference>,
    start: Event,
    end: Event,
}

impl Clock {
    /// Events for the start and the end of a command.
    ///
    /// # Errors
    /// When the driver cannot make them.
    pub fn times(
        &self,
        context: &'static Context,
        streams: &Arc<Streams>,
    ) -> Result<Times, RtError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh =
            |reference: &&Arc<Reference>| now().saturating_sub(reference.time) < NEW_AFTER;
        let reference = match known.as_ref().filter(is_fresh) {
            Some(reference) => Arc::clone(reference),
            None => {
                let new = Arc::new(reference(context, streams, known.as_deref())?);
                *known = Some(Arc::clone(&new));
                new
            }
        };
        Ok(Times { reference, start: context.event(true)?, end: context.event(true)? })
    }
}

/// A new reference; `before` is the old one.
fn reference(
    context: &'static Context,
    streams: &Arc<Streams>,
    before: Option<&Reference>,
) -> Result<Reference, RtError> {
    let event = context.event(true)?;
    let failed = |failure| context.error(failure);
    // A stream of its own, which is idle: the event is done at once.
    event.record(streams.clock()?.object())?;
    event.wait().map_err(failed)?;
    let here = now();
    // To avoid jumps, the device's clock is used as long as possible.
    let time = before.and_then(|before| before.add(&event)).unwrap_or(here);
    // If the host has slept, or the clocks drift, the host's clock is used.
    let time = if time.abs_diff(here) > NEW_AFTER / 100 { here } else { time };
    Ok(Reference { event, time })
}

impl Reference {
    /// The time of an event on the runtime's clock.
    fn add(&self, event: &Event) -> Option<u64> {
        let nanoseconds = f64::from(event.since(&self.event)?) * 1e6;
        Some(self.time.saturating_add_signed(nanoseconds as i64).max(1))
    }
}

impl Times {
    /// The event of the start.
    pub fn start(&self) -> &Event {
        &self.start
    }

    /// The event of the end.
    pub fn end(&self) -> &Event {
        &self.end
    }

    /// When the command, which is done, started and ended.
    pub fn get(&self) -> Option<(u64, u64)> {
        let start = self.reference.add(&self.start)?;
        let length = f64::from(self.end.since(&self.start)?) * 1e6;
        Some((start, start + length.max(0.0) as u64))
    }
}
