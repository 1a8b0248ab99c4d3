//! Compiles the functions of complex numbers that kernels for NVIDIA GPUs call to bitcode.

use std::path::Path;
use std::process::Command;

const SOURCE: &str = "src/ptx/complex.cpp";

fn main() {
    println!("cargo:rerun-if-changed={SOURCE}");
    println!("cargo:rerun-if-env-changed=SCYTHE_BUILD_CXX");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let compiler = std::env::var("SCYTHE_BUILD_CXX").unwrap_or_else(|_| "clang++-22".to_owned());
    let status = Command::new(&compiler)
        .args(["--target=nvptx64-nvidia-cuda", "-nocudalib", "-nocudainc", "-x", "c++"])
        .args(["-std=c++17", "-O2", "-ffp-contract=on", "-fno-math-errno", "-fno-exceptions"])
        .args(["-ffreestanding", "-Wno-unused-command-line-argument", "-Werror"])
        .args(["-emit-llvm", "-c", SOURCE, "-o"])
        .arg(Path::new(&out).join("complex.bc"))
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{compiler} did not compile {SOURCE}: {status}"),
        Err(error) => panic!("cannot run {compiler}: {error}"),
    }
}
