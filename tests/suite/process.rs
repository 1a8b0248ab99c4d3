//! Child processes with a time limit and captured output.
//!
//! Every child leads a process group of its own, so that a time-out or Ctrl-C also ends the processes that it
//! started.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::costs;
use crate::verdict::{Verdict, ensure, fail};

/// The default time limit of a child.
pub const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Process groups that are alive now.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends the children of tests when the suite is interrupted.
pub fn end_children_on_interrupt() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        for &group in groups.iter() {
            signal_group(group, Signal::KILL);
        }
        std::process::exit(130);
    })
}

/// A command that is about to run.
pub struct Run {
    command: Command,
    environment: String,
    input: Vec<u8>,
    limit: Duration,
}

impl Run {
    /// A command that runs in a directory.
    pub fn new(program: &Path, dir: &Path) -> Self {
        let mut command = Command::new(program);
        // Messages are compared with English ones.
        command.current_dir(dir).env("LC_ALL", "C").process_group(0);
        Self { command, environment: String::new(), input: Vec::new(), limit: TIME_LIMIT }
    }

    /// Sets the compiler's cache.
    pub fn cache(mut self, directory: &Path) -> Self {
        self.command.env("SCYTHE_CACHE", directory);
        self
    }

    /// Adds one argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    /// Adds arguments.
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        let value = value.as_ref();
        let _ = write!(self.environment, "{name}={} ", value.display());
        self.command.env(name, value);
        self
    }

    /// Sets the child's standard input.
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// Changes the time limit.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs the child to its end.
    pub fn output(self) -> Verdict<Output> {
        self.start()?.finish()
    }

    /// Runs the child to its end and requires success.
    pub fn succeed(self) -> Verdict<Output> {
        self.output()?.expect_code(0)
    }

    /// Starts the child without waiting for it.
    pub fn start(mut self) -> Verdict<Running> {
        let line = self.line();
        let piped =
            self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match piped.spawn() {
            Ok(child) => child,
            Err(error) => return fail(format!("cannot start `{line}`: {error}")),
        };
        groups_insert(child.id());
        if let Some(mut stdin) = child.stdin.take() {
            let input = std::mem::take(&mut self.input);
            // A child that does not read its input breaks the pipe; this is not an error.
            thread::spawn(move || drop(stdin.write_all(&input)));
        }
        let stdout = reader(child.stdout.take());
        let stderr = reader(child.stderr.take());
        Ok(Running { child, line, limit: self.limit, started: Instant::now(), stdout, stderr })
    }

    /// The command in the syntax of a shell.
    fn line(&self) -> String {
        let mut line = self.environment.clone();
        line.push_str(&self.command.get_program().to_string_lossy());
        for arg in self.command.get_args() {
            let arg = arg.to_string_lossy();
            let quote = if arg.contains(char::is_whitespace) { "'" } else { "" };
            let _ = write!(line, " {quote}{arg}{quote}");
        }
        line
    }
}

type Reader = thread::JoinHandle<Vec<u8>>;

fn reader(pipe: Option<impl Read + Send + 'static>) -> Reader {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // If reading fails, the output up to that point is used.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn groups_insert(group: u32) {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner).insert(group);
}

fn signal_group(group: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // The group may have ended.
        let _ = kill_process_group(pid, signal);
    }
}

/// A running child.
pub struct Running {
    child: Child,
    line: String,
    limit: Duration,
    started: Instant,
    stdout: Reader,
    stderr: Reader,
}

impl Running {
    /// Sends a signal to the whole group, as a terminal does on Ctrl-C or when it is closed.
    pub fn signal(&self, signal: Signal) {
        signal_group(self.child.id(), signal);
    }

    /// Whether the child has ended.
    pub fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Waits for the child, not longer than its limit.
    pub fn finish(mut self) -> Verdict<Output> {
        let group = self.child.id();
        let mut pause = Duration::from_millis(1);
        let status = loop {
            if has_exited(group) {
                costs::add_processor_time(processor_time(group));
            }
            if let Some(status) = self.child.try_wait()? {
                break Some(status);
            }
            if self.started.elapsed() > self.limit {
                break None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        // Processes that the child left running would keep the pipes open.
        signal_group(group, Signal::KILL);
        let ended = status.map_or_else(|| self.child.wait(), Ok)?;
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner).remove(&group);
        let text = |reader: Reader| {
            String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
        };
        let output = Output {
            line: self.line,
            status: ended,
            stdout: text(self.stdout),
            stderr: text(self.stderr),
        };
        match status {
            Some(_) => Ok(output),
            None => fail(output.describe(&format!("timed out after {:?}", self.limit))),
        }
    }
}

/// Whether a child has exited; it stays a zombie, whose processor time can be read.
fn has_exited(child: u32) -> bool {
    let Some(pid) = i32::try_from(child).ok().and_then(Pid::from_raw) else { return false };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
}

/// The processor time of a process and of the children that it has waited for; zero if it cannot be read.
fn processor_time(process: u32) -> Duration {
    /// The unit of the numbers: `USER_HZ`, which Linux has never changed.
    const TICKS_PER_SECOND: u64 = 100;
    /// `utime`, `stime`, `cutime` and `cstime`, counted from the field after the name, which is in brackets.
    const TIMES: std::ops::Range<usize> = 11..15;
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let times = fields.skip(TIMES.start).take(TIMES.len());
    let ticks: u64 = times.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND)
}

/// The result of a finished child.
#[derive(Debug)]
pub struct Output {
    line: String,
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

impl Output {
    /// Requires an exit status.
    pub fn expect_code(self, code: i32) -> Verdict<Self> {
        let found = self.status.code();
        ensure(found == Some(code), || {
            self.describe(&format!("{}, expected exit status {code}", ended(self.status)))
        })?;
        Ok(self)
    }

    /// Requires a signal that ended the child.
    pub fn expect_signal(self, signal: i32) -> Verdict<Self> {
        let found = self.status.signal();
        ensure(found == Some(signal), || {
            self.describe(&format!("{}, expected signal {signal}", ended(self.status)))
        })?;
        Ok(self)
    }

    /// Requires a failure that the child itself reported: an exit status, not a signal.
    pub fn expect_failure(self) -> Verdict<Self> {
        let code = self.status.code();
        ensure(code.is_some_and(|code| code != 0), || {
            self.describe(&format!("{}, expected a failing exit status", ended(self.status)))
        })?;
        Ok(self)
    }

    /// Requires a condition; the message describes the command.
    pub fn expect(self, condition: bool, message: &str) -> Verdict<Self> {
        ensure(condition, || self.describe(message))?;
        Ok(self)
    }

    /// The command, the message and the output.
    pub fn describe(&self, message: &str) -> String {
        let mut text = format!("{message}\n$ {}", self.line);
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.trim().is_empty() {
                let _ = write!(text, "\n--- {name}\n{}", abridged(stream.trim_end()));
            }
        }
        text
    }
}

fn ended(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("ended by signal {signal}"),
        (None, None) => "ended in an unknown way".to_owned(),
    }
}

/// The beginning and the end of a long text.
fn abridged(text: &str) -> String {
    const HEAD: usize = 60;
    const TAIL: usize = 40;
    let lines: Vec<_> = text.lines().collect();
    if lines.len() <= HEAD + TAIL {
        return text.to_owned();
    }
    let left_out = lines.len() - HEAD - TAIL;
    let head = lines[..HEAD].join("\n");
    let tail = lines[lines.len() - TAIL..].join("\n");
    format!("{head}\n… {left_out} lines …\n{tail}")
}
