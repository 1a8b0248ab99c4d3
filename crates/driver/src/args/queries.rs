//! Queries of passes and stages about a command line.

use std::cell::RefCell;
use std::io::IsTerminal;

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use scythe_pipeline::Effort;
use scythe_pipeline::mlir::{MlirOptions, Remark, RemarkKind};

use super::{Input, Invocation, Item, SaveTemps};
use crate::diagnostics;
use crate::flags::{Flag, Scope};
use crate::messages::Messages;

impl Invocation {
    /// Runs a part of the work, and reports its duration with `--time-stages`.
    pub fn stage<T>(&self, name: &str, messages: &Messages, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        if self.time_stages {
            messages.line(format_args!("  {name:<44}{:>7.3} s", start.elapsed().as_secs_f64()));
        }
        result
    }

    /// The files, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.items.iter().filter_map(|item| match item {
            Item::Input(input) => Some(input),
            Item::Flag(_) => None,
        })
    }

    /// The flags, in order.
    pub fn flags(&self) -> impl DoubleEndedIterator<Item = &Flag> {
        self.items.iter().filter_map(|item| match item {
            Item::Flag(flag) => Some(flag),
            Item::Input(_) => None,
        })
    }

    /// Words of the flags that pass `keep`.
    pub fn flags_where(&self, keep: impl Fn(&Flag) -> bool) -> Vec<String> {
        self.flags().filter(|flag| keep(flag)).flat_map(|flag| flag.words.iter().cloned()).collect()
    }

    /// The words of the flags that pass `keep`, with exactly one optimisation level at the end: without one,
    /// clang's default differs between targets.
    fn flags_for_reading(&self, keep: impl Fn(&Flag) -> bool) -> Vec<String> {
        let levels = self.flags().filter(|flag| flag.is_level());
        let settled: Option<Vec<&str>> = levels.map(Flag::level_for_reading).collect();
        let Some(settled) = settled else { return self.flags_where(keep) };
        let mut words = self.flags_where(|flag| keep(flag) && !flag.is_level());
        words.push(settled.last().copied().unwrap_or("-O0").to_owned());
        words
    }

    /// Flags for reading source in the host pass.
    pub fn host_flags(&self) -> Vec<String> {
        let keeps_lto = self.flags().any(Flag::is_control_flow_integrity);
        self.flags_for_reading(|flag| {
            let kept = keeps_lto && flag.name().starts_with("-flto");
            let generates = flag.is_code_generation_only() && !kept;
            flag.scope() != Scope::Link && !generates && !flag.is_side_file()
        })
    }

    /// Flags for reading source in a device pass.
    pub fn device_flags(&self) -> Vec<String> {
        let mut all = self.flags_for_reading(|flag| {
            flag.scope() != Scope::Link && !flag.is_code_generation_only() && !flag.is_host_only()
        });
        all.extend(self.foreign.device.iter().cloned());
        all
    }

    /// Whether `-fopenmp` is in effect.
    pub fn has_openmp(&self) -> bool {
        let choice = self.flags().rev().find_map(|flag| match flag.name() {
            "-fno-openmp" => Some(false),
            name => matches!(name, "-fopenmp" | "-fopenmp=").then_some(true),
        });
        choice.unwrap_or(false)
    }

    /// Warns about ignored flags.
    pub fn warn(&self) {
        const UNUSED: &str = "unused-command-line-argument";
        if !self.warns(UNUSED) || self.has("-Qunused-arguments") {
            return;
        }
        for message in self.foreign.warnings() {
            diagnostics::warning(&message, Some(UNUSED), self.color());
        }
    }

    /// Whether warnings of this name, which are on by default, are enabled.
    pub fn warns(&self, name: &str) -> bool {
        let choice = self.flags().rev().find_map(|flag| {
            let value = flag.words[0].strip_prefix("-W")?;
            let (wanted, value) = match value.strip_prefix("no-") {
                Some(value) => (false, value),
                None => (true, value),
            };
            (value == name || value == "everything").then_some(wanted)
        });
        !self.has("-w") && choice.unwrap_or(true)
    }

    /// Flags for compiling IR to objects. They include flags for warnings, since the back end issues some,
    /// but not `-Werror`: some of those warnings are about loops that Scythe generates.
    pub fn code_flags(&self) -> Vec<String> {
        self.code_flags_where(|_| true)
    }

    /// Those of the flags for compiling IR to objects that pass `keep`.
    pub fn code_flags_where(&self, keep: impl Fn(&Flag) -> bool) -> Vec<String> {
        self.flags_where(|flag| {
            flag.scope() == Scope::Everywhere
                && !flag.is_side_file()
                && !flag.makes_errors()
                && keep(flag)
        })
    }

    /// The triple of host code.
    pub fn triple(&self) -> String {
        self.named_triple().map_or_else(scythe_llvm::native_triple, str::to_owned)
    }

    /// The triple of the command line.
    pub fn named_triple(&self) -> Option<&str> {
        self.value_of("--target=").or_else(|| self.value_of("-target"))
    }

    /// The triple, if it differs from this machine's.
    pub fn foreign_triple(&self) -> Option<&str> {
        let architecture = |triple: &str| triple.split('-').next().unwrap_or_default().to_owned();
        let own = architecture(&scythe_llvm::native_triple());
        self.named_triple().filter(|triple| architecture(triple) != own)
    }

    /// The processor of host code, which is also the default for device code.
    pub(super) fn march(&self) -> Option<&str> {
        self.value_of("-march=")
    }

    /// Whether any `-O` but `-O0` was given.
    pub fn effort(&self) -> Effort {
        match self.flags().rev().find(|flag| flag.is_level()) {
            Some(level) if level.level_for_reading() != Some("-O0") => Effort::Full,
            _ => Effort::None,
        }
    }

    /// How device code goes through MLIR.
    pub fn mlir_options(&self, messages: &Messages) -> MlirOptions {
        let (color, messages) = (self.color(), messages.clone());
        // Remarks are the same for each target: report them once.
        let said: RefCell<Vec<Remark>> = RefCell::default();
        let report = move |remark: &Remark| {
            if !said.borrow().contains(remark) {
                diagnostics::remark(remark, color, &messages);
                said.borrow_mut().push(remark.clone());
            }
        };
        MlirOptions {
            enabled: self.mlir,
            always: false,
            remarks: self.remarks.clone(),
            report: Rc::new(report),
            found: Rc::new(|_| {}),
            drop_debug_info: self.wants_lines(),
        }
    }

    /// Whether remarks need line numbers although there is no `-g`.
    pub fn wants_lines(&self) -> bool {
        let debug = self.flags().rev().find(|flag| flag.is_debug_level());
        self.remarks.contains(&RemarkKind::MemoryAccess)
            && debug.is_none_or(|flag| flag.name() == "-g0")
    }

    /// Where an intermediate file is kept, with `--save-temps`.
    pub fn kept_file(&self, name: &str) -> Option<PathBuf> {
        let output = self.output.as_deref().and_then(Path::parent);
        match self.save_temps? {
            SaveTemps::Here => Some(PathBuf::from(name)),
            SaveTemps::BesideOutput => Some(output.unwrap_or(Path::new("")).join(name)),
        }
    }

    /// Whether diagnostics are coloured: as requested, otherwise if standard error is a terminal.
    pub fn color(&self) -> bool {
        let choice = self.flags().rev().find_map(|flag| match flag.words[0].as_str() {
            "-fcolor-diagnostics" | "-fdiagnostics-color" | "-fdiagnostics-color=always" => {
                Some(true)
            }
            "-fno-color-diagnostics" | "-fno-diagnostics-color" | "-fdiagnostics-color=never" => {
                Some(false)
            }
            _ => None,
        });
        choice.unwrap_or_else(|| std::io::stderr().is_terminal())
    }

    /// The last value of a flag, by its name in clang's table.
    pub fn value_of(&self, name: &str) -> Option<&str> {
        self.flags().rev().find(|flag| flag.name() == name).map(Flag::value)
    }

    /// Whether a flag was given, by its name in clang's table.
    pub fn has(&self, name: &str) -> bool {
        self.flags().any(|flag| flag.name() == name)
    }
}
