//! Buffers: memory, and who uses it in which order.

use std::alloc::Layout;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::core::access::Region;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::work::Work;

/// Entering accesses of one command into several buffers happens under this lock.
static GRAPH: Mutex<()> = Mutex::new(());

/// Takes the lock under which accesses are entered.
pub fn graph_lock() -> MutexGuard<'static, ()> {
    GRAPH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Memory that the runtime allocated.
pub struct Allocation {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the allocation is owned by this object alone; who may use its bytes when is the command
// graph's affair.
unsafe impl Send for Allocation {}
// SAFETY: as above; the object itself is never changed.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// Uninitialised memory.
    ///
    /// # Errors
    /// When there is not that much, or the size is absurd.
    pub fn new(bytes: usize, align: usize, what: &str) -> Result<Self, RtError> {
        /// Cache lines are not shared, vector loads are aligned.
        const LEAST_ALIGN: usize = 64;
        let large = bytes >= 2 * HUGE_PAGE;
        let align = align.max(if large { HUGE_PAGE } else { LEAST_ALIGN });
        let layout = Layout::from_size_align(bytes.max(1), align)
            .map_err(|_| RtError::out_of_memory(bytes, what))?;
        // SAFETY: the size is not zero.
        let start = unsafe { std::alloc::alloc(layout) };
        let start = NonNull::new(start).ok_or_else(|| RtError::out_of_memory(bytes, what))?;
        if large {
            want_huge_pages(start, bytes - bytes % HUGE_PAGE);
        }
        Ok(Self { start, layout })
    }

    /// The first byte.
    #[must_use]
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { std::alloc::dealloc(self.start.as_ptr(), self.layout) }
    }
}

/// The size of a huge page where there are some.
const HUGE_PAGE: usize = 2 << 20;

/// Asks for huge pages: kernels that stride through large arrays spend their time on page tables
/// otherwise. It is a wish; without them everything works as well.
fn want_huge_pages(start: NonNull<u8>, bytes: usize) {
    use rustix::mm::{Advice, madvise};
    // SAFETY: the pages belong to the allocation, and the advice changes nothing about their contents.
    let _ = unsafe { madvise(start.as_ptr().cast(), bytes, Advice::LinuxHugepage) };
}

/// What the host memory given at creation may be used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostMemory {
    /// It is `const`: copied before the first write.
    pub read_only: bool,
    /// The runtime must not leave it.
    pub pinned: bool,
}

enum Storage {
    /// The host memory given at creation.
    Host,
    /// Memory of the runtime; older memory stays until no command can use it any more.
    Own(Allocation),
    /// Not needed yet.
    None,
}

struct State {
    storage: Storage,
    written: bool,
    accesses: Vec<Entry>,
}

/// A command that uses the buffer.
struct Entry {
    command: Arc<Command>,
    region: Region,
    write: bool,
}

/// A buffer.
pub struct Buffer {
    bytes: usize,
    align: usize,
    host: *mut u8,
    policy: HostMemory,
    state: Mutex<State>,
}

