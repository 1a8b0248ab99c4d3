//! Programs that submit faster than devices work.
//!
//! Pending commands take memory, so a thread that submits to a queue with too many of them waits until there
//! are fewer. It never waits for ever: commands may be pending because of the submitting thread itself (it
//! holds a host accessor, it runs a host task, or a host task waits for it). So when there is no progress for
//! a while the submission goes through, and the limit doubles until there are few again. Commands are only
//! counted now and then.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::core::buffer;
use crate::core::command::Command;
use crate::core::exit;

/// How many commands of a queue may be pending.
const MOST: usize = 64 << 10;
/// How often the limit may double: beyond, there is effectively none.
const MOST_DOUBLED: u32 = 20;
/// How many commands are submitted between two counts.
const STEP: usize = 1 << 10;
/// How long there may be no progress while only devices have work.
const LONG_WAIT: Duration = Duration::from_secs(2);
/// The same while commands may wait for the program.
const SHORT_WAIT: Duration = Duration::from_millis(50);

/// The state of a queue for counting its pending commands.
#[derive(Default)]
pub struct Throttle {
    /// Submissions since the last mark.
    since: usize,
    /// One of every [`STEP`] commands, those that are not complete.
    marks: VecDeque<Arc<Command>>,
    /// How often the limit has doubled.
    doubled: u32,
}

impl Throttle {
    /// Counts a submission; true when it is time for [`Throttle::wait`].
    pub fn is_due(&mut self, command: &Arc<Command>) -> bool {
        self.since += 1;
        if self.since < STEP {
            return false;
        }
        self.since = 0;
        self.marks.push_back(Arc::clone(command));
        true
    }

    /// Whether too many commands are pending; `listed` of them are in the queue's list. In-order queues only
    /// list their last command, so the marks are counted, too.
    pub fn is_full(&mut self, listed: usize) -> bool {
        self.marks.retain(|mark| !mark.is_complete());
        let pending = (self.marks.len() * STEP).max(listed);
        if pending <= MOST {
            self.doubled = 0;
        }
        pending > MOST << self.doubled
    }

    /// Whether so many commands are pending that lists of them take much memory.
    #[must_use]
    pub fn is_long(&self, listed: usize) -> bool {
        self.marks.len().max(listed / STEP) >= 8
    }

    /// A measure of the pending commands, which decreases with progress.
    fn measure(&self, listed: usize) -> usize {
        self.marks.len() + listed
    }

    /// Waits until there is space, or there is no progress. `access` calls its argument with the queue's
    /// throttle and the length of its list.
    pub fn wait(access: impl Fn(&mut dyn FnMut(&mut Self, usize))) {
        let mut least = usize::MAX;
        let mut since = Instant::now();
        loop {
            let (mut full, mut left) = (false, 0);
            access(&mut |throttle, listed| {
                full = throttle.is_full(listed);
                left = throttle.measure(listed);
            });
            if !full {
                return;
            }
            if left < least {
                least = left;
                since = Instant::now();
            }
            let depends_on_program =
                exit::pending() > 0 || buffer::host_accesses() > 0 || Command::is_inside_any();
            let wait = if depends_on_program { SHORT_WAIT } else { LONG_WAIT };
            if since.elapsed() >= wait {
                return access(&mut |throttle, _| {
                    throttle.doubled = (throttle.doubled + 1).min(MOST_DOUBLED);
                });
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}
