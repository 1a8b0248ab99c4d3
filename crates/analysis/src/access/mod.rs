//! Memory access analysis: how neighbouring work-items access memory.
//!
//! This is the mathematical part. A reader of kernels turns addresses into [`Polynomial`]s over ids, loop
//! iterations and unknown values ([`Symbols`]) and fills in a [`Kernel`]; here each access gets its distances
//! between neighbouring work-items and between iterations ([`Stride`]), its access matrix, its class
//! ([`Classified`]), advice ([`Fix`]) and the text of a remark.
//!
//! ```text
//! a[row * n + col]     4*n*global(0) + 4*global(1)
//!                      along dimension 0: 4*n bytes, along dimension 1: 4 bytes
//!                      linear
//! ```
//!
//! "Neighbours" are work-items of the same work-group whose ids differ by one in the launch's last
//! dimension, at the same point of the program and in the same iterations of its loops.
//!
//! Assumptions: 32-bit index arithmetic does not wrap ([`Polynomial::widen`]), and truncated ids fit. 64-bit
//! arithmetic may wrap.

mod advice;
mod classify;
mod describe;
mod launch;
mod matrix;
mod polynomial;
mod reader;
mod remark;
mod stride;
mod symbol;

pub use advice::{Fix, Kernel, Report};
pub use classify::{Audience, Class, Classified, LoopPart, Motion, Overlap, Reuse};
pub use describe::{Access, Action, Base, Executed, Index, Memory};
pub use launch::Launch;
pub use matrix::AccessMatrix;
pub use polynomial::Polynomial;
pub use reader::{Addresses, Names, Neighbours, Reach, read};
pub use stride::{Stride, Why};
pub use symbol::{
    Cause, Dimension, Dimensions, Loop, LoopId, Symbol, Symbols, Uniform, UniformId, Varying,
    VaryingId,
};
