//! The progress of the work-items that a thread runs: started, at a barrier, ended.

use std::cell::Cell as Slot;
use std::sync::atomic::{AtomicU64, Ordering};

use scythe_image::checks::{Site, point};
use scythe_image::{Kernel, ScheduleInfo};

use super::access::{LocalMemory, Pending};
use super::host;
use super::races::Accessor;
use super::regions;
use super::report::{self, Ids, Problem};
use super::shadow::word;
use crate::backend::cpu::AddressSpace;
use crate::settings;

/// The state of the running work-item in compiled code. The loops over work-items write it.
#[repr(C)]
#[derive(Debug)]
pub struct WorkItem {
    /// Its local id, the contiguous dimension first.
    pub local_id: [u64; 3],
}

/// The state of the running work-group in compiled code.
#[repr(C)]
#[derive(Debug)]
pub struct WorkGroup {
    /// Its id, the contiguous dimension first.
    pub id: [u64; 3],
    /// How many there are.
    pub count: [u64; 3],
    /// Its local memory.
    pub local: *mut u8,
    /// The thread's [`Thread`]; null before the first work-item has started.
    pub thread: *mut Thread,
}

/// The progress of one work-item.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// The number of work-group barriers it has passed.
    phase: u64,
    /// The number of sub-group barriers it has passed since then.
    sub: u64,
    /// The number of barriers it has reached, and the last one.
    arrivals: u64,
    at: *const Site,
    is_over: bool,
    /// It has acquired what others of its work-group have released since the last barrier.
    acquired: bool,
}

const AT_START: Progress = Progress {
    phase: 0,
    sub: 0,
    arrivals: 0,
    at: std::ptr::null(),
    is_over: false,
    acquired: false,
};

/// A thread that runs checked work-groups.
#[derive(Debug)]
pub struct Thread {
    /// The kernel that runs.
    pub kernel: Option<&'static Kernel>,
    /// The number of its launch, truncated to the bits of a cell.
    pub stamp: u64,
    /// The number of the running work-group; none before the first one.
    group: Option<u64>,
    /// The numbers of its work-items.
    pub first_item: u64,
    /// How many it has.
    pub items: u64,
    progress: Vec<Progress>,
    /// The phase that some work-item has begun.
    passed: u64,
    sub_group: u64,
    /// A work-item has acquired what other work-groups have released.
    acquired: bool,
    /// Local memory.
    pub local: LocalMemory,
    /// A write that may turn out not to change the value.
    pub pending: Option<Pending>,
    /// The running work-item: its local id, its number, and the accessor for its accesses.
    current: ([u64; 3], u64, Accessor),
    /// Whether data races are checked for.
    pub races: bool,
    /// The stack pointer when the kernel was entered.
    pub entered: usize,
}

thread_local! {
    static THREAD: Slot<*mut Thread> = const { Slot::new(std::ptr::null_mut()) };
}

/// The state of the calling thread, which lives as long as the process.
fn this_thread() -> *mut Thread {
    let known = THREAD.get();
    if !known.is_null() {
        return known;
    }
    let new = Box::leak(Box::new(Thread {
        kernel: None,
        stamp: 0,
        group: None,
        first_item: 0,
        items: 0,
        progress: Vec::new(),
        passed: 0,
        sub_group: 1,
        acquired: false,
        local: LocalMemory::default(),
        pending: None,
        current: ([u64::MAX; 3], 0, Accessor::default()),
        races: settings::check().races,
        entered: 0,
    }));
    THREAD.set(new);
    new
}

/// Calls `act` with the state of the calling thread.
pub fn with_thread<R>(act: impl FnOnce(&mut Thread) -> R) -> R {
    // SAFETY: only the thread itself uses it, and no reference is kept.
    act(unsafe { &mut *this_thread() })
}

/// The number of launches so far.
static LAUNCHES: AtomicU64 = AtomicU64::new(0);

/// A number for a launch that starts.
pub fn new_stamp(kernel: &'static Kernel) -> u64 {
    let number = LAUNCHES.fetch_add(1, Ordering::Relaxed);
    if number > 0 && number.is_multiple_of(word::MOST_STAMP) {
        // Numbers wrap around.
        regions::forget_accesses();
    }
    let stamp = number % word::MOST_STAMP + 1;
    host::launch_begins(stamp, kernel);
    stamp
}

/// The thread begins to run work-groups of a launch.
pub fn begin_span(kernel: &'static Kernel, stamp: u64) {
    with_thread(|thread| {
        thread.kernel = Some(kernel);
        thread.stamp = stamp;
        thread.group = None;
    });
}

/// The thread has run them.
pub fn end_span() {
    with_thread(|thread| thread.settle_pending());
}

fn linear(id: [u64; 3], size: [u64; 3]) -> u64 {
    id[0] + size[0] * (id[1] + size[1] * id[2])
}

/// The id for a linear number.
fn spread(number: u64, size: [u64; 3]) -> [u64; 3] {
    let [x, y, _] = size.map(|size| size.max(1));
    [number % x, number / x % y, number / x / y]
}

/// The position of a work-item, as compiled code describes it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The work-item.
    pub item: &'a WorkItem,
    /// The launch.
    pub info: &'a ScheduleInfo,
    /// The number of the work-group.
    pub group: [u64; 3],
    /// How many work-groups there are.
    pub groups: [u64; 3],
}

