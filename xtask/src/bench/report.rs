//! `cargo xtask bench report`: one HTML page with plots of all stored results.
//!
//! The page needs no network, and no script except for choosing between dark and light. Results from another
//! machine are imported first: lines of JSON as [`results`] writes them, or the output of `bench gpu`'s
//! script.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::results::{self, Origin, Row};
use super::table::geometric_mean;
use super::{gpu, plots};

/// Options of `cargo xtask bench report`.
#[derive(Args, Default)]
pub struct Options {
    /// Results of another machine to import: lines of JSON, or the results.json of `bench gpu`
    #[arg(long, value_name = "FILE")]
    import: Vec<PathBuf>,
    /// The page [default: report.html beside the results]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const STYLE: &str = include_str!("report.css");

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<()> {
    let dir = results::dir();
    for file in &options.import {
        let count = import(file, &dir)?;
        println!("{}: {count} new results", file.display());
    }
    let rows = results::load(&dir)?;
    ensure!(
        !rows.is_empty(),
        "there are no results in {}; every `cargo xtask bench` but --quick stores some",
        dir.display()
    );
    let output = options.output.clone().unwrap_or_else(|| dir.join("report.html"));
    fs::write(&output, page(&rows))
        .with_context(|| format!("cannot write {}", output.display()))?;
    println!("{} results: {}", rows.len(), output.display());
    Ok(())
}

/// Stores the new results of a file, and returns their number.
fn import(file: &Path, dir: &Path) -> Result<usize> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let rows = match gpu::measured(&text) {
        Ok(rows) => {
            // The script does not record time and commit, so they are those of the import.
            let origin = Origin::of_this_machine()?;
            let machine = |row: &Row| Row { machine: row.device.clone(), ..row.clone() };
            rows.iter().map(|row| origin.complete(&machine(row))).collect()
        }
        Err(_) => results::read(file)?,
    };
    let known = results::load(dir)?;
    let new: Vec<Row> = rows.into_iter().filter(|row| !known.contains(row)).collect();
    results::write(dir, &new)?;
    Ok(new.len())
}

/// The page.
fn page(rows: &[Row]) -> String {
    let mut body = String::new();
    body += &format!(
        "<header><h1>Scythe benchmarks</h1><p>{}</p></header>",
        plots::escaped(&described(rows))
    );
    for (title, text, plots) in [
        ("Rows against peers", RATIOS, against_peers(rows)),
        ("By number of threads", THREADS, sweeps(rows)),
        ("Roofline", ROOFLINE, rooflines(rows)),
        ("History", HISTORY, history(rows)),
    ] {
        if !plots.is_empty() {
            let cards: String =
                plots.iter().map(|plot| format!("<figure>{plot}</figure>")).collect();
            body += &format!("<section><h2>{title}</h2><p>{text}</p><div>{cards}</div></section>");
        }
    }
    body += &table(rows);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Scythe benchmarks</title><style>{STYLE}</style></head><body>\
         <button onclick=\"const r = document.documentElement, d = r.dataset.theme ? r.dataset.theme === 'dark' : \
         matchMedia('(prefers-color-scheme: dark)').matches; r.dataset.theme = d ? 'light' : 'dark'\">dark or light</button>\
         {body}</body></html>\n"
    )
}

const RATIOS: &str = "Scythe's time divided by the other's, the latest result of each row. Left of the line Scythe is faster.";
const THREADS: &str =
    "How many times faster than with one thread: the line is Scythe, the dashed one the other.";
const ROOFLINE: &str = "Operations per second by operations per byte. The slope is the highest bandwidth that any row \
                        reached on that machine, the flat line the highest rate: rows far below both have time to gain.";
const HISTORY: &str =
    "Scythe's times, oldest first; hover over a point for its commit. The scale begins at zero.";

fn described(rows: &[Row]) -> String {
    let set = |of: fn(&Row) -> Option<&String>| rows.iter().filter_map(of).collect::<BTreeSet<_>>();
    let dates = set(|row| row.date.as_ref());
    let day =
        |date: Option<&&String>| date.map_or("", |date| date.get(..10).unwrap_or(date)).to_owned();
    let machines: Vec<&str> =
        set(|row| row.machine.as_ref()).into_iter().map(String::as_str).collect();
    format!(
        "{} results of {} commits, {} to {}, on {}",
        rows.len(),
        set(|row| row.commit.as_ref()).len(),
        day(dates.first()),
        day(dates.last()),
        machines.join("; ")
    )
}

/// The key of a series of results: benchmark, row, peer, threads, device, machine.
type Series<'a> = (&'a str, &'a str, &'a str, usize, &'a str, &'a str);

