//! The time to compile a small SYCL program beside the same program without SYCL, by stage.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use super::{front_end, hostdev_stage, mlir_stage, output_dir, results, scythe, source, timed};
use crate::step;
use crate::workspace;

/// The number of runs; the best time counts.
const RUNS: u32 = 7;

/// Options of `cargo xtask bench compile`.
#[derive(Args, Default)]
pub struct Options {
    /// Also measure the plugin, MLIR and the analysis of launches (minutes)
    #[arg(long)]
    parts: bool,
}

/// Runs the benchmark.
pub fn main(options: &Options) -> Result<()> {
    let dir = output_dir()?;
    let example = workspace::root().join("examples").join("vector_add.cpp");
    let object = dir.join("vector_add.o");
    // The user's cache is empty: precompiled headers came with the build, as for a new user.
    let cache = dir.join("cache");
    if cache.exists() {
        fs::remove_dir_all(&cache).with_context(|| format!("cannot empty {}", cache.display()))?;
    }
    step::announced("bench compile", || {
        let ours = |flags: &[&str]| -> Result<Command> {
            let mut ours = scythe()?;
            ours.env("SCYTHE_CACHE", &cache).args(flags).arg("-c");
            ours.arg(&example).arg("-o").arg(&object);
            Ok(ours)
        };
        report(ours(&["-O2"])?, &example, &object, &dir)?;
        println!("where the time goes");
        step::run(&mut ours(&["-O2", "--time-stages"])?)
    })?;
    if options.parts {
        step::announced("bench the front end", || front_end::report(RUNS))?;
        step::announced("bench the pipeline through MLIR", || mlir_stage::report(RUNS))?;
        step::announced("bench the use of host facts", || hostdev_stage::report(RUNS))?;
    }
    Ok(())
}

/// Prints the times of the compilers, and Scythe's times relative to clang's.
fn report(ours: Command, example: &Path, object: &Path, dir: &Path) -> Result<()> {
    let headers = dir.join("headers.cpp");
    fs::write(&headers, "#include <sycl/sycl.hpp>\nint main() {}\n")
        .with_context(|| format!("cannot write {}", headers.display()))?;
    let mut cold = scythe()?;
    cold.args(["-O2", "-fno-scythe-pch", "-c"]).arg(example).arg("-o").arg(object);
    let mut reading = scythe()?;
    reading.args(["-O2", "-fno-scythe-pch", "-fsyntax-only"]).arg(&headers);
    let mut plain = Command::new("clang++-22");
    plain.args(["-O2", "-c"]).arg(source("compile_host.cpp")).arg("-o").arg(object);
    let mut rows = [
        ("scythe++ (host, device and kernel code)", ours, Duration::MAX),
        ("scythe++ without a precompiled header", cold, Duration::MAX),
        ("scythe++ (the headers alone, no code made)", reading, Duration::MAX),
        ("clang++-22 (the same without SYCL)", plain, Duration::MAX),
    ];
    // Interleaved, so that disturbances affect all.
    for _ in 0..RUNS {
        for (_, command, best) in &mut rows {
            *best = (*best).min(timed(command)?);
        }
    }
    println!("compile examples/vector_add.cpp at -O2 to an object, best of {RUNS}");
    println!("  {:<44}{:>9}{:>14}", "", "time", "times clang++");
    let clang = rows[3].2.as_secs_f64();
    let mut measured = Vec::new();
    for (what, _, time) in &rows {
        let time = time.as_secs_f64();
        if what.starts_with("scythe++") {
            measured.push(results::Row::new("compile", what, time).beside("clang++", clang));
        }
        println!("  {what:<44}{time:>7.2} s{:>12.2} x", time / clang);
    }
    results::store(&measured);
    Ok(())
}
