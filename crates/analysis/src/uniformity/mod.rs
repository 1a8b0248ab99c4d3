//! Uniformity: for which work-items a value is the same, and which of them reach a block together.

mod lattice;
mod solve;

pub use lattice::Uniformity;
pub use solve::Solution;
