//! `cargo xtask conformance`: the SYCL conformance suite (SYCL-CTS), configured by its own CMake.
//!
//! The commands of the suite's build are read (`plan.rs`) and run here (`work.rs`), with bounded memory and
//! disk, or packed for another machine (`pack.rs`). Results are stored after each program, so an interrupted
//! run can be continued. Programs that crash or hang are run again case by case. The suite's folder is only
//! read; changes that Scythe needs are in `suite.rs`.

mod cases;
mod pack;
mod plan;
mod program;
mod results;
mod suite;
mod work;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::build;
use crate::device::Device;
use crate::opencl::Implementations;
use crate::setup;
use crate::step;
use crate::workspace;

use plan::Plan;
use program::Program;
use results::Results;
use suite::{BUILD, Suite};
use work::Work;

/// Options of `cargo xtask conformance`.
#[derive(Args)]
pub struct Options {
    /// The suite's folder: a checkout of SYCL-CTS with its submodules
    #[arg(long, value_name = "DIR", required_unless_present_any = ["packed", "import"])]
    suite: Option<PathBuf>,
    /// Only these categories (folders of the suite's `tests`) or programs, in this order [default: all]
    categories: Vec<String>,
    /// All types and shapes, as required for a submission, instead of the light mode
    #[arg(long)]
    full: bool,
    /// Also the suite's tests of extensions (oneAPI's and Khronos's)
    #[arg(long)]
    extensions: bool,
    /// The device to test
    #[arg(long, value_enum, default_value_t)]
    device: Device,
    /// The optimisation level that the tests are compiled with
    #[arg(long, value_name = "LEVEL", default_value = "-O0", allow_hyphen_values = true)]
    opt: String,
    /// Compile one source file of N, chosen by the seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    sample: Option<u32>,
    /// The seed of the choice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// The number of compilers that run at a time [default: one per processor, if there are 3 GiB of memory
    /// for each]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,
    /// The largest number of source files in a program; larger ones are built and run in parts
    #[arg(long, value_name = "N", default_value_t = program::MOST_FILES)]
    part_files: NonZeroUsize,
    /// How long a test program may take, in seconds
    #[arg(long, value_name = "S", default_value_t = 900)]
    time_limit: u64,
    /// Build and run programs again that have a result
    #[arg(long)]
    again: bool,
    /// Only test programs that have been built
    #[arg(long)]
    no_build: bool,
    /// Keep objects and programs after they have run
    #[arg(long)]
    keep: bool,
    /// Write the table into this file, in the place of an earlier one of this configuration [default: print
    /// it]
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// End after this many seconds; unfinished programs are left for the next run
    #[arg(long, value_name = "S")]
    stop_after: Option<u64>,
    /// Only make a folder, with archives DIR.tar.xz and DIR-llvm.tar.xz, for a machine without LLVM: its
    /// `DIR/run` takes categories and options of this command
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    /// Only read the file `results` of a pack that has been run, and make the table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "pack"])]
    import: Option<PathBuf>,
    /// A pack, which contains this program
    #[arg(long, value_name = "DIR", hide = true, conflicts_with_all = ["suite", "pack", "import"])]
    packed: Option<PathBuf>,
}

/// Runs the subcommand; its exit status is 1 when a test failed or did not compile.
pub fn main(options: &Options) -> Result<ExitCode> {
    if let Some(file) = &options.import {
        let theirs = Results::open(file)?;
        ensure!(!theirs.configuration.is_empty(), "{} has no results", file.display());
        let mut ours = Results::open(&folder_of(&theirs.configuration)?.join(RESULTS))?;
        ours.merge(&theirs)?;
        return report(&ours, options);
    }
    let (plan, dir) = match &options.packed {
        Some(pack) => {
            let pack = fs::canonicalize(pack)?;
            let (scythe, headers) = pack::compiler(&pack);
            build::precompile_headers(&scythe, &headers)?;
            (pack::plan(&pack)?, pack)
        }
        None => planned(options)?,
    };
    if options.pack.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut results = Results::open(&dir.join(RESULTS))?;
    results.describe(&plan.configuration, &plan.heading)?;
    let programs = chosen(&plan.programs, &options.categories)?.into_iter();
    let mut programs: Vec<Program> =
        programs.flat_map(|program| program.divided(options.part_files)).collect();
    programs.retain(|program| options.again || results.of(&program.label()).is_none());
    let plan = Plan { programs, ..plan };
    let environment = Environment::new(options, plan.device)?;
    let (build, logs) = (dir.join(BUILD), dir.join("logs"));
    let (jobs, keep) = (suite::jobs(options), options.keep);
    Work { plan: &plan, build, logs, jobs, environment: &environment, keep }.run(&mut results)?;
    eprintln!("results: {}", dir.join(RESULTS).display());
    report(&results, options)
}

