//! `cargo xtask bench kernels`: the programs in `bench/kernels/`, one per folder.
//!
//! Each program contains the same kernel several times and runs them in turns: SYCL compiled by scythe++,
//! natively and as SPIR-V for an OpenCL implementation, OpenMP compiled by clang, OpenCL C on PoCL. It prints
//! one line, which becomes a row of the table (see [`table`](super::table)). A program that does not compile,
//! crashes or has a wrong result fails the benchmark, but not the other rows.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::roofline::Peaks;
use super::table::{self, Row};
use super::{ablate, output_dir, results, scythe, source, sweep};
use crate::opencl::Implementations;
use crate::step;

/// Options of `cargo xtask bench kernels`.
#[derive(Args, Default)]
pub struct Options {
    /// The kernels, by the names of their folders [default: all of them]
    names: Vec<String>,
    /// Small problems: they show that everything works, but not how fast
    #[arg(long)]
    quick: bool,
    /// With 1, 2, 4, … and all threads, SYCL beside OpenMP only
    #[arg(long)]
    threads: bool,
    /// Without each optimisation in turn: its gain in each row
    #[arg(long, conflicts_with = "threads")]
    ablate: bool,
    /// Only fill a directory with programs and a script that does `--threads` on another machine
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    /// The processor of that machine, as clang knows it
    #[arg(long, value_name = "CPU", default_value = "x86-64-v3", requires = "pack")]
    march: String,
}

/// The sources of one program that clang compiles, with options for single sources.
const CLANG_SOURCES: [(&str, &[&str]); 3] = [
    ("main.cpp", &["-O2"]),
    // The reference: usual options of clang for C++ programs.
    ("omp.cpp", &["-O3", "-fopenmp"]),
    // `#embed` is C++26; clang accepts it earlier, with a warning.
    ("opencl.cpp", &["-O2", "-Wno-c23-extensions"]),
];

/// The processor for OpenMP: the one of this machine.
pub const NATIVE: &str = "native";

const STANDARD: &str = "-std=c++20";

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<()> {
    let names = names(&options.names)?;
    if let Some(dir) = &options.pack {
        return sweep::pack(dir, &names, &options.march);
    }
    if options.ablate {
        return ablate::main(&names, options.quick);
    }
    if options.threads {
        return sweep::main(&names, options.quick);
    }
    let opencl = Implementations::ensure()?;
    let built = step::announced("build bench kernels", || {
        let harness = Harness::build(has_opencl()?, "--targets=cpu,spirv64", NATIVE)?;
        Ok(in_parallel(&names, |name| build(name, Pipeline::Mlir, &harness)))
    })?;
    let peaks = match options.quick {
        true => None,
        false => Some(step::announced("measure the machine's peaks", Peaks::measure)?),
    };
    let rows = step::announced("bench kernels", || {
        println!("{}", table::header(options.quick));
        let rows = names.iter().zip(built).map(|(name, program)| {
            let row = program.and_then(|program| run(&program, options.quick, Some(&opencl)));
            match &row {
                Ok(row) => println!("{}", row.shown(peaks)),
                Err(error) => println!("{name:<20}failed: {error:#}"),
            }
            row
        });
        let rows: Vec<_> = rows.collect();
        println!("{}", table::summary(&rows.iter().flatten().collect::<Vec<_>>(), peaks));
        Ok(rows)
    })?;
    if !options.quick {
        let measured = rows.iter().flatten().flat_map(Row::results);
        results::store(&measured.collect::<Vec<_>>());
    }
    let failed: Vec<_> =
        names.iter().zip(&rows).filter(|(_, row)| row.is_err()).map(|(name, _)| &**name).collect();
    ensure!(failed.is_empty(), "these kernels failed: {}", failed.join(", "));
    Ok(())
}

