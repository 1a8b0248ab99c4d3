//! Streams, in which commands of a device run in order.
//!
//! An in-order queue of the program has a stream of its own. All other commands share a few: one that comes
//! after the last command of a stream goes there, others to an idle stream, or to each in turn; if commands
//! are short and the device keeps up with them, all go to one. Streams are created at their first use, reused
//! when a queue is destroyed, and never destroyed.
//!
//! The commands of a stream are numbered. An event that is recorded in it (a *mark*) means that all commands
//! up to a number are done, so that most commands need none: a mark is made when the host or another stream
//! waits for a command, and covers everything in the stream at that point. If that could be much more than
//! necessary, there is a mark before the next command ([`Stream::issue`]). And there is one every [`STEP`]
//! commands, by which the submitting thread learns what is done ([`Stream::look_back`]).

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use super::api::{Handle, Object};
use super::clock::Times;
use super::context::{Context, Event, too_late};
use super::error::Failure;
use super::open::{Entry, Open, Taken};
use crate::backend::NativeEvent;
use crate::backend::ending::{self, Finish};
use crate::core::command::Command;
#[allow(unused_imports, reason = "the documentation names it")]
use crate::core::command::Enqueued;
use crate::core::error::RtError;

/// Streams for commands of out-of-order queues.
const SHARED: usize = 4;
/// The number of commands between two queries by the submitting thread.
pub const STEP: u64 = 64;
/// Commands that take less than that are short.
const SHORT: Duration = Duration::from_micros(20);
/// The stream does not synchronise with the program's default stream (`CU_STREAM_NON_BLOCKING`).
const NON_BLOCKING: u32 = 1;

/// A stream.
pub struct Stream {
    context: &'static Context,
    stream: Handle,
    purpose: Purpose,
    state: Mutex<State>,
    /// The number of the last command; changed with the state locked.
    issued: AtomicU64,
    /// All commands up to this number are known to be done.
    done: AtomicU64,
    /// Whether commands are short.
    is_quick: AtomicBool,
    /// The number of the last command at the last call of [`Stream::is_fed`].
    seen: AtomicU64,
    /// The commands that are not complete.
    pub open: Open,
}

#[derive(Default)]
struct State {
    /// Marks that are not known to be passed, in the order in which they were recorded.
    marks: VecDeque<Mark>,
    pace: Pace,
}

/// The rate at which commands are submitted and completed.
#[derive(Default)]
struct Pace {
    /// The last evaluation: its time, and the number of the last finished command.
    judged: Option<(Instant, u64)>,
    /// Whether commands are short.
    short: bool,
}

impl Pace {
    /// Evaluates the rate, given the last finished command, and the longest time of a short command. If the
    /// device is behind, there may be no progress between two queries and much between the next two: so few
    /// commands are evaluated only after the time for many.
    fn look(&mut self, now: Instant, done: u64, short: Duration) {
        let Some((at, before)) = self.judged else {
            self.judged = Some((now, done));
            return;
        };
        let (time, count) = (now.duration_since(at), done - before);
        if count >= STEP / 2 || time >= short * STEP as u32 {
            self.short = time < short * u32::try_from(count).unwrap_or(u32::MAX);
            self.judged = Some((now, done));
        }
    }

    /// The stream is idle: the time until there is more work says nothing about commands.
    fn rest(&mut self) {
        self.judged = None;
    }
}

/// An event that is done when all commands up to a number are.
#[derive(Clone)]
struct Mark {
    number: u64,
    event: Arc<Event>,
}

/// A command that was put into a stream.
pub struct Issued {
    /// Commands that become ready by that: see [`Enqueued`].
    pub ready: Vec<Arc<Command>>,
    /// The command, if the host needs to learn of its completion.
    pub expected: Option<Arc<Command>>,
    /// Its number.
    pub number: u64,
    /// Whether the polling thread has to be woken.
    pub wakes: bool,
    /// Older ones, for the caller to complete.
    pub taken: Taken,
}

/// The purpose of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Independent commands.
    Shared,
    /// An in-order queue, or events.
    InOrder,
    /// The same for a stream of the program, which may use it itself, and destroy it.
    Adopted,
}

