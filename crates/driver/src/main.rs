//! `scythe++`: a clang++ command line that compiles SYCL.
//!
//! The driver runs clang over each source (host pass and device pass), hands the results to the
//! pipeline, has clang finish the joined code, and links. It is the only crate that reads the
//! command line and the environment.

#![forbid(unsafe_code)]

mod args;
mod compile;
mod device_link;
mod device_parts;
mod diagnostics;
mod emit;
mod error;
mod first_include;
mod flags;
mod foreign;
mod front_door;
mod header_pass;
mod help;
mod hostdev;
mod input;
mod join;
mod link;
mod link_line;
mod locate;
mod messages;
mod observers;
mod output;
mod passes;
mod precompiled;
mod process;
mod record;
mod response;
mod side_files;
mod temporary;
mod toolchain;
mod tools;
mod units;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use args::{Action, Invocation};
use error::DriverError;
use front_door::FrontDoor;
use messages::Messages;

fn main() -> ExitCode {
    temporary::watch_signals();
    // The panic's message has been printed; add that it is an internal error.
    let result = std::panic::catch_unwind(|| run(std::env::args_os()))
        .unwrap_or_else(|_| Err(DriverError::panicked()));
    let code = match result {
        Ok(()) => 0,
        Err(error) => {
            error.report(&Messages::default());
            error.exit_code()
        }
    };
    temporary::finish();
    ExitCode::from(code)
}

fn run(mut words: impl Iterator<Item = OsString>) -> Result<(), DriverError> {
    let front_door = FrontDoor::of(words.next().as_deref());
    let text = |word: OsString| {
        word.into_string().map_err(|word| {
            DriverError::usage(format!("the command line is not UTF-8: '{}'", word.display()))
        })
    };
    let mut words = response::expand(words.map(text).collect::<Result<_, _>>()?)?;
    if let Some(front_door) = front_door {
        words = front_door.translate(words, |name| std::env::var(name).ok());
    }
    let invocation = Invocation::parse(words)?;
    if matches!(invocation.action, Action::Emit(_) | Action::Build) {
        invocation.warn();
    }
    match invocation.action {
        Action::Help => output::print(help::text()),
        Action::Version => output::print(version::text()),
        Action::AskClang => toolchain::Toolchain::find()?.ask_clang(&invocation),
        Action::Emit(stage) => emit::emit(&toolchain::Toolchain::find()?, &invocation, stage),
        Action::PrecompileHeaders => precompiled::make(&toolchain::Toolchain::find()?, &invocation),
        Action::Build => build(&toolchain::Toolchain::find()?, &invocation),
    }
}

/// Compiles every source and, unless told to stop earlier, links.
fn build(toolchain: &toolchain::Toolchain, invocation: &Invocation) -> Result<(), DriverError> {
    if let Some(output) = &invocation.output {
        output::check(output)?;
    }
    if invocation.precompiled
        && let Some(message) = precompiled::check_place()
        && !invocation.has("-w")
    {
        diagnostics::warning(&message, None, invocation.color());
    }
    let objects = units::compile_all(toolchain, invocation)?;
    let has_headers_only =
        invocation.inputs().next().is_some() && invocation.inputs().all(args::Input::is_header);
    if invocation.phase == args::Phase::Link && !has_headers_only {
        let link = || link::link(toolchain, invocation, &objects);
        invocation.stage("link", &Messages::default(), link)?;
    }
    Ok(())
}
