//! `cargo xtask build`: the whole workspace in the release profile.

use std::process::ExitCode;

use anyhow::Result;

use crate::setup;
use crate::step;
use crate::workspace;

/// Runs the subcommand.
pub fn main() -> Result<ExitCode> {
    setup::ensure()?;
    release()?;
    eprintln!("the binaries are in {}", workspace::bin_dir().display());
    Ok(ExitCode::SUCCESS)
}

/// Builds everything that users and tests run.
pub fn release() -> Result<()> {
    step::announced("build (release)", || {
        step::run(workspace::cargo("build").args(["--release", "--workspace"]))
    })
}
