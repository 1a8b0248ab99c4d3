//! The stream of events, from the threads that record them to the listeners.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::event::{Event, Heard};
use crate::backend::signals;
use crate::core::process::{self, OwnThread};

/// Receives all events from some time on.
pub trait Listener: Send {
    /// Receives some events; only those of one thread are in order. It must not call the runtime.
    fn hear(&mut self, events: &[Heard]);

    /// Called in a new child of `fork`: events so far belong to the parent.
    fn forked(&mut self) {}

    /// The program ends.
    fn end(&mut self) {}
}

/// The number of events that a thread keeps.
const CAPACITY: usize = 1 << 12;
/// The longest time that events stay in a thread's list.
const INTERVAL: Duration = Duration::from_millis(100);

/// Whether there is a listener.
static ON: AtomicBool = AtomicBool::new(false);

type Listeners = Vec<(u64, Box<dyn Listener>)>;
/// Held while listeners are called. A recording thread may hold any other lock of the runtime.
static LISTENERS: Mutex<Listeners> = Mutex::new(Vec::new());
/// The lists of all threads.
static LISTS: Mutex<Vec<Arc<List>>> = Mutex::new(Vec::new());
/// The generation ([`process::generation`]) that has a thread which passes events on, plus one.
static THREAD_OF: AtomicU32 = AtomicU32::new(0);

/// Events of a thread that listeners have not received.
struct List {
    thread: u32,
    generation: u32,
    events: Mutex<Vec<Event>>,
}

thread_local! {
    static OWN: RefCell<Option<Arc<List>>> = const { RefCell::new(None) };
}

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    process::lock(mutex)
}

/// Whether there is a listener.
#[inline]
#[must_use]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Records an event of the calling thread.
#[cold]
pub fn record(event: Event) {
    if !is_on() {
        return;
    }
    // A thread whose storage is destroyed is about to end.
    let full = OWN.try_with(|own| {
        let mut own = own.try_borrow_mut().ok()?;
        let list = match &mut *own {
            Some(list) if list.generation == process::generation() => list,
            slot => slot.insert(enter()),
        };
        let mut events = list.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.push(event);
        Some(events.len() >= CAPACITY)
    });
    if full == Ok(Some(true)) {
        drain();
    }
}

/// Makes the list of a thread.
fn enter() -> Arc<List> {
    let thread = rustix::thread::gettid().as_raw_nonzero().get().cast_unsigned();
    let generation = process::generation();
    let name = std::fs::read_to_string(format!("/proc/self/task/{thread}/comm"));
    let name = match name.as_deref() {
        _ if thread == std::process::id() => "main",
        Ok(name) => name.trim(),
        Err(_) => "thread",
    };
    let name = name.into();
    let mut events = Vec::with_capacity(CAPACITY);
    events.push(Event::Thread { name });
    let list = Arc::new(List { thread, generation, events: Mutex::new(events) });
    locked(&LISTS).push(Arc::clone(&list));
    if THREAD_OF.swap(generation + 1, Ordering::Relaxed) != generation + 1 {
        // Without the thread, lists are passed on when they are full and when the program ends.
        let thread = std::thread::Builder::new().name("scythe-trace".into());
        let work = move || {
            let _own = OwnThread::enter();
            while is_on() {
                std::thread::sleep(INTERVAL);
                drain();
            }
            let _ =
                THREAD_OF.compare_exchange(generation + 1, 0, Ordering::Relaxed, Ordering::Relaxed);
        };
        let _ = signals::blocked(|| thread.spawn(work));
    }
    list
}

/// Passes all events so far to the listeners.
pub fn drain() {
    hand_on(&mut locked(&LISTENERS));
}

fn hand_on(listeners: &mut Listeners) {
    let lists = locked(&LISTS).clone();
    let mut heard = Vec::new();
    for list in &lists {
        let mut events = list.events.lock().unwrap_or_else(PoisonError::into_inner);
        heard.extend(events.drain(..).map(|event| Heard { thread: list.thread, event }));
    }
    drop(lists);
    if !heard.is_empty() {
        listeners.iter_mut().for_each(|(_, listener)| listener.hear(&heard));
    }
    // The lists of threads that have ended.
    let is_done = |list: &Arc<List>| {
        Arc::strong_count(list) == 1
            && list.events.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    };
    locked(&LISTS).retain(|list| !is_done(list));
}

/// A registered listener, until this is dropped.
#[must_use]
pub struct Listening(u64);

impl Listening {
    /// Keeps it registered until the end of the program.
    pub fn forever(self) {
        std::mem::forget(self);
    }
}

/// Registers a listener.
pub fn listen(listener: Box<dyn Listener>) -> Listening {
    static NUMBERS: AtomicU64 = AtomicU64::new(0);
    let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
    let mut listeners = locked(&LISTENERS);
    // Earlier events are not for this listener.
    hand_on(&mut listeners);
    listeners.push((number, listener));
    ON.store(true, Ordering::Relaxed);
    Listening(number)
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut listeners = locked(&LISTENERS);
        hand_on(&mut listeners);
        if let Some(place) = listeners.iter().position(|(number, _)| *number == self.0) {
            let (_, mut listener) = listeners.remove(place);
            listener.end();
        }
        ON.store(!listeners.is_empty(), Ordering::Relaxed);
    }
}

/// Passes the remaining events on at the end of the program.
pub fn end() {
    let mut listeners = locked(&LISTENERS);
    hand_on(&mut listeners);
    ON.store(false, Ordering::Relaxed);
    listeners.drain(..).for_each(|(_, mut listener)| listener.end());
}

/// The locks, held around `fork`.
pub struct StreamLock {
    listeners: MutexGuard<'static, Listeners>,
    lists: MutexGuard<'static, Vec<Arc<List>>>,
}

impl StreamLock {
    /// Takes them; waits for that until a point in time.
    #[must_use]
    pub fn lock_until(end: Instant) -> Option<Self> {
        let listeners = process::lock_until(&LISTENERS, end)?;
        Some(Self { listeners, lists: process::lock_until(&LISTS, end)? })
    }

    /// Drops what threads of the parent recorded. Their lists may be locked for ever.
    pub fn begin_anew(&mut self) {
        std::mem::forget(std::mem::take(&mut *self.lists));
        self.listeners.iter_mut().for_each(|(_, listener)| listener.forked());
    }
}