/// The result of a wait.
pub type Passed = Result<(), Failure>;

impl Stream {
    fn new(context: &'static Context, purpose: Purpose) -> Result<Self, RtError> {
        let mut stream = std::ptr::null_mut();
        // SAFETY: the context is current, as the caller has entered it; the output has space for the stream.
        unsafe { context.api.cuStreamCreate(&raw mut stream, NON_BLOCKING) }
            .map_err(|failure| context.error(failure))?;
        Ok(Self::over(context, Handle(stream), purpose))
    }

    fn over(context: &'static Context, stream: Handle, purpose: Purpose) -> Self {
        let [issued, done, seen] = Default::default();
        let (state, is_quick, open) = Default::default();
        Self { context, stream, purpose, state, issued, done, is_quick, seen, open }
    }

    fn is_shared(&self) -> bool {
        self.purpose == Purpose::Shared
    }

    /// The driver's stream.
    pub fn object(&self) -> Object {
        self.stream.0
    }

    /// Its context.
    pub fn context(&self) -> &'static Context {
        self.context
    }

    /// The number of the last command.
    pub fn issued(&self) -> u64 {
        self.issued.load(Ordering::Acquire)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enqueues a command with `body`, after the events of other streams. `is_polling`: whether finished
    /// commands are detected that nothing waits for.
    ///
    /// # Errors
    /// When the driver refuses.
    pub fn issue(
        &'static self,
        mut entry: Entry,
        after: &[Arc<Event>],
        body: impl FnOnce(&mut Entry, Object) -> Result<(), RtError>,
        is_polling: impl FnOnce() -> bool,
    ) -> Result<Issued, (RtError, Arc<Command>)> {
        let mut state = self.state();
        let issued = self.issued();
        let put = self.put(&mut state, issued, &mut entry, after, body);
        if let Err(error) = put {
            return Err((error, entry.command));
        }
        let number = issued + 1;
        entry.number = number;
        self.issued.store(number, Ordering::Release);
        let ((enqueued, wakes), taken) = self.open.exchange(entry, self.done(), |command| {
            // Before it can be completed.
            let enqueued = command.enqueued(NativeEvent::Numbered { list: self, number });
            let expected = enqueued.expected.then(|| Arc::clone(command));
            // The thread clears the flag, then reads the list: one of the two sees the other.
            ((enqueued.ready, expected), !is_polling())
        });
        drop(state);
        let (ready, expected) = enqueued;
        Ok(Issued { ready, expected, number, wakes, taken })
    }

    /// Enqueues a command in the driver.
    fn put(
        &self,
        state: &mut State,
        issued: u64,
        entry: &mut Entry,
        after: &[Arc<Event>],
        body: impl FnOnce(&mut Entry, Object) -> Result<(), RtError>,
    ) -> Result<(), RtError> {
        let _inside = ending::inside().ok_or_else(too_late)?;
        self.context.check()?;
        self.context.make_current()?;
        // A wait for the last command should not have to wait for this one, too; but if all are short, a mark
        // takes as long as some of them.
        let is_marked = state.marks.back().is_some_and(|mark| mark.number == issued);
        if !is_marked && !state.pace.short && self.done.load(Ordering::Relaxed) < issued {
            let last = self.open.get(issued);
            if last.is_some_and(|last| self.is_shared() || last.is_observed()) {
                self.mark(state)?;
            }
        }
        for event in after {
            // SAFETY: stream and event are live.
            unsafe { self.context.api.cuStreamWaitEvent(self.stream.0, event.object(), 0) }
                .map_err(|failure| self.context.error(failure))?;
        }
        body(entry, self.stream.0)
    }

    /// Queries which commands are done, and makes a mark after the last one for the next query.
    pub fn look_back(&self) {
        let mut state = self.state();
        while let Some(mark) = state.marks.front()
            && mark.event.is_done().is_ok_and(|done| done)
        {
            let reached = mark.number;
            self.pass(&mut state, reached);
        }
        // Independent commands are distributed to all these streams in turn.
        let short = if self.is_shared() { SHORT * SHARED as u32 } else { SHORT };
        state.pace.look(Instant::now(), self.done(), short);
        self.is_quick.store(state.pace.short, Ordering::Relaxed);
        // If that fails, waiting will fail, too.
        let _ = self.mark(&mut state);
    }

    fn mark(&self, state: &mut State) -> Result<Mark, RtError> {
        let event = self.context.event(false)?;
        event.record(self.stream.0)?;
        let mark = Mark { number: self.issued(), event: Arc::new(event) };
        state.marks.push_back(mark.clone());
        Ok(mark)
    }

    /// The first mark after a command, made if there is none.
    fn mark_behind(&self, state: &mut State, number: u64) -> Result<Mark, RtError> {
        let known = state.marks.iter().find(|mark| mark.number >= number).cloned();
        known.map_or_else(|| self.mark(state), Ok)
    }

    /// The last command that is known to be done, without a query.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Acquire)
    }

    /// Whether a command is known to be done, without a query.
    pub fn has_passed(&self, number: u64) -> bool {
        self.done() >= number
    }

    /// Whether the command is the last one.
    pub fn ends_with(&self, number: u64) -> bool {
        self.issued() == number
    }

    /// Whether a thread has submitted commands since the last call.
    pub fn is_fed(&self) -> bool {
        let issued = self.issued();
        self.seen.swap(issued, Ordering::Relaxed) != issued
    }

    /// Whether the device completes commands as fast as they are submitted: other streams would not be
    /// faster.
    fn keeps_up(&self) -> bool {
        self.is_quick.load(Ordering::Relaxed) && self.issued() - self.done() <= 2 * STEP
    }

    /// Whether all commands are known to be done.
    fn is_idle(&self) -> bool {
        self.has_passed(self.issued())
    }

    /// An event that another stream can wait for; none if the command is done.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn event_behind(&self, number: u64) -> Result<Option<Arc<Event>>, RtError> {
        if self.has_passed(number) {
            return Ok(None);
        }
        Ok(Some(self.mark_behind(&mut self.state(), number)?.event))
    }

    /// Records that all commands up to a number are done.
    fn pass(&self, state: &mut State, number: u64) {
        self.done.fetch_max(number, Ordering::AcqRel);
        while state.marks.front().is_some_and(|mark| mark.number <= number) {
            state.marks.pop_front();
        }
    }

    /// Waits until a command is done.
    ///
    /// # Errors
    /// When it failed, or a command before it.
    pub fn wait(&self, number: u64) -> Passed {
        if self.has_passed(number) {
            return Ok(());
        }
        let mut state = self.state();
        let known = state.marks.iter().find(|mark| mark.number >= number).cloned();
        let reached = match known {
            Some(mark) => {
                drop(state);
                mark.event.wait()?;
                mark.number
            }
            // Without a mark after it, this waits for everything: without an event, like CUDA programs.
            None => {
                let issued = self.issued();
                drop(state);
                // SAFETY: the stream is live.
                unsafe { self.context.api.cuStreamSynchronize(self.stream.0) }?;
                issued
            }
        };
        state = self.state();
        self.pass(&mut state, reached);
        if self.is_idle() {
            state.pace.rest();
        }
        Ok(())
    }

    /// Whether a command is done; makes sure that a later call can tell.
    ///
    /// # Errors
    /// When it failed, or a command before it.
    pub fn poll(&self, number: u64) -> Result<bool, Failure> {
        if self.has_passed(number) {
            return Ok(true);
        }
        // The thread with the lock may be waiting for the device (copies to pageable memory): nothing is
        // known then.
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(false),
        };
        while let Some(mark) = state.marks.front() {
            if !mark.event.is_done()? {
                break;
            }
            let reached = mark.number;
            self.pass(&mut state, reached);
        }
        if self.has_passed(number) {
            return Ok(true);
        }
        // Without a mark after it, there is nothing to query. If that fails, waiting will fail, too.
        let _ = self.mark_behind(&mut state, number);
        Ok(false)
    }

    /// How a finished command ended. A predecessor of a finished command is done, even if its own status does
    /// not say so yet.
    ///
    /// # Errors
    /// Those of the command.
    pub fn outcome(&self, number: u64) -> Result<(), RtError> {
        if self.has_passed(number) {
            return Ok(());
        }
        // The program ends: all commands in drivers are done.
        let Some(_permit) = ending::permit() else { return Ok(()) };
        self.context.check()?;
        self.context.make_current()?;
        self.wait(number).map_err(|failure| self.context.error(failure))
    }

    /// Whether a command is done, successfully or not.
    pub fn is_over(&self, number: u64) -> bool {
        if self.has_passed(number) || self.context.check().is_err() {
            return true;
        }
        let Some(_permit) = self.context.enter_to_clean_up() else { return true };
        match self.poll(number) {
            Ok(done) => done,
            Err(failure) => {
                // Unless it breaks the context, waiting reports the error.
                self.context.error(failure);
                true
            }
        }
    }

    /// When a finished command started and ended.
    pub fn times(&self, times: &Times) -> Option<(u64, u64)> {
        let _permit = self.context.enter_to_clean_up()?;
        times.get()
    }

    /// Output of kernels is written when a thread waits for the stream, but not when completion is detected
    /// otherwise.
    pub fn flush_output(&self) {
        let Some(_permit) = self.context.enter_to_clean_up() else { return };
        // SAFETY: the stream is live, and the context is current. Errors are detected elsewhere.
        let _ = unsafe { self.context.api.cuStreamSynchronize(self.stream.0) };
    }

    /// Waits for everything.
    fn finish(&self) {
        // Threads may still submit; the next submission sees that the program ends.
        let last = self.state().marks.back().cloned();
        if self.context.make_current().is_err() {
            return;
        }
        if self.purpose == Purpose::Adopted {
            // An adopted stream may be destroyed if all is done: only our own event can be waited for.
            let _ = last.map(|mark| mark.event.wait());
        } else {
            // SAFETY: the stream is live. A failure cannot be reported here.
            let _ = unsafe { self.context.api.cuStreamSynchronize(self.stream.0) };
        }
    }
}

