//! How a program is run, and its expected results. For packed programs, this is stored as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::directives;
use crate::process::Run;
use crate::verdict::{Verdict, fail, skip};

/// Arguments, environment and the expected end of a program.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Execution {
    /// Arguments for the program.
    pub args: String,
    /// The program's environment.
    pub env: BTreeMap<String, String>,
    /// The expected exit status.
    pub exit: i32,
    /// The signal that must end the program, instead of an exit status.
    pub signal: Option<i32>,
    /// A regular expression that standard output must match somewhere.
    pub stdout: Option<String>,
    /// A regular expression that standard error must match somewhere.
    pub stderr: Option<String>,
    /// The time limit in seconds.
    pub time_limit: u64,
}

/// A program that runs the test program, such as a checker of memory accesses.
#[derive(Clone, Debug)]
pub struct Wrapper {
    /// The command; the program's command line is appended.
    pub command: Vec<String>,
    /// The factor for time limits.
    pub slowdown: u32,
}

impl Execution {
    /// Runs a program on the device of a selector, and checks its exit status and output.
    ///
    /// `run` is the program's command, or the wrapper's with the program as its last argument. A wrapper has
    /// its own exit statuses, so if the program must fail, any failure of the wrapper is accepted.
    pub fn check(&self, run: Run, selector: &str, wrapper: Option<&Wrapper>) -> Verdict {
        let slowdown = wrapper.map_or(1, |wrapper| wrapper.slowdown);
        let mut run = run
            .args(directives::words(&self.args))
            .env("SCYTHE_DEVICES", selector)
            .limit(Duration::from_secs(self.time_limit) * slowdown);
        for (name, value) in &self.env {
            run = run.env(name, value);
        }
        let output = run.output()?;
        let must_fail = self.signal.is_some() || self.exit != 0;
        let output = match self.signal {
            _ if wrapper.is_some() && must_fail => {
                let failed = !output.status.success();
                output.expect(failed, "the program should have failed")?
            }
            Some(signal) => output.expect_signal(signal)?,
            None => output.expect_code(self.exit)?,
        };
        for (name, stream, pattern) in
            [("stdout", &output.stdout, &self.stdout), ("stderr", &output.stderr, &self.stderr)]
        {
            if let Some(pattern) = pattern
                && !Regex::new(&for_wrapper(pattern, wrapper))?.is_match(stream)
            {
                return fail(output.describe(&format!("{name} does not match {pattern:?}")));
            }
        }
        let reason = output.stdout.lines().find_map(|line| line.strip_prefix(SKIPPED));
        reason.map_or(Ok(()), skip)
    }
}

/// The prefix of the line in which a program reports that the machine lacks something; the reason follows.
const SKIPPED: &str = "skipped: ";

/// Wrappers print additional lines, so the start and end of the text match those of lines.
fn for_wrapper(pattern: &str, wrapper: Option<&Wrapper>) -> String {
    if wrapper.is_some() { format!("(?m){pattern}") } else { pattern.to_owned() }
}
