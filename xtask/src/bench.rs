//! `cargo xtask bench`: builds and runs the programs in `bench/`.
//!
//! - `stream`: memory bandwidth of Scythe beside OpenMP, as ratios;
//! - `launch`: what submitting a kernel costs;
//! - `compile`: what compiling a SYCL program costs beside plain clang, and what Scythe's part of the
//!   front end, the road through MLIR and the use of host facts add;
//! - `kernels`: kernels in SYCL beside the same in OpenMP and on PoCL, as ratios;
//! - `roads`: the same kernels, compiled through MLIR and without it, as ratios;
//! - `hostdev`: what the facts that the host knows gain on the device, as ratios.

mod front_end;
mod hostdev;
mod hostdev_stage;
mod kernels;
mod mlir_stage;
mod roads;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
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
    Launch,
    /// Compile time beside clang
    Compile,
    /// Kernels beside OpenMP and PoCL
    Kernels(kernels::Options),
    /// Kernels compiled through MLIR beside the same without it
    Roads(roads::Options),
    /// What using facts of the host gains on the device, pass by pass
    Hostdev(hostdev::Options),
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    build::release()?;
    match &options.name {
        Some(Name::Stream) => stream()?,
        Some(Name::Launch) => launch()?,
        Some(Name::Compile) => compile()?,
        Some(Name::Kernels(options)) => kernels::main(options)?,
        Some(Name::Roads(options)) => roads::main(options)?,
        Some(Name::Hostdev(options)) => hostdev::main(options)?,
        None => {
            stream()?;
            launch()?;
            compile()?;
            kernels::main(&kernels::Options::default())?;
            roads::main(&roads::Options::default())?;
            hostdev::main(&hostdev::Options::default())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Both implementations in one process, so that they meet the same machine at the same time.
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
    step::announced("bench stream", || step::run(&mut Command::new(&program)))
}

fn launch() -> Result<()> {
    let program = output_dir()?.join("launch");
    step::announced("build bench launch", || {
        let mut compiler = scythe()?;
        compiler.args(["-std=c++17", "-O3"]).arg(source("launch.cpp"));
        step::run(compiler.arg("-o").arg(&program))
    })?;
    step::announced("bench launch", || step::run(&mut Command::new(&program)))
}

/// How often each compiler runs; the best time counts.
const COMPILE_RUNS: u32 = 7;

fn compile() -> Result<()> {
    let dir = output_dir()?;
    let example = workspace::root().join("examples").join("vector_add.cpp");
    let object = dir.join("vector_add.o");
    step::announced("bench compile", || {
        report_compile(&example, &object, &dir)?;
        stage_times(&example, &object)
    })?;
    step::announced("bench the front end", || front_end::report(COMPILE_RUNS))?;
    step::announced("bench the road through MLIR", || mlir_stage::report(COMPILE_RUNS))?;
    step::announced("bench the use of host facts", || hostdev_stage::report(COMPILE_RUNS))
}

/// Prints what compiling a small program costs beside compiling C++, and how much of that is reading headers.
fn report_compile(example: &Path, object: &Path, dir: &Path) -> Result<()> {
    let headers = dir.join("headers.cpp");
    fs::write(&headers, "#include <sycl/sycl.hpp>\nint main() {}\n")
        .with_context(|| format!("cannot write {}", headers.display()))?;
    let mut ours = scythe()?;
    ours.args(["-O2", "-c"]).arg(example).arg("-o").arg(object);
    let mut reading = scythe()?;
    reading.args(["-O2", "-fsyntax-only"]).arg(&headers);
    let mut host = Command::new("clang++-22");
    host.args(["-O2", "-fsycl", "--offload-host-only", "-I"]);
    host.arg(workspace::root().join("include"));
    host.arg("-c").arg(example).arg("-o").arg(object);
    let mut plain = Command::new("clang++-22");
    plain.args(["-O2", "-c"]).arg(source("compile_host.cpp")).arg("-o").arg(object);
    let mut rows = [
        ("scythe++ (host, device and kernel code)", ours, Duration::MAX),
        ("scythe++ (the headers alone, no code made)", reading, Duration::MAX),
        ("clang++-22 (the same file, host code only)", host, Duration::MAX),
        ("clang++-22 (the same without SYCL)", plain, Duration::MAX),
    ];
    // Interleaved, so that a noisy moment hits all.
    for _ in 0..COMPILE_RUNS {
        for (_, command, best) in &mut rows {
            *best = (*best).min(timed(command)?);
        }
    }
    println!("compile examples/vector_add.cpp at -O2 to an object, best of {COMPILE_RUNS}");
    println!("  {:<44}{:>9}{:>12}", "", "time", "scythe++ is");
    let whole = rows[0].2.as_secs_f64();
    for (what, _, time) in &rows {
        let time = time.as_secs_f64();
        println!("  {what:<44}{time:>7.2} s{:>10.2} x", whole / time);
    }
    Ok(())
}

/// Prints the driver's own account of its time where it gives one.
fn stage_times(example: &Path, object: &Path) -> Result<()> {
    const FLAG: &str = "--time-stages";
    if !step::output(scythe()?.arg("--help"))?.contains(FLAG) {
        return Ok(());
    }
    step::run(scythe()?.args(["-O2", FLAG, "-c"]).arg(example).arg("-o").arg(object))
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
