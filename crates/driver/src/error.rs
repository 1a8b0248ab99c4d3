//! Errors that stop the driver.

use std::io::IsTerminal;

use scythe_pipeline::PipelineError;

use crate::diagnostics;
use crate::messages::Messages;

/// Why the driver stops.
#[derive(Debug)]
pub enum DriverError {
    /// The command line or the installation is wrong; each line is one message.
    Usage(Vec<String>),
    /// The error has been reported; this is the exit status.
    Reported(u8),
    /// An error of the pipeline.
    Pipeline {
        /// What went wrong.
        error: PipelineError,
        /// Whether diagnostics are coloured.
        color: bool,
    },
}

impl DriverError {
    /// A usage error.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(vec![message.into()])
    }

    /// A file that could not be read or written.
    pub fn io(what: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::usage(format!("{what} '{}': {error}", path.display()))
    }

    /// The message, for use in another message.
    pub fn text(&self) -> String {
        match self {
            Self::Usage(lines) => lines.join("; "),
            Self::Reported(status) => format!("a program ended with status {status}"),
            Self::Pipeline { error, .. } => error.to_string(),
        }
    }

    /// A panic in the driver.
    pub fn panicked() -> Self {
        let what = "a panic, described above".to_owned();
        Self::Pipeline {
            error: PipelineError::Bug { stage: "the compiler".to_owned(), what },
            color: false,
        }
    }

    /// Prints the message, unless it was printed before.
    pub fn report(&self, messages: &Messages) {
        match self {
            Self::Usage(lines) => {
                let color = std::io::stderr().is_terminal();
                let error = if color { "\x1b[0;1;31merror:\x1b[0m" } else { "error:" };
                for line in lines {
                    messages.line(format_args!("scythe++: {error} {line}"));
                }
            }
            Self::Reported(_) => {}
            Self::Pipeline { error: PipelineError::Program(diags), color } => {
                for diag in diags {
                    messages.say(diag.render(*color, |file| std::fs::read_to_string(file).ok()));
                }
                diagnostics::count_of_errors(diags.len(), messages);
            }
            Self::Pipeline { error: PipelineError::Bug { stage, what }, .. } => {
                messages.line(format_args!("scythe++: internal compiler error in {stage}: {what}"));
                messages.line(
                    "scythe++: note: this is a bug in Scythe; run the same command with \
                     --save-temps and report it with the files that leaves",
                );
            }
            Self::Pipeline { error, .. } => {
                messages.line(format_args!("scythe++: error: {error}"));
            }
        }
    }

    /// The status to exit with.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Reported(code) => *code,
            Self::Pipeline { error: PipelineError::Bug { .. }, .. } => 70,
            _ => 1,
        }
    }
}

impl From<PipelineError> for DriverError {
    fn from(error: PipelineError) -> Self {
        match error {
            PipelineError::Request(message) => Self::usage(message),
            error => Self::Pipeline { error, color: false },
        }
    }
}
