//! Compiles the C++ shim against the LLVM that `llvm-sys` links.

use scythe_llvm_config::{cpp_build, is_clippy, llvm_config, precompile};

const SOURCES: &[&str] = &[
    "addresses.cpp",
    "annotations.cpp",
    "checks.cpp",
    "coarsening.cpp",
    "copies.cpp",
    "declarations.cpp",
    "divisions.cpp",
    "few_lanes.cpp",
    "forwarding.cpp",
    "globals.cpp",
    "kernels.cpp",
    "lane_arrays.cpp",
    "lane_loops.cpp",
    "linking.cpp",
    "loads.cpp",
    "modules.cpp",
    "passes.cpp",
    "prefetching.cpp",
    "promote_lanes.cpp",
    "proofs.cpp",
    "properties.cpp",
    "reach.cpp",
    "registers.cpp",
    "sharing.cpp",
    "shim.cpp",
    "strides.cpp",
    "submission.cpp",
    "tiles.cpp",
    "types.cpp",
    "uniform.cpp",
    "unrolling.cpp",
    "walks.cpp",
];
const HEADERS: &[&str] = &[
    "addresses.hpp",
    "analyses.hpp",
    "checks.hpp",
    "few_lanes.hpp",
    "forwarding.hpp",
    "lane_loops.hpp",
    "parse_text.hpp",
    "parts.hpp",
    "prefetching.hpp",
    "preserved.hpp",
    "promote_lanes.hpp",
    "registration.hpp",
    "unrolling.hpp",
    "uniform_facts.hpp",
];

/// The headers, of which the shim includes `scythe/facts.h`.
const INCLUDE: &str = "../../../include";

fn main() {
    for file in SOURCES.iter().chain(HEADERS) {
        println!("cargo:rerun-if-changed={file}");
    }
    println!("cargo:rerun-if-changed={INCLUDE}/scythe/facts.h");
    if is_clippy() {
        return;
    }
    let mut build = cpp_build();
    build.include(INCLUDE);
    precompile(&mut build, "precompiled.hpp");
    build.files(SOURCES).compile("scythe_llvm_shim");
    // After the archive, so that the linker still looks into it for the shim's references.
    println!("cargo:rustc-link-search=native={}", llvm_config("--libdir"));
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}
