//! The time that MLIR adds to compiling device code.
//!
//! The driver compiles each example up to the work-item back end, with and without MLIR; the difference
//! includes everything: loading the library, import, raising, lowering, export, and LLVM's passes in between.
//! The table also has clang's device pass, with which both start.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::{output_dir, scythe, timed};
use crate::workspace;

/// Without this flag, printing device code needs host code, and so another pass of clang.
const WITHOUT_HOST: &str = "-fno-scythe-hostdev";

/// Prints the cost for each example, from the best of `runs` runs.
pub fn report(runs: u32) -> Result<()> {
    println!("device code of the examples up to the work-item back end, at -O2, best of {runs}");
    println!(
        "  {:<30}{:>13}{:>13}{:>12}{:>8}",
        "example", "device pass", "without MLIR", "added", "share"
    );
    let dir = workspace::root().join("examples");
    let mut examples: Vec<_> = std::fs::read_dir(&dir)
        .with_context(|| format!("cannot read {}", dir.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "cpp"))
        .collect();
    examples.sort();
    let written = output_dir()?.join("device.ll");
    for example in examples {
        let stage = |flags: &[&str]| -> Result<Command> {
            let mut command = scythe()?;
            command.arg("-O2").args(flags).arg(&example).arg("-o").arg(&written);
            Ok(command)
        };
        let mut commands = [
            stage(&["--emit=device-ll"])?,
            stage(&["--emit=lowered-ll", WITHOUT_HOST, "-fno-scythe-mlir"])?,
            stage(&["--emit=lowered-ll", WITHOUT_HOST])?,
        ];
        let mut best = [Duration::MAX; 3];
        // Interleaved, so that disturbances affect all.
        for _ in 0..runs {
            for (command, best) in commands.iter_mut().zip(&mut best) {
                *best = (*best).min(timed(command)?);
            }
        }
        let [pass, without, through] = best.map(|time| time.as_secs_f64());
        let added = (through - without).max(0.0);
        let name = example.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!(
            "  {name:<30}{pass:>11.2} s{without:>11.2} s{:>9.0} ms{:>8.2}",
            added * 1e3,
            added / pass
        );
    }
    println!("  share: of the time of clang's device pass");
    Ok(())
}
