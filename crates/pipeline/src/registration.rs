//! Everything of ours in MLIR that has a name: the dialects and passes that tools and plugins offer.

use std::sync::Once;

use scythe_mlir::{Registry, register_all_passes};

/// Makes our dialects known to a registry, which may belong to somebody else's program.
pub fn register_dialects(registry: &Registry) {
    scythe_sycl_dialect::register(registry);
}

/// Makes our passes and pipelines known to MLIR. Whoever adds a crate of passes adds a line.
pub fn register_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Passes load the dialects that they make operations of, whether or not a program has asked for
        // them.
        register_dialects(&Registry::new());
    });
}

/// Makes everything known: dialects, translations and passes that come with MLIR, and ours. The registry
/// is for [`scythe_mlir::opt_main`].
#[must_use]
pub fn register_everything() -> Registry {
    static ONCE: Once = Once::new();
    ONCE.call_once(register_all_passes);
    register_passes();
    let mut registry = Registry::new();
    registry.add_everything();
    register_dialects(&registry);
    registry
}
