//! Reports of faults.

use std::collections::HashSet;
use std::ffi::CStr;
use std::fmt::{self, Write as _};
use std::io::{IsTerminal, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use scythe_image::Kernel;
use scythe_image::checks::{Site, object};

use super::origin::Origin;
use super::regions::{Owner, Region};
use crate::backend::Named;
use crate::backend::cpu::standard_output;
use crate::core::exit;
use crate::settings::{self, CheckMode};

/// The exit code of a program with reports.
const EXIT_CODE: i32 = 66;

/// After this many reports, further ones are only counted.
const MOST_REPORTS: usize = 100;

/// The ids of a work-item, the contiguous dimension first.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// 1 to 3.
    pub dimensions: usize,
    /// Its place in the index space.
    pub global: [u64; 3],
    /// Its place in its work-group.
    pub local: [u64; 3],
    /// The place of its work-group.
    pub group: [u64; 3],
}

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = |id: &[u64; 3]| {
            let numbers: Vec<String> =
                id[..self.dimensions.clamp(1, 3)].iter().rev().map(ToString::to_string).collect();
            numbers.join(",")
        };
        let (global, local, group) = (id(&self.global), id(&self.local), id(&self.group));
        write!(f, "work-item with global id [{global}], local id [{local}], group id [{group}]")
    }
}

/// An access beyond the bounds of some memory.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The memory.
    pub region: &'static Region,
    /// Whether it writes.
    pub write: bool,
    /// Its size.
    pub bytes: usize,
    /// Where it begins, from the start of the memory.
    pub offset: isize,
}

/// What is wrong.
#[derive(Clone, Copy, Debug)]
pub enum Problem {
    /// An access beyond the bounds of memory.
    Bounds(Bounds),
    /// An index beyond its bound.
    Index { what: u32, index: u64, bound: u64 },
    /// An access to memory that was freed.
    Freed { region: &'static Region, write: bool, bytes: usize, offset: usize },
    /// An access through null.
    Null { write: bool, bytes: usize, address: usize },
    /// A read of local memory that was never written.
    Uninitialized { bytes: usize, offset: usize, of: usize },
    /// Two accesses that are not ordered.
    Race {
        region: &'static Region,
        write: bool,
        atomic: bool,
        other_wrote: bool,
        other_atomic: bool,
        offset: usize,
        same_item: bool,
        same_group: bool,
    },
    /// A barrier that not all work-items of a group reach.
    DivergentBarrier { waits_at: Option<&'static Site> },
    /// The host waits for a command that waits for the host.
    Deadlock,
    /// The host accesses bytes that a kernel has written, without having waited for it.
    HostAccess {
        region: &'static Region,
        write: bool,
        bytes: usize,
        offset: usize,
        kernel_wrote: bool,
    },
}

fn verb(write: bool) -> &'static str {
    if write { "write" } else { "read" }
}

fn described(write: bool, atomic: bool) -> String {
    format!("{}{}", if atomic { "atomic " } else { "" }, verb(write))
}

impl Problem {
    /// A bit for each kind: reports about one place are distinguished by it.
    fn bit(&self) -> u32 {
        match self {
            Self::Bounds(_) | Self::Index { .. } => 1,
            Self::Freed { .. } => 2,
            Self::Null { .. } => 4,
            Self::Uninitialized { .. } => 8,
            Self::Race { .. } => 16,
            Self::DivergentBarrier { .. } => 32,
            Self::HostAccess { .. } => 64,
            Self::Deadlock => 128,
        }
    }

    fn title(&self) -> String {
        match *self {
            Self::Bounds(Bounds { region, write, bytes, .. }) => {
                let whose = match region.owner {
                    Owner::Usm(_) => "a USM allocation",
                    Owner::Buffer => "a buffer",
                    Owner::Local => "local memory",
                };
                format!("out of bounds: {} of {bytes} bytes outside of {whose}", verb(write))
            }
            Self::Index { what, .. } => format!(
                "out of bounds: {}",
                match what & object::KIND {
                    object::PRIVATE => "access outside of a private variable",
                    object::VARIABLE => "access outside of a variable",
                    object::LOCAL => "access outside of a variable in local memory",
                    object::ACCESSOR => "index of an accessor",
                    _ => "index of a local accessor",
                }
            ),
            Self::Freed { write, bytes, .. } => {
                format!("use after free: {} of {bytes} bytes", verb(write))
            }
            Self::Null { write, bytes, .. } => {
                format!("null pointer: {} of {bytes} bytes", verb(write))
            }
            Self::Uninitialized { bytes, .. } => {
                format!("uninitialised local memory: read of {bytes} bytes")
            }
            Self::Race { same_group, .. } => match same_group {
                true => "data race between work-items of a work-group".to_owned(),
                false => "data race between work-groups".to_owned(),
            },
            Self::DivergentBarrier { .. } => {
                "divergent barrier: not all work-items of the work-group reach it".to_owned()
            }
            Self::Deadlock => {
                "deadlock: waiting for a command that waits for a host accessor".to_owned()
            }
            Self::HostAccess { write, bytes, .. } => {
                format!("host {} of {bytes} bytes without waiting for a kernel", verb(write))
            }
        }
    }

