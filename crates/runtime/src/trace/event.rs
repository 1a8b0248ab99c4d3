//! What listeners hear.

use std::ops::Range;

use scythe_image::Kernel;

use crate::backend::info::DeviceInfo;
use crate::backend::specialization::Specialization;
use crate::core::places::Place;

pub use crate::core::failure::Because;

/// What a command is known by. Numbers grow in the order in which commands are made.
pub type CommandId = u64;

/// Something that happened. Times are nanoseconds on the runtime's clock ([`crate::core::command::now`]).
#[derive(Clone, Debug)]
pub enum Event {
    /// The thread that these events are of, before all others of it.
    Thread {
        /// Its name.
        name: Box<str>,
    },
    /// A command was submitted: all that it comes after is known.
    Submitted(Box<Submitted>),
    /// A command comes after another.
    After {
        /// The command.
        command: CommandId,
        /// The other one.
        before: CommandId,
        /// Why.
        because: Because,
    },
    /// A command brings contents of a buffer to where another one needs them.
    Moved(Box<Moved>),
    /// The thread was busy submitting a command.
    Submitting {
        /// The command.
        command: CommandId,
        /// From then to then.
        time: (u64, u64),
    },
    /// The thread ran a part of a command.
    Part {
        /// The command.
        command: CommandId,
        /// Which units of it: work-groups of a kernel.
        units: Range<u64>,
        /// From then to then.
        time: (u64, u64),
    },
    /// The thread waited for a command. It may have run parts of commands meanwhile.
    Waited {
        /// The command.
        command: CommandId,
        /// From then to then.
        time: (u64, u64),
    },
    /// A command is over.
    Ended(Box<Ended>),
    /// Memory was allocated or freed.
    Memory {
        /// Which memory.
        pool: Pool,
        /// Whose; none for the host's.
        device: Option<&'static DeviceInfo>,
        /// Bytes that are allocated now.
        bytes: u64,
        /// When.
        time: u64,
    },
}

/// An event, and the thread that it is of, by the system's number.
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
    /// What it does.
    pub what: What,
    /// The commands that it is made of, if it is a graph: their numbers follow its own.
    pub steps: Box<[Step]>,
}

/// A command of a graph.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub what: What,
    /// Steps that it comes right after.
    pub before: Box<[u32]>,
}

/// What a command does.
#[derive(Clone, Debug)]
pub struct What {
    /// The kind of it.
    pub kind: Kind,
    /// Bytes that it copies or writes.
    pub bytes: u64,
    /// More, if it is a kernel of the program.
    pub launch: Option<Launch>,
}

/// Kinds of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A kernel of the program.
    Kernel,
    /// A kernel that is the backend's, or anything else that only the device understands.
    Native,
    /// A copy.
    Copy,
    /// A fill.
    Fill,
    /// A prefetch or an advice.
    Hint,
    /// A call of the host program.
    HostTask,
    /// An access by the host, from acquisition to release.
    HostAccess,
    /// Nothing but order.
    Empty,
    /// All commands of a graph.
    Graph,
}

impl Kind {
    /// As it is shown.
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
    /// Work-items of a work-group; none where the driver decides.
    pub local: Option<[u64; 3]>,
    /// Which of the kernel's variants it runs, and why.
    pub specialization: Specialization,
}

/// Contents of a buffer that are brought to where a command needs them.
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
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
}

/// A command that is over.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The command.
    pub command: CommandId,
    /// When it had nothing to wait for on the host; for devices that order commands, when the driver got it.
    pub ready: u64,
    /// From when to when it ran, by the device's clock where it has one.
    pub time: (u64, u64),
    /// How it ended.
    pub outcome: Outcome,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Well.
    Done,
    /// With an error.
    Failed(Box<str>),
    /// It did not run, because another one failed.
    Cancelled,
}

/// What memory is for.
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
    /// As it is shown.
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
