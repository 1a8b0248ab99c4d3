//! Commands that the driver has, and how the runtime learns that they are done.
//!
//! A thread that waits for a command waits in the driver. A command that something else on the host waits for is
//! asked about again and again by the thread of this module, more slowly as time passes. All other commands are found
//! to be complete when one behind them is, or when that thread looks, every few milliseconds while there are any.
//! Without it, the threads that submit commands wait for them.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use super::clock::Times;
use super::context::Context;
use super::launch::Launch;
use super::streams::{STEP, Stream};
use crate::backend::ending;
use crate::backend::under_way::{self, UnderWay, finish};
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::process::OwnThread;
use crate::core::work::Work;

/// The shortest and the longest time between two looks at commands that nobody waits for.
const INTERVALS: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(20));
/// The longest time between two questions about a command that something waits for, and how long it is asked about
/// without a pause.
const EXPECTED: (Duration, Duration) = (Duration::from_micros(200), Duration::from_micros(100));
/// How long nothing may be under way before looks end.
const IDLE: Duration = Duration::from_millis(200);
/// How many commands in a row may be pending before a look ends.
const PENDING_IN_A_ROW: usize = 64;
/// How many commands are looked at together, and how many in a look.
const MOST_AT_ONCE: (usize, usize) = (128, 4 << 10);

/// When so many commands are under way, one after the other is not enough.
const MANY: usize = 8 * STEP as usize;

/// Memory of the host that the driver reads from while a command runs.
pub type Staging = Box<[u8]>;

/// What the driver knows a command by; the command's native event.
pub struct InDriver {
    /// The stream that it is in.
    pub stream: &'static Stream,
    /// Its number there.
    pub number: u64,
    times: Option<Times>,
    /// What the driver reads meanwhile.
    _staging: Option<Staging>,
    /// Whether the thread asks about it.
    expected: AtomicBool,
    /// Whether somebody completes the command.
    claimed: AtomicBool,
}

impl InDriver {
    /// A command that is in a stream.
    pub fn new(
        stream: &'static Stream,
        number: u64,
        times: Option<Times>,
        staging: Option<Staging>,
    ) -> Self {
        let (expected, claimed) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { stream, number, times, _staging: staging, expected, claimed }
    }

    fn context(&self) -> &'static Context {
        self.stream.context()
    }

    /// Whether the command is done, well or not.
    fn is_done(&self) -> bool {
        let context = self.context();
        if context.check().is_err() {
            return true;
        }
        let Some(_permit) = context.enter_to_clean_up() else { return true };
        match self.stream.poll(self.number) {
            Ok(done) => done,
            Err(failure) => {
                // Where the context is not lost with it, waiting says what is wrong.
                context.error(failure);
                true
            }
        }
    }

    /// Waits until the command is done, well or not, unless the program ends.
    pub fn wait_for_end(&self) {
        let _ = self.wait();
    }

    fn wait(&self) -> Result<(), RtError> {
        let context = self.context();
        if self.stream.has_passed(self.number) {
            return Ok(());
        }
        // The program ends, and all that drivers had is done.
        let Some(_permit) = ending::permit() else { return Ok(()) };
        context.check()?;
        context.make_current()?;
        let waited = self.stream.wait(self.number);
        waited.map_err(|failure| context.error(failure))
    }
}

impl under_way::InDriver for InDriver {
    fn claim(&self) -> bool {
        !self.claimed.swap(true, Ordering::AcqRel)
    }

    fn outcome(&self, command: &Command) -> Result<(), RtError> {
        let result = self.wait();
        if prints(command)
            && let Some(_permit) = self.context().enter_to_clean_up()
        {
            self.stream.flush_output();
        }
        command.set_running();
        if let Some(times) = self.times.as_ref().filter(|_| result.is_ok())
            && let Some(_permit) = self.context().enter_to_clean_up()
            && let Some((start, end)) = times.get()
        {
            command.set_times(start, end);
        }
        result
    }
}

/// The kernels of a device that are not known to be done, oldest first.
pub fn kernels_under_way(context: &Context) -> Vec<&'static str> {
    let name = |(command, known_as): &(Arc<Command>, Arc<InDriver>)| {
        let is_open = std::ptr::eq(known_as.context(), context)
            && !known_as.stream.has_passed(known_as.number);
        match &command.work {
            Work::Device(work) if is_open => work.downcast_ref::<Launch>().map(Launch::name),
            _ => None,
        }
    };
    UNDER_WAY.open(usize::MAX).0.iter().filter_map(name).collect()
}

