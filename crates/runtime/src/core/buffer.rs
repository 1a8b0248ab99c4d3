//! Buffers: their memory, and the order of the commands that use them.

use std::collections::TryReserveError;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::backend::Device;
use crate::check;
use crate::check::origin::Origin as MadeAt;
use crate::check::regions::{self, Owner, Region as Watched};
use crate::core::access::Region;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::failure::Because;
use crate::core::memory::{Allocation, Memory};
use crate::core::places::{Current, DeviceCopy, Place, Places, Transfer};
use crate::core::process;
use crate::core::queue::Origin;
use crate::core::ranges::Ranges;
use crate::core::work::{Relocation, Rows, Work};
use crate::trace::{self, Moved, Pool};

/// Held while the accesses of one command to several buffers are entered.
static GRAPH: Mutex<()> = Mutex::new(());

/// Takes the lock under which accesses are entered.
pub fn graph_lock() -> MutexGuard<'static, ()> {
    process::lock(&GRAPH)
}

/// The same, until a point in time.
pub fn graph_lock_until(end: Instant) -> Option<MutexGuard<'static, ()>> {
    process::lock_until(&GRAPH, end)
}

/// The number of buffers created so far.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// What the runtime may do with the host memory given at creation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostMemory {
    /// It is `const`: copied before the first write.
    pub read_only: bool,
    /// The runtime must use it, and no memory of its own.
    pub pinned: bool,
}

enum Storage {
    /// The host memory given at creation.
    Host,
    /// Memory of the runtime; replaced memory stays until no command can use it any more.
    Own(Memory),
    /// Not needed yet.
    None,
}

struct State {
    storage: Storage,
    written: bool,
    /// Whether there is anything to preserve.
    contents: bool,
    accesses: Vec<Entry>,
    /// None as long as no device has memory of its own for the buffer.
    places: Option<Box<Places>>,
    /// Its regions in a checked program.
    watched: Vec<&'static Watched>,
}

/// A command that uses the buffer.
struct Entry {
    command: Arc<Command>,
    /// The (sub-)buffer that it uses.
    frame: Region,
    write: bool,
    /// The place that the command copies the contents to, if it is such a copy. For commands at other places
    /// it is a read.
    fills: Option<Place>,
}

/// How a command uses a part of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The part.
    pub region: Region,
    /// Whether it is written.
    pub write: bool,
    /// Whether the old contents are discarded.
    pub discard: bool,
    /// The place of the command's device.
    pub place: Place,
}

/// A buffer.
pub struct Buffer {
    /// For the trace.
    number: u64,
    bytes: usize,
    align: usize,
    host: *mut u8,
    policy: HostMemory,
    /// Where a checked program made it.
    made: Option<Arc<MadeAt>>,
    state: Mutex<State>,
}

