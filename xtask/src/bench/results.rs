//! Results of benchmarks, stored for `bench report`: JSON lines under `target/bench-results`, one file per
//! day.
//!
//! Every benchmark calls [`store`] with its rows at its end. A row is one time of Scythe's, with what it was
//! compared with; machine, date and commit are added here. `--quick` runs are not stored, since they measure
//! nothing.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::step;
use crate::workspace;

/// One measurement. Unknown values are `None`, which is `null` in the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The benchmark: `kernels`, `stream`, `gpu`, …
    pub bench: String,
    /// The row of its table.
    pub row: String,
    /// What Scythe was compared with: `OpenMP`, `CUDA`, …; rows with several peers are stored once for each.
    pub peer: Option<String>,
    /// Scythe's time in seconds.
    pub time_s: Option<f64>,
    /// Scythe's time divided by the peer's: below one Scythe is faster.
    pub ratio: Option<f64>,
    /// The number of threads, if the benchmark chose it.
    pub threads: Option<usize>,
    /// `cpu`, or the name of a GPU or of an OpenCL device.
    pub device: Option<String>,
    /// The machine, by its processor; filled in by [`store`].
    pub machine: Option<String>,
    /// The commit, with `+` where there were changes besides; filled in by [`store`].
    pub commit: Option<String>,
    /// When, as `2026-01-31T12:00:00Z`; filled in by [`store`].
    pub date: Option<String>,
    /// The bytes that a run must move at least.
    pub bytes: Option<f64>,
    /// The floating-point operations of a run.
    pub flops: Option<f64>,
}

impl Row {
    /// A measurement on the CPU, without a peer.
    pub fn new(bench: &str, row: &str, time_s: f64) -> Self {
        Self {
            bench: bench.to_owned(),
            row: row.to_owned(),
            time_s: Some(time_s),
            device: Some("cpu".to_owned()),
            ..Self::default()
        }
    }

    /// The same, compared with a peer that took `time_s`.
    pub fn beside(&self, peer: &str, time_s: f64) -> Self {
        let ratio = self.time_s.filter(|_| time_s > 0.0).map(|ours| ours / time_s);
        Self { peer: Some(peer.to_owned()), ratio, ..self.clone() }
    }
}

/// Adds rows to the results of this machine. A file that cannot be written is a warning only.
pub fn store(rows: &[Row]) {
    let stored = Origin::of_this_machine().and_then(|origin| append(&dir(), rows, &origin));
    if let Err(error) = stored {
        eprintln!("warning: the results are not stored: {error:#}");
    }
}

/// The directory of results.
pub fn dir() -> PathBuf {
    workspace::target_dir().join("bench-results")
}

/// All results in a directory, oldest first; none if it does not exist.
pub fn load(dir: &Path) -> Result<Vec<Row>> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort_unstable();
    let mut rows = Vec::new();
    for file in files {
        rows.extend(read(&file)?);
    }
    rows.sort_by(|a: &Row, b| a.date.cmp(&b.date));
    Ok(rows)
}

/// The rows of one file of JSON lines.
pub fn read(file: &Path) -> Result<Vec<Row>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line)
            .with_context(|| format!("{}:{}: this is no result", file.display(), number + 1))
    };
    lines.map(row).collect()
}

/// Adds rows to the file of their day, unchanged.
pub fn write(dir: &Path, rows: &[Row]) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    for row in rows {
        let day = row.date.as_deref().and_then(|date| date.get(..10)).unwrap_or("undated");
        let file = dir.join(format!("{day}.jsonl"));
        let mut line = serde_json::to_string(row)?;
        line.push('\n');
        let opened = OpenOptions::new().create(true).append(true).open(&file);
        opened
            .and_then(|mut opened| opened.write_all(line.as_bytes()))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn append(dir: &Path, rows: &[Row], origin: &Origin) -> Result<()> {
    let rows: Vec<_> = rows.iter().map(|row| origin.complete(row)).collect();
    write(dir, &rows)
}

/// The origin of rows.
pub struct Origin {
    machine: String,
    commit: Option<String>,
    date: String,
}

impl Origin {
    /// This machine, this commit, now.
    pub fn of_this_machine() -> Result<Self> {
        let date = step::output(Command::new("date").args(["-u", "+%Y-%m-%dT%H:%M:%SZ"]))?;
        Ok(Self { machine: machine(), commit: commit(), date: date.trim().to_owned() })
    }

    /// A row, with missing parts of its origin added.
    pub fn complete(&self, row: &Row) -> Row {
        Row {
            machine: row.machine.clone().or_else(|| Some(self.machine.clone())),
            commit: row.commit.clone().or_else(|| self.commit.clone()),
            date: row.date.clone().or_else(|| Some(self.date.clone())),
            ..row.clone()
        }
    }
}

/// The processor and the number of its cores.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    format!("{model}, {cores} {}", if cores == 1 { "thread" } else { "threads" })
}

/// The commit that was built, if there is a repository.
fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let output = command.current_dir(workspace::root()).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { commit } else { format!("{commit}+") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_rows_are_loaded_with_their_origin() {
        let dir = tempfile::tempdir().unwrap();
        let origin = Origin {
            machine: "a processor".to_owned(),
            commit: None,
            date: "2026-01-31T12:00:00Z".to_owned(),
        };
        let row = Row::new("kernels", "scan", 0.5);
        append(dir.path(), &[row.beside("OpenMP", 0.25), row], &origin).unwrap();
        assert!(dir.path().join("2026-01-31.jsonl").is_file());
        let rows = load(dir.path()).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].ratio, rows[1].ratio), (Some(2.0), None));
        assert_eq!(rows[1].machine.as_deref(), Some("a processor"));
        assert_eq!(rows[1].date.as_deref(), Some("2026-01-31T12:00:00Z"));
    }

    #[test]
    fn rows_keep_the_origin_that_they_have_and_come_back_in_order_of_time() {
        let dir = tempfile::tempdir().unwrap();
        let at = |date: &str| Row {
            date: Some(date.to_owned()),
            machine: Some("another".to_owned()),
            ..Row::new("gpu", date, 1.0)
        };
        let origin = Origin::of_this_machine().unwrap();
        append(dir.path(), &[at("2026-02-01T00:00:00Z"), at("2026-01-01T00:00:00Z")], &origin)
            .unwrap();
        let rows = load(dir.path()).unwrap();
        assert_eq!(rows[0].row, "2026-01-01T00:00:00Z");
        assert_eq!(rows[0].machine.as_deref(), Some("another"));
    }

    #[test]
    fn missing_keys_are_none_and_malformed_lines_are_reported() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("x.jsonl");
        fs::write(&file, "{\"bench\":\"launch\",\"row\":\"empty\"}\n\nnonsense\n").unwrap();
        let error = format!("{:#}", read(&file).unwrap_err());
        assert!(error.contains("x.jsonl:3"), "{error}");
        fs::write(&file, "{\"bench\":\"launch\",\"row\":\"empty\"}\n").unwrap();
        assert_eq!(read(&file).unwrap()[0].time_s, None);
        assert_eq!(load(&dir.path().join("nowhere")).unwrap(), []);
    }
}
