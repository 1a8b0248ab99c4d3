//! The propagation of failures: commands after a failed one do not run.
//!
//! All commands that a failure reaches share it. A command that names the event of a failed command never
//! runs. One that comes after it only because of a buffer runs if the program has waited since: the program
//! knows of the failure then and continues on purpose. Host tasks after a host task that threw do run. The
//! order of a queue says when commands run, not that one needs another's results: it propagates no failures.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The failure of a command.
#[derive(Debug, Default)]
pub struct Failure {
    seen: AtomicBool,
}

impl Failure {
    /// A failure that the program has not seen.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The program waited for a command with this failure.
    pub fn see(&self) {
        self.seen.store(true, Ordering::Relaxed);
    }

    /// Whether the program waited for such a command.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.seen.load(Ordering::Relaxed)
    }
}

/// Why a command comes after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The program named its event.
    Event,
    /// They use the same buffer.
    Buffer,
    /// The queue has an order, or a barrier.
    Queue,
}