/// What the driver knows a command by, if it has it.
fn in_driver(command: &Command) -> Option<Arc<InDriver>> {
    under_way::in_driver(command)
}

static UNDER_WAY: UnderWay<InDriver> = UnderWay::new();
/// Commands that something on the host waits for, and that the thread has not seen yet.
static ASKED_FOR: Mutex<Vec<Arc<Command>>> = Mutex::new(Vec::new());
static WAKE: Condvar = Condvar::new();
/// Whether the thread looks now and then; otherwise it sleeps until it is woken.
static LOOKING: AtomicBool = AtomicBool::new(false);

fn asked_for() -> MutexGuard<'static, Vec<Arc<Command>>> {
    ASKED_FOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is a thread that learns of ends; the first who asks starts it.
pub fn has_thread() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    *STARTED.get_or_init(|| {
        let started = std::thread::Builder::new().name("scythe-cuda".into()).spawn(work);
        if let Err(error) = &started {
            eprintln!(
                "scythe: warning: cannot start a thread for CUDA devices ({error}); the threads that submit \
                 commands wait for them"
            );
        }
        started.is_ok()
    })
}

thread_local! {
    /// Whether the thread completes commands that others submitted: those that it starts then do not lead to more of
    /// that, which would be a recursion.
    static COMPLETES: Cell<bool> = const { Cell::new(false) };
}

/// The driver has the command: it is found to be complete sooner or later. The thread completes some of those that are
/// done meanwhile.
pub fn add(command: Arc<Command>, known_as: Arc<InDriver>) {
    if COMPLETES.try_with(|completes| completes.replace(true)).unwrap_or(true) {
        UNDER_WAY.add(command, known_as);
        return keep_looking();
    }
    // Once in a while, the driver is asked what is done.
    let is_due = known_as.number.is_multiple_of(STEP);
    let asks = is_due.then(|| (Arc::clone(&command), Arc::clone(&known_as)));
    let (done, left) = UNDER_WAY.exchange(command, known_as, may_complete);
    keep_looking();
    for (command, known_as) in done {
        under_way::complete_taken(command, &*known_as);
    }
    if let Some((command, known_as)) = asks {
        look_back(&command, known_as.stream, left);
    }
    COMPLETES.set(false);
}

/// Wakes the thread that looks for ends, if it has stopped doing so.
fn keep_looking() {
    // The thread stops looking, then looks at the list: one of the two sees the other.
    fence(Ordering::SeqCst);
    if !LOOKING.load(Ordering::Relaxed) {
        let asked_for = asked_for();
        LOOKING.store(true, Ordering::Relaxed);
        drop(asked_for);
        WAKE.notify_one();
    }
}

/// Whether a thread that submits may complete a command. It may hold locks of the program: what calls the program, or
/// waits for the device, is left to others.
fn may_complete(command: &Command, known_as: &InDriver) -> bool {
    known_as.stream.has_passed(known_as.number) && is_easy(command)
}

fn is_easy(command: &Command) -> bool {
    !command.has_finish() && !prints(command)
}

/// Asks what is done in the stream of a command that was just submitted. Later submissions complete that, one by one,
/// unless there are too many commands under way: older ones may be in other streams, and not done.
fn look_back(command: &Arc<Command>, stream: &Stream, left: usize) {
    let Some(permit) = stream.context().enter_to_clean_up() else { return };
    let done = stream.look_back(command);
    drop(permit);
    if let Some(done) = done
        && left > MANY
        && let Some(known_as) = in_driver(&done)
    {
        let may = |command: &Command, _: &InDriver| is_easy(command) && !command.frees_memory();
        UNDER_WAY.settle_if(&done, known_as, may);
    }
}

/// Whether the command is a kernel that may print.
fn prints(command: &Command) -> bool {
    let Work::Device(work) = &command.work else { return false };
    work.downcast_ref::<Launch>().is_some_and(Launch::prints)
}

/// Something on the host waits for a command that the driver has.
pub fn expect(command: &Arc<Command>) {
    // A program may ask about an event again and again.
    if in_driver(command).is_some_and(|known_as| !known_as.expected.swap(true, Ordering::Relaxed)) {
        asked_for().push(Arc::clone(command));
        WAKE.notify_one();
    }
}

