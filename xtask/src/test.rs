//! `cargo xtask test`: all checks, cheapest first, and one closing line.
//!
//! The order is format, lints, build, the crates' own tests, the suite. Everything uses the release profile
//! and one target directory, so nothing is compiled twice. A failing check does not hide later ones, except
//! that nothing runs after a failing build. At the end, a table shows the duration of each.

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::build;
use crate::nvidia::Toolkit;
use crate::opencl::Implementations;
use crate::packages::MPI_PACKAGES;
use crate::setup;
use crate::stages::Stages;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask test`.
#[derive(Args)]
pub struct Options {
    /// Run only the tests whose names contain this text, without format check and lints
    filter: Option<String>,
    /// Leave out the format check and the lints
    #[arg(long)]
    skip_lint: bool,
    /// Run programs on these devices only (a backend as `scythe-ls` names it: cpu, opencl, cuda)
    #[arg(long, value_name = "BACKEND")]
    device: Option<String>,
    /// Compile every program in all configurations: also at -O0 and without MLIR, for all devices and for NVIDIA GPUs
    #[arg(long)]
    full: bool,
    /// Compile programs only with -fscythe-check, for the CPU
    #[arg(long)]
    checked: bool,
    /// Run the long tests too
    #[arg(long)]
    long: bool,
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    let start = Instant::now();
    setup::ensure()?;
    let mut run = Run::default();
    if options.filter.is_none() && !options.skip_lint {
        run.check("format", || step::run(workspace::cargo("fmt").args(["--all", "--check"])));
        run.check("lints", || {
            // The suite is not among cargo's "all targets", because it is not a test of `cargo test`.
            step::run(&mut clippy(&["--all-targets"]))?;
            step::run(&mut clippy(&["--test", "suite"]))
        });
    }
    match run.stages.time("build", build::release) {
        Ok(()) => {
            run.tests("tests of the crates", &mut crate_tests(options)?);
            run.tests("test suite", &mut suite_for(options)?);
        }
        Err(error) => run.fail("build", &error),
    }
    if let (Some(filter), Tally { passed: 0, failed: 0, skipped: 0 }) = (&options.filter, run.total)
    {
        run.fail("filter", &anyhow!("no test has {filter:?} in its name"));
    }
    Ok(run.finish(start))
}

fn clippy(targets: &[&str]) -> Command {
    let mut command = workspace::cargo("clippy");
    command.args(["--release", "--workspace"]).args(targets).args(["--", "-D", "warnings"]);
    command
}

fn crate_tests(options: &Options) -> Result<Command> {
    let mut command = workspace::cargo("test");
    command.args(["--release", "--workspace", "--no-fail-fast", "--"]).args(&options.filter);
    show_devices(options, &mut command)?;
    if options.long {
        command.env("SCYTHE_TEST_LONG", "1");
    }
    Ok(command)
}

/// Makes the machine's OpenCL implementations and NVIDIA's assembler available to tests, unless they are for
/// the CPU only.
fn show_devices(options: &Options, command: &mut Command) -> Result<()> {
    if options.device.as_deref() != Some("cpu") {
        Implementations::ensure()?.show(command);
        Toolkit::ensure()?.show(command);
    }
    Ok(())
}

/// The command that runs the suite; `--workspace` keeps the features, and so the artefacts, of the build.
pub fn suite(filter: Option<&str>) -> Result<Command> {
    let mut command = workspace::cargo("test");
    command.args(["--release", "--workspace", "--test", "suite", "--"]).args(filter);
    // The build may have replaced the binary of this process.
    let built = workspace::bin_dir().join("xtask");
    let myself = if built.is_file() {
        built
    } else {
        env::current_exe().context("cannot find xtask's own binary")?
    };
    command.env("SCYTHE_BIN_DIR", workspace::bin_dir()).env("SCYTHE_XTASK", myself);
    Ok(command)
}

fn suite_for(options: &Options) -> Result<Command> {
    let mut command = suite(options.filter.as_deref())?;
    show_devices(options, &mut command)?;
    if options.filter.as_ref().is_none_or(|filter| filter.starts_with("cluster")) {
        setup::attempt(MPI_PACKAGES)?;
    }
    if let Some(device) = &options.device {
        command.env("SCYTHE_TEST_DEVICE", device);
    }
    if options.long {
        command.env("SCYTHE_TEST_LONG", "1");
    }
    if options.full {
        command.env("SCYTHE_TEST_FULL", "1");
    }
    if options.checked {
        command.env("SCYTHE_TEST_CHECKED", "1");
    }
    Ok(command)
}

/// The results so far.
#[derive(Default)]
struct Run {
    total: Tally,
    failures: Vec<String>,
    stages: Stages,
}

impl Run {
    /// Runs a check, which counts as one test.
    fn check(&mut self, title: &str, work: impl FnOnce() -> Result<()>) {
        match self.stages.time(title, || step::announced(title, work)) {
            Ok(()) => self.total.passed += 1,
            Err(error) => self.fail(title, &error),
        }
    }

    /// Runs test binaries and adds up their summary lines.
    fn tests(&mut self, title: &str, command: &mut Command) {
        let mut tally = Tally::default();
        let result = self.stages.time(title, || {
            step::announced(title, || {
                let status = step::watched(command, |line| tally.add(Tally::of_line(line)))?;
                step::check(command, status)
            })
        });
        self.total.add(tally);
        if let Err(error) = result {
            if tally.failed == 0 {
                // The tests have no summary: they crashed or did not compile.
                self.fail(title, &error);
            } else {
                self.failures.push(format!("{title}: {} failed", tally.failed));
            }
        }
    }

    fn fail(&mut self, title: &str, error: &anyhow::Error) {
        self.total.failed += 1;
        self.failures.push(format!("{title}: {error:#}"));
    }

    fn finish(self, start: Instant) -> ExitCode {
        for line in self.stages.table() {
            eprintln!("{line}");
        }
        eprintln!("==> all checks took {}", step::seconds(start.elapsed()));
        for failure in &self.failures {
            eprintln!("failed: {failure}");
        }
        let Tally { passed, failed, skipped } = self.total;
        println!("{passed} passed, {failed} failed, {skipped} skipped");
        if self.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// Numbers of tests by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// Parses a summary line of a test binary; other lines count as no tests.
    ///
    /// Example: `test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; …`
    fn of_line(line: &str) -> Self {
        let mut tally = Self::default();
        let Some((_, summary)) =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return tally;
        };
        for part in summary.split("; ") {
            match part.split_once(' ').map(|(number, word)| (number.parse(), word)) {
                Some((Ok(number), "passed")) => tally.passed = number,
                Some((Ok(number), "failed")) => tally.failed = number,
                Some((Ok(number), "ignored")) => tally.skipped = number,
                _ => {}
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lines_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; \
                    7 filtered out; finished in 0.31s";
        assert_eq!(Tally::of_line(line), Tally { passed: 12, failed: 3, skipped: 1 });
    }

    #[test]
    fn other_lines_count_nothing() {
        for line in ["", "test a::b ... ok", "running 3 tests", "test result: 3 passed"] {
            assert_eq!(Tally::of_line(line), Tally::default(), "{line}");
        }
    }
}
