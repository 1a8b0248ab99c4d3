//! Where the contents of a buffer are.
//!
//! Devices that reach the host's memory work in it, and a buffer that only they use has one place. A
//! device with memory of its own has a copy of the buffer there. Copies go out of date when a command
//! writes elsewhere; before a command needs contents that are elsewhere, they are copied, always by way of
//! the host's memory. What is kept here is how things will be when everything submitted so far is
//! done, since the command graph runs copies in their turn.

use crate::backend::Device;
use crate::core::memory::Memory;

/// A memory that contents of buffers can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u32);

impl Place {
    /// The host's memory, which some devices share.
    pub const HOST: Self = Self(0);

    /// The memory of the device with that number.
    #[must_use]
    pub fn of_device(number: u32) -> Self {
        Self(number.saturating_add(1))
    }
}

/// Which copies are needed before a command can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// None.
    Nothing,
    /// From the host to the place of the command.
    FromHost,
    /// From that place to the host, where the command is.
    ToHost(Place),
    /// From that place to the host, and from there to the place of the command.
    ThroughHost(Place),
}

/// The places whose contents are up to date; none before anything was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Current(Vec<Place>);

impl Current {
    /// The host's memory has the contents, or there are none.
    #[must_use]
    pub fn at_host(contents: bool) -> Self {
        Self(if contents { vec![Place::HOST] } else { Vec::new() })
    }

    /// Whether a place is up to date.
    #[must_use]
    pub fn is_at(&self, place: Place) -> bool {
        self.0.contains(&place)
    }

    /// Enters an access at `place`. `discard`: what is there does not matter.
    pub fn access(&mut self, place: Place, write: bool, discard: bool) -> Route {
        let route = match self.0.first() {
            _ if discard || self.is_at(place) => Route::Nothing,
            None => Route::Nothing,
            Some(_) if self.is_at(Place::HOST) => Route::FromHost,
            Some(&from) if place == Place::HOST => Route::ToHost(from),
            Some(&from) => Route::ThroughHost(from),
        };
        if matches!(route, Route::ThroughHost(_)) {
            self.0.push(Place::HOST);
        }
        if route != Route::Nothing {
            self.0.push(place);
        }
        if write {
            self.0.clear();
            self.0.push(place);
        }
        route
    }
}

/// A copy of a buffer on a device.
pub struct DeviceCopy {
    /// The place it is at.
    pub place: Place,
    /// A device that reaches it.
    pub device: &'static dyn Device,
    /// The memory.
    pub memory: Memory,
}

/// The places of a buffer that is not only at the host.
#[derive(Default)]
pub struct Places {
    /// Those that are up to date.
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

    #[test]
    fn readers_share_and_writers_take_over() {
        let mut current = Current::at_host(true);
        assert_eq!(current.access(A, false, false), Route::FromHost);
        assert_eq!(current.access(A, false, false), Route::Nothing);
        assert_eq!(current.access(Place::HOST, false, false), Route::Nothing);
        assert_eq!(current.access(A, true, false), Route::Nothing);
        assert_eq!(current.access(B, false, false), Route::ThroughHost(A));
        assert!(current.is_at(Place::HOST) && current.is_at(A) && current.is_at(B));
        assert_eq!(current.access(B, true, false), Route::Nothing);
        assert_eq!(current.access(Place::HOST, true, false), Route::ToHost(B));
        assert!(!current.is_at(A) && !current.is_at(B));
    }

    #[test]
    fn what_does_not_matter_is_not_copied() {
        let mut current = Current::at_host(false);
        assert_eq!(current.access(A, false, false), Route::Nothing, "nothing was written yet");
        assert_eq!(current.access(B, true, true), Route::Nothing);
        assert_eq!(current.access(A, true, true), Route::Nothing);
        assert_eq!(current.access(B, true, false), Route::ThroughHost(A));
    }
}