/// Waits for a command and completes it, where there is nobody to hear of its end. Returns what comes next.
pub fn wait_and_finish(command: &Arc<Command>, known_as: &InDriver) -> Option<Arc<Command>> {
    known_as.wait_for_end();
    finish(command, known_as)
}

/// Waits for the command, if the driver has it.
pub fn help(awaited: &Arc<Command>) -> bool {
    let Some(known_as) = in_driver(awaited).filter(|_| !ending::is_forked()) else { return false };
    known_as.wait_for_end();
    // Those before it are among the oldest, which are found without a search.
    let passed = |_: &Command, known_as: &InDriver| known_as.stream.has_passed(known_as.number);
    UNDER_WAY.complete_oldest(passed, || awaited.is_complete());
    UNDER_WAY.settle(awaited, known_as);
    true
}

/// What the thread does all its life.
fn work() {
    let _own = OwnThread::enter();
    let mut interval = INTERVALS.0;
    let mut busy = Instant::now();
    let mut expected = Vec::new();
    loop {
        let mut news = asked_for();
        if news.is_empty() && expected.is_empty() {
            if LOOKING.load(Ordering::Relaxed) && busy.elapsed() > IDLE {
                LOOKING.store(false, Ordering::Relaxed);
                fence(Ordering::SeqCst);
                if !UNDER_WAY.is_empty() {
                    LOOKING.store(true, Ordering::Relaxed);
                }
            }
            news = if LOOKING.load(Ordering::Relaxed) {
                WAKE.wait_timeout(news, interval).unwrap_or_else(PoisonError::into_inner).0
            } else {
                interval = INTERVALS.0;
                WAKE.wait(news).unwrap_or_else(PoisonError::into_inner)
            };
        }
        expected.append(&mut news);
        drop(news);
        if !expected.is_empty() {
            busy = Instant::now();
            settle_expected(&mut expected);
            continue;
        }
        let found = look();
        if found.any || found.left > 0 {
            busy = Instant::now();
        }
        interval = if found.any { INTERVALS.0 } else { (interval * 2).min(INTERVALS.1) };
    }
}

/// Asks about commands that something waits for until one of them is done, or there are more of them.
fn settle_expected(expected: &mut Vec<Arc<Command>>) {
    let start = Instant::now();
    let mut pause = Duration::from_micros(10);
    loop {
        let mut any = false;
        expected.retain(|command| {
            let Some(known_as) = in_driver(command) else { return false };
            let done = known_as.is_done();
            if done {
                any = true;
                UNDER_WAY.settle(command, known_as);
            }
            !done
        });
        if any || expected.is_empty() {
            return;
        }
        let waited = start.elapsed();
        if waited < EXPECTED.1 {
            std::thread::yield_now();
            continue;
        }
        let news = asked_for();
        if !news.is_empty() {
            return;
        }
        // Woken when more is asked for.
        drop(WAKE.wait_timeout(news, pause));
        pause = (pause * 2).min(EXPECTED.0);
    }
}

/// What a look found.
#[derive(Default)]
struct Found {
    /// Whether a command was complete.
    any: bool,
    /// How many are not.
    left: usize,
}

/// Looks for commands that are done, and nobody knows it.
fn look() -> Found {
    let mut found = Found::default();
    let (mut pending, mut looked) = (0, 0);
    // Streams that are not done with a command, and so with none behind it: the driver need not be asked again, which
    // would hold up who submits.
    let mut busy: SmallVec<[&'static Stream; 8]> = SmallVec::new();
    loop {
        let (open, left) = UNDER_WAY.open(MOST_AT_ONCE.0);
        found.left = left;
        let mut any = false;
        for (command, known_as) in open {
            looked += 1;
            if command.is_complete() {
                continue;
            }
            if ending::permit().is_none() {
                return found;
            }
            let stream = known_as.stream;
            let is_busy = busy.iter().any(|other| std::ptr::eq(*other, stream));
            if !is_busy && known_as.is_done() {
                any = true;
                pending = 0;
                UNDER_WAY.settle(&command, known_as);
            } else {
                if !is_busy {
                    busy.push(stream);
                }
                pending += 1;
                if pending == PENDING_IN_A_ROW {
                    break;
                }
            }
        }
        found.any |= any;
        if !any || pending == PENDING_IN_A_ROW || looked >= MOST_AT_ONCE.1 {
            return found;
        }
    }
}
