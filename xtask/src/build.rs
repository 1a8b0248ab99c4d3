//! `cargo xtask build`: the whole workspace in the release profile, and the SYCL header precompiled.

use std::path::Path;
use std::process::{Command, ExitCode};

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
    })?;
    let scythe = workspace::binary("scythe++")?;
    precompile_headers(&scythe, &workspace::bin_dir().join(PRECOMPILED))
}

/// Where `scythe++` looks for precompiled headers, beside the clang plugin.
pub const PRECOMPILED: &str = "precompiled";

/// Common flags. `-O3` shares the headers of `-O2`; warnings, debug information and most macros do not
/// matter.
const USUAL_FLAGS: &[&str] = &["-O0", "-O2"];

/// Precompiles the SYCL header if it has changed, so that the first compilation of a program is fast.
pub fn precompile_headers(scythe: &Path, to: &Path) -> Result<()> {
    step::announced("precompile the SYCL header", || {
        for flags in USUAL_FLAGS {
            let mut command = Command::new(scythe);
            step::run(command.args(["--precompile-headers", flags, "-o"]).arg(to))?;
        }
        Ok(())
    })
}
