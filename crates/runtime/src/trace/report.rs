//! The listener for `SCYTHE_TRACE`: collects the events of each command, and writes them to the file and to
//! the summary.
//!
//! Events of different threads come in no order, so a command is written when all its events are known.
//! Finished commands are kept for a while: others may come after them, or wait for them.

use std::collections::{HashMap, VecDeque};

use scythe_summary::{Command as Counted, Summary, Wait};
use smallvec::SmallVec;

use super::chrome::{Chrome, Finished, SUBMIT, Slice, arrow_name, title};
use super::event::{
    Because, CommandId, Ended, Event, Heard, Kind, Moved, Outcome, Submitted, What,
};
use super::output::{Output, say};
use super::stream::Listener;
use crate::backend::info::DeviceInfo;
use crate::backend::record_text;
use crate::core::command::now;
use crate::settings::Trace;

/// The number of finished commands that are kept.
const KEPT: usize = 1 << 14;

/// The data of a command.
#[derive(Default)]
struct Known {
    submitted: Option<Box<Submitted>>,
    moved: Option<Box<Moved>>,
    ended: Option<Box<Ended>>,
    before: SmallVec<[(CommandId, Because); 2]>,
    /// The slice of the call that submitted it, until its arrow is written.
    submitting: Option<Slice>,
    /// Its slice in the trace.
    slice: Option<Slice>,
    /// The graph that it belongs to.
    graph: Option<CommandId>,
    /// Whether it was written and counted.
    is_written: bool,
    /// How many of its successors have not been written.
    awaited: u32,
}

/// The listener.
pub struct Report {
    wanted: &'static Trace,
    chrome: Option<Chrome>,
    summary: Option<Summary>,
    commands: HashMap<CommandId, Known>,
    /// Commands that were written, oldest first.
    written: VecDeque<CommandId>,
    /// Arrows with an unknown end.
    open: Vec<(CommandId, CommandId, Because)>,
    threads: HashMap<u32, Box<str>>,
    /// The file of a child of `fork` is opened at its first event: most children run another program at once.
    is_new_child: bool,
}

/// The details of a command, beside its kind.
pub fn label(what: &What, moved: Option<&Moved>) -> String {
    match (&what.launch, moved) {
        (Some(launch), _) => record_text(launch.kernel.name).to_owned(),
        (_, Some(moved)) => format!("{} to {}", moved.from, moved.to),
        _ => String::new(),
    }
}

impl Report {
    /// A report as the user requests it; none if nothing can be written.
    pub fn open(wanted: &'static Trace) -> Option<Self> {
        let chrome = wanted.file.as_ref().and_then(|file| Output::open(file, false));
        let this = Self::new(wanted, chrome);
        (this.chrome.is_some() || this.summary.is_some()).then_some(this)
    }

    fn new(wanted: &'static Trace, output: Option<Output>) -> Self {
        Self {
            wanted,
            chrome: output.map(Chrome::new),
            summary: wanted.summary.then(Summary::default),
            commands: HashMap::new(),
            written: VecDeque::new(),
            open: Vec::new(),
            threads: HashMap::new(),
            is_new_child: false,
        }
    }

    fn known(&mut self, command: CommandId) -> &mut Known {
        self.commands.entry(command).or_default()
    }

    fn take(&mut self, heard: &Heard) {
        match &heard.event {
            Event::Thread { name } => {
                if let Some(chrome) = &mut self.chrome {
                    chrome.name_thread(heard.thread, name);
                }
                self.threads.insert(heard.thread, name.clone());
            }
            Event::Submitted(submitted) => self.submitted(submitted),
            Event::After { command, before, because } => {
                self.after(*command, *before, *because);
            }
            Event::Moved(moved) => self.known(moved.command).moved = Some(moved.clone()),
            Event::Ended(ended) => self.known(ended.command).ended = Some(ended.clone()),
            Event::Memory { pool, device, bytes, time } => {
                if let Some(chrome) = &mut self.chrome {
                    chrome.memory(*pool, *device, *bytes, *time);
                }
            }
            Event::Submitting { .. } | Event::Part { .. } | Event::Waited { .. } => {}
        }
    }

