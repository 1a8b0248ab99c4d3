//! Filetests: `tests/filetests/<pass>/*.{ll,mlir}`, IR with CHECK lines.
//!
//! A file's directives say how it is run; with `runs` it is run several times, each with its own arguments
//! and CHECK prefixes. A run with `--verify-diagnostics` checks the file's `expected-error` lines, and needs
//! no CHECK lines. NVIDIA's assembler has to accept assembly for NVIDIA GPUs.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use serde::Deserialize;

use crate::directives;
use crate::process::Output;
use crate::ptx;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem, tool};
use crate::verdict::{Verdict, fail, trial};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Directives {
    /// The tool that runs the passes.
    tool: String,
    passes: Option<String>,
    target: Option<String>,
    device: Option<String>,
    args: String,
    fails: bool,
    check: Option<String>,
    /// Whether the output, in the custom and in the generic form, is parsed and printed again unchanged.
    round_trip: bool,
    /// Differences between runs; without any, there is one run.
    runs: Vec<Run>,
}

/// One run of the tool; by default, the file's directives apply.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Run {
    /// The passes for `--passes=`.
    passes: Option<String>,
    /// The target for `--target=`.
    target: Option<String>,
    /// The device for `--device=`.
    device: Option<String>,
    /// Further arguments.
    args: String,
    /// Whether the tool must fail, with exit status 1; the CHECK lines then apply to standard error.
    fails: bool,
    /// The prefixes of CHECK lines, separated by commas; `CHECK` by default.
    check: Option<String>,
}

impl Default for Directives {
    fn default() -> Self {
        Self {
            tool: "scythe-opt".to_owned(),
            passes: None,
            target: None,
            device: None,
            args: String::new(),
            fails: false,
            check: None,
            round_trip: false,
            runs: Vec::new(),
        }
    }
}

impl Directives {
    /// All runs, in order.
    fn runs(mut self) -> Vec<Run> {
        let mut runs = std::mem::take(&mut self.runs);
        if runs.is_empty() {
            runs.push(Run::default());
        }
        for run in &mut runs {
            run.passes = run.passes.take().or_else(|| self.passes.clone());
            run.target = run.target.take().or_else(|| self.target.clone());
            run.device = run.device.take().or_else(|| self.device.clone());
            run.args = format!("{} {}", self.args, run.args);
            run.fails |= self.fails;
            run.check = run.check.take().or_else(|| self.check.clone());
        }
        runs
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
    if directives.round_trip {
        check_round_trip(file, &tool, &directives.args, sandbox)?;
    }
    directives.runs().iter().try_for_each(|run| check_run(file, &tool, run, sandbox))
}

fn check_run(file: &Path, tool: &Path, how: &Run, sandbox: &Sandbox) -> Verdict {
    let mut run = sandbox.run(tool);
    let named = [("--passes", &how.passes), ("--target", &how.target), ("--device", &how.device)];
    for (option, value) in named {
        if let Some(value) = value {
            run = run.arg(format!("{option}={value}"));
        }
    }
    let output = run.args(directives::words(&how.args)).arg(file).output()?;
    let prefixes = how.check.as_deref();
    if how.fails {
        let output = output.expect_code(1)?;
        check_lines(file, prefixes, &output.stderr, &output, sandbox)
    } else {
        let output = output.expect_code(0)?;
        let only_diagnostics = how.args.contains("--verify-diagnostics") && prefixes.is_none();
        if only_diagnostics {
            return Ok(());
        }
        check_lines(file, prefixes, &output.stdout, &output, sandbox)?;
        let is_assembly = how.args.contains("--filetype=asm");
        if is_assembly && how.device.as_deref().is_some_and(|device| device.contains("NVIDIA")) {
            let module = sandbox.write("module.ptx", &output.stdout)?;
            ptx::assemble(&module, sandbox)?;
        }
        Ok(())
    }
}

fn check_round_trip(file: &Path, tool: &Path, args: &str, sandbox: &Sandbox) -> Verdict {
    let print = |form: &[&str]| {
        sandbox.run(tool).args(directives::words(args)).args(form).arg(file).succeed()
    };
    let custom = print(&[])?;
    let generic = print(&["--mlir-print-op-generic"])?;
    for form in [&custom, &generic] {
        let again = sandbox.run(tool).args(directives::words(args)).arg("-");
        let again = again.input(form.stdout.as_str()).succeed()?;
        let same = again.stdout == custom.stdout;
        again.expect(same, &form.describe("what was printed is read back as something else"))?;
    }
    Ok(())
}

/// Checks a text against the CHECK lines of a file.
pub fn file_check(file: &Path, text: &str, output: &Output, sandbox: &Sandbox) -> Verdict {
    check_lines(file, None, text, output, sandbox)
}

/// FileCheck with other prefixes than `CHECK`.
pub fn check_lines(
    file: &Path,
    prefixes: Option<&str>,
    text: &str,
    output: &Output,
    sandbox: &Sandbox,
) -> Verdict {
    let mut check = sandbox.run(tool("FileCheck-22")?).arg(file);
    if let Some(prefixes) = prefixes {
        check = check.arg(format!("--check-prefixes={prefixes}"));
    }
    let check = check.input(text).output()?;
    if check.status.success() {
        return Ok(());
    }
    fail(format!("{}\n{}", check.describe("FileCheck found a difference"), output.describe("from")))
}
