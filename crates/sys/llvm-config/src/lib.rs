//! Queries of build scripts about LLVM.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::Command;

/// The answer of `llvm-config` to a query such as `--libdir`.
///
/// # Panics
/// When LLVM 22 is not installed; a build script cannot continue then.
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

/// A build of C++ against LLVM, with the flags that all our C++ has.
///
/// # Panics
/// When LLVM 22 is not installed.
#[must_use]
pub fn cpp_build() -> cc::Build {
    println!("cargo:rerun-if-env-changed=SCYTHE_BUILD_CXX");
    let compiler = std::env::var("SCYTHE_BUILD_CXX").unwrap_or_else(|_| "clang++-22".into());
    let mut build = cc::Build::new();
    build
        .compiler(compiler)
        .cpp(true)
        .std("c++17")
        .include(llvm_config("--includedir"))
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wextra", "-Wno-unused-parameter"])
        .define("_GNU_SOURCE", None)
        .opt_level(1);
    build
}

/// Makes the sources of a build start with a precompiled header: reading LLVM's headers and instantiating
/// their templates takes most of the compile time. Call it when the build has all its flags.
///
/// # Panics
/// When cargo does not run this as part of a build script.
pub fn precompile(build: &mut cc::Build, header: &str) {
    const INSTANTIATE: &str = "-fpch-instantiate-templates";
    println!("cargo:rerun-if-changed={header}");
    let compiler = build.get_compiler();
    if !compiler.is_like_clang() {
        return;
    }
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let precompiled = Path::new(&out).join("precompiled.pch");
    let mut command = compiler.to_command();
    command.args([INSTANTIATE, "-x", "c++-header", header, "-o"]).arg(&precompiled);
    // Sources include what they use, so they compile without it, too.
    if command.status().is_ok_and(|status| status.success()) {
        build.flags([INSTANTIATE, "-include-pch"]).flag(&precompiled);
    }
}

/// Whether cargo runs clippy. It links nothing then, and runs the workspace's build scripts again, separately
/// from those of builds; C++ that is only linked need not be compiled for it.
#[must_use]
pub fn is_clippy() -> bool {
    println!("cargo:rerun-if-env-changed=RUSTC_WORKSPACE_WRAPPER");
    std::env::var("RUSTC_WORKSPACE_WRAPPER").is_ok_and(|wrapper| wrapper.contains("clippy-driver"))
}

/// The folder of a bundled LLVM, relative to `bin` and to `lib/scythe`.
const OWN_LLVM: [&str; 2] = ["$ORIGIN/../lib/scythe/llvm/lib", "$ORIGIN/llvm/lib"];

/// For build scripts of programs: sets their run path so that they find MLIR, which is not in the loader's
/// default folders. A bundled LLVM precedes the machine's.
pub fn find_libraries_at_run_time() {
    let machine = llvm_config("--libdir");
    for directory in OWN_LLVM.iter().copied().chain([machine.as_str()]) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{directory}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
