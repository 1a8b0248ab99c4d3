//! Where the work-items are that a thread runs: which have started, met others, ended.

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

/// What the loops over work-items keep of the one that runs.
#[repr(C)]
#[derive(Debug)]
pub struct WorkItem {
    /// Its place in its work-group, the contiguous dimension first.
    pub local_id: [u64; 3],
}

/// What compiled code keeps of the work-group that runs.
#[repr(C)]
#[derive(Debug)]
pub struct WorkGroup {
    /// Its place, the contiguous dimension first.
    pub id: [u64; 3],
    /// How many there are.
    pub count: [u64; 3],
    /// Its local memory.
    pub local: *mut u8,
    /// The thread's [`Thread`]; null before the first work-item has started.
    pub thread: *mut Thread,
}

/// Where one work-item is.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// How often it has met its work-group.
    phase: u64,
    /// How often it has met its sub-group since.
    sub: u64,
    /// How often it has come to a place where work-groups meet, and the last one.
    arrivals: u64,
    at: *const Site,
    is_over: bool,
    /// It may know what others of its work-group have written since they last met.
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
    /// The number of its launch, as far as cells have room.
    pub stamp: u64,
    /// The work-group that runs: its number, which nobody has before the first one.
    group: Option<u64>,
    /// The numbers of its work-items.
    pub first_item: u64,
    /// How many it has.
    pub items: u64,
    progress: Vec<Progress>,
    /// The phase that some work-item has begun.
    passed: u64,
    sub_group: u64,
    /// A work-item may know what other work-groups have written.
    acquired: bool,
    /// Local memory.
    pub local: LocalMemory,
    /// A write that may turn out to change nothing.
    pub pending: Option<Pending>,
    /// The work-item that runs: its local id and its number, and what its accesses are compared as.
    current: ([u64; 3], u64, Accessor),
    /// Whether data races are looked for.
    pub races: bool,
    /// Where the stack stood when the kernel was entered.
    pub entered: usize,
}

thread_local! {
    static THREAD: Slot<*mut Thread> = const { Slot::new(std::ptr::null_mut()) };
}

/// The calling thread's, which lives as long as the process.
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

/// Has `act` do something with the calling thread's.
pub fn with_thread<R>(act: impl FnOnce(&mut Thread) -> R) -> R {
    // SAFETY: only the thread itself uses it, and nobody keeps a reference.
    act(unsafe { &mut *this_thread() })
}

/// The number of the next launch.
static LAUNCHES: AtomicU64 = AtomicU64::new(0);

/// A number for a launch that starts.
pub fn new_stamp(kernel: &'static Kernel) -> u64 {
    let number = LAUNCHES.fetch_add(1, Ordering::Relaxed);
    if number > 0 && number.is_multiple_of(word::MOST_STAMP) {
        // Numbers are used again.
        regions::forget_accesses();
    }
    let stamp = number % word::MOST_STAMP + 1;
    host::launch_begins(stamp, kernel);
    stamp
}

/// The thread is about to run work-groups of a launch.
pub fn begin_span(kernel: &'static Kernel, stamp: u64) {
    with_thread(|thread| {
        thread.kernel = Some(kernel);
        thread.stamp = stamp;
        thread.group = None;
    });
}

/// It has.
pub fn end_span() {
    with_thread(|thread| thread.settle_pending());
}

fn linear(id: [u64; 3], size: [u64; 3]) -> u64 {
    id[0] + size[0] * (id[1] + size[1] * id[2])
}

/// The id of a number.
fn spread(number: u64, size: [u64; 3]) -> [u64; 3] {
    let [x, y, _] = size.map(|size| size.max(1));
    [number % x, number / x % y, number / x / y]
}

/// Where a work-item is, in the words of compiled code.
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
    /// A work-item comes to a place of interest.
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

    /// Notes which work-item runs, and where it is.
    #[cold]
    fn set_current(&mut self, place: Place<'_>) {
        let local = place.local();
        self.current = (place.item.local_id, local, self.accessor(local));
    }

    /// The number of the work-item that runs in its work-group.
    #[inline]
    pub fn current(&mut self, place: Place<'_>) -> u64 {
        if self.current.0 != place.item.local_id {
            self.set_current(place);
        }
        self.current.1
    }

    /// What an access of the work-item that runs is compared as.
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

    /// A work-item goes on behind a barrier. The first one that does finds all others in front of it.
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
            report::tell(
                Problem::DivergentBarrier { waits_at },
                site,
                (self.kernel, place.ids()),
                Some((place.ids_of_local(other as u64), None)),
            );
        }
    }

    /// From here on, a work-item may know what others have written.
    pub fn acquire(&mut self, local: usize) {
        self.acquired = true;
        if let Some(own) = self.progress.get_mut(local) {
            own.acquired = true;
        }
        self.current.2.acquired = (true, true);
    }

    /// What accesses of a work-item are compared as.
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
