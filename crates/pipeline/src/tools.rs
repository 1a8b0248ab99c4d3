//! Programs that families run: back ends that abort on code that they cannot compile, and assemblers that come with a
//! driver.
//!
//! The driver knows where programs are, keeps temporary files and shows commands; families only say what to run.

use std::fmt;
use std::path::PathBuf;

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The clang that compiles everything else.
    Clang,
    /// Another program, which need not be there.
    Program(&'static str),
    /// A program that [`Tools::locate`] found.
    At(PathBuf),
}

/// Where a file of somebody else's may be: the first place that has it counts, in the order of the fields.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The environment variable that names it. What it names has to be there.
    pub variable: &'static str,
    /// A program's name, in `PATH`.
    pub program: Option<&'static str>,
    /// Environment variables that name directories, and where in these it is.
    pub roots: &'static [&'static str],
    /// See above.
    pub in_roots: &'static [&'static str],
    /// Where distributions and installers put it.
    pub usual: &'static [&'static str],
    /// Where in a directory of Python's packages it is.
    pub in_python_packages: &'static [&'static str],
}

/// Where a program leaves what it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolOutput {
    /// In a file with this extension, which `-o` names.
    File(&'static str),
    /// On its standard output, as disassemblers do.
    Standard,
}

/// A run of a program that makes something of a file: `<tool> <flags> <input> [-o <output>]`.
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    /// The program.
    pub tool: Tool,
    /// What stands before the files.
    pub flags: Vec<String>,
    /// The contents of the input.
    pub input: &'a [u8],
    /// The extension of the input.
    pub extension: &'static str,
    /// Where the output is.
    pub output: ToolOutput,
}

/// Why a program made no file.
#[derive(Clone, Debug)]
pub enum ToolError {
    /// There is no such program.
    Missing(String),
    /// It ended with an error, and said this.
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
    /// What the program made.
    ///
    /// # Errors
    /// When there is none.
    fn run(&self, call: &ToolCall<'_>) -> Result<Vec<u8>, ToolError>;

    /// Where a file is, if it is anywhere.
    ///
    /// # Errors
    /// When the environment names a file that is not there.
    fn locate(&self, search: &Search) -> Result<Option<PathBuf>, ToolError>;
}

/// What stands behind the first of some marks that a program's messages have, to the end of the line.
#[must_use]
pub fn text_behind(messages: &str, marks: &[&str]) -> Option<String> {
    marks.iter().find_map(|mark| {
        let line = messages.lines().find(|line| line.contains(mark))?;
        Some(line[line.find(mark)? + mark.len()..].to_owned())
    })
}
