//! Analyses of the `sycl` dialect: remarks about kernels, and facts about launches from host code.
//!
//! [`translate`] turns a raised kernel into the graph that `scythe-analysis` reads; [`memory_access`] and
//! [`print_uniformity`] report the results. [`host`] collects facts about the launches of each kernel.
//!
//! Invariant: nothing here changes code; each pass only prints, and can be run by its name.

#![forbid(unsafe_code)]

pub mod host;
pub mod memory_access;
pub mod print_uniformity;
pub mod translate;

/// Registers the passes of this crate.
pub fn register_passes() {
    scythe_mlir::register_pass(&memory_access::PRINT);
    scythe_mlir::register_pass(&print_uniformity::PRINT);
    scythe_mlir::register_pass(&host::PRINT);
}
