//! Compiles the C++ sources and links them completely into the cdylib.

use scythe_llvm_config::{cpp_build, is_clippy, precompile};

const SOURCES: [&str; 16] = [
    "plugin.cpp",
    "describe.cpp",
    "protocol.cpp",
    "conflicts.cpp",
    "copying.cpp",
    "trail.cpp",
    "findings.cpp",
    "launch.cpp",
    "device_code.cpp",
    "device_walk.cpp",
    "device_globals.cpp",
    "attributes.cpp",
    "attribute_tokens.cpp",
    "external.cpp",
    "properties.cpp",
    "finished.cpp",
];
const HEADERS: [&str; 12] = [
    "device_code.h",
    "device_globals.h",
    "launch.h",
    "describe.h",
    "protocol.h",
    "conflicts.h",
    "copying.h",
    "trail.h",
    "findings.h",
    "attributes.h",
    "attribute_tokens.h",
    "properties.h",
];

fn main() {
    // The headers of programs, which include facts that the compiler shares.
    let include = "../include";
    println!("cargo:rerun-if-changed={include}/scythe/facts.h");
    for file in SOURCES.iter().chain(&HEADERS) {
        println!("cargo:rerun-if-changed={file}");
    }
    if is_clippy() {
        return;
    }
    let mut build = cpp_build();
    build
        .include(include)
        .flags(["-fvisibility-inlines-hidden", "-Wno-deprecated-declarations"])
        .debug(false)
        .cargo_metadata(false);
    precompile(&mut build, "precompiled.h");
    build.files(SOURCES).compile("scythe_plugin_cpp");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    println!("cargo:rustc-link-search=native={out}");
    // Nothing in Rust refers to the C++ code: its static initialisers are the interface.
    println!("cargo:rustc-link-lib=static:+whole-archive=scythe_plugin_cpp");
}
