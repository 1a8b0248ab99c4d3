//! Runs a test program and counts its cases.
//!
//! The suite's programs use Catch2, whose XML report ends with totals. A report without an end belongs to a
//! program that crashed or was stopped: then every case is run alone, and cases that do not finish are
//! failures.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

use super::Environment;
use super::program::add_to;

/// The results of a program's cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases that passed.
    pub passed: u64,
    /// Cases that failed.
    pub failed: u64,
    /// Cases that skipped themselves.
    pub skipped: u64,
    /// Cases that failed, as the suite allows.
    pub may_fail: u64,
}

impl Counts {
    /// Adds the results of other cases.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.may_fail += other.may_fail;
    }

    /// Reads the end of a report.
    fn of_report(report: &str) -> Option<Self> {
        let line = report.lines().rev().find(|line| line.contains("<OverallResultsCases"))?;
        let attribute = |name: &str| -> Option<u64> {
            let (_, rest) = line.split_once(&format!("{name}=\""))?;
            rest.split('"').next()?.parse().ok()
        };
        Some(Self {
            passed: attribute("successes")?,
            failed: attribute("failures")?,
            // Older versions of Catch2 do not report these two.
            skipped: attribute("skips").unwrap_or(0),
            may_fail: attribute("expectedFailures").unwrap_or(0),
        })
    }
}

/// Runs a program; messages about failures are added to the log.
pub fn run(program: &Path, environment: &Environment, log: &Path) -> Result<Counts> {
    if let Some(counts) = report(program, environment, log, None)? {
        return Ok(counts);
    }
    let mut counts = Counts::default();
    for case in cases(program, environment)? {
        if environment.is_late() {
            break;
        }
        counts.add(report(program, environment, log, Some(&case))?.unwrap_or_else(|| {
            eprintln!("    does not come to an end: {case}");
            Counts { failed: 1, ..Counts::default() }
        }));
    }
    // A program that crashes before its first case is a failure too.
    if counts == Counts::default() {
        counts.failed = 1;
    }
    Ok(counts)
}

/// The totals of a run; none if it did not finish.
fn report(
    program: &Path,
    environment: &Environment,
    log: &Path,
    case: Option<&str>,
) -> Result<Option<Counts>> {
    let mut command = environment.command(program);
    command
        .args(["--reporter", "xml"])
        .args(case.map(escaped))
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let counts = Counts::of_report(&text);
    if counts.is_none_or(|counts| counts.failed > 0) {
        add_to(log, &[&output.stdout, &output.stderr])?;
    }
    Ok(counts)
}

/// The names of a program's cases.
fn cases(program: &Path, environment: &Environment) -> Result<Vec<String>> {
    let mut command = environment.command(program);
    command.args(["--list-tests", "--verbosity", "quiet"]).stdin(Stdio::null());
    let output = command.output().with_context(|| format!("cannot run {}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// A name, escaped because Catch2 would take it for a pattern.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if matches!(c, '\\' | ',' | '[' | ']' | '"' | '*' | '~') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_at_the_end_of_a_report() {
        let report = "<Catch2TestRun>\n <OverallResults successes=\"9\" failures=\"9\"/>\n  \
            <OverallResultsCases successes=\"5\" failures=\"1\" expectedFailures=\"2\" skips=\"3\"/>\n</Catch2TestRun>\n";
        let counts = Counts { passed: 5, failed: 1, skipped: 3, may_fail: 2 };
        assert_eq!(Counts::of_report(report), Some(counts));
        assert_eq!(Counts::of_report("<Catch2TestRun>\n<TestCase name=\"a\">"), None);
    }

    #[test]
    fn names_are_no_patterns() {
        assert_eq!(escaped("a, b [c]*"), r"a\, b \[c\]\*");
    }
}
