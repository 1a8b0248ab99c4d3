//! The output of `scythe++ --emit=all`: lines of JSON.

use serde::Deserialize;
use serde_json::Value;

/// A line.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The source and the targets.
    Unit {
        /// The source, in the user's spelling.
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
    /// Code after a pass.
    Pass {
        /// The pass.
        name: String,
        /// The target.
        target: String,
        /// The code; none if the pass changed nothing.
        code: Option<String>,
    },
    /// A remark of the compiler.
    Remark(Remark),
    /// Facts about launches.
    Facts {
        /// The kernel's symbol.
        kernel: String,
        /// Of all launches.
        always: Site,
        /// Of some launches.
        sometimes: Vec<Site>,
    },
    /// The specializations that were made from these facts.
    Specializations {
        /// The target.
        target: String,
        /// The kernel's symbol.
        kernel: String,
        /// The most specific first.
        specializations: Vec<Specialization>,
    },
    /// Something that is missing.
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
    /// The message.
    pub message: String,
    /// The file, in the user's spelling.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// The memory access, for remarks about one.
    pub access: Option<Value>,
}

/// Known bytes of an argument.
#[derive(Clone, Debug, Deserialize)]
pub struct Known {
    /// The number of the argument in the kernel's plan.
    pub argument: usize,
    /// Their offset.
    pub at: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Facts about a launch.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Site {
    /// Constant values.
    pub constants: Vec<Known>,
    /// Sizes and offsets of accessors.
    pub ranges: Vec<Known>,
    /// The index space; dimension 0 is the contiguous one.
    #[serde(flatten)]
    pub space: Space,
    /// Pointers to disjoint memory.
    pub disjoint: Vec<usize>,
    /// Whether two pointers are known to overlap.
    pub overlaps: bool,
}

/// Facts about an index space.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Space {
    /// Work-items.
    pub global: [Option<u64>; 3],
    /// Work-items of a work-group.
    pub local: [Option<u64>; 3],
    /// Offsets.
    pub offset: [Option<u64>; 3],
    /// Its number of dimensions.
    pub dims: usize,
}

/// A version of a kernel.
#[derive(Clone, Debug, Deserialize)]
pub struct Specialization {
    /// Its number.
    pub number: u32,
    /// Whether pointers must be disjoint.
    pub no_alias: bool,
    /// Required arguments.
    pub arguments: Vec<Known>,
    /// The required index space.
    #[serde(flatten)]
    pub space: Space,
}

/// Reads all lines.
///
/// # Errors
/// When a line is not an event.
pub fn parse(text: &str) -> Result<Vec<Event>, serde_json::Error> {
    text.lines().map(serde_json::from_str).collect()
}