    /// The lines about memory.
    fn details(&self, name: &str) -> String {
        let mut text = String::new();
        let mut line = |label: &str, what: &dyn fmt::Display| {
            let _ = writeln!(text, "  {label:<9}{what}");
        };
        let mut region_lines = |region: &Region, at: String| {
            line("memory", &format_args!("{} of {} bytes; {at}", region.owner, region.bytes));
            if let Some(made) = &region.made {
                line("made at", made);
            }
            if let Some(freed) = region.freed.get() {
                line("freed at", freed);
            }
        };
        match *self {
            Self::Bounds(Bounds { region, bytes, offset, .. }) => {
                let behind = offset.unsigned_abs().saturating_sub(region.bytes);
                let at = match offset {
                    ..0 => {
                        format!("the access is {} bytes before its start", offset.unsigned_abs())
                    }
                    _ if (offset as usize) < region.bytes => {
                        let over = offset as usize + bytes - region.bytes;
                        format!("the access is at byte {offset} and {over} bytes too long")
                    }
                    _ => format!("the access is {behind} bytes past its end"),
                };
                region_lines(region, at);
            }
            Self::Index { what, index, bound } => {
                let dimension = what >> object::DIMENSION_SHIFT & 0xff;
                let dimensions = what >> object::DIMENSIONS_SHIFT & 0xff;
                let index = index as i64;
                match what & object::KIND {
                    object::ACCESSOR | object::LOCAL_ACCESSOR => line(
                        "index",
                        &format_args!(
                            "{index} in dimension {dimension} of {dimensions}, where the range is {bound}"
                        ),
                    ),
                    _ if name.is_empty() => line(
                        "variable",
                        &format_args!("{bound} bytes; the access is at byte {index}"),
                    ),
                    _ => line(
                        "variable",
                        &format_args!("`{name}` of {bound} bytes; the access is at byte {index}"),
                    ),
                }
            }
            Self::Freed { region, offset, .. } => {
                region_lines(region, format!("the access is at byte {offset}"));
            }
            Self::Null { address, .. } => line("address", &format_args!("{address:#x}")),
            Self::Uninitialized { offset, of, .. } => {
                line(
                    "memory",
                    &format_args!("local memory of {of} bytes; the read is at byte {offset}"),
                );
            }
            Self::Race { region, offset, .. } | Self::HostAccess { region, offset, .. } => {
                region_lines(region, format!("the access is at byte {offset}"));
            }
            Self::DivergentBarrier { .. } | Self::Deadlock => {}
        }
        text
    }
}

/// A string of the program.
fn text_of(text: *const std::ffi::c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the compiler's strings end with NUL, and live as long as the program.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// A place in the program, for messages.
struct PlaceOf<'a>(&'a Site);

impl fmt::Display for PlaceOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Site { file, line, column, .. } = self.0;
        if file.is_null() {
            return f.write_str("an unknown place");
        }
        write!(f, "{}:{line}:{column}", text_of(*file))
    }
}

/// The places that cells refer to by number.
static SITES: RwLock<Vec<&'static Site>> = RwLock::new(Vec::new());

/// The number of a place.
#[inline]
pub fn number_of(site: &'static Site) -> u32 {
    match site.number.load(Ordering::Relaxed) {
        0 => new_number(site),
        known => known,
    }
}

#[cold]
fn new_number(site: &'static Site) -> u32 {
    let mut sites = SITES.write().unwrap_or_else(PoisonError::into_inner);
    let known = site.number.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    sites.push(site);
    let number = u32::try_from(sites.len()).unwrap_or(u32::MAX);
    site.number.store(number, Ordering::Relaxed);
    number
}

/// The place with that number.
pub fn site_of(number: u32) -> Option<&'static Site> {
    let sites = SITES.read().unwrap_or_else(PoisonError::into_inner);
    sites.get((number as usize).wrapping_sub(1)).copied()
}

/// Reported kinds and places.
static REPORTED: Mutex<Option<HashSet<(u32, String)>>> = Mutex::new(None);
static REPORTS: AtomicUsize = AtomicUsize::new(0);
static REPEATED: AtomicUsize = AtomicUsize::new(0);

