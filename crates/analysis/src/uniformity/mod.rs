//! Uniformity: which work-items agree on a value, and which of them reach a block together.

mod lattice;
mod solve;

pub use lattice::Uniformity;
pub use solve::Solution;