// SAFETY: `host` is an address that the user promised to leave to the buffer; accesses to it are ordered by
// the command graph.
unsafe impl Send for Buffer {}
// SAFETY: as above; all mutable state is behind the lock.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// A buffer over host memory, or without any (`host` null).
    ///
    /// # Safety
    /// `host`, if not null, is readable (and, unless `policy.read_only`, writable) for `bytes` bytes
    /// until the buffer is released and all its commands are complete.
    #[must_use]
    pub unsafe fn new(bytes: usize, align: usize, host: *mut u8, policy: HostMemory) -> Self {
        let storage = if host.is_null() { Storage::None } else { Storage::Host };
        let contents = !host.is_null();
        let accesses = Vec::new();
        let watched = Vec::new();
        let state = State { storage, written: false, contents, accesses, places: None, watched };
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let made = check::is_on().then(|| Arc::new(MadeAt::here()));
        Self { number, bytes, align, host, policy, made, state: Mutex::new(state) }
    }

    /// A buffer with a copy of host memory.
    ///
    /// # Errors
    /// When there is no memory.
    ///
    /// # Safety
    /// `from` is readable for `bytes` bytes.
    pub unsafe fn copied(bytes: usize, align: usize, from: *const u8) -> Result<Self, RtError> {
        // SAFETY: no host memory is kept.
        let buffer =
            unsafe { Self::new(bytes, align, std::ptr::null_mut(), HostMemory::default()) };
        let own = Allocation::new(bytes, align, "a buffer")?;
        // SAFETY: both are valid for `bytes` bytes and distinct.
        unsafe { std::ptr::copy_nonoverlapping(from, own.start(), bytes) };
        let mut state = buffer.state();
        state.own(Memory::Host(own), bytes);
        state.contents = true;
        drop(state);
        Ok(buffer)
    }

    /// Its size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn state(&self) -> MutexGuard<'_, State> {
        process::lock(&self.state)
    }

    /// The address of the contents for accesses on the host, and on devices that share its memory, entered
    /// from now on.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn address(&self, write: bool) -> Result<*mut u8, RtError> {
        self.home(&mut self.state(), write)
    }

    /// The same for accesses on a device.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn address_on(&self, device: &'static dyn Device, write: bool) -> Result<*mut u8, RtError> {
        let mut state = self.state();
        let place = device.place();
        if place != Place::HOST && matches!(state.storage, Storage::None) {
            // Memory that the device can copy from by itself; ordinary memory if there is none.
            let memory = device.allocate_home(self.bytes.max(1), self.align);
            if let Ok(memory) = memory {
                state.own(memory, self.bytes);
            }
        }
        // Copies may go through the host, so host memory is needed even if the host never accesses it.
        let home = self.home(&mut state, write)?;
        if place == Place::HOST {
            return Ok(home);
        }
        let contents = state.contents;
        let places = state.places.get_or_insert_with(|| {
            let current = if contents { Current::at_host(self.bytes) } else { Current::default() };
            Box::new(Places { current, copies: Vec::new() })
        });
        if let Some(copy) = places.copy_at(place) {
            return Ok(copy.memory.start());
        }
        let memory = device.allocate_for_buffer(self.bytes.max(1), self.align)?;
        let start = memory.start();
        places.copies.push(DeviceCopy { place, device, memory });
        trace::memory_changed(Pool::Buffers, Some(device), change(self.bytes, true));
        Ok(start)
    }

    /// Translates host addresses of the buffer to a device with memory of its own.
    #[must_use]
    pub fn relocation_to(&self, place: Place) -> Option<Relocation> {
        let state = self.state();
        let copy = state.places.as_ref()?.copy_at(place)?;
        let host = match &state.storage {
            Storage::Host => self.host,
            Storage::Own(own) => own.start(),
            Storage::None => return None,
        };
        let device = copy.memory.start() as usize;
        Some(Relocation { host: host as usize, bytes: self.bytes, device })
    }

    fn home(&self, state: &mut State, write: bool) -> Result<*mut u8, RtError> {
        if write && self.policy.read_only && matches!(state.storage, Storage::Host) {
            self.leave_host(state)?;
        }
        state.written |= write;
        let start = match &state.storage {
            Storage::Host => self.host,
            Storage::Own(own) => own.start(),
            Storage::None => {
                let own = Allocation::new(self.bytes, self.align, "a buffer")?;
                let start = own.start();
                state.own(Memory::Host(own), self.bytes);
                start
            }
        };
        if check::is_on() {
            self.watch(state, start.addr());
        }
        Ok(start)
    }

    /// Registers the memory in a checked program.
    fn watch(&self, state: &mut State, start: usize) {
        let is_known = |region: &&'static Watched| region.holds(start, self.bytes);
        if self.bytes > 0 && !state.watched.iter().any(is_known) {
            let region = regions::add(Owner::Buffer, start, self.bytes, self.made.clone());
            state.watched.push(region);
        }
    }

    /// Copies the host's data to memory of our own. Nothing has written to it, so commands that still read
    /// the host's memory read the same bytes.
    fn leave_host(&self, state: &mut State) -> Result<(), RtError> {
        let own = Allocation::new(self.bytes, self.align, "a buffer's copy of host data")?;
        // SAFETY: host memory is readable by the contract of `new`; nothing else uses the copy.
        unsafe { std::ptr::copy_nonoverlapping(self.host, own.start(), self.bytes) };
        state.own(Memory::Host(own), self.bytes);
        Ok(())
    }

    /// The results are not wanted in the host memory: stop using it, unless it was written or has to be used.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn detach(&self) -> Result<(), RtError> {
        let mut state = self.state();
        if matches!(state.storage, Storage::Host) && !state.written && !self.policy.pinned {
            self.leave_host(&mut state)?;
        }
        Ok(())
    }

    /// Whether the contents are in the host memory given at creation, or will be when everything submitted is
    /// done.
    #[must_use]
    pub fn in_host_memory(&self) -> bool {
        let state = self.state();
        let current = state.places.as_ref().is_none_or(|p| p.current.is_all_at(Place::HOST));
        matches!(state.storage, Storage::Host) && current
    }

    /// Whether a write was ever scheduled.
    #[must_use]
    pub fn written(&self) -> bool {
        self.state().written
    }

    /// Makes a command wait for earlier ones that use the same (sub-)buffer, and enters it for later ones.
    /// Copies that bring the contents to the command's place precede it and are added to `transfers`, which
    /// the caller submits before the command. The caller holds [`graph_lock`].
    pub fn order(
        self: &Arc<Self>,
        command: &Arc<Command>,
        usage: Usage,
        transfers: &mut Vec<Arc<Command>>,
    ) {
        let Usage { region, write, discard, place } = usage;
        let frame = region.frame();
        if frame.is_empty() {
            return;
        }
        let mut state = self.state();
        // A box without elements only takes part in the order.
        if let Some(places) = state.places.as_mut().filter(|_| !region.is_empty()) {
            let Places { current, copies } = &mut **places;
            let (bytes, exact) = region.ranges();
            let domain = |at: Place| {
                let copy = copies.iter().find(|copy| copy.place == at)?;
                copy.device.copy_domain()
            };
            let direct = |from, to| domain(from).is_some() && domain(from) == domain(to);
            let needed = current.access(place, &bytes, write, discard && exact, direct);
            for transfer in needed {
                self.transfer(&mut state, command, &transfer, (&bytes, write), transfers);
            }
        }
        state.contents |= write && !region.is_empty();
        state.accesses.retain(|entry| {
            // The output of a failed command is missing until the program has seen the failure.
            let after = write || entry.write || entry.fills == Some(place);
            if entry.command.is_complete() && !entry.command.has_unseen_failure() {
                if after && frame.overlaps(&entry.frame) {
                    command.trace_after(&entry.command, Because::Buffer);
                }
                return false;
            }
            if after && frame.overlaps(&entry.frame) {
                command.wait_for(&entry.command, Because::Buffer);
            }
            // Successors of this command are also ordered after the commands it replaces. Its own copies stay: further
            // ones, for its other accesses, may have to follow them.
            let replaced = write && frame.covers(&entry.frame);
            let is_own = |own: &Arc<Command>| Arc::ptr_eq(&entry.command, own);
            !replaced || is_own(command) || transfers.iter().any(is_own)
        });
        let command = Arc::clone(command);
        state.accesses.push(Entry { command, frame, write, fills: None });
    }

    /// Enters the copies of a transfer that a command needs.
    fn transfer(
        self: &Arc<Self>,
        state: &mut State,
        command: &Arc<Command>,
        transfer: &Transfer,
        (accessed, write): (&Ranges, bool),
        transfers: &mut Vec<Arc<Command>>,
    ) {
        let home = match &state.storage {
            Storage::Host => self.host,
            Storage::Own(own) => own.start(),
            // `address_on` was called before, so there is memory.
            Storage::None => return,
        };
        let copy = |at: Place| {
            let copy = state.places.as_ref().and_then(|places| places.copy_at(at));
            copy.map(|copy| (copy.device, copy.memory.start()))
        };
        let Transfer { from, to, bytes } = transfer;
        // The target's device does the copy, or else the source's.
        let (source, target) = (copy(*from), copy(*to));
        let Some((device, _)) = target.or(source) else { return };
        let start = |memory: Option<(_, *mut u8)>| memory.map_or(home, |(_, start)| start);
        for work in copies(bytes, start(target), start(source)) {
            let entered = self.enter_transfer(state, command, device, work, *from, *to);
            if let (Some(trace), Some(needed_by)) = (entered.trace(), command.trace()) {
                trace.moves(Moved {
                    command: trace.id(),
                    needed_by: needed_by.id(),
                    buffer: (self.number, self.bytes as u64),
                    accessed: accessed.span(),
                    write,
                    from: *from,
                    to: *to,
                });
            }
            transfers.push(entered);
        }
    }

    /// Enters a copy: after the commands that write the contents, or bring them to the source. Commands that
    /// still read the overwritten bytes read the same values: where others were written since, their writers
    /// waited for the readers.
    fn enter_transfer(
        self: &Arc<Self>,
        state: &mut State,
        command: &Arc<Command>,
        device: &'static dyn Device,
        work: Work,
        source: Place,
        to: Place,
    ) -> Arc<Command> {
        let transfer = Command::new(Some(device), work, command.origin());
        transfer.hold(self.clone());
        for entry in &state.accesses {
            let own = Arc::ptr_eq(&entry.command, command);
            if !own && (entry.write || entry.fills == Some(source)) {
                transfer.wait_for(&entry.command, Because::Buffer);
            }
        }
        let frame = Region::whole(self.bytes);
        let command = Arc::clone(&transfer);
        state.accesses.push(Entry { command, frame, write: false, fills: Some(to) });
        transfer
    }

    /// Reserves space for more commands in its list.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn reserve(&self, commands: usize) -> Result<(), TryReserveError> {
        self.state().accesses.try_reserve(commands)
    }

    /// Adds the commands that use the buffer and are not complete.
    pub fn add_pending(&self, commands: &mut Vec<Arc<Command>>) {
        let state = self.state();
        let pending = state.accesses.iter().filter(|entry| !entry.command.is_complete());
        commands.extend(pending.map(|entry| Arc::clone(&entry.command)));
    }

    /// Waits until no command uses the buffer. Host accesses are not waited for: the waiting thread may hold
    /// them; neither is a host task that the thread runs.
    ///
    /// # Errors
    /// When a command can never complete while the caller waits. No awaited command that has not begun uses
    /// the buffer afterwards: its memory may be freed.
    pub fn wait(&self) -> Result<(), RtError> {
        loop {
            let busy: Vec<Arc<Command>> = {
                let mut state = self.state();
                state.accesses.retain(|entry| !entry.command.is_complete());
                let own = |c: &Command| c.is_host_access() || c.is_current();
                let others = state.accesses.iter().filter(|entry| !own(&entry.command));
                others.map(|entry| Arc::clone(&entry.command)).collect()
            };
            if busy.is_empty() {
                return Ok(());
            }
            for command in &busy {
                if let Err(error) = command.wait() {
                    busy.iter().for_each(|command| command.cancel());
                    return Err(error);
                }
            }
        }
    }
}

