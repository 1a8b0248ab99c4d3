//! What MLIR's part of the road is made of: the dialects and passes that tools and plugins offer by name.

use std::sync::Once;

use scythe_mlir::{Registry, register_all_passes};

/// Makes our dialects known to a registry, which may belong to somebody else's program.
pub fn register_dialects(registry: &Registry) {
    scythe_sycl_dialect::register(registry);
}

/// Makes our passes and pipelines known to MLIR by their names. Whoever adds a crate of passes adds a line.
pub fn register_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Passes load the dialects that they make operations of, whether or not a program has asked for
        // them.
        register_dialects(&Registry::new());
    });
}

/// Makes everything known: dialects, translations and passes that come with MLIR, and ours. What it
/// returns is for [`scythe_mlir::opt_main`] or a context.
#[must_use]
pub fn register() -> Registry {
    static ONCE: Once = Once::new();
    ONCE.call_once(register_all_passes);
    register_passes();
    let mut registry = Registry::new();
    registry.add_everything();
    register_dialects(&registry);
    registry
}
