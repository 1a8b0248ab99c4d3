//! Errors of the pipeline.

use std::fmt;

use scythe_bind::BindError;
use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::{IrError, MachineError};
use scythe_mux::MuxError;

/// Why a translation unit was not compiled.
#[derive(Debug)]
pub enum PipelineError {
    /// Errors in the user's program.
    Program(Vec<Diag>),
    /// An error in the user's request: an unknown pass, a target that LLVM does not support.
    Request(String),
    /// No error: an observer has stopped the walk ([`crate::stage::Observer`]).
    Stopped,
    /// A bug in Scythe: a stage produced or received invalid IR.
    Bug {
        /// The stage or pass.
        stage: String,
        /// The error.
        what: String,
    },
}

impl PipelineError {
    /// A bug, in a stage or pass.
    pub fn bug(stage: impl Into<String>, what: impl ToString) -> Self {
        Self::Bug { stage: stage.into(), what: what.to_string() }
    }

    /// An error of a mux pass. Errors in the program are reported with the kernel's name and location in the
    /// source.
    #[must_use]
    pub fn from_mux(pass: &str, error: MuxError, kernels: &[&Kernel]) -> Self {
        match error {
            MuxError::Unsupported { kernel, what, help } => {
                let note = kernels.iter().find(|k| k.symbol == kernel);
                let name = note.map_or(kernel.as_str(), |k| k.name.as_str());
                let place = note.and_then(|k| k.location.clone());
                let message = format!("kernel `{name}` uses {what}");
                let diag = Diag::error(Code::UnsupportedByTarget, place, message).help(help);
                Self::Program(vec![diag])
            }
            MuxError::Program(what) => {
                Self::Program(vec![Diag::error(Code::UnsupportedByTarget, None, what)])
            }
            MuxError::Options(error) => Self::Request(error.to_string()),
            MuxError::Malformed { .. } => Self::bug(pass, error),
        }
    }
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(diags) => {
                for diag in diags {
                    f.write_str(&diag.render(false, |_| None))?;
                }
                Ok(())
            }
            Self::Request(what) => f.write_str(what),
            Self::Stopped => f.write_str("stopped at a stage"),
            Self::Bug { stage, what } => write!(f, "internal error in {stage}: {what}"),
        }
    }
}

impl std::error::Error for PipelineError {}

impl From<IrError> for PipelineError {
    fn from(error: IrError) -> Self {
        Self::bug("LLVM IR", error)
    }
}

impl From<BindError> for PipelineError {
    fn from(error: BindError) -> Self {
        Self::bug("binding kernels", error)
    }
}

impl From<MachineError> for PipelineError {
    fn from(error: MachineError) -> Self {
        Self::bug("LLVM passes", error)
    }
}
