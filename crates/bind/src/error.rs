//! Errors in the IR of host or device code.

use std::fmt;

use scythe_llvm::inkwell::builder::BuilderError;

/// IR that is not as Scythe's headers make it.
#[derive(Debug)]
pub enum BindError {
    /// A query of the headers that is not a call with a constant name.
    Query(&'static str),
    /// Host code names a kernel that is not in the notes.
    UnknownKernel(String),
    /// A kernel has no plan, although it has no errors.
    NoPlan(String),
    /// A function that the plan calls is missing.
    NoFunction(String),
    /// A kernel's parameters differ from the notes.
    Parameters(String),
    /// LLVM rejected an instruction.
    Builder(BuilderError),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(query) => {
                write!(f, "host code does not call `{query}` with a constant name")
            }
            Self::UnknownKernel(name) => {
                write!(f, "host code launches `{name}`, which the notes do not describe")
            }
            Self::NoPlan(name) => write!(f, "the notes have no plan for the arguments of `{name}`"),
            Self::NoFunction(name) => write!(f, "the function `{name}` was not emitted"),
            Self::Parameters(name) => {
                write!(f, "the parameters of `{name}` are not those of the notes")
            }
            Self::Builder(error) => write!(f, "cannot build an instruction: {error}"),
        }
    }
}

impl std::error::Error for BindError {}

impl From<BuilderError> for BindError {
    fn from(error: BuilderError) -> Self {
        Self::Builder(error)
    }
}
