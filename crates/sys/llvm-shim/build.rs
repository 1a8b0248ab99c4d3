//! Compiles the C++ shim against the LLVM that `llvm-sys` links.

use std::process::Command;

const SOURCES: [&str; 8] = [
    "annotations.cpp",
    "shim.cpp",
    "kernels.cpp",
    "globals.cpp",
    "linking.cpp",
    "modules.cpp",
    "passes.cpp",
    "uniform.cpp",
];

fn main() {
    let cxx = std::env::var("SCYTHE_BUILD_CXX").unwrap_or_else(|_| "clang++-22".into());
    println!("cargo:rerun-if-env-changed=SCYTHE_BUILD_CXX");
    for file in SOURCES {
        println!("cargo:rerun-if-changed={file}");
    }
    cc::Build::new()
        .compiler(cxx)
        .cpp(true)
        .std("c++17")
        .include(llvm_config("--includedir"))
        .files(SOURCES)
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wextra", "-Wno-unused-parameter"])
        .define("_GNU_SOURCE", None)
        .opt_level(1)
        .compile("scythe_llvm_shim");
    // After the archive, so that the linker still looks into it for the shim's references.
    println!("cargo:rustc-link-search=native={}", llvm_config("--libdir"));
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}

fn llvm_config(query: &str) -> String {
    let run = Command::new("llvm-config-22").arg(query).output();
    match run {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => panic!("`llvm-config-22 {query}` failed: run `cargo xtask setup` to install LLVM 22"),
    }
}
