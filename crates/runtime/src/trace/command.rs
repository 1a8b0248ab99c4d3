//! The trace data of a command, and the events that it records.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::event::{Because, CommandId, Ended, Event, Kind, Moved, Outcome, Step, Submitted, What};
use super::stream::record;
use crate::backend::Device;
use crate::core::command::now;
use crate::core::work::Work;

/// The trace data of a command.
#[derive(Debug)]
pub struct Traced {
    id: CommandId,
    made: u64,
    ready: AtomicU64,
}

impl Traced {
    /// For a new command with this work.
    #[cold]
    #[must_use]
    pub fn new(work: &Work) -> Box<Self> {
        /// Zero is no command's id.
        static IDS: AtomicU64 = AtomicU64::new(1);
        let steps = if let Work::Replay(replay) = work { replay.steps().len() as u64 } else { 0 };
        let id = IDS.fetch_add(1 + steps, Ordering::Relaxed);
        Box::new(Self { id, made: now(), ready: AtomicU64::new(0) })
    }

    /// The command's id.
    #[must_use]
    pub fn id(&self) -> CommandId {
        self.id
    }

    /// The command comes after another.
    #[cold]
    pub fn after(&self, before: &Self, because: Because) {
        record(Event::After { command: self.id, before: before.id, because });
    }

    /// The command was submitted.
    #[cold]
    pub fn submitted(&self, device: Option<&'static dyn Device>, work: &Work) {
        let steps = match work {
            Work::Replay(replay) => {
                let step = |(work, before): (&Work, &[u32])| Step {
                    what: what(work),
                    before: before.into(),
                };
                replay.steps().map(step).collect()
            }
            _ => Box::default(),
        };
        let mut what = what(work);
        if device.is_none() {
            what.kind = Kind::HostAccess;
        }
        let device = device.map(Device::info).filter(|_| what.kind != Kind::HostTask);
        let (command, time) = (self.id, self.made);
        record(Event::Submitted(Box::new(Submitted { command, time, device, what, steps })));
    }

    /// The thread has finished submitting the command.
    #[cold]
    pub fn was_submitted(&self) {
        record(Event::Submitting { command: self.id, time: (self.made, now()) });
    }

    /// The command copies contents of a buffer to where they are needed.
    #[cold]
    pub fn moves(&self, moved: Moved) {
        record(Event::Moved(Box::new(Moved { command: self.id, ..moved })));
    }

    /// The host has nothing left to wait for.
    #[cold]
    pub fn set_ready(&self) {
        self.ready.store(now(), Ordering::Relaxed);
    }

    /// The thread ran some units of the command, from `start` on.
    #[cold]
    pub fn ran(&self, units: Range<u64>, start: u64) {
        record(Event::Part { command: self.id, units, time: (start, now()) });
    }

    /// The thread waited for the command, from `start` on.
    #[cold]
    pub fn waited(&self, start: u64) {
        record(Event::Waited { command: self.id, time: (start, now()) });
    }

    /// The command is over. A time of zero is unknown.
    #[cold]
    pub fn ended(&self, (start, end): (u64, u64), outcome: Outcome) {
        let end = if end == 0 { now() } else { end };
        // The clock of a device may differ by a little. A command that did not run starts when it ends.
        let start = if start == 0 { end } else { start.clamp(self.made, end.max(self.made)) };
        let end = end.max(start);
        // A command that failed early was never ready, and a host access may be observed before its thread
        // records it.
        let ready = match self.ready.load(Ordering::Relaxed) {
            0 => start,
            ready => ready.min(start),
        };
        record(Event::Ended(Box::new(Ended {
            command: self.id,
            ready,
            time: (start, end),
            outcome,
        })));
    }
}

/// The description of some work.
fn what(work: &Work) -> What {
    let (kind, bytes) = match work {
        Work::Empty => (Kind::Empty, 0),
        Work::Launched { .. } => (Kind::Kernel, 0),
        Work::Device(device) => {
            let launch = device.launch();
            let kind = if launch.is_some() { Kind::Kernel } else { Kind::Native };
            return What { kind, bytes: 0, launch };
        }
        Work::Copy { bytes, .. } => (Kind::Copy, *bytes),
        Work::CopyRows { size, .. } => (Kind::Copy, size.row * size.rows * size.slices),
        Work::Fill { pattern, count, .. } => (Kind::Fill, pattern.len() * count),
        Work::FillRows { pattern, size, .. } => {
            (Kind::Fill, pattern.len() * size.row * size.rows * size.slices)
        }
        Work::Hint(hint) => (Kind::Hint, hint.bytes),
        Work::Host(_) => (Kind::HostTask, 0),
        Work::Replay(_) => (Kind::Graph, 0),
    };
    What { kind, bytes: bytes as u64, launch: None }
}
