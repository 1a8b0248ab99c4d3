//! Uniformity: which work-items agree on a value, and which of them get to a block together.

mod lattice;
mod print;
mod solve;

pub use lattice::Uniformity;
pub use print::{PRINT, PrintUniformity};
pub use solve::Solution;