fn series(row: &Row) -> Series<'_> {
    (
        &row.bench,
        &row.row,
        row.peer.as_deref().unwrap_or(""),
        row.threads.unwrap_or(0),
        row.device.as_deref().unwrap_or(""),
        row.machine.as_deref().unwrap_or(""),
    )
}

/// The latest result of each series; rows come oldest first.
fn latest(rows: &[Row]) -> BTreeMap<Series<'_>, &Row> {
    rows.iter().map(|row| (series(row), row)).collect()
}

/// The key of a plot: a benchmark, and three parts of the key of a series.
type Group<'a> = (&'a str, &'a str, &'a str, &'a str);

fn against_peers(rows: &[Row]) -> Vec<String> {
    let mut groups: BTreeMap<Group<'_>, Vec<(String, f64)>> = BTreeMap::new();
    for ((bench, name, peer, threads, device, machine), row) in latest(rows) {
        let Some(ratio) = row.ratio.filter(|_| threads == 0) else { continue };
        groups.entry((bench, peer, device, machine)).or_default().push((name.to_owned(), ratio));
    }
    groups
        .into_iter()
        .map(|((bench, peer, device, machine), mut bars)| {
            bars.sort_by(|a, b| a.1.total_cmp(&b.1));
            let mean = geometric_mean(bars.iter().map(|bar| bar.1)).unwrap_or(1.0);
            let title = format!("{bench}: Scythe / {peer}");
            let about = format!("{} · geometric mean {mean:.2}", place(device, machine));
            plots::ratios(&title, &about, &bars)
        })
        .collect()
}

/// A device, with its machine if that adds information.
fn place(device: &str, machine: &str) -> String {
    match device {
        "cpu" | "" => machine.to_owned(),
        _ if device == machine => device.to_owned(),
        _ => format!("{device} · {machine}"),
    }
}

fn sweeps(rows: &[Row]) -> Vec<String> {
    type Points = Vec<(f64, f64)>;
    let mut groups: BTreeMap<Group<'_>, (Points, Points)> = BTreeMap::new();
    for ((bench, name, peer, threads, _, machine), row) in latest(rows) {
        let (Some(time), true) = (row.time_s, threads > 0) else { continue };
        let (ours, theirs) = groups.entry((bench, machine, name, peer)).or_default();
        ours.push((threads as f64, time));
        theirs.extend(row.ratio.map(|ratio| (threads as f64, time / ratio)));
    }
    groups
        .into_iter()
        .filter(|(_, (ours, _))| ours.len() > 1)
        .map(|((bench, machine, name, peer), (ours, theirs))| {
            let one = ours.first().map_or(1.0, |point| point.1);
            let faster = |points: Points| points.into_iter().map(|(n, t)| (n, one / t)).collect();
            let about = if peer.is_empty() {
                machine.to_owned()
            } else {
                format!("beside {peer} · {machine}")
            };
            plots::lines(&format!("{bench}: {name}"), &about, &faster(ours), &faster(theirs))
        })
        .collect()
}

fn rooflines(rows: &[Row]) -> Vec<String> {
    let mut groups: BTreeMap<(&str, &str), BTreeMap<&str, plots::Dot>> = BTreeMap::new();
    for ((_, name, _, threads, device, machine), row) in latest(rows) {
        let (Some(time), Some(bytes), true) = (row.time_s, row.bytes, threads == 0) else {
            continue;
        };
        if time <= 0.0 || bytes <= 0.0 {
            continue;
        }
        let flops = row.flops.unwrap_or(0.0);
        let dot = plots::Dot {
            name: name.to_owned(),
            intensity: flops / bytes,
            rate: flops / time,
            bandwidth: bytes / time,
        };
        groups.entry((device, machine)).or_default().insert(name, dot);
    }
    groups
        .into_iter()
        .filter_map(|((device, machine), dots)| {
            let dots: Vec<plots::Dot> = dots.into_values().collect();
            plots::roofline("Roofline", &place(device, machine), &dots)
        })
        .collect()
}

