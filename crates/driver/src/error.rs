//! What the driver tells the user when it cannot go on.

use std::io::IsTerminal;

use scythe_pipeline::PipelineError;

/// Why the driver stops.
#[derive(Debug)]
pub enum DriverError {
    /// The command line or the installation is wrong: one line says how.
    Usage(String),
    /// A program that was run said what is wrong itself; its status is ours.
    Child(u8),
    /// The program or the compiler is at fault.
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
        Self::Usage(message.into())
    }

    /// A file that could not be read or written.
    pub fn io(what: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::Usage(format!("{what} '{}': {error}", path.display()))
    }

    /// A panic of our own.
    pub fn panicked() -> Self {
        let what = "a panic, described above".to_owned();
        Self::Pipeline {
            error: PipelineError::Bug { stage: "the compiler".to_owned(), what },
            color: false,
        }
    }

    /// Prints the message, where nobody has yet.
    pub fn report(&self) {
        match self {
            Self::Usage(message) => {
                let color = std::io::stderr().is_terminal();
                let error = if color { "\x1b[0;1;31merror:\x1b[0m" } else { "error:" };
                eprintln!("scythe++: {error} {message}");
            }
            Self::Child(_) => {}
            Self::Pipeline { error: PipelineError::Program(diags), color } => {
                for diag in diags {
                    eprint!("{}", diag.render(*color, |file| std::fs::read_to_string(file).ok()));
                }
                let count = diags.len();
                eprintln!("{count} error{} generated.", if count == 1 { "" } else { "s" });
            }
            Self::Pipeline { error: PipelineError::Bug { stage, what }, .. } => {
                eprintln!("scythe++: internal compiler error in {stage}: {what}");
                eprintln!(
                    "scythe++: note: this is a bug in Scythe; run the same command with \
                     --save-temps and report it with the files that leaves"
                );
            }
            Self::Pipeline { error, .. } => eprintln!("scythe++: error: {error}"),
        }
    }

    /// The status to exit with.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Child(code) => *code,
            Self::Pipeline { error: PipelineError::Bug { .. }, .. } => 70,
            _ => 1,
        }
    }
}
