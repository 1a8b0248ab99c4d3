//! Commands that drivers have, and how they end.
//!
//! A driver learns of ends in its own way, and late. Whoever learns of one ends those before it first
//! ([`UnderWay::settle`]), as the graph demands; several threads may learn of the same one.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::{SmallVec, smallvec};

use crate::core::command::Command;
use crate::core::error::RtError;

/// What a driver knows a command by; the command's native event.
pub trait InDriver: Any + Send + Sync {
    /// Whether the caller is the first to ask, and so the one who completes the command.
    fn claim(&self) -> bool;

    /// How a command that is done ended, with its times where it is profiled. One before another that is done is
    /// done, even if the driver has not noted it yet.
    ///
    /// # Errors
    /// Those of the command.
    fn outcome(&self, command: &Command) -> Result<(), RtError>;
}

/// What a driver knows a command by, if it has it.
pub fn in_driver<T: InDriver>(command: &Command) -> Option<Arc<T>> {
    command.event()?.into_object()
}

/// Commands that drivers have.
pub struct UnderWay<T>(Mutex<List<T>>);

/// A command, and what its driver knows it by.
pub type Known<T> = (Arc<Command>, Arc<T>);

/// Commands that drivers have, oldest first; some of them are complete.
struct List<T> {
    commands: VecDeque<Known<T>>,
    /// When there are so many, those that are complete are looked for.
    tidy_at: usize,
}

/// Fewer than that are never too many.
const FEW: usize = 1 << 10;

impl<T> List<T> {
    /// Lets go of those that are complete, wherever they are, if there may be many.
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

    /// A driver has one more.
    pub fn add(&self, command: Arc<Command>, known_as: Arc<T>) {
        self.list().commands.push_back((command, known_as));
    }

    /// Whether there are none, not even ones that are complete.
    pub fn is_empty(&self) -> bool {
        self.list().commands.is_empty()
    }

    /// The oldest that are not complete, as many as `most`, and how many there may be in all.
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

    /// Completes a command that is done, after those that it came after.
    pub fn settle(&self, command: &Arc<Command>, known_as: Arc<T>) {
        let mut open: SmallVec<[_; 8]> = smallvec![(Arc::clone(command), known_as, false)];
        // There may be many, so this is no recursion.
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

    /// Lets go of commands that are complete, and of what they hold, as far as that takes no search.
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
            // Dropped without the lock: the last of many may take memory of the program along.
            if gone.is_empty() {
                return;
            }
        }
    }
}

/// Completes a command that is done; returns what comes next.
pub fn finish<T: InDriver>(command: &Arc<Command>, known_as: &T) -> Option<Arc<Command>> {
    if !known_as.claim() {
        // Another thread does it; what comes behind must not be complete before.
        while !command.is_complete() {
            std::thread::yield_now();
        }
        return None;
    }
    let result = known_as.outcome(command);
    command.complete(result)
}
