//! Compiles the C++ shim against MLIR 22 and generates Rust declarations of MLIR's C API and of the shim.

use std::path::{Path, PathBuf};

use scythe_llvm_config::{cpp_build, is_clippy, llvm_config, precompile};

const SOURCES: [&str; 6] =
    ["dialect.cpp", "assembly.cpp", "analysis.cpp", "inspect.cpp", "passes.cpp", "translate.cpp"];

/// The parts of MLIR's C API that are used. The distribution has them only as archives.
const C_API: [&str; 5] = [
    "MLIRCAPITransforms",
    "MLIRCAPIRegisterEverything",
    "MLIRCAPITarget",
    "MLIRCAPILLVM",
    "MLIRCAPIIR",
];

fn main() {
    println!("cargo:rerun-if-changed=shim.h");
    println!("cargo:rerun-if-changed=../llvm-shim/parse_text.hpp");
    for file in SOURCES {
        println!("cargo:rerun-if-changed={file}");
    }
    let (include, lib) = (llvm_config("--includedir"), llvm_config("--libdir"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    declare(&include, &lib, &out);
    if is_clippy() {
        return;
    }
    let mut build = cpp_build();
    precompile(&mut build, "precompiled.hpp");
    build.files(SOURCES).compile("scythe_mlir_shim");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-search=native={lib}");
    link_for_tests(Path::new(&lib), &out);
    for archive in C_API {
        println!("cargo:rustc-link-lib=static={archive}");
    }
    println!("cargo:rustc-link-lib=dylib=MLIR");
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}

/// MLIR is not in the loader's default folders. Programs have a run path
/// (`scythe_llvm_config::find_libraries_at_run_time`); tests are run by cargo, which adds folders of build
/// scripts to the loader's path.
fn link_for_tests(lib: &Path, out: &Path) {
    let plain = lib.join("libMLIR.so");
    let Some(name) =
        std::fs::canonicalize(&plain).ok().and_then(|file| file.file_name().map(|n| out.join(n)))
    else {
        panic!("cannot find {}: run `cargo xtask setup` to install MLIR 22", plain.display());
    };
    let _ = std::fs::remove_file(&name);
    std::os::unix::fs::symlink(&plain, &name).expect("cannot write to OUT_DIR");
}

fn declare(include: &str, lib: &str, out: &Path) {
    // SAFETY: a build script's main thread is its only one. bindgen would use any libclang; it has to be the
    // one of this LLVM.
    unsafe { std::env::set_var("LIBCLANG_PATH", lib) };
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
