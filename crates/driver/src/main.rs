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
mod device_targets;
mod diagnostics;
mod emit;
mod error;
mod first_include;
mod flags;
mod foreign;
mod header_pass;
mod help;
mod hostdev;
mod link;
mod link_line;
mod output;
mod passes;
mod precompiled;
mod process;
mod processor;
mod response;
mod spirv;
mod temporary;
mod toolchain;

use std::process::ExitCode;

use args::{Action, Invocation};
use error::DriverError;

fn main() -> ExitCode {
    temporary::watch_signals();
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let code = match std::panic::catch_unwind(|| run(words)) {
        Ok(Ok(())) => 0,
        Ok(Err(error)) => {
            error.report();
            error.exit_code()
        }
        // The message is out already; what is left is to say whose fault it is.
        Err(_) => {
            let error = DriverError::panicked();
            error.report();
            error.exit_code()
        }
    };
    temporary::clean();
    ExitCode::from(code)
}

fn run(words: Vec<String>) -> Result<(), DriverError> {
    let words = response::expand(words)?;
    let invocation = Invocation::parse(words)?;
    if matches!(invocation.action, Action::Emit(_) | Action::Build) {
        invocation.warn();
    }
    match invocation.action {
        Action::Help => {
            print!("{}", help::text());
            Ok(())
        }
        Action::Version => {
            print!("{}", help::version());
            Ok(())
        }
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
    let objects = compile::compile_all(toolchain, invocation)?;
    if invocation.phase == args::Phase::Link {
        invocation.stage("link", || link::link(toolchain, invocation, &objects))?;
    }
    Ok(())
}
