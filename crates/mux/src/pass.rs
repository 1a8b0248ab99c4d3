//! What a pass is.

use std::fmt;

use scythe_llvm::inkwell::builder::BuilderError;
use scythe_llvm::inkwell::module::Module;

use crate::MuxTarget;

/// Whether a pass did anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The module is as it was.
    No,
    /// The module is another.
    Yes,
}

/// What a pass works on.
pub struct PassCx<'a, 'c> {
    /// The device module.
    pub module: &'a Module<'c>,
    /// The target it is compiled for.
    pub target: &'a dyn MuxTarget,
}

/// A pass: its name, the same on the command line, in test folders and in traces, and its function.
pub struct PassDesc {
    /// Kebab-case verb-object.
    pub name: &'static str,
    /// One line for `--print-passes`.
    pub summary: &'static str,
    /// The pass itself.
    pub run: fn(&PassCx<'_, '_>) -> Result<Changed, MuxError>,
}

impl fmt::Debug for PassDesc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Why a kernel could not be lowered.
#[derive(Debug)]
pub enum MuxError {
    /// The program uses something this target cannot do yet: the user's affair.
    Unsupported {
        /// The kernel, by clang's name.
        kernel: String,
        /// What it uses, as the subject of a sentence.
        what: &'static str,
        /// How to live without it.
        help: &'static str,
    },
    /// The IR is not what the pass requires: ours, or that of whoever wrote the IR by hand.
    Malformed {
        /// The function at fault.
        function: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl MuxError {
    pub(crate) fn malformed(function: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Malformed { function: function.into(), reason: reason.into() }
    }
}

impl From<BuilderError> for MuxError {
    fn from(error: BuilderError) -> Self {
        Self::malformed("<builder>", error.to_string())
    }
}

impl fmt::Display for MuxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { kernel, what, help } => {
                write!(f, "kernel `{kernel}` uses {what} ({help})")
            }
            Self::Malformed { function, reason } => write!(f, "function `{function}`: {reason}"),
        }
    }
}

impl std::error::Error for MuxError {}
