//! Links the runtime.

fn main() {
    scythe_build::link_runtime();
}
