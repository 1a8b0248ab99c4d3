//! Compiles clang's option table, which comes with its headers.

use scythe_llvm_config::{cpp_build, is_clippy, llvm_config};

const SOURCE: &str = "options.cpp";

fn main() {
    println!("cargo:rerun-if-changed={SOURCE}");
    if is_clippy() {
        return;
    }
    cpp_build().file(SOURCE).compile("scythe_clang_options");
    println!("cargo:rustc-link-search=native={}", llvm_config("--libdir"));
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}
