//! The only place where pass order is written.
//!
//! [`cpu`] is the road of device code to native functions, [`mlir`] the part of it through MLIR, [`spirv`] the road to
//! SPIR-V; [`unit`] joins it with the host code of one translation unit, [`device_globals`] what lives on devices
//! with it, [`hostdev`] what the former gains by the latter; [`carry`], [`device_section`], [`device_resolve`] and [`device_link`] take
//! kernels that call functions of other units ([`externals`]) to the link; [`text`] runs any pipeline given as text, for tools and tests; [`registration`] makes dialects and passes known by name; [`stage`]
//! names the points of the road that a user can look at.

#![forbid(unsafe_code)]

pub mod attributes;
pub mod carry;
pub mod cpu;
pub mod device_globals;
pub mod device_link;
pub mod device_resolve;
pub mod device_section;
pub mod error;
pub mod externals;
pub mod host;
pub mod hostdev;
mod memory_access;
pub mod mlir;
mod read_constants;
mod rebuilding;
mod record_of;
pub mod registration;
pub mod spirv;
mod spirv_records;
pub mod stage;
pub mod text;
pub mod unit;

use serde::{Deserialize, Serialize};

pub use error::PipelineError;
pub use stage::Stage;

/// How much work goes into code.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// `-O0`: functions stay as they were written, for debuggers.
    None,
    /// `-O1` and above: kernels are always worth the full treatment.
    Full,
}