    fn after(&mut self, command: CommandId, before: CommandId, because: Because) {
        // Finished commands may be forgotten already.
        if let Some(known) = self.commands.get_mut(&before) {
            known.awaited += 1;
            self.known(command).before.push((before, because));
        } else if !self.is_forgotten(before) {
            self.known(before).awaited += 1;
            self.known(command).before.push((before, because));
        }
    }

    /// Whether the data of a command has been dropped.
    fn is_forgotten(&self, command: CommandId) -> bool {
        self.written.front().is_some_and(|&oldest| command < oldest) && self.written.len() >= KEPT
    }

    fn submitted(&mut self, submitted: &Submitted) {
        let first = submitted.command + 1;
        for (number, step) in (first..).zip(&submitted.steps) {
            for &before in &step.before {
                self.after(number, first + u64::from(before), Because::Event);
            }
            let known = self.known(number);
            known.graph = Some(submitted.command);
            known.submitted = Some(Box::new(Submitted {
                command: number,
                time: submitted.time,
                device: submitted.device,
                what: step.what.clone(),
                steps: Box::default(),
            }));
        }
        self.known(submitted.command).submitted = Some(Box::new(submitted.clone()));
    }

    /// Writes the work of threads, once commands have names.
    fn write_thread(&mut self, heard: &Heard) {
        let (command, time) = match &heard.event {
            Event::Submitting { command, time }
            | Event::Part { command, time, .. }
            | Event::Waited { command, time } => (*command, *time),
            _ => return,
        };
        let known = self.commands.get(&command);
        let moved = known.and_then(|known| known.moved.as_deref());
        let submitted = known.and_then(|known| known.submitted.as_deref());
        let name = submitted
            .map_or_else(|| "command".to_owned(), |submitted| title(&submitted.what, moved));
        if let (Event::Waited { .. }, Some(summary)) = (&heard.event, &mut self.summary) {
            let thread = self.threads.get(&heard.thread).map_or("a thread", |name| name);
            summary.add_wait(Wait {
                thread: thread.to_owned(),
                what: name.clone(),
                start: time.0,
                length: time.1.saturating_sub(time.0),
            });
        }
        let Some(chrome) = &mut self.chrome else { return };
        match &heard.event {
            Event::Submitting { .. } => {
                let is_access =
                    submitted.is_some_and(|submitted| submitted.what.kind == Kind::HostAccess);
                let title =
                    if is_access { format!("acquire {name}") } else { format!("submit {name}") };
                let slice = chrome.on_thread(heard, (SUBMIT, &title), time, |args| {
                    args.number("command", command);
                });
                if let Some(known) = self.commands.get_mut(&command) {
                    known.submitting = Some(slice);
                }
                self.join(command);
            }
            Event::Part { units, .. } => {
                let what = submitted.map(|submitted| submitted.what.kind);
                chrome.on_thread(heard, ("part", &name), time, |args| {
                    args.number("command", command);
                    if what == Some(Kind::Kernel) {
                        args.numbers("work_groups", &[units.start, units.end]);
                    }
                });
            }
            _ => {
                chrome.on_thread(heard, ("wait", &format!("wait for {name}")), time, |args| {
                    args.number("command", command);
                });
            }
        }
    }

    /// Writes the arrow from the submission of a command to it, if both are known.
    fn join(&mut self, command: CommandId) {
        let Some(known) = self.commands.get_mut(&command) else { return };
        if let (Some(from), Some(to), Some(chrome)) =
            (known.submitting, known.slice, &mut self.chrome)
        {
            known.submitting = None;
            chrome.arrow(SUBMIT, from, to);
        }
    }

