//! `cargo xtask fuzz`: compares random kernels, lowered and executed, with an interpreter; with `--mutate`,
//! checks that the tools survive mutated filetests.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::Args;

use crate::build;
use crate::folder::Folder;
use crate::install;
use crate::opencl::Implementations;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask fuzz`, which are passed to `scythe-fuzz`.
#[derive(Args)]
pub struct Options {
    /// Mutate filetests at random and run muxc and scythe-opt on them, as text, bitcode and MLIR: they may
    /// reject them, but must neither crash nor hang
    #[arg(long, conflicts_with_all = ["without", "device"])]
    mutate: bool,
    /// Stop after this many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// The number of kernels or inputs [default: 1000, or as many as there is time for]
    #[arg(long, alias = "inputs", value_name = "N")]
    kernels: Option<u64>,
    /// The first seed; the others follow [default: taken from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Processes at a time [default: one per processor]
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
    /// Features that kernels should not have, separated by commas
    #[arg(long, value_name = "FEATURES")]
    without: Option<String>,
    /// The device that runs kernels: cpu, or opencl for SPIR-V on the first driver that takes it
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: String,
    /// Only make a folder, and DIR.tar.xz, for a machine without a compiler: its `DIR/run` takes the options
    /// of this command, and those of `--mutate` after the word `mutate`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["mutate", "seconds", "kernels", "seed", "jobs", "without"])]
    pack: Option<PathBuf>,
}

/// The filetests in a packed folder.
const CORPUS: &str = "filetests";

/// The packed folder's script. Findings are stored in the folder `found`.
const SCRIPT: &str = r#"#!/bin/sh
# run [--seconds N] [--kernels N] [--seed S] [--jobs J] [--without FEATURES]   random kernels
# run mutate [--seconds N] [--inputs N] [--seed S] [--jobs J]                  changed filetests
here=$(cd "$(dirname "$0")" && pwd) || exit 1
export LD_LIBRARY_PATH="$here/lib"
case "$1" in
  mutate) shift; set -- mutate --corpus "$here/filetests" --tools "$here/bin" --out "$here/found" "$@" ;;
  show | check | shrink) ;;
  *) set -- --out "$here/found" "$@" ;;
esac
exec "$here/bin/scythe-fuzz" "$@"
"#;

/// Runs the subcommand; its exit status is 1 when a kernel failed.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    build::release()?;
    if let Some(dir) = &options.pack {
        pack(dir)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = Command::new(workspace::binary("scythe-fuzz")?);
    let mut count = "--kernels";
    if options.mutate {
        let tools = workspace::binary("muxc")?;
        command.arg("mutate").arg("--corpus").arg(workspace::root().join("tests/filetests"));
        command.arg("--tools").args(tools.parent());
        count = "--inputs";
    }
    for (flag, number) in
        [("--seconds", options.seconds), (count, options.kernels), ("--seed", options.seed)]
    {
        command.args(number.map(|number| format!("{flag}={number}")));
    }
    command.args(options.jobs.map(|jobs| format!("--jobs={jobs}")));
    command.args(options.without.as_ref().map(|features| format!("--without={features}")));
    if !options.mutate {
        command.arg(format!("--device={}", options.device));
    }
    if options.device != "cpu" {
        Implementations::ensure()?.show(&mut command);
    }
    command.arg("--out").arg(workspace::target_dir().join("fuzz"));
    let status = step::status(&mut command)?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Fills a folder for another machine.
fn pack(dir: &Path) -> Result<()> {
    let mut folder = Folder::create(dir)?;
    for name in ["scythe-fuzz", "muxc", "scythe-opt"] {
        folder.add_program(&workspace::binary(name)?)?;
    }
    let corpus = folder.path().join(CORPUS);
    install::copy_tree(&workspace::root().join("tests/filetests"), &corpus)?;
    folder.finish(SCRIPT)?;
    folder.compress()
}