impl Place<'_> {
    /// Its number in its work-group.
    #[inline]
    pub fn local(&self) -> u64 {
        linear(self.item.local_id, self.info.local_size)
    }

    /// Its ids.
    pub fn ids(&self) -> Ids {
        self.ids_of(self.group, self.item.local_id)
    }

    fn ids_of(&self, group: [u64; 3], local: [u64; 3]) -> Ids {
        let info = self.info;
        let global = std::array::from_fn(|d| {
            info.global_offset[d] + group[d] * info.local_size[d] + local[d]
        });
        Ids { dimensions: info.work_dim as usize, global, local, group }
    }

    /// The ids of a work-item of the same work-group.
    pub fn ids_of_local(&self, local: u64) -> Ids {
        self.ids_of(self.group, spread(local, self.info.local_size))
    }

    /// The ids of a work-item of the same launch, by its number.
    pub fn ids_of_item(&self, item: u64) -> Ids {
        let size = self.info.local_size;
        let count = size.iter().product::<u64>().max(1);
        self.ids_of(spread(item / count, self.groups), spread(item % count, size))
    }
}

impl Thread {
    /// A work-item starts, reaches a barrier, or ends.
    pub fn reach(&mut self, what: u32, number: u32, site: &'static Site, place: Place<'_>) {
        self.settle_pending();
        let local = place.local() as usize;
        match what {
            point::START => self.start(place, local),
            point::FENCE => self.acquire(local),
            _ if local >= self.progress.len() => {}
            point::END => self.progress[local].is_over = true,
            point::BEFORE_GROUP => {
                let own = &mut self.progress[local];
                own.arrivals += 1;
                own.at = site;
            }
            point::BEHIND_GROUP => self.pass(local, site, place),
            point::BEHIND_SUB_GROUP => {
                self.sub_group = u64::from(number.max(1));
                let own = &mut self.progress[local];
                own.sub = (own.sub + 1).min(word::MOST_SUB);
                own.acquired = false;
            }
            _ => {}
        }
        self.set_current(place);
    }

    /// Records which work-item runs, and where it is.
    #[cold]
    fn set_current(&mut self, place: Place<'_>) {
        let local = place.local();
        self.current = (place.item.local_id, local, self.accessor(local));
    }

    /// The number of the running work-item in its work-group.
    #[inline]
    pub fn current(&mut self, place: Place<'_>) -> u64 {
        if self.current.0 != place.item.local_id {
            self.set_current(place);
        }
        self.current.1
    }

    /// The accessor for an access of the running work-item.
    #[inline]
    pub fn current_accessor(&self, atomic: bool, stamp: u64) -> Accessor {
        let mut accessor = self.current.2;
        accessor.word |= stamp << word::STAMP_SHIFT | if atomic { word::ATOMIC } else { 0 };
        accessor
    }

    fn start(&mut self, place: Place<'_>, local: usize) {
        let group = linear(place.group, place.groups);
        if self.group != Some(group) {
            self.group = Some(group);
            self.entered = AddressSpace::entered();
            self.items = place.info.local_size.iter().product();
            self.first_item = group.wrapping_mul(self.items);
            self.progress.clear();
            self.progress.resize(self.items as usize, AT_START);
            self.passed = 0;
            self.sub_group = 1;
            self.acquired = false;
            self.local.new_group();
        }
        if let Some(own) = self.progress.get_mut(local) {
            *own = AT_START;
        }
    }

    /// A work-item continues after a barrier. The first one to do so checks that all others have reached it.
    fn pass(&mut self, local: usize, site: &'static Site, place: Place<'_>) {
        let own = &mut self.progress[local];
        own.phase = (own.phase + 1).min(word::MOST_PHASE);
        own.sub = 0;
        own.acquired = false;
        let (phase, at, arrivals) = (own.phase, own.at, own.arrivals);
        if phase <= self.passed {
            return;
        }
        self.passed = phase;
        let elsewhere = |other: &Progress| {
            other.is_over || !std::ptr::eq(other.at, at) || other.arrivals != arrivals
        };
        if let Some(other) = self.progress.iter().position(elsewhere) {
            let progress = self.progress[other];
            // SAFETY: sites are part of the program.
            let waits_at = unsafe { progress.at.as_ref() }.filter(|_| !progress.is_over);
            report::report(
                Problem::DivergentBarrier { waits_at },
                site,
                (self.kernel, place.ids()),
                Some((place.ids_of_local(other as u64), None)),
            );
        }
    }

    /// From here on, a work-item has acquired what others have released.
    pub fn acquire(&mut self, local: usize) {
        self.acquired = true;
        if let Some(own) = self.progress.get_mut(local) {
            own.acquired = true;
        }
        self.current.2.acquired = (true, true);
    }

    /// The accessor for accesses of a work-item.
    fn accessor(&self, local: u64) -> Accessor {
        let own = self.progress.get(local as usize).copied().unwrap_or(AT_START);
        let word = (self.first_item + local) & word::ITEM
            | own.sub << word::SUB_SHIFT
            | own.phase << word::PHASE_SHIFT;
        Accessor {
            word,
            group: (self.first_item, self.items),
            sub_group: self.sub_group,
            acquired: (own.acquired, self.acquired),
        }
    }
}

/// The thread's state, for compiled code.
pub fn thread_for_code() -> *mut Thread {
    this_thread()
}
