//! The commands of a run, from a trace, laid out so that every command stands right of those it came after.

use std::collections::HashMap;

use scythe_trace::model::Trace;
use scythe_trace::read::{self, Event};
use serde_json::{Value, json};

use crate::Failure;
use crate::kernels::Kernel;
use crate::sources::Sources;

/// More commands than this are not drawn: nobody could read it.
const MOST: usize = 400;

/// A trace that was read.
pub struct Read {
    events: Vec<Event>,
    note: Option<String>,
}

/// Reads a trace.
///
/// # Errors
/// When the file cannot be read or is no trace.
pub fn read(file: &str) -> Result<Read, Failure> {
    let bytes = scythe_console::read(file).map_err(|e| Failure::file("read", file, &e))?;
    let events = read::events(&bytes).map_err(|e| Failure::file("read", file, &e))?;
    Ok(Read { events: events.list, note: events.note })
}

/// What the page draws.
#[must_use]
pub fn shown(read: &Read, kernels: &[Kernel], sources: &Sources) -> Value {
    let trace = Trace::new(&read.events);
    let drawn = trace.commands.len().min(MOST);
    let details = details(&read.events);
    let begin = trace.commands.iter().map(|c| c.time.0).min().unwrap_or(0);
    let mut layers: Vec<usize> = Vec::with_capacity(drawn);
    let mut rows: HashMap<usize, usize> = HashMap::new();
    let mut nodes = Vec::new();
    let mut edges = Vec::new();
    // Commands are in the order in which they began, so those that came before stand first.
    let mut order: Vec<usize> = (0..trace.commands.len()).collect();
    order.sort_by_key(|&at| trace.commands[at].time);
    let mut places: HashMap<usize, usize> = HashMap::new();
    for &at in order.iter().take(drawn) {
        let command = &trace.commands[at];
        let before: Vec<usize> =
            command.before.iter().filter_map(|b| places.get(b).copied()).collect();
        let layer = before.iter().map(|&b| layers[b] + 1).max().unwrap_or(0);
        let row = rows.entry(layer).or_default();
        let detail = details.get(&command.id);
        let kernel = detail.and_then(|d| kernels.iter().position(|k| k.symbol == d.symbol));
        let place = detail.map_or(0, |d| sources.place(&d.file, d.line));
        nodes.push(json!({
            "kind": command.kind,
            "name": kernel.map_or(&command.name, |k| &kernels[k].short),
            "device": command.device,
            "start_ns": command.time.0 - begin,
            "length_ns": command.time.1 - command.time.0,
            "waited_ns": command.queued.map(|queued| command.time.0.saturating_sub(queued)),
            "bytes": command.bytes,
            "well": command.well,
            "kernel": kernel,
            "place": place,
            "about": detail.map(|d| &d.about),
            "layer": layer,
            "row": *row,
        }));
        *row += 1;
        edges.extend(before.iter().map(|&b| json!([b, layers.len()])));
        places.insert(at, layers.len());
        layers.push(layer);
    }
    json!({
        "nodes": nodes,
        "edges": edges,
        "left_out": trace.commands.len() - drawn,
        "note": read.note,
    })
}

/// What events say of commands besides.
#[derive(Default)]
struct Detail {
    symbol: String,
    file: String,
    line: u32,
    about: Vec<(String, String)>,
}

fn details(events: &[Event]) -> HashMap<u64, Detail> {
    const SHOWN: [&str; 5] = ["global", "local", "specialization", "code", "why"];
    let mut all = HashMap::new();
    for event in events.iter().filter(|event| event.ph == "X") {
        let Some(id) = event.number("command") else { continue };
        let mut detail = Detail {
            symbol: event.text("symbol").unwrap_or_default().to_owned(),
            ..Detail::default()
        };
        if let Some((file, line)) = event.text("source").and_then(|s| s.rsplit_once(':')) {
            (detail.file, detail.line) = (file.to_owned(), line.parse().unwrap_or(0));
        }
        for key in SHOWN {
            if let Some(value) = event.args.get(key) {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                detail.about.push((key.to_owned(), text));
            }
        }
        all.insert(id, detail);
    }
    all
}
