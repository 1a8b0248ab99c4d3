//! `cargo xtask bench`: builds and runs the programs in `bench/`.
//!
//! - `stream`: memory bandwidth of Scythe beside OpenMP, as ratios;
//! - `launch`: the cost of submitting a kernel;
//! - `compile`: the time to compile a SYCL program beside plain clang, by stage;
//! - `kernels`: kernels in SYCL beside the same in OpenMP and on PoCL, as ratios;
//! - `pipelines`: the same kernels, compiled through MLIR and without it, as ratios;
//! - `hostdev`: the gain from facts about launches, as ratios;
//! - `gpu`: kernels in SYCL beside the same in CUDA on an NVIDIA GPU, as ratios;
//! - `report`: all stored results, as a page with plots.
//! - `cluster`: programs over MPI with more and more ranks.

mod ablate;
mod cluster;
mod compile;
mod front_end;
mod gpu;
mod hostdev;
mod hostdev_stage;
mod kernels;
mod launch;
mod mlir_stage;
mod pipelines;
mod plots;
mod report;
mod results;
mod roofline;
mod sweep;
mod table;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};

use crate::build;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask bench`.
#[derive(Args)]
pub struct Options {
    /// The benchmark [default: all of them]
    #[command(subcommand)]
    name: Option<Name>,
}

/// The benchmarks.
#[derive(Subcommand)]
enum Name {
    /// Memory bandwidth beside OpenMP
    Stream,
    /// Cost of a kernel submission
    Launch(launch::Options),
    /// Compile time beside clang
    Compile(compile::Options),
    /// Kernels beside OpenMP and PoCL
    Kernels(kernels::Options),
    /// Kernels compiled through MLIR beside the same without it
    Pipelines(pipelines::Options),
    /// Gain on the device from facts about launches, by pass
    Hostdev(hostdev::Options),
    /// Kernels on an NVIDIA GPU beside CUDA
    Gpu(gpu::Options),
    /// A page with plots of all stored results
    Report(report::Options),
    /// Programs over MPI, with more and more ranks
    Cluster(cluster::Options),
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    if let Some(Name::Report(options)) = &options.name {
        report::main(options)?;
        return Ok(ExitCode::SUCCESS);
    }
    setup::ensure()?;
    build::release()?;
    match &options.name {
        Some(Name::Report(_)) => {}
        Some(Name::Stream) => stream()?,
        Some(Name::Launch(options)) => launch::main(options)?,
        Some(Name::Compile(options)) => compile::main(options)?,
        Some(Name::Kernels(options)) => kernels::main(options)?,
        Some(Name::Pipelines(options)) => pipelines::main(options)?,
        Some(Name::Hostdev(options)) => hostdev::main(options)?,
        Some(Name::Gpu(options)) => gpu::main(options)?,
        Some(Name::Cluster(options)) => cluster::main(options)?,
        None => {
            stream()?;
            launch::main(&launch::Options::default())?;
            compile::main(&compile::Options::default())?;
            kernels::main(&kernels::Options::default())?;
            pipelines::main(&pipelines::Options::default())?;
            hostdev::main(&hostdev::Options::default())?;
            if gpu::is_possible() {
                gpu::main(&gpu::Options::default())?;
            } else {
                eprintln!("bench gpu is skipped");
            }
            if cluster::is_possible() {
                cluster::main(&cluster::Options::default())?;
            } else {
                eprintln!("bench cluster is skipped");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Both implementations in one process, so that both run under the same conditions.
fn stream() -> Result<()> {
    let dir = output_dir()?;
    let program = dir.join("stream");
    step::announced("build bench stream", || {
        let sycl = dir.join("stream.o");
        let mut compiler = scythe()?;
        step::run(
            compiler
                .args(["-std=c++17", "-O3", "-c"])
                .arg(source("stream.cpp"))
                .arg("-o")
                .arg(&sycl),
        )?;
        let openmp = dir.join("stream_omp.o");
        let mut clang = Command::new("clang++-22");
        clang.args(["-std=c++17", "-O3", "-march=native", "-fopenmp", "-c"]);
        step::run(clang.arg(source("stream_omp.cpp")).arg("-o").arg(&openmp))?;
        step::run(scythe()?.args([&sycl, &openmp]).arg("-fopenmp").arg("-o").arg(&program))
    })?;
    let mut rows = Vec::new();
    step::announced("bench stream", || {
        let mut command = Command::new(&program);
        let status = step::watched(&mut command, |line| rows.extend(stream_rows(line)))?;
        step::check(&command, status)
    })?;
    results::store(&rows);
    Ok(())
}

/// The size of one array in `bench/stream.cpp`, to convert rates to times.
const STREAM_ARRAY: f64 = 8.0 * 33_554_432.0;

/// Parses a line of `bench stream`: a loop, and the rates of OpenMP, of USM and of buffers in GB/s.
fn stream_rows(line: &str) -> Vec<results::Row> {
    let words: Vec<_> = line.split_whitespace().collect();
    let [name, openmp, usm, _, buffers, _] = words[..] else { return Vec::new() };
    let arrays = match name {
        "copy" | "mul" | "dot" => 2.0,
        "add" | "triad" => 3.0,
        _ => return Vec::new(),
    };
    let bytes = arrays * STREAM_ARRAY;
    let time = |rate: &str| Some(bytes / (rate.parse::<f64>().ok()? * 1e9));
    let row = |memory: &str, rate| {
        let row = results::Row::new("stream", &format!("{name}, {memory}"), time(rate)?);
        Some(results::Row { bytes: Some(bytes), ..row }.beside("OpenMP", time(openmp)?))
    };
    [row("USM", usm), row("buffers", buffers)].into_iter().flatten().collect()
}

fn timed(command: &mut Command) -> Result<Duration> {
    let start = Instant::now();
    step::run(command.stdin(Stdio::null()))?;
    Ok(start.elapsed())
}

fn scythe() -> Result<Command> {
    Ok(Command::new(workspace::binary("scythe++")?))
}

fn source(name: &str) -> PathBuf {
    workspace::root().join("bench").join(name)
}

fn output_dir() -> Result<PathBuf> {
    let dir = workspace::target_dir().join("bench");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    ensure!(dir.is_dir(), "{} is not a directory", dir.display());
    Ok(dir)
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_of_stream_are_stored_as_times() {
        let rows = super::stream_rows("triad        20.00     10.00    0.50     40.00    2.00");
        let stored: Vec<_> = rows.iter().map(|r| (&*r.row, r.peer.as_deref(), r.ratio)).collect();
        assert_eq!(stored[0], ("triad, USM", Some("OpenMP"), Some(2.0)));
        assert_eq!(stored[1], ("triad, buffers", Some("OpenMP"), Some(0.5)));
        assert!(super::stream_rows("33554432 doubles, best of 20 rounds, GB/s").is_empty());
    }
}
