//! Programs that families run: back ends that abort on code that they cannot compile, and assemblers from
//! other installations.
//!
//! The driver finds programs, keeps temporary files and prints commands; families only say what to run.

use std::fmt;
use std::path::PathBuf;

use crate::PipelineError;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The clang that the driver uses.
    Clang,
    /// Another program, which may be missing.
    Program(&'static str),
    /// A program that [`Tools::locate`] found.
    At(PathBuf),
}

/// Where a file of another installation may be: places are tried in the order of the fields.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The environment variable that names it. If it is set, the file must exist.
    pub variable: &'static str,
    /// The name of a program in `PATH`.
    pub program: Option<&'static str>,
    /// Environment variables that name directories, and paths in these.
    pub roots: &'static [&'static str],
    /// See above.
    pub in_roots: &'static [&'static str],
    /// Paths in distributions and of installers.
    pub usual: &'static [&'static str],
    /// Paths in a directory of Python packages.
    pub in_python_packages: &'static [&'static str],
}

/// Where a program writes its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolOutput {
    /// To a file with this extension, which `-o` names.
    File(&'static str),
    /// To its standard output, as disassemblers do.
    Standard,
}

/// A run of a program that turns a file into another: `<tool> <flags> <input> [-o <output>]`.
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    /// The program.
    pub tool: Tool,
    /// Arguments before the files.
    pub flags: Vec<String>,
    /// The contents of the input.
    pub input: &'a [u8],
    /// The extension of the input.
    pub extension: &'static str,
    /// Where the output goes.
    pub output: ToolOutput,
}

/// Why a program produced no output.
#[derive(Clone, Debug)]
pub enum ToolError {
    /// There is no such program.
    Missing(String),
    /// It ended with an error, with these messages.
    Refused(String),
    /// It could not be run, or its files could not be written or read.
    Failed(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(why) | Self::Refused(why) | Self::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ToolError {}

/// Runs programs.
pub trait Tools {
    /// Runs a program; returns its output.
    ///
    /// # Errors
    /// When there is no output.
    fn run(&self, call: &ToolCall<'_>) -> Result<Vec<u8>, ToolError>;

    /// The path of a file, if it exists.
    ///
    /// # Errors
    /// When an environment variable names a file that does not exist.
    fn locate(&self, search: &Search) -> Result<Option<PathBuf>, ToolError>;

    /// The same with an error for the user.
    ///
    /// # Errors
    /// As for [`Self::locate`].
    fn find(&self, search: &Search) -> Result<Option<PathBuf>, PipelineError> {
        self.locate(search).map_err(|error| PipelineError::Request(error.to_string()))
    }
}

/// The text after the first of several marks in a program's messages, to the end of the line.
#[must_use]
pub fn text_behind(messages: &str, marks: &[&str]) -> Option<String> {
    marks.iter().find_map(|mark| {
        let line = messages.lines().find(|line| line.contains(mark))?;
        Some(line[line.find(mark)? + mark.len()..].to_owned())
    })
}