fn history(rows: &[Row]) -> Vec<String> {
    let mut groups: BTreeMap<Series<'_>, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.time_s.is_some()) {
        groups.entry(series(row)).or_default().push(row);
    }
    // A row with several peers has one history.
    let mut seen = BTreeSet::new();
    groups
        .into_iter()
        .filter(|((bench, name, _, threads, device, machine), rows)| {
            rows.len() > 1 && seen.insert((*bench, *name, *threads, *device, *machine))
        })
        .map(|((bench, name, _, threads, device, machine), rows)| {
            let points: Vec<(String, f64)> = rows
                .iter()
                .map(|row| {
                    let commit = row.commit.as_deref().unwrap_or("?");
                    let label = format!("{commit}, {}", row.date.as_deref().unwrap_or("?"));
                    (label, row.time_s.unwrap_or(0.0))
                })
                .collect();
            let with = if threads > 0 { format!(" · {threads} threads") } else { String::new() };
            plots::history(
                &format!("{bench}: {name}"),
                &format!("{}{with}", place(device, machine)),
                &points,
            )
        })
        .collect()
}

/// The latest results as a table.
fn table(rows: &[Row]) -> String {
    let mut lines = String::new();
    for row in latest(rows).into_values() {
        let number = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
        };
        let text = |value: &Option<String>| plots::escaped(value.as_deref().unwrap_or("–"));
        let threads = row.threads.map_or_else(|| "–".to_owned(), |n| n.to_string());
        lines += &format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=n>{}</td><td class=n>{}</td><td class=n>{threads}</td>\
             <td>{}</td><td>{}</td><td>{}</td></tr>",
            plots::escaped(&row.bench),
            plots::escaped(&row.row),
            text(&row.peer),
            row.time_s.map_or_else(|| "–".to_owned(), plots::seconds),
            number(row.ratio, 2),
            text(&row.device),
            text(&row.commit),
            text(&row.date),
        );
    }
    format!(
        "<section><h2>Latest results</h2><div class=wide><table><thead><tr><th>benchmark<th>row<th>beside<th class=n>time\
         <th class=n>ratio<th class=n>threads<th>device<th>commit<th>date</tr></thead><tbody>{lines}</tbody></table></div></section>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, time: f64, date: &str) -> Row {
        let row = Row::new("kernels", name, time);
        let date = Some(format!("2026-01-{date}T00:00:00Z"));
        let (commit, machine) = (Some(format!("c{time}")), Some("a <processor>".to_owned()));
        Row { date, commit, machine, bytes: Some(1e9), flops: Some(2e9), ..row }
            .beside("OpenMP", 1.0)
    }

    #[test]
    fn the_page_has_a_plot_of_each_kind() {
        let threads = |n: usize, time| Row { threads: Some(n), ..row("scan", time, "03") };
        let rows = [
            row("scan", 0.5, "01"),
            row("scan", 0.25, "02"),
            row("nbody", 2.0, "02"),
            threads(1, 1.0),
            threads(2, 0.5),
        ];
        let page = page(&rows);
        for part in ["Rows against peers", "By number of threads", "Roofline", "History"] {
            assert!(page.contains(&format!("<h2>{part}</h2>")), "{part}");
        }
        assert!(page.contains("a &lt;processor&gt;") && !page.contains("<processor>"));
        // The latest one counts: 0.25, not 0.5.
        assert!(page.contains("0.25") && page.contains("geometric mean 0.71"));
        assert!(page.contains("c0.5, 2026-01-01") && page.contains("c0.25, 2026-01-02"));
        assert!(!page.contains("http") && !page.contains("NaN") && !page.contains("inf"));
    }

    #[test]
    fn one_result_has_no_history_and_no_sweep() {
        let page = page(&[row("scan", 0.5, "01")]);
        assert!(!page.contains("<h2>History") && !page.contains("<h2>By number"));
    }

    #[test]
    fn results_of_another_machine_are_imported_once() {
        let dir = tempfile::tempdir().unwrap();
        let (file, to) = (dir.path().join("other.jsonl"), dir.path().join("results"));
        let line = serde_json::to_string(&row("scan", 0.5, "01")).unwrap();
        fs::write(&file, format!("{line}\n")).unwrap();
        assert_eq!(import(&file, &to).unwrap(), 1);
        assert_eq!(import(&file, &to).unwrap(), 0);
        let gpu = dir.path().join("results.json");
        let side = r#"{"verdict": "right", "best": 1.0}"#;
        let rows = format!(
            r#"[{{"name": "copy", "unit": "bytes", "amount": 8, "scythe": {side}, "nvcc": {side}}}]"#
        );
        fs::write(
            &gpu,
            format!(r#"{{"gpu": {{"name": "G"}}, "nvcc": "13", "small": false, "rows": {rows}}}"#),
        )
        .unwrap();
        assert_eq!(import(&gpu, &to).unwrap(), 1);
        let all = results::load(&to).unwrap();
        assert_eq!(all.last().unwrap().machine.as_deref(), Some("G"));
        fs::write(&file, "nonsense").unwrap();
        assert!(import(&file, &to).is_err());
    }
}
