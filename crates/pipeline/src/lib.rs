//! The only place where pass order is written.
//!
//! [`cpu`] is the road of device code to native functions; [`unit`] joins it with the host code of
//! one translation unit; [`text`] runs any pipeline given as text, for tools and tests; [`stage`]
//! names the points of the road that a user can look at.

#![forbid(unsafe_code)]

pub mod attributes;
pub mod cpu;
pub mod error;
mod rebuilding;
pub mod stage;
pub mod text;
pub mod unit;

pub use error::PipelineError;
pub use stage::Stage;

/// How much work goes into code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// `-O0`: functions stay as they were written, for debuggers.
    None,
    /// `-O1` and above: kernels are always worth the full treatment.
    Full,
}
