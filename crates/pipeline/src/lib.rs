//! The pipeline of a translation unit, and what families of targets share.
//!
//! [`unit`] is the walk: it joins host code with the device code that it launches, and [`stage`] lets
//! observers inspect it. [`family`] is the interface of target families; `crates/targets` implements it.
//! Steps that families use: [`kernels`] makes entry points, [`mlir`] raises device code to the `sycl` dialect
//! and lowers it again, [`hostdev`] uses facts about launches, [`device_globals`] moves device variables out
//! of device code, [`rebuilding`] handles entry points that rebuild objects, [`record`], [`variable`] and
//! [`module_records`] write what the runtime reads. [`carry`], [`device_section`], [`device_resolve`] and
//! [`device_link`] take kernels that call functions of other units ([`externals`]) to the link. [`text`] runs
//! any pipeline given as text, for tools and tests; [`registration`] registers dialects and passes by name;
//! [`tools`] runs programs.
//!
//! Pass order is written here for what all families share ([`mlir`], [`host`]), and in one file of each family
//! (`crates/targets/src/<family>/pipeline.rs`) for the rest.

#![forbid(unsafe_code)]

pub mod attributes;
pub mod carry;
pub mod device_globals;
pub mod device_link;
pub mod device_resolve;
pub mod device_section;
pub mod error;
pub mod externals;
pub mod family;
pub mod host;
pub mod hostdev;
pub mod kernels;
pub mod memory_access;
pub mod mlir;
pub mod module_records;
pub mod plain_writes;
mod read_constants;
pub mod rebuilding;
pub mod record;
pub mod record_of;
pub mod registration;
pub mod stage;
pub mod text;
pub mod tools;
pub mod unit;
pub mod variable;
pub mod warnings;

use serde::{Deserialize, Serialize};

pub use error::PipelineError;
pub use stage::Stage;

/// The optimisation level.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// `-O0`: functions stay as written, for debuggers.
    None,
    /// `-O1` and above.
    Full,
}
