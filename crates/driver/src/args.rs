//! The command line, understood.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use scythe_pipeline::attributes::WorkItemOptions;
use scythe_pipeline::hostdev::HostdevOptions;
use scythe_pipeline::mlir::{MlirOptions, RemarkKind};
use scythe_pipeline::{Effort, Stage};

use crate::device_targets::{self, DeviceTarget, Family};
use crate::diagnostics;
use crate::error::DriverError;
use crate::flags::{self, Scope};
use crate::foreign::{self, Foreign};
use crate::hostdev;

/// What the user wants.
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
    /// `-E`, `-M`, `-MM`: one run of clang does it.
    Preprocess,
    /// `-fsyntax-only`
    Check,
    /// `-S`
    Assembly,
    /// `-c`
    Object,
    /// The default.
    Link,
}

/// A word or two of the command line, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A file.
    Input(Input),
    /// A flag with its value, if that is a word of its own.
    Flag(Vec<String>),
}

/// A file on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path as given; `-` is standard input.
    pub path: String,
    /// The language `-x` gave it.
    pub language: Option<String>,
}

impl Input {
    /// Whether this is C++ that may hold SYCL code.
    pub fn is_cxx(&self) -> bool {
        if let Some(language) = &self.language {
            return language == "c++" || language == "c++-cpp-output";
        }
        const EXTENSIONS: &[&str] = &[
            "cpp", "cc", "cxx", "c++", "C", "cp", "CPP", "CC", "CXX", "C++", "ii", "c", "i", "sycl",
        ];
        extension(&self.path).is_some_and(|e| EXTENSIONS.contains(&e))
    }

    /// Whether clang compiles it into something, as opposed to handing it to the linker.
    pub fn is_source(&self) -> bool {
        const OTHER: &[&str] = &[
            "ll", "bc", "s", "S", "sx", "m", "mm", "M", "f", "f90", "cppm", "ixx", "h", "hpp",
            "hh", "hxx", "cu", "cl",
        ];
        self.is_cxx()
            || self.language.is_some()
            || extension(&self.path).is_some_and(|e| OTHER.contains(&e))
    }

    /// The file name without its extension: what outputs are called by default.
    pub fn stem(&self) -> String {
        if self.path == "-" {
            return "-".to_owned();
        }
        Path::new(&self.path)
            .file_stem()
            .map_or_else(|| "a".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }
}

fn extension(path: &str) -> Option<&str> {
    Path::new(path).extension().and_then(|e| e.to_str())
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
    /// `--targets`, or what follows from `-march`.
    pub targets: Vec<DeviceTarget>,
    /// `-fno-scythe-mlir` switches the road through MLIR off.
    pub mlir: bool,
    /// `-fno-scythe-pch` has clang read the SYCL header itself.
    pub precompiled: bool,
    /// `-fscythe-hostdev=…`
    pub hostdev: HostdevOptions,
    /// `-fscythe-sub-group-size=`, `-fscythe-lockstep`
    pub work_items: WorkItemOptions,
    /// `-Rscythe`, `-Rscythe=<kind>`
    pub remarks: Vec<RemarkKind>,
    /// `-Wno-scythe-divergent-barrier`
    pub divergent_barriers: bool,
    /// What was said to other compilers.
    pub foreign: Foreign,
    /// `--time-stages`
    pub time_stages: bool,
    /// `--save-temps`
    pub save_temps: bool,
    /// `-###`: print commands, run nothing.
    pub dry_run: bool,
    /// `-v`
    pub verbose: bool,
}

/// Flags that ask clang about itself.
const QUESTIONS: &[&str] = &["-dumpversion", "-dumpmachine", "-dumpspecs"];

impl Invocation {
    /// Understands the command line.
    pub fn parse(words: Vec<String>) -> Result<Self, DriverError> {
        let mut this = Self {
            action: Action::Build,
            phase: Phase::Link,
            items: Vec::new(),
            output: None,
            targets: Vec::new(),
            mlir: true,
            precompiled: true,
            hostdev: HostdevOptions::all(),
            work_items: WorkItemOptions::default(),
            remarks: Vec::new(),
            divergent_barriers: true,
            foreign: Foreign::default(),
            time_stages: false,
            save_temps: false,
            dry_run: false,
            verbose: false,
        };
        let mut language: Option<String> = None;
        let mut targets = None;
        let mut words = words.into_iter();
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
            if let Some(value) = joined_value(&word, "-o") {
                this.output = Some(PathBuf::from(required(value, &mut words, "-o", "a file")?));
            } else if let Some(value) = joined_value(&word, "-x") {
                let name = required(value, &mut words, "-x", "a language")?;
                language = (name != "none").then_some(name);
            } else if let Some(value) = word.strip_prefix("--targets=") {
                targets = Some(device_targets::parse(value)?);
            } else if word == "-fp-model" {
                let model = required(None, &mut words, "-fp-model", "a model")?;
                this.items.push(Item::Flag(vec![foreign::fp_model(&model)]));
            } else if let Some(named) = foreign::targets(&word)? {
                targets = Some(named);
            } else if let Some(value) = word.strip_prefix("--emit=") {
                this.action = Action::Emit(stage(value)?);
            } else if let Some(value) = word.strip_prefix("-fscythe-sub-group-size=") {
                this.work_items.sub_group_size = Some(sub_group_size(value)?);
            } else if let Some(value) = word.strip_prefix("-Rscythe=") {
                this.remarks.push(remark_kind(value)?);
            } else if !hostdev::take(&mut this.hostdev, &word)?
                && !this.own_flag(&word)
                && !this.foreign.take(&word, &mut words)?
            {
                this.clang_flag(word, &mut words)?;
            }
        }
        this.targets = match targets {
            Some(targets) => targets,
            None => vec![DeviceTarget::cpu(this.march().unwrap_or(scythe_targets::cpu::NATIVE))],
        };
        this.check()?;
        Ok(this)
    }