/// Reports a problem at a place, found in a work-item of a kernel; `other` is the second work-item involved,
/// and its place.
#[cold]
pub fn report(
    problem: Problem,
    site: &'static Site,
    (kernel, ids): (Option<&'static Kernel>, Ids),
    other: Option<(Ids, Option<&'static Site>)>,
) {
    let mut text = String::new();
    if let Some(kernel) = kernel {
        let _ = writeln!(text, "  kernel   {}", Named(kernel));
    }
    let _ = writeln!(text, "  place    {}", PlaceOf(site));
    let _ = writeln!(text, "  by       {ids}");
    if let Some((ids, place)) = other {
        let what = match problem {
            Problem::Race { other_wrote, other_atomic, .. } => described(other_wrote, other_atomic),
            _ => String::new(),
        };
        let place = place.map_or_else(String::new, |place| format!(" at {}", PlaceOf(place)));
        let line = match problem {
            Problem::DivergentBarrier { waits_at: Some(at) } => {
                format!("while the {ids} waits at {}", PlaceOf(at))
            }
            Problem::DivergentBarrier { waits_at: None } => format!("while the {ids} is done"),
            Problem::Race { write, atomic, same_item: true, .. } => {
                format!("{} after a {what}{place} by several work-items", described(write, atomic))
            }
            Problem::Race { write, atomic, .. } => {
                format!("{} after a {what}{place} by the {ids}", described(write, atomic))
            }
            _ => ids.to_string(),
        };
        let _ = writeln!(text, "  what     {line}");
    }
    publish(problem, site, &text);
}

/// Reports an index in host code, at the caller's place.
#[cold]
pub fn report_host_index(problem: Problem) {
    let place = Origin::here().to_string();
    let text = format!("  place    {place} on the host\n");
    print(problem, (&place, ""), &text);
}

/// Reports an access in host code, at the caller's place, to bytes that a kernel has accessed.
#[cold]
pub fn report_host_access(problem: Problem, kernel: Option<&'static Kernel>) {
    let place = Origin::here().to_string();
    let mut text = format!("  place    {place} on the host\n");
    if let (Some(kernel), Problem::HostAccess { kernel_wrote, .. }) = (kernel, problem) {
        let what = if kernel_wrote { "writes" } else { "reads" };
        let _ = writeln!(text, "  kernel   {} {what} there", Named(kernel));
    }
    print(problem, (&place, ""), &text);
}

/// Reports that the calling thread waits for itself: the kernel that it waits for, and where the host
/// accessor was made that the kernel waits for.
#[cold]
pub fn report_deadlock(kernel: Option<&'static Kernel>, made: Option<&str>) {
    let place = Origin::here().to_string();
    let mut text = format!("  place    {place} on the host\n");
    if let Some(kernel) = kernel {
        let _ = writeln!(text, "  kernel   {} is waited for", Named(kernel));
    }
    if let Some(made) = made {
        let _ = writeln!(text, "  accessor made at {made}");
    }
    print(Problem::Deadlock, (&place, ""), &text);
}

fn publish(problem: Problem, site: &'static Site, text: &str) {
    let bit = problem.bit();
    if site.reported.fetch_or(bit, Ordering::Relaxed) & bit != 0 {
        REPEATED.fetch_add(1, Ordering::Relaxed);
        return;
    }
    // Duplicated code has several records of one place.
    print(problem, (&PlaceOf(site).to_string(), &text_of(site.object)), text);
}

/// Prints a report about a place and a variable, once.
fn print(problem: Problem, (place, object): (&str, &str), text: &str) {
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = reported.get_or_insert_default().insert((problem.bit(), place.to_owned()));
    if !is_new || REPORTS.load(Ordering::Relaxed) >= MOST_REPORTS {
        REPEATED.fetch_add(1, Ordering::Relaxed);
        return;
    }
    REPORTS.fetch_add(1, Ordering::Relaxed);
    let (red, plain) =
        if std::io::stderr().is_terminal() { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    let title = problem.title();
    let details = problem.details(object);
    // The output so far often shows what led here.
    standard_output::flush();
    // A failure cannot be reported.
    let _ = write!(
        std::io::stderr().lock(),
        "scythe-check: {red}error:{plain} {title}\n{text}{details}\n"
    );
    if settings::check().mode == CheckMode::Abort {
        std::process::abort();
    }
}

/// Ends the program: it cannot continue safely.
pub fn give_up() -> ! {
    summarize();
    std::process::abort()
}

fn summarize() {
    let (reports, repeated) = (REPORTS.load(Ordering::Relaxed), REPEATED.load(Ordering::Relaxed));
    if reports == 0 {
        return;
    }
    let plural = if reports == 1 { "" } else { "s" };
    let more = match repeated {
        0 => String::new(),
        _ => format!("; they happened {repeated} more times"),
    };
    let _ = writeln!(std::io::stderr(), "scythe-check: {reports} error{plural} reported{more}");
}

unsafe extern "C" {
    /// Ends the process at once.
    safe fn _exit(code: i32) -> !;
}

extern "C" fn end() {
    summarize();
    if REPORTS.load(Ordering::Relaxed) > 0 && settings::check().mode == CheckMode::Report {
        standard_output::flush();
        _exit(EXIT_CODE);
    }
}

/// Prints the number of problems at the end of the program.
pub fn at_exit() {
    exit::call_at_exit(end);
}