    /// Writes a command whose events are complete, and counts it.
    fn write(&mut self, command: CommandId) {
        let Some(known) = self.commands.get_mut(&command) else { return };
        let (Some(submitted), false) = (&known.submitted, known.is_written) else { return };
        let ended = known.ended.as_deref();
        let end = now();
        let time = ended.map_or((submitted.time.min(end), end), |ended| ended.time);
        let outcome = ended.map(|ended| &ended.outcome);
        let ready = ended.map_or(time.0, |ended| ended.ready);
        known.is_written = true;
        let moved = known.moved.as_deref();
        let (what, device) = (&submitted.what, submitted.device);
        // Commands that only keep order have no row; nor does a graph, whose commands have.
        if let Some(summary) = &mut self.summary
            && ended.is_some()
            && !matches!(what.kind, Kind::Empty | Kind::Graph | Kind::HostAccess)
        {
            let selector = device.map_or_else(|| "host".to_owned(), DeviceInfo::selector);
            if let Some(device) = device {
                summary.name_device(&selector, &device.name);
            }
            summary.add(&Counted {
                kind: what.kind.name(),
                name: &label(what, moved),
                device: &selector,
                time,
                bytes: what.bytes,
                well: outcome == Some(&Outcome::Done),
            });
        }
        if let Some(chrome) = &mut self.chrome {
            let queued = submitted.time;
            let graph = known.graph;
            let finished =
                Finished { command, queued, ready, time, device, what, moved, graph, outcome };
            known.slice = Some(chrome.command(&finished));
        }
        let before = std::mem::take(&mut known.before);
        self.written.push_back(command);
        self.open.extend(before.into_iter().map(|(before, because)| (before, command, because)));
        self.join(command);
    }

    /// Writes arrows whose ends are both known. Others are tried once more, and then dropped: the
    /// predecessors of a command end before it.
    fn write_arrows(&mut self, tries: &mut Vec<(CommandId, CommandId, Because)>) {
        for (before, command, because) in std::mem::take(tries) {
            let slice = |id| self.commands.get(&id).and_then(|known| known.slice);
            if let (Some(from), Some(to)) = (slice(before), slice(command)) {
                if let Some(chrome) = &mut self.chrome {
                    chrome.arrow(arrow_name(because), from, to);
                }
            } else {
                tries.push((before, command, because));
                continue;
            }
            self.release(before);
        }
    }

    fn release(&mut self, before: CommandId) {
        if let Some(known) = self.commands.get_mut(&before) {
            known.awaited = known.awaited.saturating_sub(1);
        }
    }

    fn forget(&mut self) {
        let mut looks = self.written.len();
        while self.written.len() > KEPT && looks > 0 {
            looks -= 1;
            let Some(oldest) = self.written.pop_front() else { return };
            if self.commands.get(&oldest).is_some_and(|known| known.awaited > 0) {
                self.written.push_back(oldest);
            } else {
                self.commands.remove(&oldest);
            }
        }
    }
}

impl Listener for Report {
    fn hear(&mut self, events: &[Heard]) {
        if std::mem::take(&mut self.is_new_child) {
            let output = self.wanted.file.as_ref().and_then(|file| Output::open(file, true));
            self.chrome = output.map(Chrome::new);
        }
        let mut old = std::mem::take(&mut self.open);
        events.iter().for_each(|heard| self.take(heard));
        for heard in events {
            if let Event::Ended(ended) = &heard.event {
                self.write(ended.command);
            }
        }
        events.iter().for_each(|heard| self.write_thread(heard));
        self.write_arrows(&mut old);
        old.into_iter().for_each(|(before, ..)| self.release(before));
        let mut new = std::mem::take(&mut self.open);
        self.write_arrows(&mut new);
        self.open = new;
        self.forget();
        if let Some(chrome) = &mut self.chrome {
            chrome.flush();
        }
    }

    fn forked(&mut self) {
        let has_file = self.chrome.is_some() || self.is_new_child;
        *self = Self { is_new_child: has_file, ..Self::new(self.wanted, None) };
    }

    fn end(&mut self) {
        // Those that nothing waited for.
        let mut rest: Vec<CommandId> = self.commands.keys().copied().collect();
        rest.sort_unstable();
        rest.into_iter().for_each(|command| self.write(command));
        let mut open = std::mem::take(&mut self.open);
        self.write_arrows(&mut open);
        if let Some(chrome) = &mut self.chrome {
            chrome.end();
        }
        if let Some(summary) = self.summary.as_ref().filter(|summary| !summary.is_empty()) {
            say(&format!(
                "scythe: cost of the commands of process {}\n{summary}",
                std::process::id()
            ));
        }
    }
}
