//! Accesses of host code to USM while kernels may still be running.
//!
//! A launch counts as waited for once the host has waited for anything, or queried a status, after it was
//! over: that is more than SYCL promises, so there are no false reports. Host code that accesses memory while
//! commands are pending lets them run first, so that reports do not depend on timing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use scythe_image::Kernel;
use scythe_image::checks::access;

use super::origin::Origin;
use super::regions::{self, Found, Owner, Region};
use super::report::{self, Problem};
use super::shadow::{GRANULE, word};
use crate::core::command::Command;

/// Not zero while host code should report its accesses; host code reads it itself.
#[unsafe(export_name = "scythe_check_wanted")]
pub static WANTED: AtomicU32 = AtomicU32::new(0);

/// Commands that are submitted and not complete.
static PENDING: AtomicUsize = AtomicUsize::new(0);
/// How many were submitted, and up to which one the host has let commands run in vain.
static SUBMITTED: AtomicUsize = AtomicUsize::new(0);
static IN_VAIN: AtomicUsize = AtomicUsize::new(0);

/// The longest that host code lets commands run.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// Launches by their numbers.
const LAUNCHES: usize = word::MOST_STAMP as usize + 1;
static STATES: [AtomicU8; LAUNCHES] = [const { AtomicU8::new(KNOWN) }; LAUNCHES];
static KERNELS: [AtomicPtr<Kernel>; LAUNCHES] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; LAUNCHES];
/// How many launches the host does not know to be over.
static UNKNOWN: AtomicUsize = AtomicUsize::new(0);

/// The host knows that it is over.
const KNOWN: u8 = 0;
const RUNS: u8 = 1;
/// It is over, but the host does not know it.
const OVER: u8 = 2;

fn update() {
    let wanted = PENDING.load(Ordering::Relaxed) + UNKNOWN.load(Ordering::Relaxed) > 0;
    WANTED.store(u32::from(wanted), Ordering::Relaxed);
}

/// A command was submitted.
pub fn submitted() {
    PENDING.fetch_add(1, Ordering::Relaxed);
    SUBMITTED.fetch_add(1, Ordering::Relaxed);
    update();
}

/// A command is complete.
pub fn ended() {
    let _ = PENDING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
    update();
}

/// A launch begins.
pub fn launch_begins(stamp: u64, kernel: &'static Kernel) {
    let at = stamp as usize % LAUNCHES;
    KERNELS[at].store(std::ptr::from_ref(kernel).cast_mut(), Ordering::Relaxed);
    if STATES[at].swap(RUNS, Ordering::Relaxed) == KNOWN {
        UNKNOWN.fetch_add(1, Ordering::Relaxed);
    }
    update();
}

/// A launch is over.
pub fn launch_ends(stamp: u64) {
    STATES[stamp as usize % LAUNCHES].store(OVER, Ordering::Release);
}

/// The host has waited or queried: it may know of everything that is over.
pub fn host_waited() {
    if !super::is_on() || UNKNOWN.load(Ordering::Relaxed) == 0 {
        return;
    }
    for state in &STATES {
        if state.compare_exchange(OVER, KNOWN, Ordering::Acquire, Ordering::Relaxed).is_ok() {
            UNKNOWN.fetch_sub(1, Ordering::Relaxed);
        }
    }
    update();
}

/// Lets pending commands run; returns whether none is left.
pub fn let_commands_run() -> bool {
    let submitted = SUBMITTED.load(Ordering::Relaxed);
    let start = Instant::now();
    while PENDING.load(Ordering::Relaxed) > 0 {
        if IN_VAIN.load(Ordering::Relaxed) == submitted {
            return false;
        }
        if start.elapsed() > LONGEST_WAIT {
            IN_VAIN.store(submitted, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_micros(50));
    }
    true
}

/// Whether the host does not know that a launch is over.
pub fn is_unknown(stamp: u64) -> bool {
    STATES[stamp as usize % LAUNCHES].load(Ordering::Acquire) != KNOWN
}

/// The launch that has accessed some bytes of a region and that the host does not know to be over, with the
/// access.
fn unknown_launch(region: &Region, at: usize, bytes: usize, write: bool) -> Option<(usize, bool)> {
    if let Some(found) = region.spans.unknown_launch(at, at + bytes - 1, write) {
        return Some(found);
    }
    let cells = region.shadow.cells(region.bytes)?;
    let first = region.start & !(GRANULE - 1);
    let unknown = |word: u64| {
        let stamp = (word >> word::STAMP_SHIFT) as usize;
        is_unknown(stamp as u64).then_some(stamp)
    };
    // Looking at a few granules is enough.
    for granule in ((at - first) / GRANULE..=(at + bytes - 1 - first) / GRANULE).take(64) {
        // SAFETY: there is a cell for each granule of the region.
        let cell = unsafe { &*cells.add(granule) };
        if let Some(stamp) = unknown(cell.write.load(Ordering::Relaxed)) {
            return Some((stamp, true));
        }
        if write && let Some(stamp) = unknown(cell.read.load(Ordering::Relaxed)) {
            return Some((stamp, false));
        }
    }
    None
}

/// The places where live host accessors were made, by the address of their commands.
static HELD: Mutex<BTreeMap<usize, Origin>> = Mutex::new(BTreeMap::new());

fn held() -> MutexGuard<'static, BTreeMap<usize, Origin>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A host accessor was made.
pub fn hold(gate: &Arc<Command>) {
    if super::is_on() {
        held().insert(Arc::as_ptr(gate).addr(), Origin::here());
    }
}

/// A host accessor was destroyed.
pub fn let_go(gate: &Arc<Command>) {
    if super::is_on() {
        held().remove(&Arc::as_ptr(gate).addr());
    }
}

/// Reports that the program waits for a command that waits for a host accessor which nothing can destroy
/// meanwhile.
pub fn report_deadlock(awaited: &Arc<Command>, gate: &Arc<Command>) {
    if super::is_on() {
        let made = held().get(&Arc::as_ptr(gate).addr()).map(ToString::to_string);
        report::report_deadlock(awaited.kernel(), made.as_deref());
    }
}

/// Checks an access of host code.
pub fn access(address: usize, bytes: usize, flags: u32) {
    // Host tasks come after their dependencies, and kernels have checks of their own.
    if bytes == 0 || !super::is_on() || Command::is_inside_any() {
        return;
    }
    let Found::Inside(region) = regions::find(address) else { return };
    if !matches!(region.owner, Owner::Usm(_)) || !region.holds(address, bytes) {
        return;
    }
    let_commands_run();
    let write = flags & access::WRITE != 0;
    let Some((stamp, wrote)) = unknown_launch(region, address, bytes, write) else { return };
    let kernel = KERNELS[stamp % LAUNCHES].load(Ordering::Relaxed);
    // SAFETY: records of kernels live as long as the program.
    let kernel = unsafe { kernel.as_ref() };
    let problem = Problem::HostAccess {
        region,
        write,
        bytes,
        offset: address - region.start,
        kernel_wrote: wrote,
    };
    report::report_host_access(problem, kernel);
}
