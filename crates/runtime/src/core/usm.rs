//! Unified shared memory: which addresses are allocations, of what kind, of which device.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockWriteGuard, TryLockError};
use std::time::Instant;

use crate::core::error::RtError;
use crate::core::memory::Memory;
use crate::core::process;

/// The kinds of `sycl::usm::alloc`, with their values.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Host memory that devices can reach.
    Host = 0,
    /// Memory of a device.
    Device = 1,
    /// Memory that migrates.
    Shared = 2,
}

impl Kind {
    /// The kind with that value.
    #[must_use]
    pub fn from_value(value: u32) -> Option<Self> {
        match value {
            0 => Some(Self::Host),
            1 => Some(Self::Device),
            2 => Some(Self::Shared),
            _ => None,
        }
    }
}

/// Live allocations, by address.
pub type Allocations = BTreeMap<usize, Live>;

/// A live allocation.
pub struct Live {
    bytes: usize,
    kind: Kind,
    device: usize,
    context: usize,
    memory: Memory,
}

/// All live allocations, by address.
#[derive(Default)]
pub struct Registry {
    live: RwLock<Allocations>,
    /// The number of freed allocations so far: cached lookups are valid until it changes.
    frees: AtomicU64,
}

static PROGRAM: LazyLock<Registry> = LazyLock::new(Registry::default);

thread_local! {
    /// The allocations that this thread has looked up, each in the slot of the address.
    static ASKED: [Cell<Asked>; SLOTS] =
        const { [const { Cell::new(Asked { start: 0, end: 0, frees: 0 }) }; SLOTS] };
}

/// Few enough to stay in a processor's cache, more than kernels have pointers.
const SLOTS: usize = 32;

/// A lookup, and the number of freed allocations at that time.
#[derive(Clone, Copy)]
struct Asked {
    start: usize,
    end: usize,
    frees: u64,
}

/// The allocations of the program.
#[must_use]
pub fn program() -> &'static Registry {
    &PROGRAM
}

/// The allocation of the program that contains an address: its first address and one past its last. A launch
/// looks up each of its pointers, so threads cache the results and neither take locks nor write to shared
/// memory as long as nothing is freed.
#[must_use]
pub fn extent(address: usize) -> Option<(usize, usize)> {
    let registry = program();
    let frees = registry.frees.load(Ordering::Acquire);
    ASKED.with(|asked| {
        // Addresses of allocations differ in their upper bits; Fibonacci hashing moves them down.
        let hash = (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59;
        let slot = &asked[hash as usize % SLOTS];
        let known = slot.get();
        if known.frees == frees && (known.start..known.end).contains(&address) {
            return Some((known.start, known.end));
        }
        let (start, end) = registry.extent(address)?;
        slot.set(Asked { start, end, frees });
        Some((start, end))
    })
}

/// The allocation of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The kind of memory.
    pub kind: Kind,
    /// The number of the device it was allocated for.
    pub device: usize,
}

