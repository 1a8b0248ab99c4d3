//! Connects host code with kernels, in IR.
//!
//! Headers query the compiler by calls of functions that do not exist: which record a kernel has
//! ([`records`]), and how its function object becomes an argument block ([`pack`]). On the device, the
//! original kernel gets an entry point that receives these arguments and rebuilds the function object
//! ([`entry`]). Both follow the front end's plan. [`specialize`] makes specializations of kernels for known
//! facts about launches, and [`reach`] determines which memory kernels may write to.

#![forbid(unsafe_code)]

mod entry;
mod error;
mod pack;
mod reach;
mod records;
mod specialize;

pub use entry::{DeviceAbi, EntryPoint, make_entry_point};
pub use error::BindError;
pub use pack::bind_arguments;
pub use reach::{note_writes, note_writes_elsewhere, writes_elsewhere};
pub use records::bind_records;
pub use specialize::{
    ATTR_OFFSETS, ArgumentFacts, Known, MULTIPLES_OF, Multiple, finds_pointers, is_null, lay_out,
    meets_others, specialize, unused_arguments,
};
