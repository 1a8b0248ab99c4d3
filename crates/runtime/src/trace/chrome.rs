//! Traces in the JSON array format of Chrome and Perfetto.
//!
//! The array is closed when the program ends. A program that is killed leaves it open after a complete event,
//! which the format allows; events of the last tenth of a second may be missing then.
//!
//! Each device is a process of the trace, with as many threads as commands run there at the same time; the
//! work of the program's threads is in the program's own process. Flow arrows lead from the call that submits
//! a command to the command, and from commands to their successors. An arrow is written when both its ends
//! are known.

use std::collections::HashMap;

use super::event::{Because, CommandId, Heard, Moved, Outcome, Pool, What};
use super::json::Object;
use super::lanes::Lanes;
use super::output::Output;
use super::report::label;
use crate::backend::info::DeviceInfo;
use crate::backend::{record_text, source};

/// Process ids that no system uses.
const DEVICES: u32 = 1 << 30;

/// A slice in the trace.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    process: u32,
    thread: u32,
    /// From when to when.
    pub time: (u64, u64),
}

/// A trace that is being written.
pub struct Chrome {
    output: Output,
    text: String,
    is_empty: bool,
    process: u32,
    /// The process of each device.
    devices: HashMap<String, (u32, Lanes)>,
    /// The number of named lanes of each process.
    named: HashMap<u32, usize>,
    arrows: u64,
}

/// A finished command and its data.
pub struct Finished<'a> {
    /// Its number.
    pub command: CommandId,
    /// When it was submitted.
    pub queued: u64,
    /// When it was ready.
    pub ready: u64,
    /// When it ran.
    pub time: (u64, u64),
    /// Its device.
    pub device: Option<&'static DeviceInfo>,
    /// What it does.
    pub what: &'a What,
    /// Why it copies.
    pub moved: Option<&'a Moved>,
    /// The graph that it belongs to.
    pub graph: Option<CommandId>,
    /// How it ended; none if the program ended first.
    pub outcome: Option<&'a Outcome>,
}

impl Chrome {
    /// Begins a trace.
    pub fn new(output: Output) -> Self {
        let process = std::process::id();
        let (devices, named) = (HashMap::new(), HashMap::new());
        let text = "[\n".to_owned();
        let mut this = Self { output, text, is_empty: true, process, devices, named, arrows: 0 };
        let program = std::env::current_exe().ok();
        let program = program.as_deref().and_then(|path| path.file_name()?.to_str());
        this.name_process(process, program.unwrap_or("program"), 0);
        let version = concat!("scythe ", env!("CARGO_PKG_VERSION"));
        this.metadata("process_labels", process, None, |args| _ = args.text("labels", version));
        this
    }

    fn event(&mut self, fill: impl FnOnce(&mut Object<'_>)) {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.text.push_str(",\n");
        }
        Object::write(&mut self.text, fill);
    }

