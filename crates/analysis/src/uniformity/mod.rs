//! Uniformity: which work-items agree on a value, and which of them get to a block together.

mod lattice;
mod solve;

pub use lattice::Uniformity;
pub use solve::Solution;
