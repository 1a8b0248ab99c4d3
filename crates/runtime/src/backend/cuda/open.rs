//! The incomplete commands of a stream, oldest first. They are completed in that order, by the thread that learns
//! that they are done.
//!
//! One thread at a time completes a command of a stream, so that none is complete before earlier ones.
//! Predecessors in other streams are completed first.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;

use super::clock::Times;
use super::streams::{STEP, Stream};
use crate::core::command::Command;

/// Memory of the host that the driver reads from while a command runs.
pub type Staging = Box<[u8]>;

/// A command in a stream.
pub struct Entry {
    /// Its number there. The numbers in a list have no gaps.
    pub number: u64,
    /// The command.
    pub command: Arc<Command>,
    /// Whether it is a kernel that may print.
    pub prints: bool,
    /// Its times, if they are needed.
    pub times: Option<Box<Times>>,
    /// Memory that the driver reads meanwhile.
    pub staging: Option<Staging>,
}

impl Entry {
    /// Whether a submitting thread may complete it. It may hold locks of the program: commands that call host
    /// code, free device memory or have to be waited for are left to other threads.
    fn is_easy(&self) -> bool {
        let command = &self.command;
        !self.prints && !command.has_finish() && (command.ends_alone() || command.is_next(false))
    }
}

/// The list of a stream.
#[derive(Default)]
pub struct Open {
    list: Mutex<VecDeque<Entry>>,
    /// The thread that completes a command taken from the list, or zero. Set with the list locked.
    completing: AtomicUsize,
}

/// Commands that a thread has taken to complete them.
pub type Taken = SmallVec<[Entry; 2]>;

/// The next step.
enum Next {
    /// Nothing.
    Nothing,
    /// Wait until another thread has completed a command.
    Busy,
    /// Complete other commands first.
    After(SmallVec<[Arc<Command>; 2]>),
    /// Complete a command; the previous value of `completing`: no thread, or this one.
    Complete(Entry, usize),
}

thread_local! {
    /// Whether the thread is completing commands that it found while submitting: commands started by that
    /// must not complete further ones, which would be a recursion.
    static COMPLETES: Cell<bool> = const { Cell::new(false) };
}

/// A number for the calling thread.
fn this_thread() -> usize {
    COMPLETES.with(|here| std::ptr::from_ref(here).addr())
}

