//! What build scripts ask about the LLVM that everything is built on.

#![forbid(unsafe_code)]

use std::process::Command;

/// The answer of `llvm-config` to a query such as `--libdir`.
///
/// # Panics
/// When LLVM 22 is not installed; a build script cannot go on then.
#[must_use]
pub fn llvm_config(query: &str) -> String {
    let run = Command::new("llvm-config-22").arg(query).output();
    match run {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => panic!("`llvm-config-22 {query}` failed: run `cargo xtask setup` to install LLVM 22"),
    }
}

/// The compiler for C++ parts.
#[must_use]
pub fn cxx() -> String {
    println!("cargo:rerun-if-env-changed=SCYTHE_BUILD_CXX");
    std::env::var("SCYTHE_BUILD_CXX").unwrap_or_else(|_| "clang++-22".into())
}

/// Whether cargo runs clippy. It links nothing then, and runs the workspace's build scripts once more, separately from
/// those of builds; C++ that is only linked need not be compiled for it.
#[must_use]
pub fn is_clippy() -> bool {
    println!("cargo:rerun-if-env-changed=RUSTC_WORKSPACE_WRAPPER");
    std::env::var("RUSTC_WORKSPACE_WRAPPER").is_ok_and(|wrapper| wrapper.contains("clippy-driver"))
}

/// For build scripts of programs: has them find MLIR, which is in no folder that the loader looks into.
pub fn find_libraries_at_run_time() {
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", llvm_config("--libdir"));
    println!("cargo:rerun-if-changed=build.rs");
}
