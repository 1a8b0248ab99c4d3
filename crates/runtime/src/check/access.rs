//! Accesses of work-items to memory.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use scythe_image::checks::{Site, access};

use super::proven::Spans;
use super::races::{Accessor, Race};
use super::regions::{self, Found, Owner, Region};
use super::report::{self, Bounds, Problem};
use super::shadow::{Cell, GRANULE, Shadow, word};
use super::work_item::{Place, Thread};
use crate::settings;

/// The size of the memory that bad accesses are redirected to.
const SINK_BYTES: usize = 1 << 16;

/// Local memory of the work-group that a thread runs.
#[derive(Debug)]
pub struct LocalMemory {
    /// The areas of accessors and of variables.
    areas: [Area; 2],
    /// The number of the work-group on this thread, truncated to the bits of a cell.
    stamp: u64,
}

#[derive(Debug)]
struct Area {
    start: usize,
    bytes: usize,
    shadow: Shadow,
    /// For each granule, the work-group's number and which bytes it has written.
    written: Vec<u16>,
    region: Option<&'static Region>,
}

impl Default for LocalMemory {
    fn default() -> Self {
        let area = || Area {
            start: 0,
            bytes: 0,
            shadow: Shadow::new(),
            written: Vec::new(),
            region: None,
        };
        Self { areas: [area(), area()], stamp: 1 }
    }
}

impl LocalMemory {
    /// Starts another work-group: nothing is written yet.
    pub fn new_group(&mut self) {
        self.stamp += 1;
        if self.stamp > word::MOST_STAMP {
            self.stamp = 1;
            for area in &mut self.areas {
                area.shadow.clear();
                area.written.fill(0);
            }
        }
    }

    /// Sets the local memory of work-groups: that of accessors, or of variables.
    pub fn set(&mut self, variables: bool, start: usize, bytes: usize) {
        let area = &mut self.areas[usize::from(variables)];
        if (area.start, area.bytes) == (start, bytes) {
            return;
        }
        area.shadow.release();
        area.written = vec![0; bytes.div_ceil(GRANULE) + 2];
        (area.start, area.bytes) = (start, bytes);
        area.region = None;
    }

    fn area_of(&self, address: usize) -> Option<usize> {
        self.areas.iter().position(|area| address.wrapping_sub(area.start) < area.bytes)
    }
}

impl Area {
    /// The region that messages describe.
    fn region(&mut self) -> &'static Region {
        let (start, bytes) = (self.start, self.bytes);
        self.region.get_or_insert_with(|| {
            Box::leak(Box::new(Region {
                start,
                length: AtomicUsize::new(bytes),
                bytes,
                owner: Owner::Local,
                made: None,
                freed: OnceLock::new(),
                shadow: Shadow::new(),
                spans: Spans::new(),
            }))
        })
    }

    /// Records writes; returns whether an access reads bytes that were never written.
    fn initialize(&mut self, at: usize, bytes: usize, write: bool, stamp: u64) -> bool {
        let stamp = (stamp as u16) << 4;
        let mut known = false;
        each_granule(self.start + at, self.start, bytes, |granule, mask| {
            let Some(state) = self.written.get_mut(granule) else { return };
            let current = if *state & !0xf == stamp { *state & 0xf } else { 0 };
            known |= current & mask as u16 != 0;
            if write {
                *state = stamp | current | mask as u16;
            }
        });
        known
    }
}

/// Calls `visit` with the number of each granule that some bytes are in, and a mask of its bytes. Granules
/// are counted from the start of the memory, rounded down.
#[inline]
fn each_granule(address: usize, start: usize, bytes: usize, mut visit: impl FnMut(usize, u64)) {
    let first = start & !(GRANULE - 1);
    let mut at = address;
    let end = address + bytes;
    while at < end {
        let in_granule = at & (GRANULE - 1);
        let count = (GRANULE - in_granule).min(end - at);
        let mask = ((1u64 << count) - 1) << in_granule;
        visit((at - first) / GRANULE, mask);
        at += count;
    }
}

/// A write that races with another access, unless it does not change the value.
#[derive(Debug)]
pub struct Pending {
    address: usize,
    before: [u8; 16],
    bytes: usize,
    problem: Problem,
    site: &'static Site,
    ids: report::Ids,
    other: (report::Ids, Option<&'static Site>),
}

/// An access, as reported by compiled code.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Its address.
    pub address: usize,
    /// The pointer that the address was computed from.
    pub base: usize,
    /// Its size.
    pub bytes: usize,
    /// What it does.
    pub flags: u32,
    /// The place in the program.
    pub site: &'static Site,
}

