//! The headers compile without a warning in every C++ standard that they promise.

use libtest_mimic::Trial;

use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, trial};

const STANDARDS: &[&str] = &["c++17", "c++20", "c++23"];
const HEADERS: &[&str] = &["sycl/sycl.hpp", "CL/sycl.hpp"];

/// One trial per standard and header.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for standard in STANDARDS {
        for header in HEADERS {
            let name = format!("driver/standards/{header} -std={standard}");
            trials.push(trial(setting, name, |sandbox| is_clean(standard, header, sandbox)));
        }
    }
    trials
}

fn is_clean(standard: &str, header: &str, sandbox: &Sandbox) -> Verdict {
    sandbox.write("clean.cpp", &format!("#include <{header}>\nint main() {{}}\n"))?;
    // Given with -I the headers are not system headers, whose warnings clang keeps to itself.
    let output = sandbox
        .scythe()
        .arg(format!("-std={standard}"))
        .args(["-Wall", "-Wextra", "-Werror", "-O2", "-I"])
        .arg(sandbox.setting().include())
        .args(["-c", "clean.cpp"])
        .succeed()?;
    let silent = output.stderr.is_empty();
    output.expect(silent, "expected silence")?;
    Ok(())
}
