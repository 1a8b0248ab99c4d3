//! A bounded run: the same kernels every time, few enough for every day.
//!
//! Longer runs, with other kernels each time: `cargo xtask fuzz --seconds 600`.

use std::path::Path;
use std::process::Command;

#[test]
fn kernels_of_the_first_seeds_do_what_the_interpreter_does() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let output = Command::new(env!("CARGO_BIN_EXE_scythe-fuzz"))
        .args(["--seed", "1", "--kernels", "120", "--out"])
        .arg(&out)
        .output()
        .expect("the fuzzer starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("120 kernels checked, 0 failed"), "{said}");
}
