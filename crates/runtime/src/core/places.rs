//! Where the contents of a buffer are.
//!
//! Devices that share the host's memory work in it, and a buffer that only they use has one place. A device
//! with memory of its own has a copy of the buffer there. For each place, [`Ranges`] holds the set of bytes
//! that are current there. A command that writes makes the bytes of its accessor's box current at its place,
//! and outdated everywhere else; a command that needs outdated bytes gets those copied first, and only those.
//! Bytes that are current nowhere have never been written, and are not copied.
//!
//! This is the state after everything submitted so far, since the command graph also orders the copies.

use crate::backend::{BackendKind, Device};
use crate::core::memory::Memory;
use crate::core::ranges::Ranges;

/// A memory that can hold the contents of buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u32);

/// More devices than any backend has.
const MOST: u32 = 1 << 24;

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match BackendKind::ALL.into_iter().find(|&backend| backend as u32 == self.0 / MOST) {
            Some(backend) => write!(f, "{}:{}", backend.name(), self.0 % MOST),
            None => f.write_str("host"),
        }
    }
}

impl Place {
    /// The host's memory, which some devices share.
    pub const HOST: Self = Self(0);

    /// The memory of the device with that number among those of its backend.
    #[must_use]
    pub fn of_device(backend: BackendKind, number: u32) -> Self {
        Self((backend as u32) * MOST + number.min(MOST - 1))
    }
}

/// Bytes that have to be copied before a command can start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// A place where they are current.
    pub from: Place,
    /// The place where they are needed.
    pub to: Place,
    /// The bytes.
    pub bytes: Ranges,
}

/// Which bytes are current at which place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Current(Vec<(Place, Ranges)>);

impl Current {
    /// All contents are current in host memory.
    #[must_use]
    pub fn at_host(bytes: usize) -> Self {
        Self(vec![(Place::HOST, Ranges::one(0..bytes))])
    }

    /// Whether everything that is current anywhere is current there.
    #[must_use]
    pub fn is_all_at(&self, place: Place) -> bool {
        let there = self.at(place);
        self.0.iter().all(|(_, bytes)| there.covers(bytes))
    }

    /// The bytes that are current at a place.
    #[must_use]
    pub fn at(&self, place: Place) -> Ranges {
        self.0.iter().find(|(at, _)| *at == place).map(|(_, b)| b.clone()).unwrap_or_default()
    }

