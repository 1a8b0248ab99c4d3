//! `cargo xtask run`: a SYCL program from source to result with one command.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::build;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask run`.
#[derive(Args)]
pub struct Options {
    /// The program's source [default: examples/vector_add.cpp]
    file: Option<PathBuf>,
    /// Arguments for the program, after `--`
    #[arg(last = true)]
    args: Vec<String>,
}

/// Runs the subcommand; its exit status is the program's.
pub fn main(options: &Options) -> Result<ExitCode> {
    let source = options
        .file
        .clone()
        .unwrap_or_else(|| workspace::root().join("examples").join("vector_add.cpp"));
    ensure!(source.is_file(), "{} does not exist", source.display());
    setup::ensure()?;
    build::release()?;

    let dir = workspace::target_dir().join("run");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let program = dir.join(source.file_stem().unwrap_or("program".as_ref()));
    step::announced(&format!("compile {}", source.display()), || {
        let mut compiler = Command::new(workspace::binary("scythe++")?);
        step::run(compiler.arg("-O2").arg(&source).arg("-o").arg(&program))
    })?;
    eprintln!("==> run {}", program.display());
    let status = step::status(Command::new(&program).args(&options.args))?;
    Ok(exit_code(status))
}

/// A child's status as ours, signals the way a shell reports them.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = match (status.code(), status.signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => {
            eprintln!("the program was ended by signal {signal}");
            128 + signal
        }
        (None, None) => 1,
    };
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
