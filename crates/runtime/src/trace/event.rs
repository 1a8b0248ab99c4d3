//! The events that listeners receive.

use std::ops::Range;

use scythe_image::Kernel;

use crate::backend::info::DeviceInfo;
use crate::backend::specialization::Specialization;
use crate::core::places::Place;

pub use crate::core::failure::Because;

/// The id of a command. Ids grow in the order in which commands are made.
pub type CommandId = u64;

/// An event. Times are nanoseconds on the runtime's clock ([`crate::core::command::now`]).
#[derive(Clone, Debug)]
pub enum Event {
    /// Introduces the thread of later events.
    Thread {
        /// Its name.
        name: Box<str>,
    },
    /// A command was submitted: all its predecessors are known.
    Submitted(Box<Submitted>),
    /// A command comes after another.
    After {
        /// The command.
        command: CommandId,
        /// Its predecessor.
        before: CommandId,
        /// Why.
        because: Because,
    },
    /// A command copies contents of a buffer to where another one needs them.
    Moved(Box<Moved>),
    /// The thread was busy submitting a command.
    Submitting {
        /// The command.
        command: CommandId,
        /// Begin and end.
        time: (u64, u64),
    },
    /// The thread ran a part of a command.
    Part {
        /// The command.
        command: CommandId,
        /// The units: work-groups of a kernel.
        units: Range<u64>,
        /// Begin and end.
        time: (u64, u64),
    },
    /// The thread waited for a command. It may have run parts of commands meanwhile.
    Waited {
        /// The command.
        command: CommandId,
        /// Begin and end.
        time: (u64, u64),
    },
    /// A command is over.
    Ended(Box<Ended>),
    /// Memory was allocated or freed.
    Memory {
        /// Which memory.
        pool: Pool,
        /// Its device; none for the host's.
        device: Option<&'static DeviceInfo>,
        /// Bytes that are allocated now.
        bytes: u64,
        /// When.
        time: u64,
    },
}

/// An event, and its thread's system id.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The thread.
    pub thread: u32,
    /// The event.
    pub event: Event,
}

/// A command that was submitted.
#[derive(Clone, Debug)]
pub struct Submitted {
    /// The command.
    pub command: CommandId,
    /// When it was made.
    pub time: u64,
    /// The device that runs it; none for what the host does by itself.
    pub device: Option<&'static DeviceInfo>,
    /// Its description.
    pub what: What,
    /// The commands of a graph; their ids follow its own.
    pub steps: Box<[Step]>,
}

/// A command of a graph.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its description.
    pub what: What,
    /// Its direct predecessors.
    pub before: Box<[u32]>,
}

/// The description of a command.
#[derive(Clone, Debug)]
pub struct What {
    /// The kind.
    pub kind: Kind,
    /// Bytes that it copies or writes.
    pub bytes: u64,
    /// The launch, for a kernel of the program.
    pub launch: Option<Launch>,
}

/// Kinds of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A kernel of the program.
    Kernel,
    /// A kernel of the backend, or any other work that only the device understands.
    Native,
    /// A copy.
    Copy,
    /// A fill.
    Fill,
    /// A prefetch or an advice.
    Hint,
    /// A call of the host program.
    HostTask,
    /// An access by the host, from its acquisition to its release.
    HostAccess,
    /// A command that only keeps order.
    Empty,
    /// All commands of a graph.
    Graph,
}

impl Kind {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Native => "native",
            Self::Copy => "copy",
            Self::Fill => "fill",
            Self::Hint => "hint",
            Self::HostTask => "host task",
            Self::HostAccess => "host access",
            Self::Empty => "order",
            Self::Graph => "graph",
        }
    }
}

/// The launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The kernel.
    pub kernel: &'static Kernel,
    /// Dimensions of its index space.
    pub dims: u32,
    /// Work-items, in SYCL's order.
    pub global: [u64; 3],
    /// The size of work-groups; none where the driver decides.
    pub local: Option<[u64; 3]>,
    /// The chosen variant, and the reason.
    pub specialization: Specialization,
}

/// A copy of buffer contents that a command needs.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The copy.
    pub command: CommandId,
    /// The command that needs them.
    pub needed_by: CommandId,
    /// The number of the buffer, and its size.
    pub buffer: (u64, u64),
    /// The bytes of the buffer that the accessor spans.
    pub accessed: Range<usize>,
    /// Whether the accessor writes, too.
    pub write: bool,
    /// The source.
    pub from: Place,
    /// The target.
    pub to: Place,
}

/// A command that is over.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The command.
    pub command: CommandId,
    /// When the host had nothing left to wait for; for devices that order commands, when the driver got it.
    pub ready: u64,
    /// When it began and ended, by the device's clock where it has one.
    pub time: (u64, u64),
    /// How it ended.
    pub outcome: Outcome,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Successfully.
    Done,
    /// With an error.
    Failed(Box<str>),
    /// It did not run, because another one failed.
    Cancelled,
}

/// The purpose of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pool {
    /// `malloc_host`.
    UsmHost,
    /// `malloc_device`.
    UsmDevice,
    /// `malloc_shared`.
    UsmShared,
    /// Contents of buffers.
    Buffers,
}

impl Pool {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UsmHost => "USM host",
            Self::UsmDevice => "USM device",
            Self::UsmShared => "USM shared",
            Self::Buffers => "buffers",
        }
    }
}
