//! Compiles the C++ shim against MLIR 22 and makes Rust declarations of MLIR's C API and of the shim.

use std::path::PathBuf;
use std::process::Command;

const SOURCES: [&str; 5] =
    ["dialect.cpp", "assembly.cpp", "inspect.cpp", "passes.cpp", "translate.cpp"];

/// The parts of MLIR's C API that are used. The distribution has them as archives only.
const C_API: [&str; 5] = [
    "MLIRCAPITransforms",
    "MLIRCAPIRegisterEverything",
    "MLIRCAPITarget",
    "MLIRCAPILLVM",
    "MLIRCAPIIR",
];

fn main() {
    println!("cargo:rerun-if-env-changed=SCYTHE_BUILD_CXX");
    println!("cargo:rerun-if-changed=shim.h");
    for file in SOURCES {
        println!("cargo:rerun-if-changed={file}");
    }
    let (include, lib) = (llvm_config("--includedir"), llvm_config("--libdir"));
    cc::Build::new()
        .compiler(std::env::var("SCYTHE_BUILD_CXX").unwrap_or_else(|_| "clang++-22".into()))
        .cpp(true)
        .std("c++17")
        .include(&include)
        .files(SOURCES)
        .flags(["-fno-rtti", "-fno-exceptions", "-Wall", "-Wextra", "-Wno-unused-parameter"])
        .define("_GNU_SOURCE", None)
        .opt_level(1)
        .compile("scythe_mlir_shim");
    println!("cargo:rustc-link-search=native={lib}");
    for archive in C_API {
        println!("cargo:rustc-link-lib=static={archive}");
    }
    println!("cargo:rustc-link-lib=dylib=MLIR");
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
    declare(&include, &lib);
}

fn declare(include: &str, lib: &str) {
    // bindgen looks for some libclang; it must be the one of this LLVM.
    // SAFETY: a build script's main thread is its only one.
    unsafe { std::env::set_var("LIBCLANG_PATH", lib) };
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    bindgen::Builder::default()
        .header("shim.h")
        .clang_arg(format!("-I{include}"))
        .allowlist_function("mlir.*|scythe.*")
        .allowlist_type("Mlir.*|Scythe.*")
        .allowlist_var("Scythe.*")
        .derive_default(true)
        .derive_eq(true)
        .derive_hash(true)
        .layout_tests(false)
        .generate_comments(false)
        .generate()
        .expect("MLIR's C API has a header that bindgen cannot read")
        .write_to_file(out.join("ffi.rs"))
        .expect("cannot write to OUT_DIR");
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
