//! How a program is run and what it must do then. Packed programs carry this with them as JSON.

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
    /// The exit status that is right.
    pub exit: i32,
    /// The signal that must end the program, instead of an exit status.
    pub signal: Option<i32>,
    /// A regular expression that standard output must match somewhere.
    pub stdout: Option<String>,
    /// A regular expression that standard error must match somewhere.
    pub stderr: Option<String>,
    /// Seconds that the program may take.
    pub time_limit: u64,
}

/// Another program that runs the program, such as a checker of memory accesses.
#[derive(Clone, Debug)]
pub struct Wrapper {
    /// The command; the program's command line is appended.
    pub command: Vec<String>,
    /// How many times as long a program may take.
    pub slowdown: u32,
}

impl Execution {
    /// Runs a program on the device of a selector, and checks how it ends and what it prints.
    ///
    /// `run` is the program's command, or the wrapper's with the program as its last argument so far. A wrapper
    /// has exit statuses of its own, so where the program must fail, any failure of the wrapper is accepted.
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

/// How the line begins by which a program says that the machine has not what it needs; the reason follows.
const SKIPPED: &str = "skipped: ";

/// Wrappers print lines around those of the program, so the text's ends are ends of lines for them.
fn for_wrapper(pattern: &str, wrapper: Option<&Wrapper>) -> String {
    if wrapper.is_some() { format!("(?m){pattern}") } else { pattern.to_owned() }
}