impl Access {
    fn writes(&self) -> bool {
        self.flags & access::WRITE != 0
    }

    fn is_atomic(&self) -> bool {
        self.flags & access::ATOMIC != 0
    }
}

impl Thread {
    /// Checks an access; returns the address to use.
    #[inline]
    pub fn access(&mut self, access: Access, place: Place<'_>) -> usize {
        if self.pending.is_some() {
            self.settle_pending();
        }
        let local = self.current(place);
        if access.flags & access::ACQUIRE != 0 {
            self.acquire(local as usize);
        }
        let known = access.site.region.load(Ordering::Relaxed).cast::<Region>();
        // SAFETY: regions are never freed, and nothing else is stored there.
        if let Some(region) = unsafe { known.as_ref() }
            && region.holds(access.address, access.bytes)
            && region.holds(access.base, 1)
        {
            self.enter(region, access, place);
            return access.address;
        }
        self.look_up(access, place, local)
    }

    /// The same for memory that is not cached at the place in the program.
    fn look_up(&mut self, access: Access, place: Place<'_>, local: u64) -> usize {
        let Access { address, base, bytes, .. } = access;
        if bytes == 0 {
            return address;
        }
        let in_local = self.local.area_of(address);
        if let Some(area) = self.local.area_of(base).or(in_local) {
            return self.enter_local(area, access, place);
        }
        // Variables of the kernel.
        let stack = std::hint::black_box(&raw const local).addr();
        if (stack..self.entered).contains(&address) {
            return address;
        }
        let from_base = match regions::find(base) {
            // A pointer past the end of its object may be the start of another one.
            Found::Inside(region) if !(base == region.start && address < base) => Some(region),
            _ => None,
        };
        if let Some(region) = from_base {
            if region.holds(address, bytes) {
                access
                    .site
                    .region
                    .store(std::ptr::from_ref(region).cast_mut().cast(), Ordering::Relaxed);
                self.enter(region, access, place);
                return address;
            }
            if regions::hold_together(base, address + bytes - 1) {
                return address;
            }
            return self.refuse(Problem::Bounds(self.bounds(region, access)), access, place);
        }
        match regions::find(address) {
            Found::Inside(region) if region.holds(address, bytes) => {
                access
                    .site
                    .region
                    .store(std::ptr::from_ref(region).cast_mut().cast(), Ordering::Relaxed);
                self.enter(region, access, place);
                address
            }
            Found::Inside(region) | Found::Near(region) => {
                self.refuse(Problem::Bounds(self.bounds(region, access)), access, place)
            }
            Found::Freed(region) => self.refuse(
                Problem::Freed {
                    region,
                    write: access.writes(),
                    bytes,
                    offset: address - region.start,
                },
                access,
                place,
            ),
            // The first pages are never mapped.
            Found::Unknown if address < 1 << 16 => {
                self.refuse(Problem::Null { write: access.writes(), bytes, address }, access, place)
            }
            Found::Unknown => address,
        }
    }

    fn bounds(&self, region: &'static Region, access: Access) -> Bounds {
        let offset = access.address.wrapping_sub(region.start) as isize;
        Bounds { region, write: access.writes(), bytes: access.bytes, offset }
    }

    /// Reports a bad access, and redirects it to memory where it does no harm.
    #[cold]
    fn refuse(&mut self, problem: Problem, access: Access, place: Place<'_>) -> usize {
        report::report(problem, access.site, (self.kernel, place.ids()), None);
        if access.bytes > SINK_BYTES {
            report::give_up();
        }
        thread_local! {
            static SINK: Box<[u64; SINK_BYTES / 8]> = Box::new([0; SINK_BYTES / 8]);
        }
        SINK.with(|sink| sink.as_ptr().addr())
    }

    /// Records an access to global memory.
    #[inline]
    fn enter(&mut self, region: &'static Region, access: Access, place: Place<'_>) {
        if !self.races {
            return;
        }
        let Some(cells) = region.shadow.cells(region.bytes) else { return };
        let accessor = self.current_accessor(access.is_atomic(), self.stamp);
        let race = self.compare(cells, region.start, access, accessor);
        if let Some(race) = race {
            self.race(race, region, access, place);
        }
    }

