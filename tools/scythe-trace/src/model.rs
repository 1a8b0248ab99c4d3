//! The contents of a trace.

use std::collections::{BTreeMap, HashMap};

use scythe_summary::{Command as Counted, Summary, Wait};

use crate::read::Event;

/// A command that ran. Times are nanoseconds.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its number, unique within its process.
    pub id: u64,
    /// The kind of it: kernel, copy, ...
    pub kind: String,
    /// The name of its slice.
    pub name: String,
    /// Its device.
    pub device: String,
    /// Start and end.
    pub time: (u64, u64),
    /// When it was submitted, and when its host-side predecessors were complete.
    pub queued: Option<u64>,
    /// See `queued`.
    pub ready: Option<u64>,
    /// Bytes that it copied.
    pub bytes: u64,
    /// Whether it succeeded.
    pub well: bool,
    /// Whether it only represents other commands, or an order.
    pub is_empty: bool,
    /// Its predecessors, by position in the list.
    pub before: Vec<usize>,
}

impl Command {
    /// Its name, without its kind if that is part of the name.
    fn label(&self) -> &str {
        let rest = self.name.strip_prefix(&self.kind).filter(|_| self.kind != "kernel");
        rest.map_or(self.name.as_str(), str::trim_start)
    }

    /// Its name for people.
    pub fn title(&self) -> String {
        if self.kind == "kernel" { format!("kernel {}", self.name) } else { self.name.clone() }
    }
}

/// A slice of a line.
#[derive(Clone, Copy, Debug)]
struct Slice {
    time: (u64, u64),
    command: Option<usize>,
}

/// A trace.
#[derive(Debug, Default)]
pub struct Trace {
    /// All commands.
    pub commands: Vec<Command>,
    /// The number of arrows.
    pub arrows: usize,
    devices: BTreeMap<String, String>,
    waits: Vec<Wait>,
}

/// The categories of commands.
const COMMANDS: [&str; 9] =
    ["kernel", "native", "copy", "fill", "hint", "host task", "host access", "order", "graph"];

/// Whether an event is a command.
pub fn is_command(event: &Event) -> bool {
    event.ph == "X" && COMMANDS.contains(&event.cat.as_str()) && event.number("command").is_some()
}

impl Trace {
    /// Collects the commands in some events.
    pub fn new(events: &[Event]) -> Self {
        let mut this = Self::default();
        let mut lines: HashMap<(String, String), Vec<Slice>> = HashMap::new();
        let mut threads: HashMap<(String, String), &str> = HashMap::new();
        for event in events {
            match (event.ph.as_str(), event.name.as_str()) {
                ("M", "thread_name") => {
                    let name = event.text("name").unwrap_or("a thread");
                    threads.insert(event.line(), name);
                }
                ("M", "process_name") => this.name_device(event.text("name").unwrap_or_default()),
                ("X", _) if is_command(event) => {
                    let place = this.commands.len();
                    this.commands.push(command(event));
                    let slice = Slice { time: event.time(), command: Some(place) };
                    lines.entry(event.line()).or_default().push(slice);
                }
                _ => {}
            }
        }
        for event in events.iter().filter(|event| event.ph == "X" && event.cat == "wait") {
            let (start, end) = event.time();
            let thread = threads.get(&event.line()).copied().unwrap_or("a thread").to_owned();
            let what = event.name.strip_prefix("wait for ").unwrap_or(&event.name).to_owned();
            this.waits.push(Wait { thread, what, start, length: end - start });
        }
        lines.values_mut().for_each(|slices| slices.sort_by_key(|slice| slice.time));
        this.follow_arrows(events, &lines);
        this
    }

    fn name_device(&mut self, name: &str) {
        let Some((selector, name)) = name.split_once(": ") else { return };
        if selector != "host" {
            self.devices.insert(selector.to_owned(), name.to_owned());
        }
    }

    fn follow_arrows(&mut self, events: &[Event], lines: &HashMap<(String, String), Vec<Slice>>) {
        let at = |event: &Event| {
            let (time, _) = event.time();
            let slices = lines.get(&event.line())?;
            let place = slices.partition_point(|slice| slice.time.0 <= time).checked_sub(1)?;
            slices[place].command.filter(|_| time <= slices[place].time.1)
        };
        let mut starts = HashMap::new();
        for event in events.iter().filter(|event| event.ph == "s") {
            self.arrows += 1;
            starts.insert(event.id.to_string(), event);
        }
        for event in events.iter().filter(|event| event.ph == "f") {
            let start = starts.get(&event.id.to_string());
            if let (Some(before), Some(after)) = (start.and_then(|start| at(start)), at(event)) {
                self.commands[after].before.push(before);
            }
        }
    }

    /// The statistics of commands.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for command in self.commands.iter().filter(|command| !command.is_empty) {
            summary.add(&Counted {
                kind: &command.kind,
                name: command.label(),
                device: &command.device,
                time: command.time,
                bytes: command.bytes,
                well: command.well,
            });
        }
        for (selector, name) in &self.devices {
            summary.name_device(selector, name);
        }
        self.waits.iter().cloned().for_each(|wait| summary.add_wait(wait));
        summary
    }
}

fn command(event: &Event) -> Command {
    Command {
        id: event.number("command").unwrap_or(0),
        kind: event.cat.clone(),
        name: event.name.clone(),
        device: event.text("device").unwrap_or("host").to_owned(),
        time: event.time(),
        queued: event.time_of("queued"),
        ready: event.time_of("ready"),
        bytes: event.number("bytes").unwrap_or(0),
        well: event.text("failed").is_none(),
        is_empty: matches!(event.cat.as_str(), "order" | "graph" | "host access"),
        before: Vec::new(),
    }
}
