//! Compiles the C++ shim against the LLVM that `llvm-sys` links.

use scythe_llvm_config::{cpp_build, is_clippy, llvm_config, precompile};

const SOURCES: [&str; 17] = [
    "addresses.cpp",
    "annotations.cpp",
    "shim.cpp",
    "strides.cpp",
    "kernels.cpp",
    "globals.cpp",
    "linking.cpp",
    "loads.cpp",
    "modules.cpp",
    "passes.cpp",
    "properties.cpp",
    "registers.cpp",
    "submission.cpp",
    "tiles.cpp",
    "types.cpp",
    "uniform.cpp",
    "walks.cpp",
];

fn main() {
    for file in SOURCES.into_iter().chain([
        "addresses.hpp",
        "analyses.hpp",
        "parse_text.hpp",
        "verdicts.hpp",
    ]) {
        println!("cargo:rerun-if-changed={file}");
    }
    if is_clippy() {
        return;
    }
    let mut build = cpp_build();
    precompile(&mut build, "precompiled.hpp");
    build.files(SOURCES).compile("scythe_llvm_shim");
    // After the archive, so that the linker still looks into it for the shim's references.
    println!("cargo:rustc-link-search=native={}", llvm_config("--libdir"));
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}
