//! Programs that submit faster than devices work.
//!
//! Pending commands take memory, so a thread that submits to a queue with too many of them waits until there are
//! fewer. It never waits for ever: commands may be pending because of the very thread that submits (it holds a
//! host accessor, it is in a host task, or a host task waits for it), so when nothing happens for a while the
//! submission goes through, and twice as many may be pending until there are few again. The count is taken
//! every now and then, and costs nothing in between.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::core::buffer;
use crate::core::command::Command;
use crate::core::exit;

/// How many commands of a queue may be pending.
const MOST: usize = 64 << 10;
/// How often twice as many may be allowed: then there is no bound worth the name.
const MOST_DOUBLED: u32 = 20;
/// How many commands are submitted between two looks.
const STEP: usize = 1 << 10;
/// How long nothing may happen while only devices have to do something.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same while commands may wait for the program.
const LITTLE_PATIENCE: Duration = Duration::from_millis(50);

/// What a queue remembers to count its pending commands.
#[derive(Default)]
pub struct Throttle {
    /// Submissions since the last mark.
    since: usize,
    /// Every so many commands, those that are not complete.
    marks: VecDeque<Arc<Command>>,
    /// How often twice as many were allowed.
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

    /// Whether too many commands are pending, given how many the queue knows of. Marks tell the rest: queues in
    /// order only know their last command.
    pub fn is_full(&mut self, listed: usize) -> bool {
        self.marks.retain(|mark| !mark.is_complete());
        let pending = (self.marks.len() * STEP).max(listed);
        if pending <= MOST {
            self.doubled = 0;
        }
        pending > MOST << self.doubled
    }

    /// Whether so many commands are pending that lists of them take memory worth mentioning.
    #[must_use]
    pub fn is_long(&self, listed: usize) -> bool {
        self.marks.len().max(listed / STEP) >= 8
    }

    /// A measure of what is pending, which gets smaller when something is done.
    fn measure(&self, listed: usize) -> usize {
        self.marks.len() + listed
    }

    /// Waits until there is room, or nothing happens. `access` calls what it is given with the queue's throttle
    /// and the number of commands that it knows of.
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
            let patience = if depends_on_program { LITTLE_PATIENCE } else { PATIENCE };
            if since.elapsed() >= patience {
                return access(&mut |throttle, _| {
                    throttle.doubled = (throttle.doubled + 1).min(MOST_DOUBLED);
                });
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}
