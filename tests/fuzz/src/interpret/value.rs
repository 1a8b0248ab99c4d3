//! Values.

use crate::types::Ty;

/// The bits of each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value([u64; Ty::MOST_LANES]);

impl Value {
    /// The same bits in all lanes.
    pub fn splat(bits: u64) -> Self {
        Self([bits; Ty::MOST_LANES])
    }

    /// A value from its first lanes.
    pub fn from_lanes(lanes: impl IntoIterator<Item = u64>) -> Self {
        let mut value = Self::default();
        for (place, bits) in value.0.iter_mut().zip(lanes) {
            *place = bits;
        }
        value
    }

    /// The bits of a lane.
    pub fn lane(self, lane: usize) -> u64 {
        self.0[lane]
    }

    /// The bits of a scalar.
    pub fn bits(self) -> u64 {
        self.0[0]
    }

    /// Whether a condition holds.
    pub fn holds(self) -> bool {
        self.0[0] & 1 != 0
    }

    /// The value with other bits in one lane.
    pub fn with(mut self, lane: usize, bits: u64) -> Self {
        self.0[lane] = bits;
        self
    }

    /// Applies a function to each lane.
    pub fn map(self, function: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(function))
    }

    /// Applies a function to each pair of lanes.
    pub fn zip(self, other: Self, function: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|lane| function(self.0[lane], other.0[lane])))
    }
}
