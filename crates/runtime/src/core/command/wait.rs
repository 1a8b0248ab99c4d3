//! Waiting for commands, and which of them the calling thread runs.

use std::sync::Arc;

use super::{Command, now};
use crate::check;
use crate::core::error::{Errc, RtError};
use crate::core::stall::Watch;

thread_local! {
    /// The host call that this thread runs.
    static INSIDE: std::cell::Cell<*const Command> = const { std::cell::Cell::new(std::ptr::null()) };
}

impl Command {
    /// Runs `body` as part of this command: see [`Command::is_current`].
    pub fn inside<T>(&self, body: impl FnOnce() -> T) -> T {
        // A host task runs inside another one where threads cannot be started.
        let outer = INSIDE.replace(std::ptr::from_ref(self));
        let result = body();
        INSIDE.set(outer);
        result
    }

    /// Whether the calling thread runs this command, and so would wait for itself.
    #[must_use]
    pub fn is_current(&self) -> bool {
        std::ptr::eq(INSIDE.get(), self)
    }

    /// Whether the calling thread runs any command.
    #[must_use]
    pub fn is_inside_any() -> bool {
        // A thread whose storage is destroyed runs none.
        INSIDE.try_with(|inside| !inside.get().is_null()).unwrap_or(false)
    }

    /// Waits until the command is done, successfully or not.
    ///
    /// # Errors
    /// When it can never be done: see [`Watch`] and [`process`].
    pub fn wait(self: &Arc<Self>) -> Result<(), RtError> {
        match self.trace().filter(|_| !self.is_complete()) {
            None => self.wait_until_complete()?,
            Some(trace) => {
                let start = now();
                let waited = self.wait_until_complete();
                trace.waited(start);
                waited?;
            }
        }
        check::host::host_waited();
        if let Some(failure) = self.failure.get() {
            failure.see();
        }
        Ok(())
    }

    fn wait_until_complete(self: &Arc<Self>) -> Result<(), RtError> {
        /// Checks before a thread goes to sleep: most small kernels are done by then.
        const SPINS: u32 = 2000;
        for round in 0..SPINS {
            if self.is_complete() {
                return Ok(());
            }
            // The device may let the waiting thread do the work it waits for.
            if round.is_multiple_of(64) && self.device.is_some_and(|device| device.help(self)) {
                continue;
            }
            std::hint::spin_loop();
        }
        if self.is_lost() {
            return Err(lost());
        }
        let mut links = self.links();
        if links.complete {
            return Ok(());
        }
        links.more().waiting.push(std::thread::current());
        drop(links);
        // It may have been enqueued since the last query, before the device could know that a thread waits.
        if self.event().is_some()
            && let Some(device) = self.device
        {
            device.help(self);
        }
        let mut watch = Watch::new();
        while !self.is_complete() {
            std::thread::park_timeout(watch.interval());
            watch.look(self)?;
        }
        Ok(())
    }
}

/// The error of waiting for a command that `fork` left in the parent.
pub(super) fn lost() -> RtError {
    RtError::new(
        Errc::Event,
        "the command was pending when the process called fork(): it is complete in the parent only; wait for \
         commands before fork(), or submit them in the child",
    )
}