    /// Takes a flag that is the driver's own or decides what it does.
    fn own_flag(&mut self, word: &str) -> bool {
        match word {
            "--help" | "-help" => self.action = Action::Help,
            "--version" => self.action = Action::Version,
            "--precompile-headers" => self.action = Action::PrecompileHeaders,
            "-###" => self.dry_run = true,
            "--save-temps" | "-save-temps" | "-save-temps=cwd" | "-save-temps=obj" => {
                self.save_temps = true;
            }
            "--time-stages" => self.time_stages = true,
            "-v" | "--verbose" => self.verbose = true,
            "-fscythe-mlir" => self.mlir = true,
            "-fno-scythe-mlir" => self.mlir = false,
            "-fscythe-lockstep" => self.work_items.lockstep = true,
            "-fno-scythe-lockstep" => self.work_items.lockstep = false,
            "-fscythe-pch" => self.precompiled = true,
            "-fno-scythe-pch" => self.precompiled = false,
            "-Rscythe" => self.remarks = RemarkKind::ALL.to_vec(),
            "-Rno-scythe" => self.remarks.clear(),
            "-Wscythe-divergent-barrier" => self.divergent_barriers = true,
            "-Wno-scythe-divergent-barrier" => self.divergent_barriers = false,
            "-c" | "--compile" => self.stop_at(Phase::Object),
            "-S" | "--assemble" => self.stop_at(Phase::Assembly),
            "-fsyntax-only" => self.stop_at(Phase::Check),
            _ => return false,
        }
        true
    }

    fn clang_flag(
        &mut self,
        word: String,
        words: &mut impl Iterator<Item = String>,
    ) -> Result<(), DriverError> {
        if matches!(word.as_str(), "-E" | "--preprocess" | "-M" | "-MM") {
            self.stop_at(Phase::Preprocess);
        }
        if QUESTIONS.contains(&word.as_str()) || word.trim_start_matches('-').starts_with("print-")
        {
            self.action = Action::AskClang;
        }
        let mut flag = vec![word];
        if flags::takes_value(&flag[0]) {
            let value = words.next().ok_or_else(|| {
                DriverError::usage(format!(
                    "argument to '{}' is missing (expected 1 value)",
                    flag[0]
                ))
            })?;
            // The runtime is linked anyway, under its own name.
            if flag[0] == "-l" && foreign::is_runtime(&value) {
                return Ok(());
            }
            flag.push(value);
        }
        self.items.push(Item::Flag(flag));
        Ok(())
    }

