//! `cargo xtask bench gpu`: the programs in `bench/gpu/`, in SYCL and in CUDA.
//!
//! The machine with a GPU may have no LLVM, no Rust and no network. So the benchmark is packed into a
//! directory: the SYCL programs, compiled by scythe++, their runtime, the sources of the CUDA programs and
//! `run`, a Python script that compiles these with nvcc, runs both in turns, and prints the table. `--pack`
//! stops there; otherwise the script is run here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use super::kernels::in_parallel;
use super::{output_dir, results, scythe, source};
use crate::nvidia::Toolkit;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask bench gpu`.
#[derive(Args)]
pub struct Options {
    /// Rows, or programs with all their rows [default: all of them]
    pub rows: Vec<String>,
    /// Only fill a directory with the benchmark; copy it to a machine with nvcc and a GPU and start
    /// `run` in it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["rounds", "small", "json"])]
    pub pack: Option<PathBuf>,
    /// How often each program measures a row [default: 5]
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Small problems: they show that everything works, but not how fast
    #[arg(long)]
    pub small: bool,
    /// Where to write the results [default: beside the programs]
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// The targets for scythe++, as in its `--targets`
    #[arg(long, value_name = "LIST", default_value = DEFAULT_TARGETS)]
    pub targets: String,
    /// More flags for scythe++, separated by blanks: with `-fno-scythe-hostdev`, for example, kernels are
    /// compiled without facts about launches
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, default_value = "")]
    pub flags: String,
}

const DEFAULT_TARGETS: &str = "ptx";

impl Default for Options {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            pack: None,
            rounds: None,
            small: false,
            json: None,
            targets: DEFAULT_TARGETS.to_owned(),
            flags: String::new(),
        }
    }
}

/// The script that runs the benchmark, in `bench/gpu` and in a packed directory.
const RUNNER: &str = "run";

/// Compiles kernels without facts about launches.
const WITHOUT_FACTS: &str = "-fno-scythe-hostdev";

/// The runtime that SYCL programs are linked with.
const RUNTIME: &str = "libscythe.so";

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<()> {
    compare(options, "gpu", Against::Nvcc)
}

/// What programs are compared with.
#[derive(Clone, Copy, PartialEq)]
enum Against {
    /// The same in CUDA.
    Nvcc,
    /// The same program, compiled without facts about launches.
    NoFacts,
}

/// Compares programs with the same ones compiled without facts about launches. nvcc is not needed.
pub fn compare_facts(options: &Options) -> Result<()> {
    compare(options, "hostdev-gpu", Against::NoFacts)
}

fn compare(options: &Options, folder: &str, against: Against) -> Result<()> {
    let dir = match &options.pack {
        Some(dir) => {
            std::path::absolute(dir).with_context(|| format!("cannot find {}", dir.display()))?
        }
        None => {
            ensure!(
                against == Against::NoFacts || is_possible(),
                "this machine cannot run the benchmark; --pack fills a directory for one that can"
            );
            output_dir()?.join(folder)
        }
    };
    let programs = programs_for(&options.rows, &all()?)?;
    let failed =
        step::announced("build the benchmark", || pack(&dir, &programs, options, against))?;
    if options.pack.is_some() {
        eprintln!("the benchmark is in {}; start `./{RUNNER}` there", dir.display());
    } else {
        step::announced("bench", || step::run(runner(&dir).args(arguments(options))))?;
        let written = options.json.clone().unwrap_or_else(|| dir.join("results.json"));
        match fs::read_to_string(&written) {
            Ok(text) => results::store(&measured(&text)?),
            Err(error) => eprintln!("warning: {}: {error}", written.display()),
        }
    }
    ensure!(failed.is_empty(), "these programs were not compiled: {}", failed.join(", "));
    Ok(())
}

/// The parts of the script's output that are stored.
#[derive(Deserialize)]
struct Written {
    gpu: WrittenGpu,
    nvcc: String,
    small: bool,
    rows: Vec<WrittenRow>,
}

#[derive(Deserialize)]
struct WrittenGpu {
    name: String,
}

#[derive(Deserialize)]
struct WrittenRow {
    name: String,
    unit: String,
    amount: f64,
    scythe: WrittenSide,
    #[serde(alias = "off")]
    nvcc: WrittenSide,
}

#[derive(Deserialize)]
struct WrittenSide {
    verdict: String,
    /// Milliseconds.
    best: Option<f64>,
}

/// The results in a file that the script wrote, here or on another machine. Problems that are too small, and
/// wrong results, have none.
pub fn measured(text: &str) -> Result<Vec<results::Row>> {
    let written: Written = serde_json::from_str(text).context("these are no results of a GPU")?;
    let (bench, peer) = match written.nvcc.starts_with("off") {
        true => ("hostdev", "without host facts"),
        false => ("gpu", "CUDA"),
    };
    let row = |row: &WrittenRow| {
        let time = |side: &WrittenSide| side.best.filter(|_| side.verdict == "right");
        let ours = results::Row::new(bench, &row.name, time(&row.scythe)? * 1e-3);
        let amount = |units: &[&str]| units.contains(&&*row.unit).then_some(row.amount);
        let ours = results::Row {
            device: Some(written.gpu.name.clone()),
            bytes: amount(&["bytes"]),
            flops: amount(&["flops32", "flops64"]),
            ..ours
        };
        Some(match time(&row.nvcc) {
            Some(theirs) => ours.beside(peer, theirs * 1e-3),
            None => ours,
        })
    };
    Ok(if written.small { Vec::new() } else { written.rows.iter().filter_map(row).collect() })
}

/// Whether this machine can run the benchmark; prints the reason if it cannot.
pub fn is_possible() -> bool {
    step::run(runner(&source("gpu")).arg("--check")).is_ok()
}

fn runner(dir: &Path) -> Command {
    let mut command = Command::new("python3");
    command.arg(dir.join(RUNNER));
    command
}

/// The arguments of the script.
fn arguments(options: &Options) -> Vec<String> {
    let mut arguments = options.rows.clone();
    if let Some(rounds) = options.rounds {
        arguments.push(format!("--rounds={rounds}"));
    }
    if options.small {
        arguments.push("--small".to_owned());
    }
    if let Some(json) = &options.json {
        arguments.push(format!("--json={}", json.display()));
    }
    arguments
}

/// The names of all programs: each exists in SYCL and in CUDA.
fn all() -> Result<Vec<String>> {
    let names = files("cu")?.into_iter().filter_map(|file| {
        let stem = file.file_stem()?;
        Some(stem.to_string_lossy().into_owned())
    });
    Ok(names.collect())
}

/// The files of the benchmark with an extension, sorted.
fn files(extension: &str) -> Result<Vec<PathBuf>> {
    let dir = source("gpu");
    let mut files = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// The programs with the given rows. The name of a row is its program's, or starts with it and an underscore.
fn programs_for(rows: &[String], all: &[String]) -> Result<Vec<String>> {
    let has = |program: &str, row: &str| {
        let begins = |long: &str, short: &str| {
            long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        begins(row, program) || begins(program, row)
    };
    for row in rows {
        ensure!(
            all.iter().any(|program| has(program, row)),
            "no program has a row `{row}`; the programs are {}",
            all.join(", ")
        );
    }
    let chosen = |program: &&String| rows.is_empty() || rows.iter().any(|row| has(program, row));
    Ok(all.iter().filter(chosen).cloned().collect())
}

/// Fills a directory with everything that `run` needs. Returns the programs that did not compile: the others
/// can be measured without them.
fn pack(
    dir: &Path,
    programs: &[String],
    options: &Options,
    against: Against,
) -> Result<Vec<String>> {
    let (sources, sycl, library) = (dir.join("src"), dir.join("sycl"), dir.join("lib"));
    // The script checks whether this folder exists.
    let off = dir.join("off");
    remove_old(dir, &[&sources, &sycl, &off])?;
    let other = if against == Against::Nvcc { &sources } else { &off };
    for folder in [other, &sycl, &library] {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    copy(&source("gpu").join(RUNNER), dir)?;
    copy(&workspace::binary(RUNTIME)?, &library)?;
    if against == Against::Nvcc {
        for header in files("hpp")? {
            copy(&header, &sources)?;
        }
        for program in programs {
            copy(&source("gpu").join(format!("{program}.cu")), &sources)?;
        }
    }
    // With NVIDIA's library of mathematical functions, like nvcc.
    let toolkit = Toolkit::ensure()?;
    let built = in_parallel(programs, |program| {
        if against == Against::NoFacts {
            compile((program, &off), options, &toolkit, &[WITHOUT_FACTS])?;
        }
        compile((program, &sycl), options, &toolkit, &[])
    });
    let failed = programs.iter().zip(built).filter_map(|(program, result)| {
        let error = result.err()?;
        eprintln!("{program}: {error:#}");
        Some(program.clone())
    });
    Ok(failed.collect())
}

/// Removes an earlier benchmark, which may have other programs; a directory with other files is an error.
fn remove_old(dir: &Path, folders: &[&Path]) -> Result<()> {
    let is_empty = fs::read_dir(dir).map_or(true, |mut entries| entries.next().is_none());
    ensure!(
        is_empty || dir.join(RUNNER).is_file(),
        "{} has other files in it; name an empty directory, or a new one",
        dir.display()
    );
    for folder in folders.iter().filter(|folder| folder.exists()) {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}

/// Compiles a SYCL program that finds its runtime in its own directory, wherever that is copied to.
fn compile(
    (program, to): (&str, &Path),
    options: &Options,
    toolkit: &Toolkit,
    more: &[&str],
) -> Result<()> {
    let mut compiler = scythe()?;
    toolkit.show(&mut compiler);
    compiler.args(["-std=c++17", "-O3", "-Wl,-rpath,$ORIGIN/../lib"]);
    compiler.arg(format!("--targets={}", options.targets)).args(options.flags.split_whitespace());
    compiler.args(more);
    let source = source("gpu").join(format!("{program}.cpp"));
    step::run(compiler.arg(source).arg("-o").arg(to.join(program)))
}

fn copy(file: &Path, to: &Path) -> Result<()> {
    let name = file.file_name().with_context(|| format!("{} is no file", file.display()))?;
    fs::copy(file, to.join(name))
        .with_context(|| format!("cannot copy {} to {}", file.display(), to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn programs_are_found_by_their_rows() {
        let all = strings(&["matmul", "saxpy", "stream"]);
        let found = |rows: &[&str]| programs_for(&strings(rows), &all).unwrap();
        assert_eq!(found(&[]), all);
        assert_eq!(found(&["stream_copy", "matmul"]), ["matmul", "stream"]);
        let error = programs_for(&strings(&["mat"]), &all).unwrap_err().to_string();
        assert!(error.contains("`mat`") && error.contains("matmul, saxpy, stream"), "{error}");
    }

    #[test]
    fn directories_with_other_files_are_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let sources = dir.path().join("src");
        assert!(remove_old(&dir.path().join("new"), &[&sources]).is_ok());
        fs::create_dir(&sources).unwrap();
        let error = remove_old(dir.path(), &[&sources]).unwrap_err().to_string();
        assert!(error.contains("other files") && sources.exists(), "{error}");
        fs::write(dir.path().join(RUNNER), "").unwrap();
        remove_old(dir.path(), &[&sources]).unwrap();
        assert!(!sources.exists());
    }

    #[test]
    fn every_program_is_there_in_both_languages() {
        let all = all().unwrap();
        assert!(!all.is_empty());
        for name in &all {
            for extension in ["cpp", "hpp"] {
                let file = source("gpu").join(format!("{name}.{extension}"));
                assert!(file.is_file(), "{}", file.display());
            }
        }
        assert_eq!(files("cpp").unwrap().len(), all.len());
    }

    #[test]
    fn what_the_script_wrote_becomes_results() {
        let side = |verdict: &str, best: &str| format!(r#"{{"verdict": "{verdict}"{best}}}"#);
        let right = side("right", r#", "best": 2.0"#);
        let wrong = side("wrong: 1 != 2", r#", "best": 1.0"#);
        let failed = side("failed", "");
        let row = |name: &str, ours: &str, theirs: &str| {
            let sides = format!(r#""scythe": {ours}, "nvcc": {theirs}"#);
            format!(r#"{{"name": "{name}", "unit": "bytes", "amount": 8.0, {sides}}}"#)
        };
        let rows = [
            row("copy", &right, &side("right", r#", "best": 4.0"#)),
            row("alone", &right, &failed),
            row("wrong", &wrong, &right),
        ];
        let text = |small: bool| {
            let start = r#"{"gpu": {"name": "a GPU"}, "nvcc": "release 13","#;
            format!(r#"{start} "small": {small}, "rows": [{}]}}"#, rows.join(","))
        };
        let found = measured(&text(false)).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].ratio, found[1].ratio), (Some(0.5), None));
        assert_eq!((found[0].time_s, found[0].bytes), (Some(0.002), Some(8.0)));
        assert_eq!(found[0].device.as_deref(), Some("a GPU"));
        assert!(measured(&text(true)).unwrap().is_empty());
        assert!(measured("{}").is_err());
    }

    #[test]
    fn the_options_reach_the_script() {
        let options = Options {
            rows: strings(&["saxpy"]),
            rounds: Some(3),
            small: true,
            ..Options::default()
        };
        assert_eq!(arguments(&options), ["saxpy", "--rounds=3", "--small"]);
    }
}
