//! The known memory: allocations, recently freed ones, and the bytes around them.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockWriteGuard};

use super::RED_ZONE;
use super::origin::Origin;
use super::proven::Spans;
use super::shadow::Shadow;
use crate::core::memory::Memory;
use crate::core::usm::Kind;

/// The kind of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A USM allocation.
    Usm(Kind),
    /// A buffer.
    Buffer,
    /// Local memory of a work-group.
    Local,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Usm(Kind::Host) => "USM host allocation",
            Self::Usm(Kind::Device) => "USM device allocation",
            Self::Usm(Kind::Shared) => "USM shared allocation",
            Self::Buffer => "buffer",
            Self::Local => "local memory",
        })
    }
}

/// Some memory. Regions are never freed: places in code cache pointers to them.
#[derive(Debug)]
pub struct Region {
    /// Its first byte.
    pub start: usize,
    /// Its size; 0 after it is freed.
    pub length: AtomicUsize,
    /// Its size, for messages.
    pub bytes: usize,
    /// Its kind.
    pub owner: Owner,
    /// Where it was allocated.
    pub made: Option<Arc<Origin>>,
    /// Where it was freed.
    pub freed: OnceLock<Origin>,
    /// The last accesses to it.
    pub shadow: Shadow,
    /// The accesses to it without checks.
    pub spans: Spans,
}

impl Region {
    /// Whether it contains all of some bytes.
    #[inline]
    pub fn holds(&self, address: usize, bytes: usize) -> bool {
        let length = self.length.load(Ordering::Relaxed);
        let at = address.wrapping_sub(self.start);
        at < length && bytes <= length - at
    }

    /// Whether it was freed.
    pub fn is_freed(&self) -> bool {
        self.freed.get().is_some()
    }

    fn end(&self) -> usize {
        self.start + self.bytes
    }
}

type Map = BTreeMap<usize, &'static Region>;

static REGIONS: RwLock<Map> = RwLock::new(BTreeMap::new());

/// Freed memory, which is not allocated again for a while.
static QUARANTINE: Mutex<(VecDeque<(&'static Region, Memory)>, usize)> =
    Mutex::new((VecDeque::new(), 0));

/// The most bytes that are kept there.
const QUARANTINED: usize = 256 << 20;

fn map() -> RwLockWriteGuard<'static, Map> {
    REGIONS.write().unwrap_or_else(PoisonError::into_inner)
}

/// Registers memory.
pub fn add(owner: Owner, start: usize, bytes: usize, made: Option<Arc<Origin>>) -> &'static Region {
    let region: &'static Region = Box::leak(Box::new(Region {
        start,
        length: AtomicUsize::new(bytes),
        bytes,
        owner,
        made,
        freed: OnceLock::new(),
        shadow: Shadow::new(),
        spans: Spans::new(),
    }));
    let mut map = map();
    // The previous regions there are gone. Buffers may lie inside other memory, which stays.
    let usm = matches!(owner, Owner::Usm(_));
    let over = map.range(..start + bytes.max(1)).rev().take_while(|(_, r)| r.end() > start);
    let gone: Vec<usize> = over
        .filter(|(_, r)| usm || r.start == start || r.is_freed())
        .map(|(&start, _)| start)
        .collect();
    for start in gone {
        if let Some(old) = map.remove(&start)
            && (old.is_freed() || usm)
        {
            old.length.store(0, Ordering::Relaxed);
        }
    }
    map.insert(start, region);
    region
}

/// Unregisters memory.
pub fn remove(region: &'static Region) {
    region.length.store(0, Ordering::Relaxed);
    let mut map = map();
    if map.get(&region.start).is_some_and(|known| std::ptr::eq(*known, region)) {
        map.remove(&region.start);
    }
    region.shadow.release();
}

/// Keeps freed memory in quarantine, so that uses after free are found.
pub fn quarantine(address: usize, memory: Memory) {
    let region = map().get(&address).copied();
    let Some(region) = region else { return };
    let _ = region.freed.set(Origin::here());
    region.length.store(0, Ordering::Relaxed);
    region.shadow.release();
    let mut gone = Vec::new();
    {
        let mut quarantine = QUARANTINE.lock().unwrap_or_else(PoisonError::into_inner);
        quarantine.0.push_back((region, memory));
        quarantine.1 += region.bytes;
        while quarantine.1 > QUARANTINED
            && let Some((region, memory)) = quarantine.0.pop_front()
        {
            quarantine.1 -= region.bytes;
            gone.push((region, memory));
        }
    }
    for (region, memory) in gone {
        remove(region);
        drop(memory);
    }
}

/// What an address points to.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// Live memory.
    Inside(&'static Region),
    /// The bytes around a region.
    Near(&'static Region),
    /// Memory that was freed.
    Freed(&'static Region),
    /// Unregistered memory.
    Unknown,
}

/// Looks an address up.
pub fn find(address: usize) -> Found {
    let map = REGIONS.read().unwrap_or_else(PoisonError::into_inner);
    let mut near = Found::Unknown;
    // Regions may be nested; few are.
    for (&start, &region) in map.range(..=address.saturating_add(RED_ZONE)).rev().take(8) {
        let inside = address.wrapping_sub(start) < region.bytes;
        match (inside, region.is_freed()) {
            (true, false) => return Found::Inside(region),
            (true, true) => near = Found::Freed(region),
            (false, false)
                if matches!(near, Found::Unknown)
                    && has_red_zone(region)
                    && address.wrapping_add(RED_ZONE).wrapping_sub(start)
                        < region.bytes + 2 * RED_ZONE =>
            {
                near = Found::Near(region);
            }
            _ => {}
        }
    }
    near
}

/// Buffers may use memory of the program, which continues around them.
fn has_red_zone(region: &Region) -> bool {
    matches!(region.owner, Owner::Usm(_))
}

/// Whether one live region contains both.
pub fn hold_together(one: usize, other: usize) -> bool {
    let map = REGIONS.read().unwrap_or_else(PoisonError::into_inner);
    map.values().any(|region| region.holds(one, 1) && region.holds(other, 1))
}

/// Forgets all accesses to global memory.
pub fn forget_accesses() {
    let map = REGIONS.read().unwrap_or_else(PoisonError::into_inner);
    map.values().for_each(|region| region.shadow.clear());
}
