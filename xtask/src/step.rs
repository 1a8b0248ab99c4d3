//! Steps: child processes that are announced, timed and described when they fail.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// Announces a step, runs `work` and reports how long it took.
pub fn announced<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("==> {title}");
    let start = Instant::now();
    let result = work();
    let verdict = if result.is_ok() { "done" } else { "failed" };
    eprintln!("==> {title}: {verdict} in {}", seconds(start.elapsed()));
    result
}

/// Runs a command with its output on the terminal; a failing status is an error that shows the
/// command line.
pub fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    check(command, status)
}

/// Runs a command with its output on the terminal and returns its status.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    command.status().with_context(|| format!("cannot start `{}`", shown(command)))
}

/// Runs a command quietly and returns what it printed.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    check(command, output.status)?;
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something that is not UTF-8", shown(command)))
}

/// Runs a command, prints its standard output and passes every line to `line`.
pub fn watched(command: &mut Command, mut line: impl FnMut(&str)) -> Result<ExitStatus> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    if let Some(stdout) = child.stdout.take() {
        let mut reader = BufReader::new(stdout);
        let mut bytes = Vec::new();
        // Tests may print any bytes, so lines are not assumed to be UTF-8.
        while reader.read_until(b'\n', &mut bytes)? > 0 {
            let text = String::from_utf8_lossy(&bytes);
            print!("{text}");
            line(text.trim_end());
            bytes.clear();
        }
    }
    child.wait().with_context(|| format!("cannot wait for `{}`", shown(command)))
}

/// Turns a failing status into an error that shows the command line.
pub fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    bail!("{status} from `{}`", shown(command))
}

/// A command in the syntax of a shell.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+:,./@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A duration, with a unit.
pub fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", duration.as_secs() / 60, duration.as_secs() % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_so_that_a_shell_takes_them() {
        let mut command = Command::new("scythe++");
        command.args(["-O2", "a b.cpp", "-DX='y'", ""]);
        assert_eq!(shown(&command), r"scythe++ -O2 'a b.cpp' '-DX='\''y'\''' ''");
    }

    #[test]
    fn durations_change_unit_at_a_minute() {
        assert_eq!(seconds(Duration::from_millis(1250)), "1.2 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
    }

    #[test]
    fn watched_sees_every_line_and_the_status() {
        let mut lines = Vec::new();
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; printf two; exit 3"]);
        let status = watched(&mut command, |line| lines.push(line.to_owned())).unwrap();
        assert_eq!(lines, ["one", "two"]);
        assert_eq!(status.code(), Some(3));
    }
}