/// The change in allocated bytes.
fn change(bytes: usize, more: bool) -> i64 {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    if more { bytes } else { -bytes }
}

impl State {
    /// The buffer gets host memory of its own.
    fn own(&mut self, memory: Memory, bytes: usize) {
        self.storage = Storage::Own(memory);
        trace::memory_changed(Pool::Buffers, None, change(bytes, true));
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.watched.drain(..).for_each(regions::remove);
        if !trace::is_on() {
            return;
        }
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if matches!(state.storage, Storage::Own(_)) {
            trace::memory_changed(Pool::Buffers, None, change(self.bytes, false));
        }
        for copy in state.places.iter().flat_map(|places| &places.copies) {
            let device = Some(copy.device);
            trace::memory_changed(Pool::Buffers, device, change(self.bytes, false));
        }
    }
}

/// The copies of bytes between two memories of a buffer. Ranges of one size at equal distances are one copy.
fn copies(bytes: &Ranges, to: *mut u8, from: *const u8) -> Vec<Work> {
    let mut works = Vec::new();
    let mut rest = bytes.as_slice();
    while let [first, tail @ ..] = rest {
        let row = first.len();
        let pitch = tail.first().map_or(row, |next| next.start - first.start);
        let regular = |(index, range): (usize, &Range<usize>)| {
            range.len() == row && range.start == first.start + (index + 1) * pitch
        };
        let rows = 1 + tail.iter().enumerate().take_while(|&each| regular(each)).count();
        let (to, from) = (to.wrapping_add(first.start), from.wrapping_add(first.start));
        works.push(if rows == 1 {
            Work::Copy { to, from, bytes: row }
        } else {
            let size = Rows { row, rows, slices: 1 };
            let pitch = [pitch, pitch * rows];
            Work::CopyRows { to, from, size, to_pitch: pitch, from_pitch: pitch }
        });
        rest = &rest[rows..];
    }
    works
}

