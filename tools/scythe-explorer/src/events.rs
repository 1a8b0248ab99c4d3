//! What `scythe++ --emit=all` writes: lines of JSON.

use serde::Deserialize;
use serde_json::Value;

/// A line.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The source and the targets.
    Unit {
        /// The source, as the user spelled it.
        source: String,
        /// All targets.
        targets: Vec<String>,
        /// The compiler's version.
        version: String,
    },
    /// Kernel notes of a device pass.
    Notes {
        /// The first target of the pass.
        target: String,
        /// The notes.
        notes: Value,
    },
    /// Code at a stage.
    Stage {
        /// Its name on the command line.
        name: String,
        /// What it is.
        summary: String,
        /// Empty for host code.
        target: String,
        /// The code.
        code: String,
    },
    /// Code behind a pass.
    Pass {
        /// The pass.
        name: String,
        /// The target.
        target: String,
        /// The code; none where nothing changed.
        code: Option<String>,
    },
    /// Something that the compiler found out.
    Remark(Remark),
    /// What host code says of launches.
    Facts {
        /// The kernel's symbol.
        kernel: String,
        /// Of all launches.
        always: Site,
        /// Of some launches.
        sometimes: Vec<Site>,
    },
    /// What was made of that.
    Specializations {
        /// The target.
        target: String,
        /// The kernel's symbol.
        kernel: String,
        /// The most special first.
        specializations: Vec<Specialization>,
    },
    /// What is not there.
    Missing {
        /// The stage, if it is one.
        stage: Option<String>,
        /// The reason.
        why: String,
    },
}

/// A remark.
#[derive(Clone, Debug, Deserialize)]
pub struct Remark {
    /// `memory-access`, `vectorize`, `raise`.
    pub kind: String,
    /// What it says.
    pub message: String,
    /// The file, as the user spelled it.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// The memory access that it is about, to be drawn.
    pub access: Option<Value>,
}

/// Bytes of an argument that are known.
#[derive(Clone, Debug, Deserialize)]
pub struct Known {
    /// The number of the argument in the kernel's plan.
    pub argument: usize,
    /// Where the bytes begin.
    pub at: u64,
    /// What they are.
    pub bytes: Vec<u8>,
}

/// What is known of a launch.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Site {
    /// Values that the program passes.
    pub constants: Vec<Known>,
    /// Sizes and offsets of accessors.
    pub ranges: Vec<Known>,
    /// The index space; dimension 0 is the contiguous one.
    #[serde(flatten)]
    pub space: Space,
    /// Pointers that lead to memory of their own.
    pub disjoint: Vec<usize>,
    /// Whether two pointers are known to lead to the same memory.
    pub overlaps: bool,
}

/// What is known of an index space.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Space {
    /// Work-items.
    pub global: [Option<u64>; 3],
    /// Work-items of a work-group.
    pub local: [Option<u64>; 3],
    /// Where ids begin.
    pub offset: [Option<u64>; 3],
    /// How many dimensions that is about.
    pub dims: usize,
}

/// A version of a kernel.
#[derive(Clone, Debug, Deserialize)]
pub struct Specialization {
    /// Its number.
    pub number: u32,
    /// Whether pointers must lead to different memory.
    pub no_alias: bool,
    /// The arguments that a launch must have.
    pub arguments: Vec<Known>,
    /// The index space that it must have.
    #[serde(flatten)]
    pub space: Space,
}

/// Reads all lines.
///
/// # Errors
/// When one of them is something else.
pub fn parse(text: &str) -> Result<Vec<Event>, serde_json::Error> {
    text.lines().map(serde_json::from_str).collect()
}
