//! Runs programs.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write};
use std::ops::Range;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;

use scythe_console::signals::ChildGuard;

use crate::error::DriverError;
use crate::messages::Messages;
use crate::temporary;
use crate::toolchain::ADVICE;

const SIGPIPE: i32 = 13;
/// The exit status that shells report for it.
const ENDED_BY_SIGPIPE: u8 = 141;

/// A program to run.
#[derive(Clone, Debug)]
pub struct Job {
    program: OsString,
    words: Vec<OsString>,
    input: Option<Vec<u8>>,
    /// The words about a precompiled header, and its path.
    header: Option<(Range<usize>, PathBuf)>,
}

/// The result of a program.
pub struct Outcome {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed to standard error.
    pub stderr: String,
}

impl Job {
    /// A job without arguments.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self { program: program.into(), words: Vec::new(), input: None, header: None }
    }

    /// Adds an argument.
    pub fn arg(mut self, word: impl Into<OsString>) -> Self {
        self.words.push(word.into());
        self
    }

    /// Adds arguments.
    pub fn args(mut self, words: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// Gives it bytes to read from standard input.
    pub fn input(mut self, bytes: Option<Vec<u8>>) -> Self {
        self.input = bytes;
        self
    }

    /// Adds a precompiled header, which the job can do without.
    pub fn header(mut self, header: PathBuf, behind: &[&str]) -> Self {
        let start = self.words.len();
        self = self.arg("-include-pch").arg(&header).args(behind);
        self.header = Some((start..self.words.len(), header));
        self
    }

    /// The same job without the precompiled header, if it has one.
    fn without_header(&self) -> Option<Self> {
        let (place, _) = self.header.clone()?;
        let mut job = Self { header: None, ..self.clone() };
        job.words.drain(place);
        Some(job)
    }

    /// What to run instead if clang rejected the precompiled header: it is damaged, or for other flags.
    pub fn instead(&self, outcome: &Outcome) -> Option<Self> {
        let (_, header) = self.header.as_ref()?;
        let header = header.to_string_lossy();
        let text = &outcome.stderr;
        let is_refused = text.lines().any(|l| l.contains("error: ") && l.contains(&*header));
        let is_crash =
            outcome.status.code().is_none() || text.contains("PLEASE submit a bug report");
        let is_at_fault = !outcome.status.success() && (is_refused || is_crash);
        is_at_fault.then(|| self.without_header()).flatten()
    }

    /// Its arguments so far.
    pub fn words(&self) -> impl Iterator<Item = &OsString> {
        self.words.iter()
    }

    /// The command line, quoted as clang's `-###` quotes it.
    pub fn line(&self) -> String {
        let mut line = String::new();
        for word in std::iter::once(&self.program).chain(&self.words) {
            let word = word.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
            let _ = write!(line, " \"{word}\"");
        }
        line
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.words);
        if self.input.is_some() {
            command.stdin(Stdio::piped());
        }
        command
    }

    fn spawn(&self, mut command: Command) -> Result<(Child, ChildGuard), DriverError> {
        let (mut child, guard) = temporary::spawn(&mut command).map_err(|e| {
            let program = self.program.to_string_lossy();
            DriverError::usage(match e.kind() {
                ErrorKind::NotFound => format!("cannot run '{program}': {e}; {ADVICE}"),
                _ => format!("cannot run '{program}': {e}"),
            })
        })?;
        if let (Some(mut pipe), Some(bytes)) = (child.stdin.take(), self.input.clone()) {
            // A child that does not read its input reports the reason itself.
            std::thread::spawn(move || drop(pipe.write_all(&bytes)));
        }
        Ok((child, guard))
    }

    /// Runs it with our standard streams, and waits.
    pub fn run(&self) -> Result<(), DriverError> {
        let (mut child, _guard) = self.spawn(self.command())?;
        let status = child.wait().map_err(|e| self.lost(&e))?;
        self.check(status)
    }

    /// Runs it, adds its messages to `messages`, and waits.
    pub fn run_among(&self, messages: &Messages) -> Result<(), DriverError> {
        if !messages.are_kept() && self.header.is_none() {
            return self.run();
        }
        let outcome = self.run_for_messages()?;
        if let Some(instead) = self.instead(&outcome) {
            return instead.run_among(messages);
        }
        messages.say(&outcome.stderr);
        self.check(outcome.status)
    }

    /// Runs it with its standard error captured, and waits.
    pub fn run_for_messages(&self) -> Result<Outcome, DriverError> {
        let mut command = self.command();
        command.stderr(Stdio::piped());
        self.begin(command)?.finish()
    }

    /// Runs it and returns what it printed to standard output; none when it fails.
    pub fn answer(&self) -> Option<String> {
        let mut command = self.command();
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let (child, _guard) = self.spawn(command).ok()?;
        let output = child.wait_with_output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Starts it with its standard streams captured.
    pub fn start(&self) -> Result<Running, DriverError> {
        let mut command = self.command();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        self.begin(command)
    }

    fn begin(&self, command: Command) -> Result<Running, DriverError> {
        let (mut child, guard) = self.spawn(command)?;
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut pipe) = stderr {
                // If reading fails, the output up to that point is used.
                let _ = pipe.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Running { job: self.clone(), child, stdout, stderr, _guard: guard })
    }

    fn lost(&self, error: &std::io::Error) -> DriverError {
        DriverError::usage(format!("lost '{}': {error}", self.program.to_string_lossy()))
    }

    /// Turns a failure into an error that exits with the same status.
    pub fn check(&self, status: ExitStatus) -> Result<(), DriverError> {
        if status.success() {
            return Ok(());
        }
        if let Some(signal) = status.signal() {
            temporary::child_ended_by(signal);
        }
        match status.code() {
            // The reader of a pipe has gone, which is no error; the status is what shells make of it.
            None if status.signal() == Some(SIGPIPE) => {
                Err(DriverError::Reported(ENDED_BY_SIGPIPE))
            }
            Some(code) => Err(DriverError::Reported(u8::try_from(code).unwrap_or(1))),
            None => Err(DriverError::usage(format!(
                "'{}' was killed by signal {}",
                self.program.to_string_lossy(),
                status.signal().unwrap_or(0)
            ))),
        }
    }
}

/// A running program.
pub struct Running {
    job: Job,
    child: Child,
    /// Its standard output.
    stdout: Option<ChildStdout>,
    stderr: JoinHandle<String>,
    _guard: ChildGuard,
}

impl Running {
    /// Waits until it prints to standard output (true) or closes it (false).
    pub fn speaks(&mut self) -> bool {
        let mut byte = [0u8; 1];
        self.stdout.as_mut().is_some_and(|pipe| matches!(pipe.read(&mut byte), Ok(1)))
    }

    /// Reads its standard output to the end, or up to an error.
    pub fn read_output(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(pipe) = &mut self.stdout {
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    }

    /// Waits for the end.
    pub fn finish(mut self) -> Result<Outcome, DriverError> {
        let status = self.child.wait().map_err(|e| self.job.lost(&e))?;
        Ok(Outcome { status, stderr: self.stderr.join().unwrap_or_default() })
    }

    /// Ends it; the result is no longer needed.
    pub fn stop(mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
