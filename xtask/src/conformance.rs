//! `cargo xtask conformance`: the SYCL conformance suite (SYCL-CTS), configured by its own CMake.
//!
//! The suite is built and run program by program, so that memory and disk are bounded, and what came out of each is
//! written down at once: a run that was interrupted goes on where it was. Programs that crash or hang are run again
//! case by case. The suite's folder is only read; what it does not know about Scythe yet is in `suite.rs`.

mod cases;
mod program;
mod results;
mod suite;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use crate::build;
use crate::opencl::Implementations;
use crate::setup;
use crate::step;
use crate::workspace;

use program::Program;
use results::Results;
use suite::Suite;

/// Options of `cargo xtask conformance`.
#[derive(Args)]
pub struct Options {
    /// The suite's folder: a checkout of SYCL-CTS with its submodules
    #[arg(long, value_name = "DIR")]
    suite: PathBuf,
    /// Only these categories (folders of the suite's `tests`) or programs [default: all]
    categories: Vec<String>,
    /// All types and shapes, as a submission needs them, instead of the light mode
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
    /// How many compilers run at a time [default: as many as there are processors and 3 GiB of memory for each]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,
    /// How long a test program may take, in seconds
    #[arg(long, value_name = "S", default_value_t = 900)]
    time_limit: u64,
    /// Build and run again what has a result already
    #[arg(long)]
    again: bool,
    /// Keep objects and programs after they have run
    #[arg(long)]
    keep: bool,
    /// Write the table into this file, between the marks of this configuration [default: print it]
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// Where tests run.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// The host's processors, native code
    #[default]
    Cpu,
    /// The first OpenCL device that takes SPIR-V
    Opencl,
    /// The first NVIDIA GPU
    Cuda,
}

impl Device {
    /// As `SCYTHE_DEVICES` has it.
    fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Opencl => "opencl",
            Self::Cuda => "cuda",
        }
    }

    /// For `--targets`. Tests ask for devices in their own ways, so there is always code for the CPU.
    fn targets(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Opencl => "cpu,spirv64",
            Self::Cuda => "cpu,ptx",
        }
    }
}

/// Runs the subcommand; its exit status is 1 when a test failed or did not compile.
pub fn main(options: &Options) -> Result<ExitCode> {
    ensure!(options.opt.starts_with("-O"), "{} is no optimisation level", options.opt);
    setup::ensure()?;
    build::release()?;
    let suite = Suite::open(&options.suite)?;
    let configuration = configuration(options);
    let dir = workspace::target_dir().join("conformance").join(&configuration);
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    suite.configure(&dir, options)?;
    let programs = chosen(&suite.programs(&dir)?, &options.categories)?;
    let mut results = Results::open(&dir.join("results"))?;
    let mut environment = Environment::new(options)?;
    let total = programs.len();
    for (number, program) in programs.iter().enumerate() {
        let place = format!("[{}/{total}] {}", number + 1, program.name());
        if let (Some(known), false) = (results.of(program.name()), options.again) {
            eprintln!("==> {place}: {known} ({})", known.commit);
            continue;
        }
        eprintln!("==> {place}: {} files", program.files());
        let outcome = program.check(&suite, &dir, options, &mut environment)?;
        eprintln!("==> {place}: {outcome}");
        results.add(program.name(), outcome)?;
        if !options.keep {
            program.remove(&dir);
        }
    }
    let table = results.table(&programs, &suite.heading(options)?);
    match &options.table {
        Some(file) => results::insert(file, &configuration, &table)?,
        None => println!("{table}"),
    }
    let sum = results.sum(&programs);
    eprintln!("results: {}", dir.join("results").display());
    println!("{} passed, {} failed, {} skipped", sum.passed, sum.bad(), sum.skipped);
    Ok(if sum.bad() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What tells results of one configuration from those of another.
fn configuration(options: &Options) -> String {
    let mode = if options.full { "full" } else { "light" };
    let extensions = if options.extensions { "-extensions" } else { "" };
    let sample = options.sample.map(|n| format!("-sample{n}-seed{}", options.seed));
    let (device, opt) = (options.device.name(), &options.opt);
    format!("{device}-{mode}{extensions}{opt}{}", sample.unwrap_or_default())
}

/// The programs that the command line names.
fn chosen(programs: &[Program], categories: &[String]) -> Result<Vec<Program>> {
    for category in categories {
        ensure!(
            programs.iter().any(|program| program.is_of(category)),
            "the suite has no category and no program {category}"
        );
    }
    let wanted = |program: &&Program| {
        categories.is_empty() || categories.iter().any(|category| program.is_of(category))
    };
    Ok(programs.iter().filter(wanted).cloned().collect())
}

/// What test programs run with.
pub struct Environment {
    opencl: Option<Implementations>,
    device: Device,
    time_limit: u64,
}

impl Environment {
    fn new(options: &Options) -> Result<Self> {
        let opencl =
            (options.device == Device::Opencl).then(Implementations::ensure).transpose()?;
        Ok(Self { opencl, device: options.device, time_limit: options.time_limit })
    }

    /// A command that runs a test program and ends it when it takes too long.
    fn command(&self, program: &std::path::Path) -> Command {
        let mut command = Command::new("timeout");
        command.arg("--kill-after=10").arg(self.time_limit.to_string()).arg(program);
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