/// The pipeline for device code.
#[derive(Clone, Copy)]
pub enum Pipeline {
    /// The default.
    Mlir,
    /// The other one.
    Llvm,
    /// The default without an optimisation, given by its flag.
    Without(&'static str),
}

impl Pipeline {
    fn flag(self) -> &'static str {
        match self {
            Self::Mlir => "-fscythe-mlir",
            Self::Llvm => "-fno-scythe-mlir",
            Self::Without(flag) => flag,
        }
    }
}

/// The requested kernels, or all.
pub fn names(asked: &[String]) -> Result<Vec<String>> {
    folders("kernels", asked)
}

/// The requested folders of a folder of `bench/`, or all.
pub fn folders(of: &str, asked: &[String]) -> Result<Vec<String>> {
    selected(asked, &all(of)?)
}

/// The names of all folders beside a harness.
fn all(of: &str) -> Result<Vec<String>> {
    let dir = source(of);
    let mut names = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let entry = entry?;
        if entry.path().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// The requested kernels, in the given order.
fn selected(asked: &[String], all: &[String]) -> Result<Vec<String>> {
    if asked.is_empty() {
        return Ok(all.to_vec());
    }
    for name in asked {
        ensure!(all.contains(name), "there is no kernel `{name}`; there are {}", all.join(", "));
    }
    Ok(asked.to_vec())
}

/// Whether programs can be built with OpenCL, according to clang.
fn has_opencl() -> Result<bool> {
    let probe_source = kernel_dir()?.join("probe.cpp");
    fs::write(&probe_source, "#include <CL/opencl.hpp>\nint main() {}\n")
        .with_context(|| format!("cannot write {}", probe_source.display()))?;
    let mut probe = clang(&[STANDARD, "-lOpenCL"]);
    probe.arg(&probe_source).arg("-o").arg(probe_source.with_extension("out"));
    let output =
        probe.output().with_context(|| format!("cannot start `{}`", step::shown(&probe)))?;
    Ok(output.status.success())
}

/// What all programs are linked with.
pub struct Harness {
    objects: Vec<PathBuf>,
    libraries: &'static [&'static str],
    targets: String,
    march: String,
}

impl Harness {
    /// Compiles it, with or without OpenCL; `targets` is the flag for all that is SYCL, `march` the processor for
    /// OpenMP.
    pub fn build(opencl: bool, targets: &str, march: &str) -> Result<Self> {
        let opencl_flags: &[&str] = if opencl { &["-DBENCH_OPENCL"] } else { &[] };
        let dir = source("kernels");
        let mut objects: Vec<PathBuf> =
            [("openmp.cpp", &["-fopenmp"] as &[&str]), ("opencl.cpp", opencl_flags)]
                .into_iter()
                .map(|(file, flags)| {
                    let object = object("harness", file)?;
                    compile(&mut clang(flags), &dir.join(file), &object)?;
                    Ok(object)
                })
                .collect::<Result<_>>()?;
        let device = object("harness", "sycl_device.cpp")?;
        compile(scythe()?.args(["-O2", targets]), &dir.join("sycl_device.cpp"), &device)?;
        objects.push(device);
        let libraries: &[&str] = if opencl { &["-lOpenCL"] } else { &[] };
        let (targets, march) = (targets.to_owned(), format!("-march={march}"));
        Ok(Self { objects, libraries, targets, march })
    }
}

/// Builds the program of one kernel and returns its path.
pub fn build(name: &str, pipeline: Pipeline, harness: &Harness) -> Result<PathBuf> {
    let dir = source("kernels").join(name);
    let sycl = object(name, &format!("sycl{}.cpp", pipeline.flag()))?;
    compile(
        scythe()?.args(["-O3", pipeline.flag(), &harness.targets]),
        &dir.join("sycl.cpp"),
        &sycl,
    )?;
    let mut objects = vec![sycl];
    for (file, flags) in CLANG_SOURCES {
        let object = object(name, file)?;
        let mut compiler = clang(flags);
        if file == "omp.cpp" {
            compiler.arg(&harness.march);
        }
        compile(&mut compiler, &dir.join(file), &object)?;
        objects.push(object);
    }
    let program = kernel_dir()?.join(format!("{name}{}", pipeline.flag()));
    let mut link = scythe()?;
    link.args(&objects).args(&harness.objects).arg("-fopenmp").args(harness.libraries);
    step::run(link.arg("-o").arg(&program))?;
    Ok(program)
}