/// The streams of all devices.
static ALL: Mutex<Vec<&'static Stream>> = Mutex::new(Vec::new());

/// The streams of all devices.
pub fn all() -> MutexGuard<'static, Vec<&'static Stream>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The streams of a device.
pub struct Streams {
    context: &'static Context,
    shared: [OnceLock<Result<&'static Stream, RtError>>; SHARED],
    /// The stream for clock events only.
    clock: OnceLock<Result<&'static Stream, RtError>>,
    /// The shared stream of the last independent command.
    last: AtomicUsize,
    lists: Mutex<Lists>,
}

#[derive(Default)]
struct Lists {
    /// All streams.
    all: Vec<&'static Stream>,
    /// Streams of destroyed in-order queues.
    spare: Vec<&'static Stream>,
}

/// The stream of an in-order queue.
pub struct InOrder {
    streams: Arc<Streams>,
    made: OnceLock<Result<&'static Stream, RtError>>,
}

impl InOrder {
    /// The stream, if it exists already.
    pub fn known(&self) -> Option<&'static Stream> {
        self.made.get()?.as_ref().ok().copied()
    }

    /// The stream.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn get(&self) -> Result<&'static Stream, RtError> {
        let made = self.made.get_or_init(|| {
            let spare = self.streams.lists().spare.pop();
            spare.map_or_else(|| self.streams.make(Purpose::InOrder), Ok)
        });
        made.clone()
    }
}

