//! A program that runs once for each line of its input and prints the time.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::step;

/// A running program.
pub struct Contender {
    command: Command,
    child: Child,
    /// Closed to end the program.
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Contender {
    /// Starts a program, which initialises its data and then waits.
    pub fn start(program: &Path, quick: bool) -> Result<Self> {
        let mut command = Command::new(program);
        // Idle OpenMP threads sleep instead of occupying cores that others need.
        command.env("KMP_BLOCKTIME", "0");
        if quick {
            command.arg("--quick");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = spawn(&mut command)
            .with_context(|| format!("cannot start `{}`", step::shown(&command)))?;
        let requests = child.stdin.take();
        let answers = child.stdout.take().context("the program has no standard output")?;
        Ok(Self { command, child, requests, answers: BufReader::new(answers) })
    }

    /// Runs the program once; returns the time in milliseconds. A program that ends instead had a wrong
    /// result, or crashed.
    pub fn turn(&mut self) -> Result<f64> {
        // If the program has ended, the missing answer reports it, with its status.
        if let Some(requests) = &mut self.requests {
            let _ = requests.write_all(b"\n").and_then(|()| requests.flush());
        }
        let mut answer = String::new();
        let length = self.answers.read_line(&mut answer);
        if length.with_context(|| format!("cannot read from `{}`", self.shown()))? == 0 {
            step::check(&self.command, self.child.wait()?)?;
            bail!("`{}` ended without an answer", self.shown());
        }
        answer.trim_end().parse().with_context(|| {
            format!("`{}` printed `{}`, which is no time", self.shown(), answer.trim_end())
        })
    }

    /// Ends the program, and checks its status.
    pub fn finish(mut self) -> Result<()> {
        self.requests = None;
        let status = self.child.wait()?;
        step::check(&self.command, status)
    }

    fn shown(&self) -> String {
        step::shown(&self.command)
    }
}

impl Drop for Contender {
    fn drop(&mut self) {
        // A program that is abandoned must not keep running. It may have ended already.
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Starts a program that may have been written just before: until a process that another thread starts at
/// that moment calls exec, it keeps the file open for writing.
fn spawn(command: &mut Command) -> io::Result<Child> {
    const TRIES: u32 = 100;
    for _ in 1..TRIES {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
    command.spawn()
}

#[cfg(test)]
pub mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    use super::*;

    /// A shell script as a program.
    pub fn script(dir: &Path, name: &str, text: &str) -> PathBuf {
        let path = dir.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn answers_are_times() {
        let dir = tempfile::tempdir().unwrap();
        let program = script(dir.path(), "program", "while read -r _; do echo 1.5; done");
        let mut contender = Contender::start(&program, false).unwrap();
        assert_eq!(contender.turn().unwrap().to_string(), "1.5");
        assert_eq!(contender.turn().unwrap().to_string(), "1.5");
        contender.finish().unwrap();
    }

    #[test]
    fn programs_that_fail_are_reported_with_their_status() {
        let dir = tempfile::tempdir().unwrap();
        let program = script(dir.path(), "program", "read -r _; exit 3");
        let mut contender = Contender::start(&program, true).unwrap();
        let error = contender.turn().unwrap_err().to_string();
        assert!(error.contains("exit status: 3") && error.contains("--quick"), "{error}");
    }

    #[test]
    fn other_answers_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let program = script(dir.path(), "program", "while read -r _; do echo fast; done");
        let error = Contender::start(&program, false).unwrap().turn().unwrap_err().to_string();
        assert!(error.contains("`fast`"), "{error}");
    }

    #[test]
    fn programs_that_fail_at_the_end_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let program = script(dir.path(), "program", "while read -r _; do echo 1; done; exit 4");
        let mut contender = Contender::start(&program, false).unwrap();
        contender.turn().unwrap();
        assert!(contender.finish().unwrap_err().to_string().contains("exit status: 4"));
    }
}
