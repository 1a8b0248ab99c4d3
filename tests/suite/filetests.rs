//! Filetests: `tests/filetests/<pass>/*.{ll,mlir}`, IR in, CHECK lines out.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use serde::Deserialize;

use crate::directives;
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem, tool};
use crate::verdict::{Verdict, fail, trial};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Directives {
    /// The tool that runs the passes.
    tool: String,
    /// The passes, as `--passes=` takes them.
    passes: Option<String>,
    /// The target whose rules apply, as `--target=` takes it.
    target: Option<String>,
    /// Further arguments.
    args: String,
    /// Whether the tool must fail; the CHECK lines are then about standard error.
    fails: bool,
}

impl Default for Directives {
    fn default() -> Self {
        Self {
            tool: "scythe-opt".to_owned(),
            passes: None,
            target: None,
            args: String::new(),
            fails: false,
        }
    }
}

/// Collects the trials of `tests/filetests`.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in folders(&setting.tests("filetests")) {
        for file in files(&folder, &["ll", "mlir"]) {
            let name = format!("filetests/{}/{}", stem(&folder), stem(&file));
            trials.push(trial(setting, name, move |sandbox| check(&file, sandbox)));
        }
    }
    trials
}

fn check(file: &Path, sandbox: &Sandbox) -> Verdict {
    let directives: Directives = directives::read(file)?;
    let tool: PathBuf = sandbox.setting().binary(&directives.tool)?;
    let mut run = sandbox.run(tool);
    if let Some(passes) = &directives.passes {
        run = run.arg(format!("--passes={passes}"));
    }
    if let Some(target) = &directives.target {
        run = run.arg(format!("--target={target}"));
    }
    let output = run.args(directives::words(&directives.args)).arg(file).output()?;
    if directives.fails {
        let output = output.expect_failure()?;
        file_check(file, &output.stderr, &output, sandbox)
    } else {
        let output = output.expect_code(0)?;
        file_check(file, &output.stdout, &output, sandbox)
    }
}

/// Checks a text against the CHECK lines of a file.
pub fn file_check(file: &Path, text: &str, output: &Output, sandbox: &Sandbox) -> Verdict {
    let check = sandbox.run(tool("FileCheck-22")?).arg(file).input(text).output()?;
    if check.status.success() {
        return Ok(());
    }
    fail(format!("{}\n{}", check.describe("FileCheck found a difference"), output.describe("from")))
}