impl Drop for InOrder {
    fn drop(&mut self) {
        if let Some(Ok(stream)) = self.made.get()
            && stream.purpose == Purpose::InOrder
        {
            // Its commands may still run; later ones come after them, which does no harm.
            self.streams.lists().spare.push(stream);
        }
    }
}

impl Streams {
    /// The streams of a device.
    pub fn new(context: &'static Context) -> Self {
        let (last, lists) = (AtomicUsize::new(0), Mutex::default());
        Self { context, shared: Default::default(), clock: OnceLock::new(), last, lists }
    }

    /// The stream for clock events only.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn clock(self: &Arc<Self>) -> Result<&'static Stream, RtError> {
        self.clock.get_or_init(|| self.make(Purpose::InOrder)).clone()
    }

    /// A stream for copies that a thread of the runtime makes.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn for_copies(self: &Arc<Self>) -> Result<&'static Stream, RtError> {
        self.make(Purpose::InOrder)
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A stream for an in-order queue of the program.
    pub fn in_order(self: &Arc<Self>) -> InOrder {
        InOrder { streams: Arc::clone(self), made: OnceLock::new() }
    }

    /// The stream for a command of an out-of-order queue, which comes after those in `after`, if one suits it
    /// best; otherwise [`Streams::shared`] has one.
    pub fn known(
        &self,
        mut after: impl Iterator<Item = (&'static Stream, u64)>,
    ) -> Option<&'static Stream> {
        let follows =
            |(stream, number): &(&Stream, u64)| stream.is_shared() && stream.ends_with(*number);
        if let Some((stream, _)) = after.find(follows) {
            return Some(stream);
        }
        // Launching in another stream than the last one takes the driver longer.
        let last = self.shared[self.last.load(Ordering::Relaxed)].get()?;
        last.as_ref().ok().copied().filter(|stream| stream.keeps_up())
    }

    /// A stream for a command of an out-of-order queue: an idle one, or each in turn.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn shared(self: &Arc<Self>) -> Result<&'static Stream, RtError> {
        let last = self.last.load(Ordering::Relaxed);
        let idle = self.shared.iter().position(|slot| match slot.get() {
            Some(Ok(stream)) => stream.is_idle(),
            _ => true,
        });
        let next = idle.unwrap_or((last + 1) % self.shared.len());
        self.last.store(next, Ordering::Relaxed);
        self.shared[next].get_or_init(|| self.make(Purpose::Shared)).clone()
    }

    fn make(self: &Arc<Self>, purpose: Purpose) -> Result<&'static Stream, RtError> {
        Ok(self.enter(Stream::new(self.context, purpose)?))
    }

    /// A queue whose commands go to a stream of the program. Adopting the same stream again gives the same
    /// queue of commands.
    pub fn adopt(self: &Arc<Self>, stream: Handle) -> InOrder {
        let is_it =
            |known: &&&'static Stream| known.purpose == Purpose::Adopted && known.stream == stream;
        let known = self.lists().all.iter().find(is_it).copied();
        let made = known
            .unwrap_or_else(|| self.enter(Stream::over(self.context, stream, Purpose::Adopted)));
        InOrder { streams: Arc::clone(self), made: OnceLock::from(Ok(made)) }
    }

    fn enter(self: &Arc<Self>, stream: Stream) -> &'static Stream {
        let stream: &'static Stream = Box::leak(Box::new(stream));
        all().push(stream);
        let mut lists = self.lists();
        lists.all.push(stream);
        if lists.all.len() == 1 {
            drop(lists);
            ending::wait_for(Arc::<Self>::clone(self));
        }
        stream
    }
}

impl Finish for Streams {
    fn finish(&self) {
        let all = std::mem::take(&mut self.lists().all);
        all.iter().for_each(|stream| stream.finish());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_evaluated_by_progress() {
        let start = Instant::now();
        let after = |micros| start + Duration::from_micros(micros);
        let mut pace = Pace::default();
        pace.look(start, 0, SHORT);
        assert!(!pace.short, "nothing is known");
        pace.look(after(100), 32, SHORT);
        assert!(pace.short, "three microseconds each");
        pace.look(after(200), 32, SHORT);
        assert!(pace.short, "the device is behind, which says nothing yet");
        pace.look(after(300), 96, SHORT);
        assert!(pace.short, "it has caught up");
        pace.look(after(1700), 97, SHORT);
        assert!(!pace.short, "more than a millisecond for one");
        pace.look(after(3200), 128, SHORT);
        assert!(!pace.short, "fifty microseconds each");
        pace.look(after(3300), 160, SHORT);
        assert!(pace.short);
        pace.rest();
        pace.look(after(9000), 192, SHORT);
        assert!(pace.short, "the program was busy with something else");
    }
}
