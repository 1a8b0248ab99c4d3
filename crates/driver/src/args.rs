//! The parsed command line.

mod queries;
#[cfg(test)]
mod tests;
mod warnings;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use scythe_clang_options::OptionError;
use scythe_pipeline::family::Target;
use scythe_pipeline::hostdev::HostdevOptions;
use scythe_pipeline::mlir::RemarkKind;
use scythe_pipeline::stage::{ALL, Stage};
use scythe_targets::registry::{self, FAMILIES};

use crate::error::DriverError;
use crate::flags::Flag;
use crate::foreign::{self, Foreign};
use crate::hostdev;
pub use crate::input::Input;
use warnings::OwnWarnings;
pub use warnings::Severity;

/// The command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// Questions such as `-dumpmachine`, which clang answers.
    AskClang,
    /// `--emit=<stage>`
    Emit(Stage),
    /// `--precompile-headers`
    PrecompileHeaders,
    /// Compile, link, or both.
    Build,
}

/// Where compilation stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A single run of clang whose output is the result: `-E`, `-M`, `--analyze`.
    OneRun,
    /// `-fsyntax-only`
    Check,
    /// `-S`
    Assembly,
    /// `-c`
    Object,
    /// The default.
    Link,
}

/// Where intermediate files are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveTemps {
    /// In the current directory.
    Here,
    /// Beside the output.
    BesideOutput,
}

/// An option with its values, or a file, in the order of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A file.
    Input(Input),
    /// A flag with its values.
    Flag(Flag),
}

/// A whole command line.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// What to do.
    pub action: Action,
    /// How far to go.
    pub phase: Phase,
    /// Files and flags in the order given, without those the driver consumes.
    pub items: Vec<Item>,
    /// `-o`
    pub output: Option<PathBuf>,
    /// `--targets`, or the target that `-march` implies.
    pub targets: Vec<Target>,
    /// `-fno-scythe-mlir` leaves MLIR out.
    pub mlir: bool,
    /// `-fno-scythe-pch` has clang read the SYCL header itself.
    pub precompiled: bool,
    /// `-static-libscythe`: the runtime becomes part of the program.
    pub static_runtime: bool,
    /// `-fscythe-hostdev=…`
    pub hostdev: HostdevOptions,
    /// Flags of target families.
    pub family_flags: Vec<String>,
    /// `-fscythe-check`
    pub checked: bool,
    /// `-Rscythe`, `-Rscythe=<kind>`
    pub remarks: Vec<RemarkKind>,
    /// `-Wno-scythe-divergent-barrier` and its siblings
    pub own_warnings: OwnWarnings,
    /// Options of other SYCL compilers.
    pub foreign: Foreign,
    /// `--time-stages`
    pub time_stages: bool,
    /// `--save-temps`
    pub save_temps: Option<SaveTemps>,
    /// `-###`: print commands, run nothing.
    pub dry_run: bool,
    /// `-v`
    pub verbose: bool,
    /// `-parallel-jobs=`: how many sources are compiled at the same time; by default, one for each core.
    pub parallel: Option<NonZeroUsize>,
}

/// Flags with which clang does something other than compile the source, in one run.
const OTHER_ACTIONS: &[&str] = &[
    "--analyze",
    "--precompile",
    "-emit-ast",
    "-extract-api",
    "-fmodule-header",
    "-fmodule-header=",
    "-module-file-info",
    "-rewrite-legacy-objc",
    "-rewrite-objc",
    "-verify-pch",
];

/// Words of the command line that have not been read yet.
struct Words {
    all: Vec<String>,
    next: usize,
}

impl Words {
    fn rest(&self) -> &[String] {
        self.all.get(self.next..).unwrap_or_default()
    }
}

impl Iterator for Words {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let word = self.all.get(self.next).cloned();
        self.next += 1;
        word
    }
}