    fn at_mut(&mut self, place: Place) -> &mut Ranges {
        let known = self.0.iter().position(|(at, _)| *at == place);
        let index = known.unwrap_or_else(|| {
            self.0.push((place, Ranges::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    /// Enters an access to `bytes` at `place`, and returns the copies that it needs, in this order.
    /// `discard`: the old contents are not needed. `direct` says whether devices can copy from one place to
    /// the other; if not, copies go through the host.
    pub fn access(
        &mut self,
        place: Place,
        bytes: &Ranges,
        write: bool,
        discard: bool,
        direct: impl Fn(Place, Place) -> bool,
    ) -> Vec<Transfer> {
        if self.changes_nothing(place, bytes, write) {
            return Vec::new();
        }
        let mut transfers = Vec::new();
        let mut missing =
            if discard { Ranges::default() } else { bytes.difference(&self.at(place)) };
        let mut sources: Vec<Place> = self.0.iter().map(|(at, _)| *at).collect();
        // The host first: copies between devices may go through its memory anyway.
        sources.sort_by_key(|&at| at != Place::HOST);
        for from in sources {
            let there = self.at(from).intersection(&missing);
            if from == place || there.is_empty() {
                continue;
            }
            missing = missing.difference(&there);
            let is_direct = from == Place::HOST || place == Place::HOST || direct(from, place);
            let stops = if is_direct { vec![place] } else { vec![Place::HOST, place] };
            let mut from = from;
            for to in stops {
                let copied = self.widened(from, to, &there);
                let known = self.at_mut(to);
                *known = known.union(&copied);
                transfers.push(Transfer { from, to, bytes: copied });
                from = to;
            }
        }
        if write {
            for (at, known) in &mut self.0 {
                if *at != place {
                    *known = known.difference(bytes);
                }
            }
            let known = self.at_mut(place);
            *known = known.union(bytes);
        }
        transfers
    }

    /// Whether an access finds all bytes current and changes nothing, as most do.
    fn changes_nothing(&self, place: Place, bytes: &Ranges, write: bool) -> bool {
        let own = |(at, _): &&(Place, Ranges)| *at == place;
        let elsewhere = || self.0.iter().filter(|known| !own(known));
        self.0.iter().find(own).is_some_and(|(_, known)| known.covers(bytes))
            && (!write || elsewhere().all(|(_, known)| known.intersection(bytes).is_empty()))
    }

    /// Many short rows cost more to copy than the gaps between them: the gaps are then copied, too, if they
    /// are current at the source. They are the same as at the target, or newer.
    fn widened(&self, from: Place, to: Place, bytes: &Ranges) -> Ranges {
        /// Rows of this size are worth a copy each.
        const LONG_ROW: usize = 4 << 10;
        /// How many times more bytes may be copied.
        const MOST_TIMES: usize = 4;
        let rows = bytes.as_slice().len();
        let all = Ranges::one(bytes.span());
        let short = rows > 1 && bytes.bytes() / rows < LONG_ROW;
        let little = all.bytes() <= bytes.bytes().saturating_mul(MOST_TIMES);
        if short && little && from != to && self.at(from).covers(&all) {
            return all;
        }
        bytes.clone()
    }
}

/// A copy of a buffer on a device.
pub struct DeviceCopy {
    /// Its place.
    pub place: Place,
    /// A device that can access it.
    pub device: &'static dyn Device,
    /// The memory.
    pub memory: Memory,
}

/// The places of a buffer that is not only in host memory.
#[derive(Default)]
pub struct Places {
    /// Which bytes are current where.
    pub current: Current,
    /// The memory on devices.
    pub copies: Vec<DeviceCopy>,
}

impl Places {
    /// The copy at a place.
    #[must_use]
    pub fn copy_at(&self, place: Place) -> Option<&DeviceCopy> {
        self.copies.iter().find(|copy| copy.place == place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Place = Place(1);
    const B: Place = Place(2);

    fn bytes(start: usize, end: usize) -> Ranges {
        Ranges::one(start..end)
    }

    fn copy(from: Place, to: Place, start: usize, end: usize) -> Transfer {
        Transfer { from, to, bytes: bytes(start, end) }
    }

    fn never(_: Place, _: Place) -> bool {
        false
    }

    #[test]
    fn devices_of_different_backends_are_different_places() {
        let [_, cuda, opencl] = BackendKind::ALL;
        assert_ne!(Place::of_device(cuda, 0), Place::of_device(opencl, 0));
        assert_ne!(Place::of_device(cuda, 0), Place::of_device(cuda, 1));
        assert_ne!(Place::of_device(cuda, 0), Place::HOST);
        assert_eq!(Place::of_device(opencl, 3).to_string(), "opencl:3");
        assert_eq!(Place::HOST.to_string(), "host");
    }

    #[test]
    fn readers_share_and_writers_take_over() {
        let mut current = Current::at_host(100);
        let all = bytes(0, 100);
        let mut access = |place, write| current.access(place, &all, write, false, never);
        assert_eq!(access(A, false), [copy(Place::HOST, A, 0, 100)]);
        assert_eq!(access(A, false), []);
        assert_eq!(access(Place::HOST, false), []);
        assert_eq!(access(A, true), []);
        assert_eq!(access(B, false), [copy(A, Place::HOST, 0, 100), copy(Place::HOST, B, 0, 100)]);
        assert_eq!(access(A, false), []);
        assert_eq!(access(B, true), []);
        assert_eq!(access(Place::HOST, true), [copy(B, Place::HOST, 0, 100)]);
        assert!(current.at(A).is_empty() && current.at(B).is_empty());
        assert!(current.is_all_at(Place::HOST));
    }

    #[test]
    fn only_what_is_needed_moves() {
        let mut current = Current::at_host(100);
        assert_eq!(
            current.access(A, &bytes(10, 20), true, false, never),
            [copy(Place::HOST, A, 10, 20)]
        );
        assert!(!current.is_all_at(Place::HOST));
        assert_eq!(
            current.access(A, &bytes(15, 30), false, false, never),
            [copy(Place::HOST, A, 20, 30)]
        );
        assert_eq!(
            current.access(Place::HOST, &bytes(0, 15), false, false, never),
            [copy(A, Place::HOST, 10, 15)]
        );
        assert_eq!(
            current.access(B, &bytes(0, 100), false, false, |from, to| from == A && to == B),
            [
                Transfer { from: Place::HOST, to: B, bytes: bytes(0, 15).union(&bytes(20, 100)) },
                copy(A, B, 15, 20)
            ],
            "devices copy directly where they can"
        );
        assert!(!current.is_all_at(Place::HOST), "the host was not needed");
    }

    #[test]
    fn discarded_contents_are_not_copied() {
        let mut current = Current::default();
        let all = bytes(0, 100);
        assert_eq!(current.access(A, &all, false, false, never), [], "nothing was written yet");
        assert_eq!(current.access(B, &all, true, true, never), []);
        assert_eq!(current.access(A, &bytes(0, 50), true, true, never), []);
        assert_eq!(
            current.access(Place::HOST, &all, false, false, never),
            [copy(B, Place::HOST, 50, 100), copy(A, Place::HOST, 0, 50)]
        );
    }

    #[test]
    fn gaps_between_short_rows_are_copied_too() {
        let mut rows = Ranges::default();
        (0..10).for_each(|row| rows.push(row * 30..row * 30 + 10));
        let mut current = Current::at_host(300);
        assert_eq!(current.access(A, &rows, true, false, never), [copy(Place::HOST, A, 0, 280)]);
        // One of the gaps is newer at the host: it must not be overwritten.
        current.access(Place::HOST, &bytes(40, 41), true, false, never);
        let back = current.access(Place::HOST, &bytes(0, 300), false, false, never);
        assert_eq!(back, [Transfer { from: A, to: Place::HOST, bytes: rows }]);
    }
}
