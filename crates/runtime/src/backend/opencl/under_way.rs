//! Commands enqueued in drivers, and their completion.
//!
//! Each kind of driver reports completion in its own way, and late. A thread that learns of one completes the
//! predecessors first ([`UnderWay::settle`]), as the graph requires; several threads may learn of the same
//! one.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::{SmallVec, smallvec};

use crate::core::command::Command;
use crate::core::error::RtError;

/// A command's native event.
pub trait InDriver: Any + Send + Sync {
    /// Whether the caller is the first to ask, and so has to complete the command.
    fn claim(&self) -> bool;

    /// How a finished command ended, with its times where it is profiled. A predecessor of a finished command
    /// is done, even if its own status does not say so yet.
    ///
    /// # Errors
    /// Those of the command.
    fn outcome(&self, command: &Command) -> Result<(), RtError>;
}

/// The native event of a command, if it has been enqueued in the driver.
pub fn in_driver<T: InDriver>(command: &Command) -> Option<Arc<T>> {
    command.event()?.into_object()
}

/// Commands that are enqueued in drivers.
pub struct UnderWay<T>(Mutex<List<T>>);

/// A command and its native event.
pub type Known<T> = (Arc<Command>, Arc<T>);

/// Enqueued commands, oldest first; some of them are complete.
struct List<T> {
    commands: VecDeque<Known<T>>,
    /// The length at which complete commands are removed.
    tidy_at: usize,
}

/// Lists shorter than this are never searched.
const FEW: usize = 1 << 10;

impl<T> List<T> {
    /// Removes complete commands wherever they are, if the list may be long.
    fn tidy(&mut self) {
        if self.commands.len() >= self.tidy_at {
            self.commands.retain(|(command, _)| !(command.is_complete() || command.is_lost()));
            self.tidy_at = (2 * self.commands.len()).max(FEW);
        }
    }
}

impl<T: InDriver> UnderWay<T> {
    /// None.
    pub const fn new() -> Self {
        Self(Mutex::new(List { commands: VecDeque::new(), tidy_at: FEW }))
    }

    fn list(&self) -> MutexGuard<'_, List<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers an enqueued command.
    pub fn add(&self, command: Arc<Command>, known_as: Arc<T>) {
        self.list().commands.push_back((command, known_as));
    }

    /// Whether the list is empty, complete commands included.
    pub fn is_empty(&self) -> bool {
        self.list().commands.is_empty()
    }

    /// The oldest commands that are not complete, at most `most`, and the length of the list.
    pub fn open(&self, most: usize) -> (Vec<Known<T>>, usize) {
        let mut list = self.list();
        list.tidy();
        let is_over = |(command, _): &&Known<T>| command.is_complete() || command.is_lost();
        while list.commands.front().as_ref().is_some_and(is_over) {
            list.commands.pop_front();
        }
        let open = list.commands.iter().filter(|known| !is_over(known)).take(most);
        (open.cloned().collect(), list.commands.len())
    }

    /// Completes a command that is done, after its predecessors.
    pub fn settle(&self, command: &Arc<Command>, known_as: Arc<T>) {
        let mut open: SmallVec<[_; 8]> = smallvec![(Arc::clone(command), known_as, false)];
        // The chain may be long: a loop instead of recursion.
        while let Some((command, known_as, alone)) = open.last_mut() {
            if command.is_complete() {
                open.pop();
                continue;
            }
            if *alone {
                let next = finish(command, &**known_as);
                open.pop();
                if let Some(next) = next {
                    next.hand_over();
                }
                continue;
            }
            *alone = true;
            let mut before: SmallVec<[_; 2]> = SmallVec::new();
            command.add_predecessors(&mut before);
            for before in before {
                if let Some(known_as) = in_driver(&before) {
                    open.push((before, known_as, false));
                }
            }
        }
        self.forget();
    }

    /// Removes complete commands from the front of the list, and drops what they hold.
    fn forget(&self) {
        loop {
            let mut gone: SmallVec<[_; 32]> = SmallVec::new();
            let mut list = self.list();
            while gone.len() < gone.inline_size()
                && list.commands.front().is_some_and(|(command, _)| command.is_complete())
            {
                gone.extend(list.commands.pop_front());
            }
            drop(list);
            // Dropped without the lock: this may free memory of the program.
            if gone.is_empty() {
                return;
            }
        }
    }
}

/// Completes a command that is done; returns the commands that become ready.
pub fn finish<T: InDriver>(command: &Arc<Command>, known_as: &T) -> Option<Arc<Command>> {
    if !known_as.claim() {
        // Another thread completes it; its successors must not be complete before.
        while !command.is_complete() {
            std::thread::yield_now();
        }
        return None;
    }
    let result = known_as.outcome(command);
    command.complete(result)
}