    /// Records an access to local memory.
    fn enter_local(&mut self, area: usize, access: Access, place: Place<'_>) -> usize {
        let stamp = self.local.stamp;
        let area = &mut self.local.areas[area];
        let at = access.address.wrapping_sub(area.start);
        if at >= area.bytes || access.bytes > area.bytes - at {
            let region = area.region();
            return self.refuse(Problem::Bounds(self.bounds(region, access)), access, place);
        }
        let copies = access.flags & access::COPY != 0 || !access.bytes.is_power_of_two();
        let reads = (!access.writes() || access.flags & access::UPDATE != 0) && !copies;
        let known = area.initialize(at, access.bytes, access.writes(), stamp);
        let (start, bytes, region) = (area.start, area.bytes, area.region());
        if reads && !known {
            let problem = Problem::Uninitialized { bytes: access.bytes, offset: at, of: bytes };
            report::report(problem, access.site, (self.kernel, place.ids()), None);
        }
        let area = self.local.area_of(access.address).unwrap_or(0);
        let cells = self.local.areas[area].shadow.cells(bytes);
        if let Some(cells) = cells.filter(|_| self.races) {
            let accessor = self.current_accessor(access.is_atomic(), stamp);
            if let Some(race) = self.compare(cells, start, access, accessor) {
                self.race(race, region, access, place);
            }
        }
        access.address
    }

    /// Records an access in cells; returns the first race that it is part of.
    #[inline]
    fn compare(
        &self,
        cells: *const Cell,
        start: usize,
        access: Access,
        accessor: Accessor,
    ) -> Option<Race> {
        let site = report::number_of(access.site);
        if access.bytes == GRANULE && access.address.is_multiple_of(GRANULE) {
            let granule = (access.address - (start & !(GRANULE - 1))) / GRANULE;
            // SAFETY: there is a cell for each granule of the memory, and the access is inside.
            let cell = unsafe { &*cells.add(granule) };
            return match access.writes() {
                true => accessor.write(cell, 0xf, site),
                false => accessor.read(cell, 0xf, site),
            };
        }
        let mut found = None;
        each_granule(access.address, start, access.bytes, |granule, mask| {
            // SAFETY: there is a cell for each granule of the memory, and the access is inside.
            let cell = unsafe { &*cells.add(granule) };
            let race = match access.writes() {
                true => accessor.write(cell, mask, site),
                false => accessor.read(cell, mask, site),
            };
            found = found.or(race);
        });
        found
    }

    #[cold]
    fn race(&mut self, race: Race, region: &'static Region, access: Access, place: Place<'_>) {
        let item = race.other & word::ITEM;
        let own = self.first_item + place.local();
        // Numbers of work-items wrap around in cells.
        let item = own - (own & word::ITEM) + item;
        let other = (place.ids_of_item(item), report::site_of(race.site));
        let problem = Problem::Race {
            region,
            write: access.writes(),
            atomic: access.is_atomic(),
            other_wrote: race.wrote,
            other_atomic: race.other & word::ATOMIC != 0,
            offset: access.address - region.start,
            same_item: item == own,
            same_group: item.wrapping_sub(self.first_item) < self.items,
        };
        let ids = place.ids();
        let small = access.bytes <= 16;
        if !access.writes() || !small || settings::check().strict {
            report::report(problem, access.site, (self.kernel, ids), Some(other));
            return;
        }
        let mut before = [0; 16];
        // SAFETY: the access is inside live memory.
        unsafe {
            std::ptr::copy_nonoverlapping(
                access.address as *const u8,
                before.as_mut_ptr(),
                access.bytes,
            );
        }
        let (address, bytes, site) = (access.address, access.bytes, access.site);
        self.pending = Some(Pending { address, before, bytes, problem, site, ids, other });
    }

    /// Reports the last write if it raced and changed the value.
    pub fn settle_pending(&mut self) {
        let Some(pending) = self.pending.take() else { return };
        let mut now = [0; 16];
        // SAFETY: the memory was live when the write was announced, on this thread, by this kernel.
        unsafe {
            std::ptr::copy_nonoverlapping(
                pending.address as *const u8,
                now.as_mut_ptr(),
                pending.bytes,
            );
        }
        if now != pending.before {
            let who = (self.kernel, pending.ids);
            report::report(pending.problem, pending.site, who, Some(pending.other));
        }
    }
}
