//! The commands of a run, from a trace, laid out so that every command is to the right of its predecessors.

use std::collections::HashMap;

use scythe_trace::model::{Trace, is_command};
use scythe_trace::read::{self, Event};
use serde_json::{Value, json};

use crate::Failure;
use crate::kernels::Kernel;
use crate::sources::Sources;

/// The largest number of commands that is drawn.
const MOST: usize = 400;

/// A parsed trace.
pub struct Read {
    events: Vec<Event>,
    note: Option<String>,
}

/// Reads a trace.
///
/// # Errors
/// When the file cannot be read or is not a trace.
pub fn read(file: &str) -> Result<Read, Failure> {
    let bytes = scythe_console::read(file).map_err(|e| Failure::file("read", file, &e))?;
    let events = read::events(&bytes).map_err(|e| Failure::file("read", file, &e))?;
    Ok(Read { events: events.list, note: events.note })
}

/// The data that the page draws.
#[must_use]
pub fn shown(read: &Read, kernels: &[Kernel], sources: &Sources) -> Value {
    let trace = Trace::new(&read.events);
    let drawn = trace.commands.len().min(MOST);
    let details = details(&read.events);
    let begin = trace.commands.iter().map(|c| c.time.0).min().unwrap_or(0);
    // Predecessors have started earlier.
    let mut order: Vec<usize> = (0..trace.commands.len()).collect();
    order.sort_by_key(|&at| trace.commands[at].time);
    order.truncate(drawn);
    let places: HashMap<usize, usize> = order.iter().enumerate().map(|(n, &at)| (at, n)).collect();
    let before: Vec<Vec<usize>> = order
        .iter()
        .enumerate()
        .map(|(n, &at)| {
            let before = trace.commands[at].before.iter().filter_map(|b| places.get(b).copied());
            before.filter(|&b| b < n).collect()
        })
        .collect();
    let (layers, rows) = laid_out(&before);
    let mut nodes = Vec::new();
    for (n, &at) in order.iter().enumerate() {
        let command = &trace.commands[at];
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
            "layer": layers[n],
            "row": rows[n],
        }));
    }
    let edges: Vec<[usize; 2]> =
        before.iter().enumerate().flat_map(|(n, all)| all.iter().map(move |&b| [b, n])).collect();
    json!({
        "nodes": nodes,
        "edges": edges,
        "left_out": trace.commands.len() - drawn,
        "note": read.note,
    })
}

/// The layer of each command, to the right of all its predecessors, and its row in the layer, near theirs.
fn laid_out(before: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
    let mut layers: Vec<usize> = Vec::with_capacity(before.len());
    for all in before {
        layers.push(all.iter().map(|&b| layers[b] + 1).max().unwrap_or(0));
    }
    let mut rows = vec![0; before.len()];
    for layer in 0..=layers.iter().copied().max().unwrap_or(0) {
        let mut members: Vec<usize> = (0..before.len()).filter(|&n| layers[n] == layer).collect();
        let middle = |n: usize| {
            let all = &before[n];
            all.iter().map(|&b| rows[b]).sum::<usize>() * 1000 / all.len().max(1)
        };
        members.sort_by_key(|&n| middle(n));
        for (row, n) in members.into_iter().enumerate() {
            rows[n] = row;
        }
    }
    (layers, rows)
}

/// Further information from events.
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
    for event in events.iter().filter(|event| is_command(event)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_right_of_their_predecessors_and_near_their_rows() {
        // Two chains whose second commands started in the other order, and a command with both as
        // predecessors.
        let before = [vec![], vec![], vec![1], vec![0], vec![2, 3]];
        let (layers, rows) = laid_out(&before);
        assert_eq!(layers, [0, 0, 1, 1, 2]);
        assert_eq!((rows[0], rows[3]), (0, 0));
        assert_eq!((rows[1], rows[2]), (1, 1));
        assert_eq!(laid_out(&[]), (vec![], vec![]));
    }

    #[test]
    fn files_that_are_not_traces_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("t.json");
        std::fs::write(&file, "int main() {}").unwrap();
        for path in [file.to_str().unwrap(), "/nowhere/t.json"] {
            let Err(Failure::Usage(message)) = read(path) else { panic!("{path} was read") };
            assert!(message.contains(path), "{message}");
        }
    }
}