impl Invocation {
    /// Parses the command line.
    pub fn parse(words: Vec<String>) -> Result<Self, DriverError> {
        let mut this = Self {
            action: Action::Build,
            phase: Phase::Link,
            items: Vec::new(),
            output: None,
            targets: Vec::new(),
            mlir: true,
            precompiled: true,
            static_runtime: false,
            hostdev: HostdevOptions::all(),
            family_flags: Vec::new(),
            checked: false,
            remarks: Vec::new(),
            own_warnings: OwnWarnings::default(),
            foreign: Foreign::default(),
            time_stages: false,
            save_temps: None,
            dry_run: false,
            verbose: false,
            parallel: None,
        };
        let mut words = Words { all: words, next: 0 };
        let mut language: Option<String> = None;
        let mut targets = None;
        let mut wrong = Vec::new();
        while let Some(word) = words.next() {
            if word == "--" {
                for path in words.by_ref() {
                    this.items.push(Item::Input(Input { path, language: language.clone() }));
                }
                break;
            }
            if word == "-" || !word.starts_with('-') {
                this.items.push(Item::Input(Input { path: word, language: language.clone() }));
                continue;
            }
            let word = foreign::replaced(word);
            if let Some(value) = word.strip_prefix("--targets=") {
                targets = Some(registry::parse(value)?);
            } else if word == "-fp-model" {
                let model = foreign::value(&word, &mut words)?;
                this.push(foreign::fp_model(&model))?;
            } else if let Some(named) = foreign::targets(&word)? {
                targets = Some(named);
            } else if let Some(value) = word.strip_prefix("--emit=") {
                this.action = Action::Emit(stage(value)?);
            } else if let Some(value) = word.strip_prefix("-Rscythe=") {
                this.remarks.push(remark_kind(value)?);
            } else if let Some(value) = word.strip_prefix("-parallel-jobs=") {
                this.parallel = Some(parallel_jobs(value)?);
            } else if is_family_flag(&word)? {
                this.family_flags.push(word);
            } else if !hostdev::take(&mut this.hostdev, &word)?
                && !this.own_flag(&word)
                && !this.foreign.take(&word, &mut words)?
            {
                let all: Vec<String> = [word].into_iter().chain(words.rest().to_vec()).collect();
                match scythe_clang_options::parse(&all) {
                    Ok(option) => {
                        words.next += option.words - 1;
                        this.clang_flag(Flag::new(&all, option), &mut language);
                    }
                    Err(error) => wrong.push(message(&all[0], &error)),
                }
            }
        }
        if !wrong.is_empty() {
            return Err(DriverError::Usage(wrong));
        }
        let targets = match targets {
            Some(targets) => targets,
            None => vec![registry::default_target(this.march())],
        };
        let targets = this.foreign.refined(targets);
        this.targets = match this.foreign_triple() {
            Some(triple) => registry::elsewhere(targets, triple),
            None => targets,
        };
        if this.action == Action::Emit(ALL) {
            this.remarks = RemarkKind::ALL.to_vec();
        }
        if this.checked {
            this.prepare_checks()?;
        }
        this.check()?;
        Ok(this)
    }

    /// Adds a flag of clang's.
    fn push(&mut self, word: String) -> Result<(), DriverError> {
        let words = [word];
        let option = scythe_clang_options::parse(&words)
            .map_err(|error| DriverError::usage(message(&words[0], &error)))?;
        self.items.push(Item::Flag(Flag::new(&words, option)));
        Ok(())
    }

    /// Checked code is compiled without MLIR and host facts, and with line tables for its reports.
    fn prepare_checks(&mut self) -> Result<(), DriverError> {
        self.mlir = false;
        self.hostdev = HostdevOptions::none();
        let debug = self.flags().rev().find(|flag| flag.is_debug_level());
        if debug.is_none_or(|flag| flag.name() == "-g0") {
            self.push("-gline-tables-only".to_owned())?;
        }
        Ok(())
    }

    /// Handles a flag of the driver itself; false if it is none.
    fn own_flag(&mut self, word: &str) -> bool {
        match word {
            "--precompile-headers" => self.action = Action::PrecompileHeaders,
            "--time-stages" => self.time_stages = true,
            "-fscythe-mlir" => self.mlir = true,
            "-fno-scythe-mlir" => self.mlir = false,
            "-static-libscythe" => self.static_runtime = true,
            "-fscythe-check" => self.checked = true,
            "-fno-scythe-check" => self.checked = false,
            "-fscythe-pch" => self.precompiled = true,
            "-fno-scythe-pch" => self.precompiled = false,
            "-Rscythe" => self.remarks = RemarkKind::ALL.to_vec(),
            "-Rno-scythe" => self.remarks.clear(),
            _ => return self.own_warnings.take(word, self.items.len()),
        }
        true
    }