    /// Does a part of the work, and tells how long it took where that is asked for.
    pub fn stage<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        if self.time_stages {
            eprintln!("  {name:<44}{:>7.3} s", start.elapsed().as_secs_f64());
        }
        result
    }

    /// The earliest phase asked for wins, as in clang.
    fn stop_at(&mut self, phase: Phase) {
        let order = |p: Phase| match p {
            Phase::Preprocess => 0,
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
            // `-v` alone is how build systems ask which compiler this is.
            if self.verbose {
                return Ok(());
            }
            return Err(DriverError::usage("no input files"));
        }
        for input in self.inputs().filter(|input| input.path != "-") {
            if !Path::new(&input.path).exists() {
                return Err(DriverError::usage(format!(
                    "no such file or directory: '{}'",
                    input.path
                )));
            }
        }
        if self.inputs().any(|input| input.path == "-" && input.language.is_none())
            && self.phase != Phase::Preprocess
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

    /// The files, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.items.iter().filter_map(|item| match item {
            Item::Input(input) => Some(input),
            Item::Flag(_) => None,
        })
    }

    /// The flags, in order.
    pub fn flags(&self) -> impl Iterator<Item = &[String]> {
        self.items.iter().filter_map(|item| match item {
            Item::Flag(flag) => Some(flag.as_slice()),
            Item::Input(_) => None,
        })
    }

    /// Words of the flags that pass `keep`.
    pub fn flags_where(&self, keep: impl Fn(&str) -> bool) -> Vec<String> {
        self.flags().filter(|flag| keep(&flag[0])).flatten().cloned().collect()
    }

    /// Words of the flags that pass `keep`, with one level of optimisation at the end: without one, clang has
    /// defaults of its own for some targets.
    fn flags_for_reading(&self, keep: impl Fn(&str) -> bool) -> Vec<String> {
        let levels: Vec<&str> =
            self.flags().map(|flag| flag[0].as_str()).filter(|w| w.starts_with("-O")).collect();
        let settled: Option<Vec<&str>> =
            levels.iter().map(|word| flags::level_for_reading(word)).collect();
        let Some(settled) = settled else { return self.flags_where(keep) };
        let mut words = self.flags_where(|word| keep(word) && !word.starts_with("-O"));
        words.push(settled.last().copied().unwrap_or("-O0").to_owned());
        words
    }

    /// Flags for reading source in the host pass.
    pub fn host_flags(&self) -> Vec<String> {
        self.flags_for_reading(|w| {
            flags::scope(w) != Scope::Link
                && !flags::is_code_generation_only(w)
                && !flags::is_dependency(w)
        })
    }

    /// Flags for reading source in a device pass.
    pub fn device_flags(&self) -> Vec<String> {
        let mut all = self.flags_for_reading(|w| {
            flags::scope(w) != Scope::Link
                && !flags::is_code_generation_only(w)
                && !flags::is_host_only(w)
        });
        all.extend(self.foreign.device.iter().cloned());
        all
    }

    /// What `-fopenmp` comes to in a device pass: both passes have to read the same text.
    pub fn openmp_flags(&self, family: Family) -> &'static [&'static str] {
        match family {
            _ if !self.has_openmp() => &[],
            Family::Cpu => &["-Xclang", "-fopenmp"],
            // clang takes OpenMP's rules for devices to all code then. The version is the last that
            // omp.h does without directives for.
            Family::Spirv64 | Family::Ptx => &["-D_OPENMP=201511", "-Wno-source-uses-openmp"],
        }
    }

    fn has_openmp(&self) -> bool {
        let choice = self.flags().filter_map(|flag| match flag[0].as_str() {
            "-fno-openmp" => Some(false),
            word => (word == "-fopenmp" || word.starts_with("-fopenmp=")).then_some(true),
        });
        choice.last().unwrap_or(false)
    }

    /// Says which flags were ignored, unless the user knows.
    pub fn warn(&self) {
        const QUIET: &[&str] = &["-Wno-unused-command-line-argument", "-Qunused-arguments", "-w"];
        if self.flags().any(|flag| QUIET.contains(&flag[0].as_str())) {
            return;
        }
        for message in self.foreign.warnings() {
            diagnostics::warning(&message, "-Wunused-command-line-argument", self.color());
        }
    }

    /// Flags for turning IR into objects.
    pub fn code_flags(&self) -> Vec<String> {
        self.flags_where(|w| flags::scope(w) == Scope::Everywhere && !w.starts_with("-W"))
    }

    /// The last value of a flag of the form `prefix` + value.
    pub fn last_joined(&self, prefix: &str) -> Option<&str> {
        self.flags().filter_map(|flag| flag[0].strip_prefix(prefix)).last()
    }

    /// The processor of host code, which device code follows unless `--targets` says otherwise.
    fn march(&self) -> Option<&str> {
        self.last_joined("-march=")
    }

    /// Whether any `-O` but `-O0` was given.
    pub fn effort(&self) -> Effort {
        match self.last_joined("-O") {
            None | Some("0") => Effort::None,
            Some(_) => Effort::Full,
        }
    }

    /// How device code goes through MLIR.
    pub fn mlir_options(&self) -> MlirOptions {
        let color = self.color();
        MlirOptions {
            enabled: self.mlir,
            always: false,
            remarks: self.remarks.clone(),
            report: Rc::new(move |remark| diagnostics::remark(remark, color)),
            divergent: Rc::new(|_| {}),
            drop_debug_info: self.wants_lines(),
        }
    }

    /// Whether remarks need line numbers that the user did not ask for otherwise.
    pub fn wants_lines(&self) -> bool {
        self.remarks.contains(&RemarkKind::MemoryAccess) && !self.has_lines()
    }

    /// Whether the user asked for line numbers.
    fn has_lines(&self) -> bool {
        let debug =
            self.flags().map(|flag| flag[0].as_str()).filter(|word| is_debug_flag(word)).last();
        debug.is_some_and(|word| word != "-g0")
    }

    /// Whether barriers that some work-items do not come to are worth a warning.
    pub fn warns_of_divergent_barriers(&self) -> bool {
        let quiet = |flag: &[String]| matches!(flag[0].as_str(), "-w" | "-Wno-everything");
        self.divergent_barriers && !self.flags().any(|flag| quiet(flag))
    }

    /// Whether diagnostics are coloured: the user's choice, or what standard error is.
    pub fn color(&self) -> bool {
        let choice = self.flags().filter_map(|flag| match flag[0].as_str() {
            "-fcolor-diagnostics" | "-fdiagnostics-color" | "-fdiagnostics-color=always" => {
                Some(true)
            }
            "-fno-color-diagnostics" | "-fno-diagnostics-color" | "-fdiagnostics-color=never" => {
                Some(false)
            }
            _ => None,
        });
        choice.last().unwrap_or_else(|| std::io::stderr().is_terminal())
    }

    /// The value of a flag whose value is joined or the next word.
    pub fn value_of(&self, name: &str) -> Option<&str> {
        self.flags()
            .filter_map(|flag| match flag {
                [only] => only.strip_prefix(name).filter(|v| !v.is_empty()),
                [first, value] if first == name => Some(value.as_str()),
                _ => None,
            })
            .last()
    }

    /// Whether a flag of exactly this word was given.
    pub fn has(&self, word: &str) -> bool {
        self.flags().any(|flag| flag[0] == word)
    }
}

