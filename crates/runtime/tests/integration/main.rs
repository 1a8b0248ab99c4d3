//! The C ABI, the command graph and buffers, on the CPU and on devices that only record. One program, because each
//! takes long to link; what listens to all events of a process is in another one.

mod abi;
mod abi_regressions;
mod command_graphs;
mod device_order;
mod graph;
mod header;
mod places;
#[path = "../support/recorder.rs"]
mod recorder;
#[path = "../support/mod.rs"]
mod support;
mod variants;