/// How many host accesses there are.
static HOST_ACCESSES: AtomicUsize = AtomicUsize::new(0);

/// How many host accesses there are.
#[must_use]
pub fn host_accesses() -> usize {
    HOST_ACCESSES.load(Ordering::Relaxed)
}

/// An access by the host, from acquisition to release: commands that touch the same bytes wait for it.
pub struct HostAccess(Arc<Command>);

impl HostAccess {
    /// Blocks until the host may access the region. `discard`: the old contents are not needed.
    ///
    /// # Errors
    /// When there is no memory for the buffer, its contents cannot be copied from a device, or the host would
    /// wait for itself.
    pub fn acquire(
        buffer: &Arc<Buffer>,
        region: Region,
        write: bool,
        discard: bool,
    ) -> Result<(Self, *mut u8), RtError> {
        let origin = Arc::<Origin>::default();
        let gate = Command::new(None, Work::Empty, Some(Arc::clone(&origin)));
        let mut transfers = Vec::new();
        let address = {
            let _graph = graph_lock();
            // Under the lock: a write entered in between would move the contents away from const host memory,
            // and this access would come after it but use the old address.
            let address = buffer.address(write)?;
            let usage = Usage { region, write, discard, place: Place::HOST };
            buffer.order(&gate, usage, &mut transfers);
            address
        };
        for transfer in &transfers {
            transfer.submit();
        }
        gate.hold(buffer.clone());
        for before in gate.predecessors() {
            if let Err(error) = before.wait() {
                // Commands that were ordered after it still come after its predecessors.
                gate.abandon();
                return Err(error);
            }
        }
        gate.submit();
        if let Some(trace) = gate.trace() {
            // Its predecessors are complete, even if no completion has been reported yet.
            gate.set_running();
            trace.was_submitted();
        }
        HOST_ACCESSES.fetch_add(1, Ordering::Relaxed);
        check::host::hold(&gate);
        let access = Self(gate);
        match origin.errors.take() {
            Some(error) => Err(error),
            None => Ok((access, address)),
        }
    }
}

impl Drop for HostAccess {
    fn drop(&mut self) {
        HOST_ACCESSES.fetch_sub(1, Ordering::Relaxed);
        check::host::let_go(&self.0);
        // Only commands of devices can become ready, so there is nothing to run here.
        let _ = self.0.complete(Ok(()));
    }
}
