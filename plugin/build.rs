//! Compiles the C++ sources and folds them whole into the cdylib.

use std::process::Command;

const SOURCES: [&str; 12] = [
    "plugin.cpp",
    "describe.cpp",
    "protocol.cpp",
    "copying.cpp",
    "trail.cpp",
    "verdict.cpp",
    "launch.cpp",
    "device_code.cpp",
    "device_walk.cpp",
    "attributes.cpp",
    "attribute_tokens.cpp",
    "external.cpp",
];
const HEADERS: [&str; 9] = [
    "device_code.h",
    "launch.h",
    "describe.h",
    "protocol.h",
    "copying.h",
    "trail.h",
    "verdict.h",
    "attributes.h",
    "attribute_tokens.h",
];

fn main() {
    let cxx = std::env::var("SCYTHE_BUILD_CXX").unwrap_or_else(|_| "clang++-22".into());
    println!("cargo:rerun-if-env-changed=SCYTHE_BUILD_CXX");
    for file in SOURCES.iter().chain(&HEADERS) {
        println!("cargo:rerun-if-changed={file}");
    }
    cc::Build::new()
        .compiler(cxx)
        .cpp(true)
        .std("c++17")
        .include(llvm_config("--includedir"))
        .files(SOURCES)
        .flags(["-fno-rtti", "-fno-exceptions", "-fvisibility-inlines-hidden"])
        .flags(["-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-deprecated-declarations"])
        .define("_GNU_SOURCE", None)
        .opt_level(1)
        .debug(false)
        .cargo_metadata(false)
        .compile("scythe_plugin_cpp");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    println!("cargo:rustc-link-search=native={out}");
    // Nothing in Rust refers to the C++ code: its static initialisers are the interface.
    println!("cargo:rustc-link-lib=static:+whole-archive=scythe_plugin_cpp");
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
