//! A bounded run: the same kernels every time, few enough for every day.
//!
//! Longer runs, with other kernels each time: `cargo xtask fuzz --seconds 600`.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the fuzzer with some seeds.
fn run(seed: &str, kernels: &str, device: &str) -> Output {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(device);
    Command::new(env!("CARGO_BIN_EXE_scythe-fuzz"))
        .args(["--seed", seed, "--kernels", kernels, "--device", device, "--out"])
        .arg(&out)
        .output()
        .expect("the fuzzer starts")
}

/// A few, since the driver's compiler takes its time. A machine without a driver skips them, and says so.
#[test]
fn kernels_as_spirv_do_what_the_interpreter_does() {
    let fuzzer = Path::new(env!("CARGO_BIN_EXE_scythe-fuzz"));
    if !fuzzer.with_file_name("scythe++").is_file() {
        eprintln!("skipped: scythe++, which makes the builtins, is not built");
        return;
    }
    let output = run("1", "20", "opencl");
    let looped = run("348", "1", "opencl");
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    if complained.contains("no OpenCL device") {
        eprintln!("skipped: {complained}");
        return;
    }
    assert!(output.status.success(), "{said}{complained}");
    assert!(said.contains("20 kernels checked, 0 failed"), "{said}");
    // Work-items meet behind a loop with two entries.
    let said = String::from_utf8_lossy(&looped.stdout);
    assert!(said.contains("1 kernels checked, 0 failed"), "{said}");
}

#[test]
fn kernels_of_the_first_seeds_do_what_the_interpreter_does() {
    let output = run("1", "120", "cpu");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("120 kernels checked, 0 failed"), "{said}");
}
