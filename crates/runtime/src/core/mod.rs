//! What happens to commands and memory, whatever the device.

pub mod access;
pub mod buffer;
pub mod command;
pub mod constants;
pub mod disjoint;
pub mod error;
pub mod memory;
pub mod places;
pub mod queue;
pub mod stream;
pub mod usm;
pub mod work;
