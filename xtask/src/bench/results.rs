//! What benchmarks measured, for programs: one JSON object per line in `target/bench-results/<benchmark>.jsonl`.
//!
//! | key | what |
//! |---|---|
//! | `bench`, `row` | the benchmark, and which of its rows |
//! | `peer` | who took the time: `scythe`, `openmp`, `pocl`, … |
//! | `time_s` | the time in seconds |
//! | `ratio` | that time divided by Scythe's in the same row: above 1 Scythe is faster; 1 for Scythe itself |
//! | `threads` | how many threads, null where nobody said |
//! | `device` | where it ran |
//! | `machine`, `commit`, `date` | the processor, the commit of the repository, when the command ran (UTC) |
//! | `bytes`, `flops` | the least memory traffic and arithmetic of the problem, null where it does not say |
//!
//! Lines are added, never replaced: the file is the history of the machine.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::workspace;

/// Who Scythe is in results.
pub const SCYTHE: &str = "scythe";

/// One time.
#[derive(Clone, Debug)]
pub struct Measured {
    pub row: String,
    pub peer: String,
    pub seconds: f64,
    pub ratio: f64,
    pub threads: Option<usize>,
    pub device: &'static str,
    pub bytes: Option<f64>,
    pub flops: Option<f64>,
}

impl Measured {
    /// Scythe's own time in a row on the CPU, of which no more is known.
    pub fn ours(row: &str, seconds: f64) -> Self {
        Self {
            row: row.to_owned(),
            peer: SCYTHE.to_owned(),
            seconds,
            ratio: 1.0,
            threads: None,
            device: "cpu",
            bytes: None,
            flops: None,
        }
    }

    /// Somebody else's time in the same row.
    pub fn beside(&self, peer: &str, seconds: f64) -> Self {
        let ratio = seconds / self.seconds;
        Self { peer: peer.to_owned(), seconds, ratio, ..self.clone() }
    }
}

/// Adds what a benchmark measured to its file.
pub fn store(bench: &str, measured: &[Measured]) -> Result<()> {
    let dir = workspace::target_dir().join("bench-results");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let path = dir.join(format!("{bench}.jsonl"));
    let origin = Origin::here();
    let mut text = String::new();
    for one in measured {
        text += &line(bench, one, &origin);
        text.push('\n');
    }
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .with_context(|| format!("cannot open {}", path.display()))?;
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// Where and when something was measured.
struct Origin {
    machine: String,
    commit: String,
    date: String,
}

impl Origin {
    fn here() -> Self {
        let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let machine = processor
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
            .map_or(std::env::consts::ARCH, |(_, name)| name.trim())
            .to_owned();
        let mut git = Command::new("git");
        git.args(["rev-parse", "--short=12", "HEAD"]).current_dir(workspace::root());
        let commit = match git.output() {
            Ok(output) if output.status.success() => {
                String::from_utf8_lossy(&output.stdout).trim().to_owned()
            }
            // A tree without its history is measured all the same.
            _ => "unknown".to_owned(),
        };
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Self { machine, commit, date: utc(seconds) }
    }
}

/// Seconds since 1970 as a date and time of ISO 8601.
fn utc(seconds: u64) -> String {
    let (mut day, time) = (seconds / 86_400, seconds % 86_400);
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", month + 1, day + 1)
}

fn line(bench: &str, one: &Measured, origin: &Origin) -> String {
    let maybe = |value: Option<f64>| value.map_or_else(|| "null".to_owned(), number);
    let threads = one.threads.map_or_else(|| "null".to_owned(), |n| n.to_string());
    let mut object = String::from("{");
    let fields = [
        ("bench", text(bench)),
        ("row", text(&one.row)),
        ("peer", text(&one.peer)),
        ("time_s", number(one.seconds)),
        ("ratio", number(one.ratio)),
        ("threads", threads),
        ("device", text(one.device)),
        ("machine", text(&origin.machine)),
        ("commit", text(&origin.commit)),
        ("date", text(&origin.date)),
        ("bytes", maybe(one.bytes)),
        ("flops", maybe(one.flops)),
    ];
    for (index, (key, value)) in fields.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(object, "{comma}\"{key}\":{value}");
    }
    object + "}"
}

/// JSON has no numbers that are none.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:e}") } else { "null".to_owned() }
}

fn text(value: &str) -> String {
    let mut quoted = String::from('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_object() {
        let origin = Origin {
            machine: "A \"fast\" one".to_owned(),
            commit: "abc".to_owned(),
            date: utc(951_827_696),
        };
        let ours = Measured { threads: Some(2), bytes: Some(1e9), ..Measured::ours("scan", 0.5) };
        assert_eq!(
            line("kernels", &ours.beside("openmp", 0.25), &origin),
            r#"{"bench":"kernels","row":"scan","peer":"openmp","time_s":2.5e-1,"ratio":5e-1,"threads":2,"device":"cpu","machine":"A \"fast\" one","commit":"abc","date":"2000-02-29T12:34:56Z","bytes":1e9,"flops":null}"#
        );
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(1_795_012_199), "2026-11-18T14:29:59Z");
    }
}