// SAFETY: `host` is an address the user promised to leave to the buffer; accesses to it are ordered
// by the command graph.
unsafe impl Send for Buffer {}
// SAFETY: as above; everything that changes is behind the lock.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// A buffer over host memory, or over none (`host` null).
    ///
    /// # Safety
    /// `host`, if not null, is readable (and, unless `policy.read_only`, writable) for `bytes` bytes
    /// until the buffer is released and all its commands are complete.
    #[must_use]
    pub unsafe fn new(bytes: usize, align: usize, host: *mut u8, policy: HostMemory) -> Self {
        let storage = if host.is_null() { Storage::None } else { Storage::Host };
        let state = State { storage, written: false, accesses: Vec::new() };
        Self { bytes, align, host, policy, state: Mutex::new(state) }
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
        buffer.state().storage = Storage::Own(own);
        Ok(buffer)
    }

    /// Its size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the contents are for accesses entered from now on.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn address(&self, write: bool) -> Result<*mut u8, RtError> {
        let mut state = self.state();
        if write && self.policy.read_only && matches!(state.storage, Storage::Host) {
            self.leave_host(&mut state)?;
        }
        state.written |= write;
        match &state.storage {
            Storage::Host => Ok(self.host),
            Storage::Own(own) => Ok(own.start()),
            Storage::None => {
                let own = Allocation::new(self.bytes, self.align, "a buffer")?;
                let start = own.start();
                state.storage = Storage::Own(own);
                Ok(start)
            }
        }
    }

    /// Copies the host's data to memory of our own. Nothing has written to it, so commands that still
    /// read the host's memory read the same.
    fn leave_host(&self, state: &mut State) -> Result<(), RtError> {
        let own = Allocation::new(self.bytes, self.align, "a buffer's copy of host data")?;
        // SAFETY: host memory is readable by the contract of `new`; the copy is ours alone.
        unsafe { std::ptr::copy_nonoverlapping(self.host, own.start(), self.bytes) };
        state.storage = Storage::Own(own);
        Ok(())
    }

    /// Nobody wants results in the host memory: leave it, unless it is too late or forbidden.
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

    /// Whether the contents are in the host memory given at creation.
    #[must_use]
    pub fn in_host_memory(&self) -> bool {
        matches!(self.state().storage, Storage::Host)
    }

    /// Whether a write was ever scheduled.
    #[must_use]
    pub fn written(&self) -> bool {
        self.state().written
    }

    /// Makes a command wait for those before it that touch the same bytes, and enters it for those
    /// after it. The caller holds [`graph_lock`].
    pub fn order(&self, command: &Arc<Command>, region: Region, write: bool) {
        if region.is_empty() {
            return;
        }
        let mut state = self.state();
        state.accesses.retain(|entry| {
            if entry.command.is_complete() {
                return false;
            }
            let conflict = (write || entry.write) && region.overlaps(&entry.region);
            if conflict {
                command.wait_for(&entry.command);
            }
            // What comes after this command comes after those it replaces, too.
            let replaced = write && region.covers(&entry.region);
            !replaced || Arc::ptr_eq(&entry.command, command)
        });
        state.accesses.push(Entry { command: Arc::clone(command), region, write });
    }

    /// Waits until no command uses the buffer. Host accesses are not waited for: the thread that
    /// waits here may be the one that holds them; nor is a host task that the thread is in.
    pub fn wait(&self) {
        loop {
            let busy: Vec<Arc<Command>> = {
                let mut state = self.state();
                state.accesses.retain(|entry| !entry.command.is_complete());
                let own = |c: &Command| c.is_host_access() || c.is_current();
                let others = state.accesses.iter().filter(|entry| !own(&entry.command));
                others.map(|entry| Arc::clone(&entry.command)).collect()
            };
            if busy.is_empty() {
                return;
            }
            for command in busy {
                command.wait();
            }
        }
    }
}

/// An access by the host, from acquisition to release: commands that touch the same bytes wait for it.
pub struct HostAccess(Arc<Command>);

impl HostAccess {
    /// Blocks until the host may access the region.
    ///
    /// # Errors
    /// When the buffer has no memory yet and there is none.
    pub fn acquire(
        buffer: &Arc<Buffer>,
        region: Region,
        write: bool,
    ) -> Result<(Self, *mut u8), RtError> {
        let gate = Command::new(None, Work::Empty, false, None);
        let address = {
            let _graph = graph_lock();
            // Under the lock: a write that comes between would move the contents away from const
            // host memory, and this access would come after it but look at the old place.
            let address = buffer.address(write)?;
            buffer.order(&gate, region, write);
            address
        };
        gate.hold(Arc::clone(buffer));
        for before in gate.predecessors() {
            before.wait();
        }
        gate.submit();
        Ok((Self(gate), address))
    }
}

impl Drop for HostAccess {
    fn drop(&mut self) {
        // Whoever waits is on a device, never on the host: nothing to run here.
        let _ = self.0.complete(Ok(()));
    }
}
