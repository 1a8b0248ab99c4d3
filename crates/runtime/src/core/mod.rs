//! What happens to commands and memory, whatever the device.

pub mod access;
pub mod buffer;
pub mod command;
pub mod constants;
pub mod disjoint;
pub mod error;
pub mod exit;
pub mod failure;
pub mod memory;
pub mod places;
pub mod process;
pub mod queue;
pub mod reserve;
pub mod snapshot;
pub mod stall;
pub mod stream;
pub mod throttle;
pub mod usm;
pub mod work;
