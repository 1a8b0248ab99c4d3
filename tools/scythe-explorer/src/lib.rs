//! `scythe-explorer`: a SYCL program beside every stage of its compilation, as one HTML page.
//!
//! One run of `scythe++ --emit=all` gives lines of JSON ([`events`]). The code of each stage becomes
//! [`text::Text`], lines without debug information and their source locations, by [`llvm`], [`mlir`],
//! [`assembly`] and [`spirv`]. [`model`] combines everything in one JSON object, and [`page`] inserts that
//! into the page.

#![forbid(unsafe_code)]

pub mod assembly;
pub mod command_line;
pub mod compiler;
pub mod diff;
pub mod events;
pub mod facts;
pub mod graph;
pub mod kernels;
pub mod llvm;
pub mod mlir;
pub mod model;
pub mod page;
pub mod sources;
pub mod spirv;
pub mod text;

use std::process::ExitCode;

use command_line::{Asked, CommandLine};

/// Why there is no page.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong, or a file cannot be read or written.
    Usage(String),
    /// Standard output cannot be written.
    Output(String),
    /// The compiler has reported an error, and ended with this status.
    Compiler(u8),
}

impl Failure {
    /// An error about a file.
    pub fn file(what: &str, path: &str, error: &dyn std::fmt::Display) -> Self {
        Self::Usage(format!("cannot {what} '{path}': {error}"))
    }
}

/// The whole program.
#[must_use]
pub fn main(words: Vec<String>) -> ExitCode {
    let result = match command_line::parse(words) {
        Ok(Asked::Help) => print(command_line::HELP),
        Ok(Asked::Version) => print(concat!("scythe-explorer ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Asked::Page(asked)) => explore(&asked),
        Err(failure) => Err(failure),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Compiler(status)) => ExitCode::from(status),
        Err(Failure::Usage(message)) => fail(&message, 2),
        Err(Failure::Output(message)) => fail(&message, 1),
    }
}

fn fail(message: &str, status: u8) -> ExitCode {
    scythe_console::print_error(format_args!("scythe-explorer: error: {message}"));
    ExitCode::from(status)
}

fn print(text: &str) -> Result<(), Failure> {
    scythe_console::print(text).map_err(|error| Failure::Output(error.to_string()))
}

/// Compiles the program and writes the page.
fn explore(asked: &CommandLine) -> Result<(), Failure> {
    // Errors in the trace are reported before anything is compiled.
    let trace = asked.trace.as_deref().map(graph::read).transpose()?;
    let recorded = compiler::run(asked)?;
    let model = model::build(asked, &recorded, trace.as_ref());
    let page = page::render(&model);
    if asked.output == "-" {
        return print(&page);
    }
    std::fs::write(&asked.output, page).map_err(|e| Failure::file("write", &asked.output, &e))
}
