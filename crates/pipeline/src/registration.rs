//! Registers Scythe's dialects and passes in MLIR, for tools and plugins.

use std::sync::Once;

use scythe_mlir::{Registry, register_all_passes, register_pipeline};

use crate::mlir;

/// Adds our dialects to a registry, which may belong to another program.
pub fn register_dialects(registry: &Registry) {
    scythe_sycl_dialect::register(registry);
}

/// Registers our passes and pipelines in MLIR. A new crate of passes needs a line here.
pub fn register_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Passes load the dialects of the operations that they create, even if the program has not registered
        // them.
        register_dialects(&Registry::new());
        scythe_raise::register_passes();
        scythe_optimize::register_passes();
        scythe_lower::register_passes();
        register_pipeline("sycl-raise", "From imported LLVM IR to the sycl dialect", mlir::RAISE);
        register_pipeline(
            "sycl-raise-host",
            "From imported host code to launches in the sycl dialect",
            scythe_raise::host::PIPELINE,
        );
        register_pipeline("sycl-lower", "From the sycl dialect to the LLVM dialect", mlir::LOWER);
    });
}

/// Registers all passes, ours and MLIR's.
pub fn register_all() {
    static ONCE: Once = Once::new();
    ONCE.call_once(register_all_passes);
    register_passes();
}

/// Registers everything: dialects, translations and passes of MLIR, and ours. The registry is for
/// [`scythe_mlir::opt_main`].
#[must_use]
pub fn register_everything() -> Registry {
    register_all();
    let mut registry = Registry::new();
    registry.add_everything();
    register_dialects(&registry);
    registry
}
