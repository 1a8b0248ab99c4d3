//! The incomplete commands of a stream, oldest first. They are completed in that order, by the thread that learns
//! that they are done.
//!
//! One thread at a time completes a command of a stream, so that none is complete before those in front of it. What a
//! command comes after in other streams is completed first.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;

use super::clock::Times;
use super::streams::Stream;
use crate::core::command::Command;

/// Memory of the host that the driver reads from while a command runs.
pub type Staging = Box<[u8]>;

/// Where fewer than that are open, one is completed for each that comes; otherwise two.
const FEW: usize = 64;

/// A command in a stream.
pub struct Entry {
    /// Its number there. Those of a list have no gaps.
    pub number: u64,
    /// The command.
    pub command: Arc<Command>,
    /// Whether it is a kernel that may print.
    pub prints: bool,
    /// Its times, where they are wanted.
    pub times: Option<Box<Times>>,
    /// What the driver reads meanwhile.
    pub staging: Option<Staging>,
}

impl Entry {
    /// Whether a thread that submits may complete it. It may hold locks of the program: what calls the program, frees
    /// memory of a device or waits for it is left to others.
    fn is_easy(&self) -> bool {
        let command = &self.command;
        !self.prints && !command.has_finish() && (command.ends_alone() || command.is_next(false))
    }
}

/// The list of a stream.
#[derive(Default)]
pub struct Open {
    list: Mutex<VecDeque<Entry>>,
    /// The thread that completes a command which it took from the list, or zero. Set with the list locked.
    completing: AtomicUsize,
}

/// Commands that a thread took to complete them.
pub type Taken = SmallVec<[Entry; 2]>;

/// What there is to do next.
enum Next {
    /// Nothing.
    Nothing,
    /// To wait until another thread has completed a command.
    Busy,
    /// To complete others first.
    After(SmallVec<[Arc<Command>; 2]>),
    /// To complete a command; who was completing one before: no thread, or this one.
    Complete(Entry, usize),
}

thread_local! {
    /// Whether the thread completes commands that it found when it submitted one: those that it starts then do not
    /// lead to more of that, which would be a recursion.
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

    /// Enters a command after `before` is called, with the list locked, and takes a few of the oldest that may be
    /// completed by who submits, so that commands are freed as fast as they are made. The caller passes those to
    /// [`complete_taken`]. Returns how many are left, too.
    pub fn exchange<T>(
        &self,
        entry: Entry,
        done: u64,
        before: impl FnOnce(&Arc<Command>) -> T,
    ) -> (T, Taken, usize) {
        let mut list = self.list();
        let result = before(&entry.command);
        list.push_back(entry);
        let most = if list.len() < FEW { 1 } else { 2 };
        let taken = self.take_easy(&mut list, most, done);
        (result, taken, list.len())
    }

    /// Takes up to `most` that may be completed by who submits.
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

    /// Whether the oldest may be completed by who submits, or there is none.
    pub fn is_easy(&self) -> bool {
        self.list().front().is_none_or(Entry::is_easy)
    }

    /// The number of the oldest.
    pub fn first(&self) -> Option<u64> {
        self.list().front().map(|entry| entry.number)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list().len()
    }

    /// The command of a number, unless it is complete.
    pub fn get(&self, number: u64) -> Option<Arc<Command>> {
        let list = self.list();
        let index = number.checked_sub(list.front()?.number)?;
        list.get(usize::try_from(index).ok()?).map(|entry| Arc::clone(&entry.command))
    }

    /// Those for which `choose` has something to say, oldest first.
    pub fn filter_map<T>(&self, choose: impl FnMut(&Entry) -> Option<T>) -> Vec<T> {
        self.list().iter().filter_map(choose).collect()
    }

    /// What there is to do next to have all commands up to a number complete.
    fn next(&self, up_to: u64) -> Next {
        let mut list = self.list();
        let completing = self.completing.load(Ordering::Acquire);
        // A thread that completes a command may get here, if the program waits where it should not: better out of
        // order than never.
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

/// The stream and the number of a command that the driver has.
pub fn place(command: &Command) -> Option<(&'static Stream, u64)> {
    command.event()?.number_in()
}

/// Completes the commands of a stream up to a number, which are done, well or not.
pub fn settle(stream: &'static Stream, up_to: u64) {
    loop {
        match stream.open.next(up_to) {
            Next::Nothing => return,
            Next::Busy => std::thread::yield_now(),
            Next::After(before) => {
                // No more streams than there are wait for each other, so this ends. One that has no place any more is
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

/// Completes what [`Open::exchange`] gave away.
pub fn complete_taken(stream: &'static Stream, taken: Taken) {
    if taken.is_empty() {
        return;
    }
    COMPLETES.set(true);
    taken.into_iter().for_each(|entry| complete(stream, entry));
    stream.open.completing.store(0, Ordering::Release);
    COMPLETES.set(false);
}

/// Completes all that are known to be done, as far as a thread that submits may.
pub fn complete_easy(stream: &'static Stream) {
    loop {
        let taken = stream.open.take_easy(&mut stream.open.list(), 2, stream.done());
        if taken.is_empty() {
            return;
        }
        complete_taken(stream, taken);
    }
}

/// Completes a command that is done; what comes next goes to its device.
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
