//! What the compiler reads from the `sycl` dialect: remarks about kernels, and what the host knows of launches.
//!
//! [`translate`] reads a raised kernel into the graph that `scythe-analysis` judges; [`memory_access`] and
//! [`print_uniformity`] report what came out. [`host`] reads what the host knows about the launches of each
//! kernel.
//!
//! Invariant: nothing here changes code; each pass only prints, and can be run by its name.

#![forbid(unsafe_code)]

pub mod host;
pub mod memory_access;
pub mod print_uniformity;
pub mod translate;

/// Makes the passes of this crate known to pipelines.
pub fn register_passes() {
    scythe_mlir::register_pass(&memory_access::PRINT);
    scythe_mlir::register_pass(&print_uniformity::PRINT);
    scythe_mlir::register_pass(&host::PRINT);
}
