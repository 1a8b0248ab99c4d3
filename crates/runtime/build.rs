//! How the shared library presents itself to the loader.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libscythe.so");
    // Its threads run until the process ends, so it must not be unloaded.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