impl Registry {
    fn lock(&self) -> RwLockWriteGuard<'_, Allocations> {
        self.live.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps other threads from allocating, freeing and querying; waits for that until a point in time.
    pub fn lock_until(&self, end: Instant) -> Option<RwLockWriteGuard<'_, Allocations>> {
        process::try_until(end, || match self.live.try_write() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(guard)) => Some(guard.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        })
    }

    /// Allocates: `memory` gets the size and the alignment to use.
    ///
    /// # Errors
    /// When the alignment is not a power of two, or there is no memory.
    pub fn alloc(
        &self,
        (device, context): (usize, usize),
        kind: Kind,
        bytes: usize,
        align: usize,
        memory: impl FnOnce(usize, usize) -> Result<Memory, RtError>,
    ) -> Result<*mut u8, RtError> {
        let align = align.max(1);
        if !align.is_power_of_two() {
            return Err(RtError::invalid(format!(
                "cannot allocate with alignment {align}: it is not a power of two"
            )));
        }
        let memory = memory(bytes, align)?;
        let start = memory.start();
        let live = Live { bytes: bytes.max(1), kind, device, context, memory };
        self.lock().insert(start as usize, live);
        Ok(start)
    }

    /// Frees: the allocation is not found any more, and its memory is freed when the returned value is
    /// dropped.
    ///
    /// # Errors
    /// When there is no such allocation in the context: it never existed, or is already freed.
    pub fn free(&self, address: usize, context: usize) -> Result<Memory, RtError> {
        let mut live = self.lock();
        let Entry::Occupied(found) = live.entry(address) else {
            return Err(RtError::invalid(format!(
                "cannot free {address:#x}: it is not a live USM allocation (already freed, or not \
                 from malloc_device, malloc_host or malloc_shared)"
            )));
        };
        if found.get().context != context {
            return Err(RtError::invalid(format!(
                "cannot free {address:#x}: it was allocated in another context"
            )));
        }
        let gone = found.remove();
        // Before the memory is freed: a new allocation at the same address must not match a cached lookup.
        self.frees.fetch_add(1, Ordering::Release);
        Ok(gone.memory)
    }

    /// The allocation that contains an address.
    #[must_use]
    pub fn query(&self, address: usize, context: usize) -> Option<Found> {
        let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
        let (start, found) = live.range(..=address).next_back()?;
        let inside = address - start < found.bytes && found.context == context;
        inside.then_some(Found { kind: found.kind, device: found.device })
    }

    /// The allocation that contains an address, in any context: its first address and one past its last.
    #[must_use]
    pub fn extent(&self, address: usize) -> Option<(usize, usize)> {
        let live = self.live.read().unwrap_or_else(PoisonError::into_inner);
        let (&start, found) = live.range(..=address).next_back()?;
        // Allocations end before the end of the address space.
        (address - start < found.bytes).then(|| (start, start + found.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::memory::Allocation;

    impl Registry {
        fn alloc_on_host(
            &self,
            owner: (usize, usize),
            kind: Kind,
            bytes: usize,
            align: usize,
        ) -> Result<*mut u8, RtError> {
            self.alloc(owner, kind, bytes, align, |bytes, align| {
                Ok(Memory::Host(Allocation::new(bytes, align, "a test")?))
            })
        }
    }

    #[test]
    fn interior_addresses_are_known_until_freed() {
        let registry = Registry::default();
        let start = registry.alloc_on_host((0, 7), Kind::Shared, 100, 0).expect("memory") as usize;
        assert_eq!(registry.query(start + 99, 7), Some(Found { kind: Kind::Shared, device: 0 }));
        assert_eq!(registry.query(start + 100, 7), None);
        assert_eq!(registry.query(start, 8), None, "another context");
        assert!(registry.free(start, 8).is_err(), "another context");
        registry.free(start, 7).expect("live");
        assert!(registry.free(start, 7).is_err(), "freed twice");
        assert_eq!(registry.query(start, 7), None);
    }

    #[test]
    fn threads_remember_allocations_until_something_is_freed() {
        let registry = program();
        let start = registry.alloc_on_host((0, 7), Kind::Shared, 100, 0).expect("memory") as usize;
        for at in [0, 0, 99, 50] {
            assert_eq!(extent(start + at), Some((start, start + 100)), "{at}");
        }
        assert_eq!(extent(start + 100).filter(|found| found.0 == start), None, "one past its end");
        registry.free(start, 7).expect("live");
        for at in [0, 99, 50] {
            assert_ne!(extent(start + at), Some((start, start + 100)), "{at}: freed");
        }
    }

    #[test]
    fn wrong_sizes_are_errors_not_aborts() {
        let registry = Registry::default();
        assert!(registry.alloc_on_host((0, 0), Kind::Host, 16, 3).is_err());
        assert!(registry.alloc_on_host((0, 0), Kind::Host, usize::MAX, 64).is_err());
        assert!(registry.alloc_on_host((0, 0), Kind::Host, isize::MAX as usize - 64, 64).is_err());
        let empty =
            registry.alloc_on_host((0, 0), Kind::Host, 0, 4096).expect("zero bytes are fine");
        assert_eq!(empty as usize % 4096, 0);
        registry.free(empty as usize, 0).expect("live");
    }
}
