//! Compiles clang's option table, which comes with its headers.

use scythe_llvm_config::{cxx, is_clippy, llvm_config};

const SOURCE: &str = "options.cpp";

fn main() {
    println!("cargo:rerun-if-changed={SOURCE}");
    if is_clippy() {
        return;
    }
    cc::Build::new()
        .compiler(cxx())
        .cpp(true)
        .std("c++17")
        .include(llvm_config("--includedir"))
        .file(SOURCE)
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wextra", "-Wno-unused-parameter"])
        .define("_GNU_SOURCE", None)
        .opt_level(1)
        .compile("scythe_clang_options");
    println!("cargo:rustc-link-search=native={}", llvm_config("--libdir"));
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}
