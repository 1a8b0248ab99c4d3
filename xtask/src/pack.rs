//! `cargo xtask pack`: the run tests, compiled for a machine with a device but without a compiler.
//!
//! The suite compiles the programs according to their directives, and its binary goes into the folder to run
//! them (`tests/suite/programs/pack.rs`).

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use crate::build;
use crate::nvidia::Toolkit;
use crate::setup;
use crate::step;
use crate::test;

/// Options of `cargo xtask pack`.
#[derive(Args)]
pub struct Options {
    /// The output folder; an earlier pack is replaced
    dir: PathBuf,
    /// Pack only the programs whose names contain this text
    filter: Option<String>,
    /// The backend whose devices the programs are for (as `scythe-ls` names it: cpu, opencl, cuda)
    #[arg(long, value_name = "BACKEND")]
    device: String,
    /// Compile every program in all configurations: also at -O0 and without MLIR
    #[arg(long)]
    full: bool,
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    build::release()?;
    let dir = env::current_dir().context("cannot find the current directory")?.join(&options.dir);
    let mut command = test::suite(options.filter.as_deref())?;
    command.env("SCYTHE_TEST_PACK", &dir).env("SCYTHE_TEST_DEVICE", &options.device);
    if options.full {
        command.env("SCYTHE_TEST_FULL", "1");
    }
    if options.device == "cuda" {
        Toolkit::ensure()?.show(&mut command);
    }
    let title = format!("pack programs for {} into {}", options.device, dir.display());
    step::announced(&title, || step::run(&mut command))?;
    Ok(ExitCode::SUCCESS)
}
