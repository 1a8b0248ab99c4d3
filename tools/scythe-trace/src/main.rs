//! `scythe-trace`: summarises a trace of a program (`SCYTHE_TRACE`).

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use serde_json::{Value, json};

use scythe_trace::critical::Path;
use scythe_trace::model::Trace;
use scythe_trace::{check, read};

/// Summarises a trace that a SYCL program has written (SCYTHE_TRACE=run.json).
///
/// A table shows how much time kernels and copies took, followed by how busy the devices were, the longest
/// waits, and the critical path: the chain of dependent commands that ends last. The file can also be opened
/// in Perfetto (ui.perfetto.dev) and in Chrome (chrome://tracing).
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The trace; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Print JSON, for scripts
    #[arg(long)]
    json: bool,
    /// List the commands of the critical path
    #[arg(long)]
    path: bool,
    /// Check the trace for consistency instead: nested slices, arrows with two ends, times in order
    #[arg(long, conflicts_with_all = ["json", "path"])]
    check: bool,
}

fn main() -> ExitCode {
    scythe_console::run("scythe-trace", |options: Options| run(&options))
}

fn run(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let file = &options.file;
    let bytes =
        scythe_console::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let events = read::events(&bytes).map_err(|error| format!("{file}: {error}"))?;
    if let Some(note) = &events.note {
        scythe_console::print_error(format_args!("scythe-trace: note: {file}: {note}"));
    }
    let trace = Trace::new(&events.list);
    if options.check {
        let faults = check::faults(&events.list, &trace, events.note.is_none());
        if !faults.is_empty() {
            return Err(format!("{file}: the trace is not sound\n{}", listed(&faults)).into());
        }
        let (commands, arrows) = (trace.commands.len(), trace.arrows);
        let count = events.list.len();
        return Ok(scythe_console::print(format!(
            "{file}: {count} events, {commands} commands, {arrows} arrows: sound\n"
        ))?);
    }
    if trace.commands.is_empty() {
        return Err(format!("{file}: the trace has no commands of a SYCL program").into());
    }
    let path = Path::find(&trace);
    let text = if options.json {
        format!("{:#}\n", as_json(&trace, &path))
    } else {
        format!("{}{}", trace.summary(), path.describe(&trace, options.path))
    };
    Ok(scythe_console::print(text)?)
}

/// The first lines of a long list.
fn listed(faults: &[String]) -> String {
    const MOST: usize = 20;
    let mut lines: Vec<String> =
        faults.iter().take(MOST).map(|fault| format!("  {fault}")).collect();
    if faults.len() > MOST {
        lines.push(format!("  and {} more", faults.len() - MOST));
    }
    lines.join("\n")
}

/// Times are nanoseconds.
fn as_json(trace: &Trace, path: &Path) -> Value {
    let summary = trace.summary();
    let total = summary.total();
    let rows = summary.rows().into_iter().map(|(key, row)| {
        json!({
            "kind": key.kind, "name": key.name, "device": key.device,
            "calls": row.calls, "failed": row.failed,
            "total": row.total, "mean": row.mean(), "min": row.min, "max": row.max,
            "share": row.total as f64 / total.max(1) as f64,
            "bytes": row.bytes, "bandwidth": row.bandwidth(),
        })
    });
    let devices = summary.devices().map(|(selector, device)| {
        json!({ "device": selector, "name": device.name, "busy": device.busy.total() })
    });
    let waits = summary.waits().iter().map(|wait| {
        json!({ "thread": wait.thread, "for": wait.what, "start": wait.start, "length": wait.length })
    });
    let steps = path.commands.iter().map(|&index| {
        let command = &trace.commands[index];
        json!({ "command": command.id, "name": command.title(), "start": command.time.0, "end": command.time.1 })
    });
    json!({
        "elapsed": summary.elapsed(),
        "commands": rows.collect::<Vec<_>>(),
        "devices": devices.collect::<Vec<_>>(),
        "waits": waits.collect::<Vec<_>>(),
        "critical_path": steps.collect::<Vec<_>>(),
    })
}
