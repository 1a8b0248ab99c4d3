//! Emitted text: `tests/emit/<target>/*.cpp`, a program in, CHECK lines about one stage out.

use std::path::Path;

use libtest_mimic::Trial;
use serde::Deserialize;

use crate::directives;
use crate::filetests::file_check;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem};
use crate::verdict::{Verdict, trial};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Directives {
    /// The stage, as `--emit=` takes it.
    emit: String,
    /// Flags for the compiler.
    #[serde(default)]
    flags: String,
    /// What `spirv-val` holds SPIR-V against, where it is not OpenCL 2.2: later versions of SPIR-V.
    environment: Option<String>,
}

/// Collects the trials of `tests/emit`.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in folders(&setting.tests("emit")) {
        for file in files(&folder, &["cpp"]) {
            let name = format!("emit/{}/{}", stem(&folder), stem(&file));
            trials.push(trial(setting, name, move |sandbox| check(&file, sandbox)));
        }
    }
    trials
}

fn check(file: &Path, sandbox: &Sandbox) -> Verdict {
    let directives: Directives = directives::read(file)?;
    let output = sandbox
        .scythe()
        .arg(format!("--emit={}", directives.emit))
        .args(directives::words(&directives.flags))
        .arg(file)
        .succeed()?;
    file_check(file, &output.stdout, &output, sandbox)?;
    if directives.emit == "spirv" { validate(file, &directives, sandbox) } else { Ok(()) }
}

/// What drivers get is valid, too: the binary form, held against the environment that the test names.
fn validate(file: &Path, directives: &Directives, sandbox: &Sandbox) -> Verdict {
    let binary = sandbox.path("module.spv");
    sandbox
        .scythe()
        .arg("--emit=spirv")
        .args(directives::words(&directives.flags))
        .arg(file)
        .arg("-o")
        .arg(&binary)
        .succeed()?;
    let environment = directives.environment.as_deref().unwrap_or("opencl2.2");
    sandbox.run("spirv-val").args(["--target-env", environment]).arg(&binary).succeed()?;
    Ok(())
}
