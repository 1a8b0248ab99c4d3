//! The summary as text.

use std::fmt;

use super::{Key, Row, Summary};

/// A time, with three digits and a unit.
#[must_use]
pub fn duration(nanoseconds: u64) -> String {
    let value = nanoseconds as f64;
    match nanoseconds {
        0..1_000 => format!("{nanoseconds} ns"),
        1_000..1_000_000 => digits(value * 1e-3, "µs"),
        1_000_000..1_000_000_000 => digits(value * 1e-6, "ms"),
        _ => digits(value * 1e-9, "s"),
    }
}

/// A number of bytes.
#[must_use]
pub fn bytes(count: u64) -> String {
    let value = count as f64;
    match count {
        0..1024 => format!("{count} B"),
        1024..1_048_576 => digits(value / 1024.0, "KiB"),
        1_048_576..1_073_741_824 => digits(value / 1_048_576.0, "MiB"),
        _ => digits(value / 1_073_741_824.0, "GiB"),
    }
}

/// Bytes per second.
#[must_use]
pub fn rate(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1e6 => digits(bytes * 1e-3, "kB/s"),
        bytes if bytes < 1e9 => digits(bytes * 1e-6, "MB/s"),
        bytes => digits(bytes * 1e-9, "GB/s"),
    }
}

fn digits(value: f64, unit: &str) -> String {
    match value {
        value if value < 10.0 => format!("{value:.2} {unit}"),
        value if value < 100.0 => format!("{value:.1} {unit}"),
        value => format!("{value:.0} {unit}"),
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}

const HEAD: [&str; 8] = ["share", "total", "calls", "mean", "min", "max", "bytes", "bandwidth"];

fn cells(row: &Row, total: u64) -> [String; 8] {
    let none = || "-".to_owned();
    [
        percent(row.total, total),
        duration(row.total),
        row.calls.to_string(),
        duration(row.mean()),
        duration(row.min),
        duration(row.max),
        if row.bytes > 0 { bytes(row.bytes) } else { none() },
        row.bandwidth().map_or_else(none, rate),
    ]
}

fn label(key: &Key, row: &Row) -> String {
    let mut text = format!("{:8} {}", key.device, key.kind);
    if !key.name.is_empty() {
        text += " ";
        text += &key.name;
    }
    match row.failed {
        0 => {}
        all if all == row.calls => text += " (failed)",
        some => text += &format!(" ({some} failed)"),
    }
    text
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        let rows: Vec<([String; 8], String)> =
            self.rows().iter().map(|(key, row)| (cells(row, total), label(key, row))).collect();
        let width = |column: usize| {
            let all = rows.iter().map(|(cells, _)| cells[column].chars().count());
            all.max().unwrap_or(0).max(HEAD[column].len())
        };
        let widths: [usize; 8] = std::array::from_fn(width);
        let mut line = |cells: [&str; 8], label: &str| {
            for (cell, width) in cells.iter().zip(widths) {
                write!(f, "{cell:>width$}  ")?;
            }
            writeln!(f, "{label}")
        };
        line(HEAD, "command")?;
        for (cells, label) in &rows {
            line(std::array::from_fn(|column| cells[column].as_str()), label)?;
        }
        let elapsed = self.elapsed();
        writeln!(f, "\n{} from the first command to the end of the last", duration(elapsed))?;
        for (selector, device) in self.devices() {
            let busy = device.busy.total();
            let (share, busy) = (percent(busy, elapsed), duration(busy));
            let line = format!("  {selector:8} busy {share:>6} ({busy})  {}", device.name);
            writeln!(f, "{}", line.trim_end())?;
        }
        let (count, all) = self.all_waits();
        if count > 0 {
            let times = if count == 1 { "once" } else { &format!("{count} times") };
            writeln!(f, "threads waited {times}, {} in all; longest:", duration(all))?;
            for wait in self.waits() {
                writeln!(f, "  {:>7}  {} for {}", duration(wait.length), wait.thread, wait.what)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Wait};

    #[test]
    fn numbers_have_three_digits() {
        let times = [7, 1_500, 45_670, 999_949, 12_345_678, 3_000_000_000].map(duration);
        assert_eq!(times, ["7 ns", "1.50 µs", "45.7 µs", "1000 µs", "12.3 ms", "3.00 s"]);
        assert_eq!(
            [0, 1023, 1536, 8 << 20, 3 << 30].map(bytes),
            ["0 B", "1023 B", "1.50 KiB", "8.00 MiB", "3.00 GiB"]
        );
        assert_eq!([5e5, 2.5e7, 4.35e12].map(rate), ["500 kB/s", "25.0 MB/s", "4350 GB/s"]);
    }

    #[test]
    fn a_table() {
        let mut summary = Summary::default();
        summary.name_device("cuda:0", "A GPU");
        let kernel = Command {
            kind: "kernel",
            name: "saxpy",
            device: "cuda:0",
            time: (1000, 4000),
            bytes: 0,
            well: true,
        };
        summary.add(&kernel);
        let copy = Command { kind: "copy", name: "host to cuda:0", bytes: 4096, ..kernel };
        summary.add(&Command { time: (0, 1000), ..copy });
        summary.add(&Command {
            kind: "host task",
            name: "",
            device: "host",
            well: false,
            ..kernel
        });
        let (thread, what) = ("main".to_owned(), "saxpy".to_owned());
        summary.add_wait(Wait { thread, what, start: 0, length: 2500 });
        assert_eq!(
            summary.to_string(),
            "share    total  calls     mean      min      max     bytes  bandwidth  command\n\
             42.9%  3.00 µs      1  3.00 µs  3.00 µs  3.00 µs         -          -  host     host task (failed)\n\
             42.9%  3.00 µs      1  3.00 µs  3.00 µs  3.00 µs         -          -  cuda:0   kernel saxpy\n\
             14.3%  1.00 µs      1  1.00 µs  1.00 µs  1.00 µs  4.00 KiB  4.10 GB/s  cuda:0   copy host to cuda:0\n\
             \n\
             4.00 µs from the first command to the end of the last\n  \
               cuda:0   busy 100.0% (4.00 µs)  A GPU\n  \
               host     busy  75.0% (3.00 µs)\n\
             threads waited once, 2.50 µs in all; longest:\n  \
               2.50 µs  main for saxpy\n"
        );
    }
}