/// The assembly of a kernel's device code.
pub fn assembly(name: &str, pipeline: Pipeline) -> Result<String> {
    let source = source("kernels").join(name).join("sycl.cpp");
    let mut compiler = scythe()?;
    step::output(compiler.args([STANDARD, "-O3", "--emit=asm", pipeline.flag()]).arg(source))
}

fn clang(flags: &[&str]) -> Command {
    let mut command = Command::new("clang++-22");
    command.args(flags);
    command
}

fn compile(compiler: &mut Command, source: &Path, object: &Path) -> Result<()> {
    step::run(compiler.args([STANDARD, "-c"]).arg(source).arg("-o").arg(object))
}

fn object(kernel: &str, source: &str) -> Result<PathBuf> {
    Ok(kernel_dir()?.join(format!("{kernel}-{source}.o")))
}

fn kernel_dir() -> Result<PathBuf> {
    let dir = output_dir()?.join("kernels");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    Ok(dir)
}

/// Runs a program and reads its line; the columns of OpenCL devices are empty without implementations.
pub fn run(program: &Path, quick: bool, opencl: Option<&Implementations>) -> Result<Row> {
    run_with(program, quick, opencl, None)
}

/// As [`run`], with a number of threads.
pub fn run_with(
    program: &Path,
    quick: bool,
    opencl: Option<&Implementations>,
    threads: Option<usize>,
) -> Result<Row> {
    let mut command = Command::new(program);
    if let Some(threads) = threads {
        command.env("SCYTHE_THREADS", threads.to_string());
        command.env("OMP_NUM_THREADS", threads.to_string());
    }
    match opencl {
        Some(opencl) => opencl.show(&mut command),
        None => drop(command.env("SCYTHE_DEVICES", "cpu")),
    }
    // Compiled kernels of earlier runs stay with the build, not in the user's home.
    command.env("POCL_CACHE_DIR", kernel_dir()?.join("pocl-cache"));
    if quick {
        command.arg("--quick");
    }
    let output = step::output(&mut command)?;
    let Some(row) = Row::parse(output.trim_end()) else {
        bail!("`{}` printed `{}`, which is no row", step::shown(&command), output.trim_end());
    };
    Ok(row)
}

/// Applies `work` to every item, as many at a time as there are cores; results in order.
pub fn in_parallel<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        while let Some((index, item)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, item))
        } {
            results.push((index, work(item)));
        }
        results
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(items.len().max(1));
    let mut results: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        // A worker that panicked passes its panic on.
        workers
            .into_iter()
            .flat_map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn kernels_are_selected_by_name_in_the_order_asked() {
        let all = strings(&["nbody", "saxpy", "scan"]);
        assert_eq!(selected(&[], &all).unwrap(), all);
        assert_eq!(selected(&strings(&["scan", "nbody"]), &all).unwrap(), ["scan", "nbody"]);
        let error = selected(&strings(&["stream"]), &all).unwrap_err().to_string();
        assert!(error.contains("`stream`") && error.contains("nbody, saxpy, scan"), "{error}");
    }

    #[test]
    fn every_kernel_has_all_its_sources() {
        for name in all("kernels").unwrap() {
            for file in ["problem.hpp", "sycl.cpp", "kernel.cl"]
                .into_iter()
                .chain(CLANG_SOURCES.iter().map(|(file, _)| *file))
            {
                assert!(source("kernels").join(&name).join(file).is_file(), "{name}/{file}");
            }
        }
    }

    #[test]
    fn parallel_results_keep_their_order() {
        let names: Vec<_> = (0..50).map(|i| i.to_string()).collect();
        assert_eq!(in_parallel(&names, String::clone), names);
    }
}
