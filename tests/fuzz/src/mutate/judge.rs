//! The reaction of a tool to an input.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// The limit of processor time for an input, in seconds. Wall-clock time would depend on other load.
const PROCESSOR_SECONDS: u64 = 20;
/// A process without progress in processor time may wait for something that never happens.
const WALL_LIMIT: Duration = Duration::from_secs(300);
/// The memory limit for an input: a finding should only cost a process.
const MEMORY: u64 = 8 << 30;

/// The reaction of a tool to an input.
pub enum Verdict {
    /// It succeeded.
    Accepted,
    /// It reported an error in the input.
    Refused,
    /// It failed itself.
    Failed(Finding),
}

/// The failure of a tool.
pub struct Finding {
    what: String,
    /// Its output.
    pub output: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match self.said() {
            "" => Ok(()),
            line => write!(f, ": {line}"),
        }
    }
}

impl Finding {
    /// The most informative line.
    fn said(&self) -> &str {
        let telling = |line: &&str| BUGS.iter().any(|bug| line.contains(bug));
        self.output.lines().find(telling).unwrap_or_default()
    }

    /// The same for findings with probably the same cause: without numbers, which are often names.
    pub fn likeness(&self) -> String {
        format!("{self}").chars().filter(|c| !c.is_ascii_digit()).collect()
    }
}

/// Messages of internal errors.
const BUGS: &[&str] = &["panicked", "internal error", "PLEASE submit a bug report", "LLVM ERROR"];

/// Runs a tool and evaluates the result.
pub fn judge(command: &mut Command) -> io::Result<Verdict> {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        for (resource, most) in [(Resource::Cpu, PROCESSOR_SECONDS), (Resource::As, MEMORY)] {
            // A process that has ended already needs no limits.
            let _ =
                prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) });
        }
    }
    let stderr = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut stderr) = stderr {
            let _ = stderr.read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if start.elapsed() > WALL_LIMIT {
            let _ = child.kill();
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let output = reader.join().unwrap_or_default();
    Ok(verdict(status, output))
}

fn verdict(status: Option<ExitStatus>, output: String) -> Verdict {
    const SIGKILL: i32 = 9;
    const SIGXCPU: i32 = 24;
    let bug = BUGS.iter().any(|bug| output.contains(bug));
    let what = match (status, status.and_then(|status| status.signal())) {
        (None, _) => "waits for something that never comes".to_owned(),
        (_, Some(SIGKILL | SIGXCPU)) => {
            format!("takes more than {PROCESSOR_SECONDS} s of processor time")
        }
        (_, Some(signal)) => format!("ends with signal {signal}"),
        (Some(_), None) if bug => "blames itself".to_owned(),
        (Some(status), None) => match status.code() {
            Some(0) => return Verdict::Accepted,
            Some(1) if !output.trim().is_empty() => return Verdict::Refused,
            Some(1) => "fails without a message".to_owned(),
            code => format!("ends with status {}", code.unwrap_or_default()),
        },
    };
    Verdict::Failed(Finding { what, output })
}

/// The entries of a folder, sorted.
pub fn entries(folder: &std::path::Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut found: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    found.sort();
    Ok(found)
}
