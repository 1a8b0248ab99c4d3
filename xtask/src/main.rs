//! `cargo xtask`: the tasks of developers.
//!
//! Each subcommand is one module. `run` and `test` do all set-up by themselves, so that a clean clone on a
//! fresh Debian machine needs one command; every longer step is announced before it starts and timed when it
//! ends (see [`step`]).

#![forbid(unsafe_code)]

// First, so that its macros are available everywhere.
#[macro_use]
mod console;
mod device;

mod accuracy;
mod bench;
mod bless;
mod book;
mod build;
mod conformance;
mod folder;
mod front_doors;
mod fuzz;
mod install;
mod manuals;
mod nvidia;
mod opencl;
mod pack;
mod package;
mod packages;
mod run;
mod setup;
mod soak;
mod stages;
mod step;
mod test;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The tasks of the Scythe repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install the Debian packages that Scythe needs, or list the missing ones
    Setup(setup::Options),
    /// Build the compiler, the runtime and the tools (release profile)
    Build,
    /// Compile a SYCL program with scythe++ and run it
    Run(run::Options),
    /// Format check, lints, unit tests and the test suite
    Test(test::Options),
    /// Compile the test programs into a folder, for a machine with the device and without a compiler
    Pack(pack::Options),
    /// Rewrite the expected outputs of tests from what the tools print now
    Bless(bless::Options),
    /// Build the book as HTML, with mdBook
    Book(book::Options),
    /// Build and run the benchmarks
    Bench(bench::Options),
    /// Build and run the SYCL conformance suite, from a checkout of it
    Conformance(conformance::Options),
    /// Measure the errors of mathematical functions, and write the book's page about them
    Accuracy(accuracy::Options),
    /// Check random kernels against an interpreter that runs work-items one at a time
    Fuzz(fuzz::Options),
    /// Run random commands from many host threads, with sanitizers if asked
    Soak(soak::Options),
    /// Copy the compiler, the runtime and the headers into a prefix
    Install(install::Options),
    /// Make a tarball, a Debian package and a wheel, with lists of their components
    Package(package::Options),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) if answer.use_stderr() => answer.exit(),
        Err(answer) => {
            print!("{}", answer.render());
            return end(ExitCode::SUCCESS);
        }
    };
    let result = match cli.task {
        Task::Setup(options) => setup::main(&options),
        Task::Build => build::main(),
        Task::Run(options) => run::main(&options),
        Task::Test(options) => test::main(&options),
        Task::Pack(options) => pack::main(&options),
        Task::Bless(options) => bless::main(&options),
        Task::Book(options) => book::main(&options),
        Task::Bench(options) => bench::main(&options),
        Task::Conformance(options) => conformance::main(&options),
        Task::Accuracy(options) => accuracy::main(&options),
        Task::Fuzz(options) => fuzz::main(&options),
        Task::Soak(options) => soak::main(&options),
        Task::Install(options) => install::main(&options),
        Task::Package(options) => package::main(&options),
    };
    let status = result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    });
    end(status)
}

/// The exit status of a task, which fails if its output could not be written.
fn end(status: ExitCode) -> ExitCode {
    if console::is_written() {
        return status;
    }
    eprintln!("error: cannot write to standard output");
    ExitCode::FAILURE
}
