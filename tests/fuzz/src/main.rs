//! `scythe-fuzz`: checks random kernels. `cargo xtask fuzz` is the usual way to call it.

#![forbid(unsafe_code)]

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Parser, Subcommand};
use scythe_console::OutputError;
use scythe_fuzz::campaign::{self, Plan, case_of};
use scythe_fuzz::check::check;
use scythe_fuzz::execute::module_text;
use scythe_fuzz::mutate;
use scythe_fuzz::setting::{Device, Features};
use scythe_fuzz::spirv;
use scythe_fuzz::trial::{read_case, shrink_file, status_of};

/// Checks random kernels: lowered and executed, against an interpreter.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: Options,
}

#[derive(Args)]
struct Options {
    /// Check this many kernels [default: 1000, or as many as there is time for]
    #[arg(long)]
    kernels: Option<u64>,
    /// Stop after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// The first seed; the others follow [default: taken from the clock]
    #[arg(long)]
    seed: Option<u64>,
    /// Processes at a time [default: one per processor]
    #[arg(long)]
    jobs: Option<usize>,
    /// Features to leave out, separated by commas
    #[arg(long, default_value = "")]
    without: String,
    /// What runs kernels: cpu, or opencl for SPIR-V on the first driver that takes it
    #[arg(long, default_value_t)]
    device: Device,
    /// Where failing kernels are written
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
}

#[derive(Args)]
struct Mutate {
    /// Try this many inputs [default: 1000, or as many as there is time for]
    #[arg(long)]
    inputs: Option<u64>,
    /// Stop after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// The first seed; the others follow [default: taken from the clock]
    #[arg(long)]
    seed: Option<u64>,
    /// Processes at a time [default: one per processor]
    #[arg(long)]
    jobs: Option<usize>,
    /// The folder of filetests, which are changed
    #[arg(long, default_value = "tests/filetests")]
    corpus: PathBuf,
    /// The folder of the tools
    #[arg(long, default_value = "target/release")]
    tools: PathBuf,
    /// Where inputs that a tool fails on are written
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Print the kernel of a seed, once for every setting
    Show {
        /// The seed
        #[arg(long)]
        seed: u64,
        /// Features to leave out
        #[arg(long, default_value = "")]
        without: String,
        /// What runs it
        #[arg(long, default_value_t)]
        device: Device,
    },
    /// Check a case that was written to a file
    Check {
        /// The file, `seed-….json`
        file: PathBuf,
        /// The builtins for SPIR-V [default: compiled anew]
        #[arg(long)]
        builtins: Option<PathBuf>,
    },
    /// Make a failing case smaller, in place
    Shrink {
        /// The file, `seed-….json`
        file: PathBuf,
        /// The time limit
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// Run the tools on changed filetests: they may reject them, but neither crash nor hang
    Mutate(Mutate),
    /// Check seeds in this process (the workers of a campaign)
    #[command(hide = true)]
    Work {
        #[arg(long)]
        first: u64,
        #[arg(long)]
        count: u64,
        #[arg(long, default_value = "")]
        without: String,
        #[arg(long, default_value_t)]
        device: Device,
        #[arg(long)]
        builtins: PathBuf,
    },
}

fn main() -> ExitCode {
    let cli: Cli = match scythe_console::parse("scythe-fuzz", std::env::args_os()) {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let result = match cli.command {
        None => run(&cli.options),
        Some(Command::Show { seed, without, device }) => show(seed, &without, device),
        Some(Command::Check { file, builtins }) => check_file(&file, builtins),
        Some(Command::Shrink { file, seconds }) => shrink(&file, seconds),
        Some(Command::Mutate(options)) => mutate(&options),
        Some(Command::Work { first, count, without, device, builtins }) => {
            spirv::use_builtins(&builtins);
            work(first, count, &without, device)
        }
    };
    result.unwrap_or_else(|error| {
        scythe_console::print_error(format_args!("scythe-fuzz: error: {error}"));
        ExitCode::FAILURE
    })
}

type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

/// A first seed. Any number is fine, if the next run has another.
fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() * 1_000_000
}

/// Writes a line to standard output.
fn line(text: impl Display) -> Result<(), OutputError> {
    scythe_console::print(format!("{text}\n"))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn mutate(options: &Mutate) -> Outcome {
    let some = if options.seconds.is_some() { u64::MAX } else { 1000 };
    let plan = mutate::Plan {
        seed: options.seed.unwrap_or_else(clock),
        inputs: options.inputs.unwrap_or(some),
        time: options.seconds.map(Duration::from_secs),
        jobs: options.jobs.unwrap_or_else(processors),
        corpus: options.corpus.clone(),
        tools: options.tools.clone(),
        out: options.out.clone(),
    };
    line(format_args!("seeds from {} on", plan.seed))?;
    let tally = mutate::run(&plan)?;
    line(format_args!(
        "{} inputs tried ({} accepted, {} refused), {} failed",
        tally.tried,
        tally.accepted,
        tally.tried - tally.accepted - tally.failed,
        tally.failed
    ))?;
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run(options: &Options) -> Outcome {
    let some = if options.seconds.is_some() { u64::MAX } else { 1000 };
    let plan = Plan {
        seed: options.seed.unwrap_or_else(clock),
        kernels: options.kernels.unwrap_or(some),
        time: options.seconds.map(Duration::from_secs),
        jobs: options.jobs.unwrap_or_else(processors),
        without: options.without.clone(),
        device: options.device,
        out: options.out.clone(),
        program: std::env::current_exe()?,
    };
    line(format_args!("seeds from {} on", plan.seed))?;
    let tally = campaign::run(&plan)?;
    line(format_args!("{} kernels checked, {} failed", tally.checked, tally.failed))?;
    if tally.vectorized > 0 {
        line(format_args!("{} more fail because of the driver's vectorizer", tally.vectorized))?;
    }
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(seed: u64, without: &str, device: Device) -> Outcome {
    let case = case_of(seed, without.parse::<Features>()?, device);
    for setting in &case.settings {
        line(format_args!("; setting: {setting}\n; {:?}", case.kernel.launch))?;
        line(module_text(&case.kernel, setting)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn check_file(file: &Path, builtins: Option<PathBuf>) -> Outcome {
    let case = read_case(file)?;
    if case.settings.iter().any(|setting| setting.device == Device::OpenCl) {
        let make = || {
            let directory = file.parent().unwrap_or(Path::new("."));
            spirv::builtins::make(&std::env::current_exe()?, directory)
        };
        spirv::use_builtins(&builtins.map_or_else(make, Ok)?);
    }
    match check(&case) {
        Ok(()) => {
            line("passed")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            line(&failure)?;
            Ok(ExitCode::from(status_of(&failure)))
        }
    }
}

fn shrink(file: &Path, seconds: u64) -> Outcome {
    let program = std::env::current_exe()?;
    match shrink_file(&program, file, Duration::from_secs(seconds))? {
        Some(left) => line(format_args!("{left} statements left"))?,
        None => line("it does not fail")?,
    }
    Ok(ExitCode::SUCCESS)
}

fn work(first: u64, count: u64, without: &str, device: Device) -> Outcome {
    campaign::work(first, count, without.parse::<Features>()?, device)?;
    Ok(ExitCode::SUCCESS)
}
