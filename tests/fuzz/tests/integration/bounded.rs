//! A bounded run: the same kernels every time, few enough for every test run.
//!
//! Longer runs, with other kernels each time: `cargo xtask fuzz --seconds 600`.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the fuzzer with some seeds.
fn run(seed: &str, kernels: u32, device: &str) -> Output {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(device);
    Command::new(env!("CARGO_BIN_EXE_scythe-fuzz"))
        .args(["--seed", seed, "--kernels", &kernels.to_string(), "--device", device, "--out"])
        .arg(&out)
        .output()
        .expect("the fuzzer starts")
}

/// Few kernels, since the driver's compiler is slow. A machine without a driver skips them, and says so.
#[test]
fn spirv_kernels_match_the_interpreter() {
    let fuzzer = Path::new(env!("CARGO_BIN_EXE_scythe-fuzz"));
    if !fuzzer.with_file_name("scythe++").is_file() {
        eprintln!("skipped: scythe++, which makes the builtins, is not built");
        return;
    }
    let count = crate::number_of_kernels(20);
    let output = run("1", count, "opencl");
    let looped = run("348", 1, "opencl");
    let output_text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("no OpenCL device") {
        eprintln!("skipped: {errors}");
        return;
    }
    assert!(output.status.success(), "{output_text}{errors}");
    let all = format!("{count} kernels checked, 0 failed");
    assert!(output_text.contains(&all), "{output_text}");
    // A barrier after a loop with two entries.
    let output_text = String::from_utf8_lossy(&looped.stdout);
    assert!(output_text.contains("1 kernels checked, 0 failed"), "{output_text}");
}

#[test]
fn kernels_of_the_first_seeds_match_the_interpreter() {
    let count = crate::number_of_kernels(120);
    let output = run("1", count, "cpu");
    let output_text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output_text}{}", String::from_utf8_lossy(&output.stderr));
    let all = format!("{count} kernels checked, 0 failed");
    assert!(output_text.contains(&all), "{output_text}");
}
