//! Unified shared memory: which addresses are allocations, of what kind, of which device.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::core::buffer::Allocation;
use crate::core::error::RtError;

/// The kinds of `sycl::usm::alloc`, with their values.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Host memory that devices can reach.
    Host = 0,
    /// Memory of a device.
    Device = 1,
    /// Memory that moves.
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

/// A live allocation.
struct Live {
    bytes: usize,
    kind: Kind,
    device: usize,
    context: usize,
    _memory: Allocation,
}

/// All live allocations, by address.
#[derive(Default)]
pub struct Registry(RwLock<BTreeMap<usize, Live>>);

/// What is known about an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The kind of memory.
    pub kind: Kind,
    /// The number of the device it was allocated for.
    pub device: usize,
}

impl Registry {
    /// Allocates.
    ///
    /// # Errors
    /// When the alignment is not a power of two, or there is no memory.
    pub fn alloc(
        &self,
        (device, context): (usize, usize),
        kind: Kind,
        bytes: usize,
        align: usize,
    ) -> Result<*mut u8, RtError> {
        let align = align.max(1);
        if !align.is_power_of_two() {
            return Err(RtError::invalid(format!(
                "cannot allocate with alignment {align}: it is not a power of two"
            )));
        }
        let memory = Allocation::new(bytes, align, "unified shared memory")?;
        let start = memory.start();
        let live = Live { bytes: bytes.max(1), kind, device, context, _memory: memory };
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(start as usize, live);
        Ok(start)
    }

    /// Frees.
    ///
    /// # Errors
    /// When there is no such allocation in the context: never was, or already freed.
    pub fn free(&self, address: usize, context: usize) -> Result<(), RtError> {
        let mut live = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match live.get(&address) {
            None => Err(RtError::invalid(format!(
                "cannot free {address:#x}: it is not a live USM allocation (already freed, or not \
                 from malloc_device, malloc_host or malloc_shared)"
            ))),
            Some(found) if found.context != context => Err(RtError::invalid(format!(
                "cannot free {address:#x}: it was allocated in another context"
            ))),
            Some(_) => {
                let gone = live.remove(&address);
                drop(live);
                drop(gone);
                Ok(())
            }
        }
    }

    /// What is known about an address, inside allocations too.
    #[must_use]
    pub fn query(&self, address: usize, context: usize) -> Option<Found> {
        let live = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let (start, found) = live.range(..=address).next_back()?;
        let inside = address - start < found.bytes && found.context == context;
        inside.then_some(Found { kind: found.kind, device: found.device })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interior_addresses_are_known_until_freed() {
        let registry = Registry::default();
        let start = registry.alloc((0, 7), Kind::Shared, 100, 0).expect("memory") as usize;
        assert_eq!(registry.query(start + 99, 7), Some(Found { kind: Kind::Shared, device: 0 }));
        assert_eq!(registry.query(start + 100, 7), None);
        assert_eq!(registry.query(start, 8), None, "another context");
        assert!(registry.free(start, 8).is_err(), "another context");
        registry.free(start, 7).expect("live");
        assert!(registry.free(start, 7).is_err(), "freed twice");
        assert_eq!(registry.query(start, 7), None);
    }

    #[test]
    fn wrong_sizes_are_errors_not_aborts() {
        let registry = Registry::default();
        assert!(registry.alloc((0, 0), Kind::Host, 16, 3).is_err());
        assert!(registry.alloc((0, 0), Kind::Host, usize::MAX, 64).is_err());
        assert!(registry.alloc((0, 0), Kind::Host, isize::MAX as usize - 64, 64).is_err());
        let empty = registry.alloc((0, 0), Kind::Host, 0, 4096).expect("zero bytes are fine");
        assert_eq!(empty as usize % 4096, 0);
        registry.free(empty as usize, 0).expect("live");
    }
}