/// The value joined to a short flag; none where the value is the next word, and no match for longer
/// flags that merely begin alike (`-objc`).
fn joined_value(word: &str, flag: &str) -> Option<Option<String>> {
    let rest = word.strip_prefix(flag)?;
    if rest.is_empty() {
        return Some(None);
    }
    let known_longer = ["-object", "-objc", "-xray", "-xhip", "-xcuda"];
    if known_longer.iter().any(|longer| word.starts_with(longer)) {
        return None;
    }
    Some(Some(rest.to_owned()))
}

fn required(
    joined: Option<String>,
    words: &mut impl Iterator<Item = String>,
    flag: &str,
    what: &str,
) -> Result<String, DriverError> {
    joined
        .or_else(|| words.next())
        .ok_or_else(|| DriverError::usage(format!("argument to '{flag}' is missing ({what})")))
}

/// Whether a flag says how much debug information there is to be.
fn is_debug_flag(word: &str) -> bool {
    let levels = ["-g", "-g0", "-g1", "-g2", "-g3", "-gline-tables-only", "-gline-directives-only"];
    levels.contains(&word) || word.starts_with("-ggdb") || word.starts_with("-gdwarf")
}

/// The size of sub-groups that `-fscythe-sub-group-size=` names.
fn sub_group_size(value: &str) -> Result<u32, DriverError> {
    let sizes = scythe_targets::cpu::SUB_GROUP_SIZES;
    let known = |size: &u32| sizes.contains(&u64::from(*size));
    value.parse().ok().filter(known).ok_or_else(|| {
        let all: Vec<String> = sizes.iter().map(u64::to_string).collect();
        DriverError::usage(format!(
            "'{value}' in '-fscythe-sub-group-size={value}' is no size that sub-groups can have \
             (there are {})",
            all.join(", ")
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

fn stage(name: &str) -> Result<Stage, DriverError> {
    if let Some(stage) = Stage::from_name(name) {
        return Ok(stage);
    }
    let known: Vec<&str> = Stage::ALL.iter().map(|stage| stage.name()).collect();
    let known = known.join(", ");
    if Stage::LATER.contains(&name) {
        return Err(DriverError::usage(format!(
            "--emit={name} is not available in this version (available: {known})"
        )));
    }
    Err(DriverError::usage(format!("unknown stage '{name}' in --emit={name} (known: {known})")))
}

#[cfg(test)]
mod tests;