    fn metadata(
        &mut self,
        what: &str,
        process: u32,
        thread: Option<u32>,
        args: impl FnOnce(&mut Object<'_>),
    ) {
        self.event(|event| {
            event.text("ph", "M").text("name", what).number("pid", process);
            event.number("tid", thread.unwrap_or(0)).object("args", args);
        });
    }

    fn name_process(&mut self, process: u32, name: &str, place: usize) {
        self.metadata("process_name", process, None, |args| _ = args.text("name", name));
        let sort = |args: &mut Object<'_>| _ = args.number("sort_index", place);
        self.metadata("process_sort_index", process, None, sort);
    }

    /// Names a thread of the program.
    pub fn name_thread(&mut self, thread: u32, name: &str) {
        let process = self.process;
        self.metadata("thread_name", process, Some(thread), |args| _ = args.text("name", name));
    }

    /// The process of a device, and the lane for a slice of it.
    fn line(&mut self, device: Option<&DeviceInfo>, (start, end): (u64, u64)) -> (u32, u32) {
        let process = self.device(device);
        let lane = self.devices.values_mut().find(|(number, _)| *number == process);
        let lane = lane.map_or(0, |(_, lanes)| lanes.put(start, end));
        let named = self.named.entry(process).or_default();
        let is_new = lane == *named;
        if is_new {
            *named += 1;
        }
        let thread = u32::try_from(lane).unwrap_or(u32::MAX);
        if is_new {
            let name = |args: &mut Object<'_>| _ = args.text("name", "commands");
            self.metadata("thread_name", process, Some(thread), name);
        }
        (process, thread)
    }

    /// The process of a device, or of the host's work.
    fn device(&mut self, device: Option<&DeviceInfo>) -> u32 {
        let selector = device.map_or_else(|| "host".to_owned(), DeviceInfo::selector);
        if let Some((process, _)) = self.devices.get(&selector) {
            return *process;
        }
        let place = self.devices.len();
        let process = DEVICES | (self.process & 0x3f_ffff) << 6 | (place as u32 & 0x3f);
        let name = device.map_or_else(
            || "host: tasks and accesses".to_owned(),
            |device| format!("{selector}: {}", device.name),
        );
        self.devices.insert(selector, (process, Lanes::default()));
        self.name_process(process, &name, place + 1);
        process
    }

    /// Writes a command.
    pub fn command(&mut self, finished: &Finished<'_>) -> Slice {
        let (start, end) = finished.time;
        let end = end.max(start + 1);
        let (process, thread) = self.line(finished.device, (start, end));
        let name = title(finished.what, finished.moved);
        self.event(|event| {
            event.text("ph", "X").text("cat", finished.what.kind.name()).text("name", &name);
            event.number("pid", process).number("tid", thread);
            event.time("ts", start).time("dur", end - start);
            event.object("args", |args| arguments(args, finished));
        });
        Slice { process, thread, time: (start, end) }
    }

    /// Writes the work of a thread of the program for a command.
    pub fn on_thread(
        &mut self,
        heard: &Heard,
        (category, name): (&str, &str),
        (start, end): (u64, u64),
        args: impl FnOnce(&mut Object<'_>),
    ) -> Slice {
        let (process, thread) = (self.process, heard.thread);
        let end = end.max(start + 1);
        self.event(|event| {
            event.text("ph", "X").text("cat", category).text("name", name);
            event.number("pid", process).number("tid", thread);
            event.time("ts", start).time("dur", end - start).object("args", args);
        });
        Slice { process, thread, time: (start, end) }
    }

    /// Writes an arrow from the end of a slice, or from its start, to the start of another one.
    pub fn arrow(&mut self, what: &str, from: Slice, to: Slice) {
        self.arrows += 1;
        // Unique among all processes whose traces may be viewed together.
        let id = u64::from(self.process) << 32 | self.arrows;
        let leaves = if what == SUBMIT { from.time.0 } else { from.time.1 - 1 };
        // Clocks of devices may differ by a little: an arrow never points back.
        let arrives = to.time.0.max(leaves).min(to.time.1 - 1);
        for (phase, slice, at) in [("s", from, leaves.min(arrives)), ("f", to, arrives)] {
            self.event(|event| {
                event.text("ph", phase).text("cat", "after").text("name", what);
                event.number("id", id).number("pid", slice.process).number("tid", slice.thread);
                event.time("ts", at);
                if phase == "f" {
                    event.text("bp", "e");
                }
            });
        }
    }

    /// Writes how much memory is allocated.
    pub fn memory(&mut self, pool: Pool, device: Option<&DeviceInfo>, bytes: u64, time: u64) {
        let process = self.device(device);
        self.event(|event| {
            event.text("ph", "C").text("cat", "memory").text("name", pool.name());
            event.number("pid", process).number("tid", 0).time("ts", time);
            event.object("args", |args| _ = args.number("bytes", bytes));
        });
    }

    /// Writes everything to the file.
    pub fn flush(&mut self) {
        self.output.write(&self.text);
        self.text.clear();
    }

    /// Closes the array.
    pub fn end(&mut self) {
        self.text.push_str("\n]\n");
        self.flush();
    }
}

/// The name of arrows from submissions to commands.
pub const SUBMIT: &str = "submit";

/// The name of arrows between commands.
pub fn arrow_name(because: Because) -> &'static str {
    match because {
        Because::Event => "event",
        Because::Buffer => "buffer",
        Because::Queue => "queue",
    }
}

/// The title of a command.
pub fn title(what: &What, moved: Option<&Moved>) -> String {
    match label(what, moved) {
        name if name.is_empty() => what.kind.name().to_owned(),
        name if what.launch.is_some() => name,
        name => format!("{} {name}", what.kind.name()),
    }
}

fn arguments(args: &mut Object<'_>, finished: &Finished<'_>) {
    args.number("command", finished.command);
    args.text("device", &finished.device.map_or_else(|| "host".to_owned(), DeviceInfo::selector));
    args.time("queued", finished.queued).time("ready", finished.ready);
    args.time("running", finished.time.0).time("done", finished.time.1);
    if let Some(graph) = finished.graph {
        args.number("graph", graph);
    }
    if let Some(launch) = &finished.what.launch {
        let dims = (launch.dims as usize).min(3);
        args.numbers("global", &launch.global[..dims]);
        if let Some(local) = &launch.local {
            args.numbers("local", &local[..dims]);
        }
        args.text("symbol", record_text(launch.kernel.symbol));
        if let Some((file, line, _)) = source(launch.kernel) {
            args.text("source", &format!("{file}:{line}"));
        }
        args.text("code", launch.specialization.target);
        args.text("specialization", &launch.specialization.chosen());
        if let Some(why) = launch.specialization.rejected() {
            args.text("why", &why);
        }
    }
    if finished.what.bytes > 0 {
        args.number("bytes", finished.what.bytes);
    }
    if let Some(moved) = finished.moved {
        args.text("from", &moved.from.to_string()).text("to", &moved.to.to_string());
        args.number("buffer", moved.buffer.0).number("buffer_bytes", moved.buffer.1);
        let does = if moved.write { "reads and writes" } else { "reads" };
        let span = &moved.accessed;
        args.text(
            "because",
            &format!(
                "an accessor of command {} {does} bytes {} to {} of the buffer",
                moved.needed_by, span.start, span.end
            ),
        );
    }
    match finished.outcome {
        Some(Outcome::Done) => {}
        Some(Outcome::Failed(message)) => _ = args.text("failed", message),
        Some(Outcome::Cancelled) => {
            args.text("failed", "not run, because a command before it failed");
        }
        None => _ = args.text("failed", "not known to be over when the program ended"),
    }
}