impl Open {
    fn list(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a command after calling `before` with the list locked, and takes a few of the oldest commands
    /// that a submitting thread may complete, so that commands are freed as fast as they are made. The caller
    /// passes those to [`complete_taken`].
    pub fn exchange<T>(
        &self,
        entry: Entry,
        done: u64,
        before: impl FnOnce(&Arc<Command>) -> T,
    ) -> (T, Taken) {
        let mut list = self.list();
        let result = before(&entry.command);
        list.push_back(entry);
        // One for each new one, so that memory is reused; more only to catch up.
        let most = if finished(&list, done) <= STEP { 1 } else { 2 };
        let taken = self.take_easy(&mut list, most, done);
        (result, taken)
    }

    /// Takes up to `most` commands that a submitting thread may complete.
    fn take_easy(&self, list: &mut VecDeque<Entry>, most: usize, done: u64) -> Taken {
        let mut taken = Taken::new();
        if self.completing.load(Ordering::Acquire) != 0 || COMPLETES.get() {
            return taken;
        }
        let is_next = |entry: &Entry| entry.number <= done && entry.is_easy();
        while taken.len() < most && list.front().is_some_and(is_next) {
            taken.extend(list.pop_front());
        }
        if !taken.is_empty() {
            self.completing.store(this_thread(), Ordering::Relaxed);
        }
        taken
    }

    /// Whether a submitting thread may complete the oldest command, or there is none.
    pub fn is_easy(&self) -> bool {
        self.list().front().is_none_or(Entry::is_easy)
    }

    /// The number of the oldest.
    pub fn first(&self) -> Option<u64> {
        self.list().front().map(|entry| entry.number)
    }

    /// The number of commands that are done, if those up to that number are.
    pub fn finished(&self, done: u64) -> u64 {
        finished(&self.list(), done)
    }

    /// The number of commands.
    pub fn count(&self) -> usize {
        self.list().len()
    }

    /// The command of a number, unless it is complete.
    pub fn get(&self, number: u64) -> Option<Arc<Command>> {
        let list = self.list();
        let index = number.checked_sub(list.front()?.number)?;
        list.get(usize::try_from(index).ok()?).map(|entry| Arc::clone(&entry.command))
    }

    /// The results of `choose`, oldest first.
    pub fn filter_map<T>(&self, choose: impl FnMut(&Entry) -> Option<T>) -> Vec<T> {
        self.list().iter().filter_map(choose).collect()
    }

    /// The next step towards completing all commands up to a number.
    fn next(&self, up_to: u64) -> Next {
        let mut list = self.list();
        let completing = self.completing.load(Ordering::Acquire);
        // A thread that completes a command may get here, if the program waits where it should not:
        // completing out of order is better than a deadlock.
        if completing != 0 && completing != this_thread() {
            return Next::Busy;
        }
        let Some(front) = list.front().filter(|front| front.number <= up_to) else {
            return Next::Nothing;
        };
        if !front.command.ends_alone() {
            let mut before = SmallVec::new();
            front.command.add_linked(&mut before);
            if !before.is_empty() {
                return Next::After(before);
            }
        }
        let Some(entry) = list.pop_front() else { return Next::Nothing };
        self.completing.store(this_thread(), Ordering::Relaxed);
        Next::Complete(entry, completing)
    }
}

/// How many commands of a list are done, if those up to that number are.
fn finished(list: &VecDeque<Entry>, done: u64) -> u64 {
    list.front().map_or(0, |first| (done + 1).saturating_sub(first.number))
}

/// The stream and the number of a command in the driver.
pub fn place(command: &Command) -> Option<(&'static Stream, u64)> {
    command.event()?.number_in()
}

/// Completes the commands of a stream up to a number, which are done, successfully or not.
pub fn settle(stream: &'static Stream, up_to: u64) {
    loop {
        match stream.open.next(up_to) {
            Next::Nothing => return,
            Next::Busy => std::thread::yield_now(),
            Next::After(before) => {
                // Only streams wait for each other here, so this terminates. A command without a place is
                // about to be complete.
                let places = before.iter().filter_map(|command| place(command));
                places.for_each(|(stream, number)| settle(stream, number));
            }
            Next::Complete(entry, outer) => {
                complete(stream, entry);
                stream.open.completing.store(outer, Ordering::Release);
            }
        }
    }
}

/// Completes the commands returned by [`Open::exchange`].
pub fn complete_taken(stream: &'static Stream, taken: Taken) {
    if taken.is_empty() {
        return;
    }
    COMPLETES.set(true);
    taken.into_iter().for_each(|entry| complete(stream, entry));
    stream.open.completing.store(0, Ordering::Release);
    COMPLETES.set(false);
}

/// Completes all commands that are known to be done and that a submitting thread may complete.
pub fn complete_easy(stream: &'static Stream) {
    loop {
        let taken = stream.open.take_easy(&mut stream.open.list(), 2, stream.done());
        if taken.is_empty() {
            return;
        }
        complete_taken(stream, taken);
    }
}

/// Completes a command that is done; commands that become ready go to their devices.
fn complete(stream: &'static Stream, entry: Entry) {
    let Entry { number, command, prints, times, staging } = entry;
    let result = stream.outcome(number);
    if result.is_ok() && !prints && times.is_none() && command.ends_unseen() {
        return;
    }
    if prints {
        stream.flush_output();
    }
    if let Some(times) = times.filter(|_| result.is_ok())
        && let Some((start, end)) = stream.times(&times)
    {
        command.set_running();
        command.set_times(start, end);
    }
    drop(staging);
    if let Some(next) = command.complete(result) {
        next.hand_over();
    }
}