    /// Handles a flag of clang, which may also affect what the driver does.
    fn clang_flag(&mut self, flag: Flag, language: &mut Option<String>) {
        let name = flag.name();
        match name {
            "-o" => self.output = Some(PathBuf::from(flag.value())),
            "-x" => *language = (flag.value() != "none").then(|| flag.value().to_owned()),
            "-help" => self.action = Action::Help,
            "--version" => self.action = Action::Version,
            "-###" => self.dry_run = true,
            "-v" => self.verbose = true,
            "-save-temps=" if flag.value() == "cwd" => self.save_temps = Some(SaveTemps::Here),
            "-save-temps=" if flag.value() == "obj" => {
                self.save_temps = Some(SaveTemps::BesideOutput);
            }
            "-c" => self.stop_at(Phase::Object),
            "-S" => self.stop_at(Phase::Assembly),
            "-fsyntax-only" => self.stop_at(Phase::Check),
            // The runtime is always linked, under its own name.
            "-l" if foreign::is_runtime(flag.value()) => {}
            _ => {
                if matches!(name, "-E" | "-M" | "-MM") || OTHER_ACTIONS.contains(&name) {
                    self.stop_at(Phase::OneRun);
                }
                let bare = name.trim_start_matches('-');
                if ["print-", "dump", "help-", "autocomplete="].iter().any(|q| bare.starts_with(q))
                    && !["dumpdir", "dumpbase"].contains(&bare)
                {
                    self.action = Action::AskClang;
                }
                self.items.push(Item::Flag(flag));
            }
        }
    }

    /// The earliest phase that was requested wins, as in clang.
    fn stop_at(&mut self, phase: Phase) {
        let order = |p: Phase| match p {
            Phase::OneRun => 0,
            Phase::Check => 1,
            Phase::Assembly => 2,
            Phase::Object => 3,
            Phase::Link => 4,
        };
        if order(phase) < order(self.phase) {
            self.phase = phase;
        }
    }

    fn check(&self) -> Result<(), DriverError> {
        if matches!(self.action, Action::Help | Action::Version | Action::AskClang) {
            return Ok(());
        }
        if self.action == Action::PrecompileHeaders {
            return match self.inputs().next() {
                None => Ok(()),
                Some(input) => Err(DriverError::usage(format!(
                    "--precompile-headers takes no files, but was given '{}'",
                    input.path
                ))),
            };
        }
        let sources = self.inputs().filter(|input| input.is_source()).count();
        if self.inputs().next().is_none() {
            // Build systems use `-v` alone to ask which compiler this is.
            if self.verbose || self.dry_run {
                return Ok(());
            }
            return Err(DriverError::usage("no input files"));
        }
        let missing: Vec<String> = self.inputs().filter_map(Input::missing).collect();
        if !missing.is_empty() {
            return Err(DriverError::Usage(missing));
        }
        if self.inputs().any(|input| input.path == "-" && input.language.is_none())
            && self.phase != Phase::OneRun
        {
            return Err(DriverError::usage("-E or -x required when input is from standard input"));
        }
        if matches!(self.action, Action::Emit(_)) && sources != 1 {
            return Err(DriverError::usage("--emit needs exactly one source file"));
        }
        if self.output.is_some() && self.phase != Phase::Link && sources > 1 {
            return Err(DriverError::usage(
                "cannot specify -o when generating multiple output files",
            ));
        }
        Ok(())
    }
}

/// clang's message about an unknown option or a missing value.
fn message(word: &str, error: &OptionError) -> String {
    match error {
        OptionError::Unknown { nearest: Some(nearest) } => {
            format!("unknown argument '{word}'; did you mean '{nearest}'?")
        }
        OptionError::Unknown { nearest: None } => format!("unknown argument: '{word}'"),
        OptionError::MissingValues(count) => {
            let s = if *count == 1 { "" } else { "s" };
            format!("argument to '{word}' is missing (expected {count} value{s})")
        }
    }
}

fn parallel_jobs(value: &str) -> Result<NonZeroUsize, DriverError> {
    value.parse().map_err(|_| {
        DriverError::usage(format!(
            "invalid value '{value}' in '-parallel-jobs={value}': a number of at least 1 is needed"
        ))
    })
}

fn remark_kind(name: &str) -> Result<RemarkKind, DriverError> {
    RemarkKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let known: Vec<&str> = RemarkKind::ALL.iter().map(|kind| kind.name()).collect();
        let known = known.join(", ");
        DriverError::usage(format!("unknown remark '{name}' in -Rscythe={name} (known: {known})"))
    })
}

/// Whether a word is a flag of a target family.
fn is_family_flag(word: &str) -> Result<bool, DriverError> {
    for family in FAMILIES {
        if family.check_flag(word)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn stage(name: &str) -> Result<Stage, DriverError> {
    let all = registry::stages();
    if let Some(stage) = all.iter().find(|stage| stage.name == name) {
        return Ok(*stage);
    }
    let known: Vec<&str> = all.iter().map(|stage| stage.name).collect();
    let known = known.join(", ");
    Err(DriverError::usage(format!("unknown stage '{name}' in --emit={name} (known: {known})")))
}
