//! Statistics of a program's commands.
//!
//! `SCYTHE_TRACE=summary` prints them when a program ends, and `scythe-trace` computes them from a trace;
//! both use this crate. Memory is bounded, however many commands there are: times are added up by name.

#![forbid(unsafe_code)]

mod busy;
mod table;

use std::collections::BTreeMap;

pub use busy::Busy;
pub use table::{bytes, duration, rate};

/// A completed command. Times are nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    /// The kind of it: kernel, copy, ...
    pub kind: &'a str,
    /// The kernel, or source and destination of a copy; empty where the kind is enough.
    pub name: &'a str,
    /// The device, as `scythe-ls` names it.
    pub device: &'a str,
    /// Start and end.
    pub time: (u64, u64),
    /// Bytes that it copied or wrote, if that is what it does.
    pub bytes: u64,
    /// Whether it succeeded.
    pub well: bool,
}

/// What commands are grouped by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// See [`Command::kind`].
    pub kind: String,
    /// See [`Command::name`].
    pub name: String,
    /// See [`Command::device`].
    pub device: String,
}

/// Commands of one kind, name and device. Times are nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How many.
    pub calls: u64,
    /// How many of them failed.
    pub failed: u64,
    /// The sum.
    pub total: u64,
    /// The shortest.
    pub min: u64,
    /// The longest.
    pub max: u64,
    /// The bytes of all.
    pub bytes: u64,
}

impl Row {
    /// The mean.
    #[must_use]
    pub fn mean(&self) -> u64 {
        self.total / self.calls.max(1)
    }

    /// Bytes per second, if there are bytes.
    #[must_use]
    pub fn bandwidth(&self) -> Option<f64> {
        (self.bytes > 0 && self.total > 0).then(|| self.bytes as f64 / (self.total as f64 * 1e-9))
    }
}

/// A thread that waited. Times are nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The thread.
    pub thread: String,
    /// What it waited for.
    pub what: String,
    /// When the wait began.
    pub start: u64,
    /// Its duration.
    pub length: u64,
}

/// How many of the longest waits are kept.
const WAITS: usize = 5;

/// Statistics of a device.
#[derive(Clone, Debug, Default)]
pub struct Device {
    /// Its name.
    pub name: String,
    /// The time during which it had commands.
    pub busy: Busy,
}

/// Statistics of a program's commands.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    rows: BTreeMap<Key, Row>,
    devices: BTreeMap<String, Device>,
    waits: Vec<Wait>,
    wait_count: u64,
    wait_total: u64,
    span: Option<(u64, u64)>,
}

impl Summary {
    /// Counts a command.
    pub fn add(&mut self, command: &Command<'_>) {
        let (start, end) = command.time;
        let length = end.saturating_sub(start);
        let key = Key {
            kind: command.kind.to_owned(),
            name: command.name.to_owned(),
            device: command.device.to_owned(),
        };
        let row = self.rows.entry(key).or_insert(Row { min: u64::MAX, ..Row::default() });
        row.calls += 1;
        row.failed += u64::from(!command.well);
        row.total += length;
        row.min = row.min.min(length);
        row.max = row.max.max(length);
        row.bytes += command.bytes;
        self.devices.entry(command.device.to_owned()).or_default().busy.add(start, end);
        let (first, last) = self.span.unwrap_or((start, end));
        self.span = Some((first.min(start), last.max(end)));
    }

    /// Names a device.
    pub fn name_device(&mut self, device: &str, name: &str) {
        name.clone_into(&mut self.devices.entry(device.to_owned()).or_default().name);
    }

    /// Counts a wait of a thread.
    pub fn add_wait(&mut self, wait: Wait) {
        self.wait_count += 1;
        self.wait_total += wait.length;
        let place = self.waits.partition_point(|known| known.length >= wait.length);
        if place < WAITS {
            self.waits.insert(place, wait);
            self.waits.truncate(WAITS);
        }
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All rows, by total time.
    #[must_use]
    pub fn rows(&self) -> Vec<(&Key, &Row)> {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by(|a, b| b.1.total.cmp(&a.1.total).then(a.0.cmp(b.0)));
        rows
    }

    /// The total time of all commands.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.rows.values().map(|row| row.total).sum()
    }

    /// From the start of the first command to the end of the last.
    #[must_use]
    pub fn elapsed(&self) -> u64 {
        self.span.map_or(0, |(first, last)| last.saturating_sub(first))
    }

    /// Devices that had commands.
    pub fn devices(&self) -> impl Iterator<Item = (&str, &Device)> {
        let used = self.devices.iter().filter(|(_, device)| device.busy.total() > 0);
        used.map(|(selector, device)| (selector.as_str(), device))
    }

    /// The longest waits, the longest first.
    #[must_use]
    pub fn waits(&self) -> &[Wait] {
        &self.waits
    }

    /// The number of waits and their total duration.
    #[must_use]
    pub fn all_waits(&self) -> (u64, u64) {
        (self.wait_count, self.wait_total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(name: &str, start: u64, end: u64) -> Command<'_> {
        Command { kind: "kernel", name, device: "cpu:0", time: (start, end), bytes: 0, well: true }
    }

    #[test]
    fn commands_are_counted_by_kind_name_and_device() {
        let mut summary = Summary::default();
        assert!(summary.is_empty());
        summary.add(&command("a", 100, 200));
        summary.add(&command("a", 200, 500));
        summary.add(&command("b", 500, 600));
        summary.add(&Command { device: "cuda:0", ..command("b", 500, 1000) });
        let copy =
            Command { kind: "copy", name: "host to cuda:0", bytes: 1000, ..command("", 0, 100) };
        summary.add(&Command { well: false, ..copy });
        let rows = summary.rows();
        let names: Vec<&str> = rows.iter().map(|(key, _)| key.name.as_str()).collect();
        assert_eq!(names, ["b", "a", "host to cuda:0", "b"]);
        let a = Row { calls: 2, failed: 0, total: 400, min: 100, max: 300, bytes: 0 };
        assert_eq!(*rows[1].1, a);
        assert_eq!(a.mean(), 200);
        assert_eq!(rows[2].1.bandwidth(), Some(1e10));
        assert_eq!((rows[2].1.failed, a.bandwidth()), (1, None));
        assert_eq!((summary.total(), summary.elapsed()), (1100, 1000));
        let busy: Vec<_> = summary.devices().map(|(name, d)| (name, d.busy.total())).collect();
        assert_eq!(busy, [("cpu:0", 600), ("cuda:0", 500)]);
    }

    #[test]
    fn the_longest_waits_are_kept() {
        let mut summary = Summary::default();
        for length in [3, 9, 1, 7, 5, 8, 2] {
            let (thread, what) = ("main".to_owned(), "a".to_owned());
            summary.add_wait(Wait { thread, what, start: 0, length });
        }
        let lengths: Vec<u64> = summary.waits().iter().map(|wait| wait.length).collect();
        assert_eq!(lengths, [9, 8, 7, 5, 3]);
        assert_eq!(summary.all_waits(), (7, 35));
    }
}
