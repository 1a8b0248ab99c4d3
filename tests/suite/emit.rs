//! Emitted text: `tests/emit/<target>/*.cpp`, a program, with CHECK lines about one stage.

use std::path::Path;

use libtest_mimic::Trial;
use serde::Deserialize;

use crate::directives;
use crate::filetests::{check_lines, file_check};
use crate::ptx;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem};
use crate::spirv;
use crate::verdict::{Verdict, trial};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Directives {
    /// The stage for `--emit=`.
    emit: String,
    /// Flags for the compiler.
    #[serde(default)]
    flags: String,
    /// Why `spirv-val` cannot validate the SPIR-V, if it cannot.
    unvalidated: Option<String>,
    /// Whether the output of `spirv-dis` has to match the lines with the prefix `DIS`.
    #[serde(default)]
    disassembled: bool,
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
    match directives.flags.as_str() {
        flags if flags.contains("spirv64") => validate(file, &directives, sandbox),
        flags if flags.contains("ptx") => assemble(file, &directives, sandbox),
        _ => Ok(()),
    }
}

/// NVIDIA's assembler accepts the final PTX, whatever stage the test is about.
fn assemble(file: &Path, directives: &Directives, sandbox: &Sandbox) -> Verdict {
    ptx::require_assembler(sandbox)?;
    let module = sandbox.path("module.ptx");
    sandbox
        .scythe()
        .arg("--emit=ptx")
        .args(directives::words(&directives.flags))
        .arg(file)
        .arg("-o")
        .arg(&module)
        .succeed()?;
    ptx::assemble(&module, sandbox)
}

/// The final SPIR-V binary is valid, whatever stage the test is about.
fn validate(file: &Path, directives: &Directives, sandbox: &Sandbox) -> Verdict {
    if directives.unvalidated.is_some() {
        return Ok(());
    }
    let binary = sandbox.path("module.spv");
    sandbox
        .scythe()
        .arg("--emit=spirv")
        .args(directives::words(&directives.flags))
        .arg(file)
        .arg("-o")
        .arg(&binary)
        .succeed()?;
    spirv::validate(&binary, sandbox)?;
    if !directives.disassembled {
        return Ok(());
    }
    let output = sandbox.run("spirv-dis").arg("--raw-id").arg(&binary).succeed()?;
    check_lines(file, Some("DIS"), &output.stdout, &output, sandbox)
}