/// The file of results in a configuration's folder.
const RESULTS: &str = "results";

/// Configures the suite and reads its plan; packs it if requested.
fn planned(options: &Options) -> Result<(Plan, PathBuf)> {
    ensure!(options.opt.starts_with("-O"), "{} is no optimisation level", options.opt);
    if !options.no_build {
        setup::ensure()?;
        build::release()?;
    }
    let suite = Suite::open(options.suite.as_deref().context("no suite")?, &configurations())?;
    let configuration = configuration(options);
    let dir = folder_of(&configuration)?;
    suite.configure(&dir, options)?;
    let programs = chosen(&suite.programs(&dir)?, &options.categories)?;
    suite.build_libraries(&dir, &programs, suite::jobs(options))?;
    let heading = suite.heading(options)?;
    let plan = Plan { configuration, heading, device: options.device, commit: commit()?, programs };
    if let Some(to) = &options.pack {
        pack::make(to, &suite, &dir, plan.clone())?;
    }
    Ok((plan, dir))
}

/// The folder of all configurations.
fn configurations() -> PathBuf {
    workspace::target_dir().join("conformance")
}

/// The folder of a configuration.
fn folder_of(configuration: &str) -> Result<PathBuf> {
    let dir = configurations().join(configuration);
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    Ok(dir)
}

/// Shows results, or writes them into a page.
fn report(results: &Results, options: &Options) -> Result<ExitCode> {
    let table = results.table();
    match &options.table {
        Some(file) => results::insert(file, &results.configuration, &table)?,
        None => println!("{table}"),
    }
    let sum = results.sum();
    println!("{} passed, {} failed, {} skipped", sum.passed, sum.bad(), sum.skipped);
    Ok(if sum.bad() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Identifies the configuration of results.
fn configuration(options: &Options) -> String {
    let mode = if options.full { "full" } else { "light" };
    let extensions = if options.extensions { "-extensions" } else { "" };
    let sample = options.sample.map(|n| format!("-sample{n}-seed{}", options.seed));
    let (device, opt) = (options.device.name(), &options.opt);
    format!("{device}-{mode}{extensions}{opt}{}", sample.unwrap_or_default())
}

/// The programs that the command line names, in its order.
fn chosen(programs: &[Program], categories: &[String]) -> Result<Vec<Program>> {
    if categories.is_empty() {
        return Ok(programs.to_vec());
    }
    let mut found: Vec<Program> = Vec::new();
    for category in categories {
        let of = programs.iter().filter(|program| program.is_of(category)).collect::<Vec<_>>();
        ensure!(!of.is_empty(), "the suite has no category and no program {category}");
        let new = of.into_iter().filter(|program| !found.contains(program)).cloned();
        found.extend(new.collect::<Vec<_>>());
    }
    Ok(found)
}

/// The environment of test programs.
pub struct Environment {
    opencl: Option<Implementations>,
    device: Device,
    time_limit: u64,
    stop: Option<Instant>,
}

impl Environment {
    fn new(options: &Options, device: Device) -> Result<Self> {
        let opencl = (device == Device::Opencl).then(Implementations::ensure).transpose()?;
        let stop = options.stop_after.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        Ok(Self { opencl, device, time_limit: options.time_limit, stop })
    }

    /// The remaining time in seconds, if it is limited.
    fn seconds_left(&self) -> Option<u64> {
        let left = self.stop?.saturating_duration_since(Instant::now());
        // One second later, so that the time is over when a limit ends a program.
        Some(left.as_secs() + 1)
    }

    /// Whether the time is over.
    fn is_late(&self) -> bool {
        self.stop.is_some_and(|stop| Instant::now() >= stop)
    }

    /// A command that runs a test program and ends it when it takes too long.
    fn command(&self, program: &Path) -> Command {
        let limit = self.seconds_left().map_or(self.time_limit, |left| left.min(self.time_limit));
        let mut command = Command::new("timeout");
        command.arg("--kill-after=10").arg(limit.to_string()).arg(program);
        command.env("SCYTHE_DEVICES", self.device.name());
        if let Some(opencl) = &self.opencl {
            opencl.show(&mut command);
        }
        command
    }
}

/// The commit that is tested, for the table.
fn commit() -> Result<String> {
    let mut git = Command::new("git");
    let text =
        step::output(git.current_dir(workspace::root()).args(["rev-parse", "--short", "HEAD"]))?;
    Ok(text.trim().to_owned())
}
