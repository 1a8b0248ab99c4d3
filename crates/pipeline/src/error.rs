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
    /// The user's program is wrong.
    Program(Vec<Diag>),
    /// The user's request is: an unknown pass, a target LLVM does not have.
    Request(String),
    /// Nothing is wrong: an observer has seen what it wanted ([`crate::stage::Observer`]).
    Stopped,
    /// Our fault: a stage made or met IR it should not have.
    Bug {
        /// The stage or pass.
        stage: String,
        /// What happened.
        what: String,
    },
}

impl PipelineError {
    /// Our fault, in a stage or pass.
    pub fn bug(stage: impl Into<String>, what: impl ToString) -> Self {
        Self::Bug { stage: stage.into(), what: what.to_string() }
    }

    /// An error of a mux pass; what the program may not do is reported with the kernel's own name and
    /// place.
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
