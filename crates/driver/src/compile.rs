//! One source file to one object.
//!
//! ```text
//! source ─ clang, host pass ───► host.bc  ┐
//!        └ clang, device pass ─► device.bc┴ join ─► joined.bc ─ clang ─► object
//! ```
//!
//! There is a device pass for each family of targets. They start as soon as the host pass sees a SYCL
//! header; files without SYCL have none.

use std::cell::RefCell;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use scythe_frontend::arguments::apart;
use scythe_frontend::notes::{self, Notes};
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::{read_bitcode, read_ir, string_attribute, write_bitcode};
use scythe_pipeline::mlir::{DivergentBarrier, MlirOptions};
use scythe_pipeline::spirv::Generator;
use scythe_pipeline::unit::{self, DeviceCode, Devices, NativeCode, SpirvCode, UnitOptions};
use scythe_pipeline::{PipelineError, attributes};
use scythe_targets::cpu::Cpu;

use crate::args::{Input, Invocation, Phase};
use crate::device_targets::{self, DeviceTarget, Family};
use crate::diagnostics;
use crate::error::DriverError;
use crate::flags::{Flag, Scope};
use crate::messages::Messages;
use crate::passes::Passes;
use crate::process::{Job, Running};
use crate::processor;
use crate::spirv::{SpirvForm, SpirvGenerator};
use crate::temporary;
use crate::toolchain::Toolchain;

/// Has clang write code as it is before LLVM's first pass. `-O0` has passes too: sanitizers instrument code, which
/// the last run of clang does for all of it.
const UNOPTIMIZED: [&str; 2] = ["-Xclang", "-disable-llvm-passes"];

/// A source file on its way.
pub struct Unit<'a> {
    toolchain: &'a Toolchain,
    invocation: &'a Invocation,
    input: &'a Input,
    number: usize,
    passes: Passes<'a>,
    stdin: Option<Vec<u8>>,
    color: bool,
    messages: Messages,
    /// Where the result goes.
    pub output: PathBuf,
}

impl<'a> Unit<'a> {
    /// Prepares the compilation of one input.
    pub fn new(
        toolchain: &'a Toolchain,
        invocation: &'a Invocation,
        input: &'a Input,
        number: usize,
        messages: Messages,
    ) -> Result<Self, DriverError> {
        let extension = match invocation.phase {
            Phase::Assembly if invocation.has("-emit-llvm") => "ll",
            Phase::Assembly => "s",
            Phase::Object if invocation.has("-emit-llvm") => "bc",
            _ => "o",
        };
        let output = match (invocation.phase, &invocation.output) {
            (Phase::Link, _) => temporary::path(&format!("{}-{number}.o", input.stem()))?,
            (_, Some(output)) => output.clone(),
            (_, None) => PathBuf::from(format!("{}.{extension}", input.stem())),
        };
        let mut stdin = None;
        if input.path == "-" {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|e| DriverError::io("cannot read", Path::new("<stdin>"), &e))?;
            stdin = Some(bytes);
        }
        let color = invocation.color();
        let passes = Passes::new(toolchain, invocation);
        Ok(Self { toolchain, invocation, input, number, passes, stdin, color, messages, output })
    }

    /// Compiles as far as the invocation asks.
    pub fn compile(&self) -> Result<(), DriverError> {
        if !self.input.is_cxx() {
            return self.hand_to_clang();
        }
        match self.invocation.phase {
            Phase::OneRun => self.run(&self.only_job()),
            Phase::Check => self.check(),
            Phase::Assembly | Phase::Object | Phase::Link => self.build(),
        }
    }

    /// Assembly, LLVM IR and other languages are clang's own affair.
    fn hand_to_clang(&self) -> Result<(), DriverError> {
        let mut job = self
            .toolchain
            .clang()
            .args(self.invocation.flags_where(|flag| flag.scope() != Scope::Link))
            .args(self.phase_flag());
        if let Some(language) = &self.input.language {
            job = job.args(["-x", language]);
        }
        let output = match self.invocation.phase {
            Phase::OneRun => self.invocation.output.as_ref(),
            Phase::Link if self.input.is_header() => self.invocation.output.as_ref(),
            _ => Some(&self.output),
        };
        if let Some(output) = output {
            job = job.arg("-o").arg(output);
        }
        self.run(&job.arg(&self.input.path).input(self.stdin.clone()))
    }

    fn phase_flag(&self) -> Option<&'static str> {
        match self.invocation.phase {
            Phase::OneRun => None,
            Phase::Link if self.input.is_header() => None,
            Phase::Check => Some("-fsyntax-only"),
            Phase::Assembly => Some("-S"),
            Phase::Object | Phase::Link => Some("-c"),
        }
    }

    fn only_job(&self) -> Job {
        let mut job = self.passes.host().args(self.dependency_flags(false));
        if let Some(output) = &self.invocation.output {
            job = job.arg("-o").arg(output);
        }
        self.with_source(job)
    }

    /// Both passes, no code.
    fn check(&self) -> Result<(), DriverError> {
        let (host, devices) = self.prepare_passes(&[&self.invocation.targets[..1]]);
        let host = host.args(self.dependency_flags(true)).arg("-fsyntax-only");
        let host = self.signalling(self.with_source(host), "notes-host.json")?;
        let device = |pass: Job| self.with_source(pass.arg("-fsyntax-only"));
        self.run_passes(&host, &devices.into_iter().map(device).collect::<Vec<_>>()).map(drop)
    }

    fn build(&self) -> Result<(), DriverError> {
        let families = device_targets::families(&self.invocation.targets);
        let targets: Vec<&[DeviceTarget]> = families.iter().map(|(_, t)| t.as_slice()).collect();
        let (host, devices) =
            self.stage("look for precompiled headers", || self.prepare_passes(&targets));
        let host_bc = self.file("host.bc")?;
        let host = host
            .args(self.dependency_flags(true))
            .args(self.coverage_flags())
            .args(UNOPTIMIZED)
            .args(["-emit-llvm", "-c", "-o"])
            .arg(&host_bc);
        let host = self.signalling(self.with_source(host), "host-notes.json")?;
        let devices = families.iter().zip(devices);
        let devices: Result<Vec<Job>, DriverError> =
            devices.map(|((family, _), pass)| self.device_code(*family, pass)).collect();
        let devices = devices?;
        let (is_sycl, said) = self
            .stage("read the source for host and devices", || self.run_passes(&host, &devices))?;
        let finished = if is_sycl && !self.invocation.dry_run {
            let joined = self.file("joined.bc")?;
            let mlir = self.invocation.mlir_options(&self.messages);
            let join = || self.join(&host_bc, &families, (mlir, &joined));
            let divergent = self.stage("compile kernels", join)?;
            if !divergent.is_empty() && self.invocation.warns_of_divergent_barriers() {
                self.warn_of_divergent_barriers(divergent, &host_bc, &families)?;
            }
            joined
        } else {
            host_bc
        };
        let finish = self
            .toolchain
            .clang()
            .args(self.invocation.code_flags())
            .args(["-Wno-unused-command-line-argument", "-Wno-override-module"])
            .args(self.passes.color_flag())
            .args(self.phase_flag())
            .args(["-x", "ir"])
            .arg(&finished)
            .arg("-o")
            .arg(&self.output);
        self.stage("compile host code", || self.run_last(&finish, &said))
    }

    /// Runs the last job, and shows what was not said before: what is wrong with flags, clang finds in every run.
    fn run_last(&self, job: &Job, said: &str) -> Result<(), DriverError> {
        self.show(job);
        if self.invocation.dry_run {
            return Ok(());
        }
        let outcome = job.run_for_messages()?;
        self.messages.say(diagnostics::only_in_device(said, &outcome.stderr));
        job.check(outcome.status)
    }

    fn stage<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        self.invocation.stage(name, &self.messages, work)
    }

    /// The device pass of this unit for a family of targets, with notes.
    pub fn device_pass(
        &self,
        family: Family,
        targets: &[DeviceTarget],
    ) -> Result<Job, DriverError> {
        let pass = self.with_header(self.passes.device(targets));
        self.device_code(family, pass)
    }

    /// Has a device pass write code and notes.
    fn device_code(&self, family: Family, pass: Job) -> Result<Job, DriverError> {
        let notes = self.file(&family.file("-notes.json"))?;
        let (code, flag) = family.code();
        let job = pass
            .arg(format!("-fplugin-arg-scythe-notes={}", notes.display()))
            .args(UNOPTIMIZED)
            .args(self.invocation.wants_lines().then_some("-gline-tables-only"))
            .args(["-emit-llvm", flag, "-o"])
            .arg(self.file(&code)?);
        Ok(self.with_source(job))
    }

    /// The host pass of this unit by itself, with notes.
    pub fn host_pass(&self, bitcode: &Path) -> Result<Job, DriverError> {
        let notes = self.file("host-notes.json")?;
        let job = self
            .with_header(self.passes.host())
            .arg(format!("-fplugin-arg-scythe-notes={}", notes.display()))
            .args(UNOPTIMIZED)
            .args(["-emit-llvm", "-c", "-o"])
            .arg(bitcode);
        Ok(self.with_source(job))
    }

    /// As [`Passes::with_header`], for one pass over this source.
    fn with_header(&self, pass: Job) -> Job {
        self.passes.with_header(vec![pass], self.input).remove(0)
    }

    /// The host pass, and a device pass for each list of targets, before they are told what to write.
    fn prepare_passes(&self, targets: &[&[DeviceTarget]]) -> (Job, Vec<Job>) {
        let mut passes = self.passes.with_header(self.passes.all(targets), self.input);
        let host = passes.remove(0);
        (host, passes)
    }

    fn with_source(&self, job: Job) -> Job {
        let language = self.input.language.as_deref().unwrap_or("c++");
        let job = match extension_is_plain(&self.input.path) && self.input.language.is_none() {
            true => job,
            false => job.args(["-x", language]),
        };
        job.arg(&self.input.path).input(self.stdin.clone())
    }

    /// Has the plugin write notes, and say on standard output when the unit turns out to be SYCL.
    fn signalling(&self, job: Job, notes: &str) -> Result<Job, DriverError> {
        let notes = self.file(notes)?;
        Ok(job
            .arg(format!("-fplugin-arg-scythe-notes={}", notes.display()))
            .arg("-fplugin-arg-scythe-signal=1"))
    }

    /// Dependency files name the real output, not the intermediate one.
    fn dependency_flags(&self, to_object: bool) -> Vec<String> {
        let invocation = self.invocation;
        let mut words = invocation.flags_where(Flag::is_side_file);
        let side_file = invocation.has("-MD") || invocation.has("-MMD");
        if !side_file || !to_object {
            return words;
        }
        let target = match (invocation.phase, &invocation.output) {
            (Phase::Link, _) | (_, None) => PathBuf::from(format!("{}.o", self.input.stem())),
            (_, Some(output)) => output.clone(),
        };
        if invocation.value_of("-MF").is_none() {
            let file = match &invocation.output {
                Some(output) => output.with_extension("d"),
                None => PathBuf::from(format!("{}.d", self.input.stem())),
            };
            words.extend(["-MF".to_owned(), file.display().to_string()]);
        }
        if invocation.value_of("-MT").is_none() && invocation.value_of("-MQ").is_none() {
            words.extend(["-MQ".to_owned(), target.display().to_string()]);
        }
        words
    }

    /// Where files about coverage are, which are named after the real output and not the intermediate one.
    fn coverage_flags(&self) -> Vec<String> {
        const FLAGS: [&str; 3] = ["-coverage", "-ftest-coverage", "-fprofile-arcs"];
        let invocation = self.invocation;
        let Ok(here) = std::env::current_dir() else { return Vec::new() };
        if !FLAGS.iter().any(|flag| invocation.has(flag)) {
            return Vec::new();
        }
        let base = match (invocation.phase, &invocation.output) {
            (Phase::Link, output) => {
                let program = output.clone().unwrap_or_else(|| PathBuf::from("a"));
                here.join(format!("{}-{}", program.display(), self.input.stem()))
            }
            (_, Some(output)) => here.join(output.with_extension("")),
            (_, None) => here.join(self.input.stem()),
        };
        let file = |kind: &str, extension: &str| {
            let value = format!("-coverage-{kind}-file={}.{extension}", base.display());
            ["-Xclang".to_owned(), value]
        };
        [file("notes", "gcno"), file("data", "gcda")].concat()
    }

    /// A temporary file of this unit.
    pub fn file(&self, suffix: &str) -> Result<PathBuf, DriverError> {
        temporary::path(&format!("{}-{}-{suffix}", self.input.stem(), self.number))
    }

    /// Runs a job, or only shows it.
    fn run(&self, job: &Job) -> Result<(), DriverError> {
        self.show(job);
        if self.invocation.dry_run { Ok(()) } else { job.run_among(&self.messages) }
    }

    fn show(&self, job: &Job) {
        if self.invocation.dry_run || self.invocation.verbose {
            self.messages.line(job.line());
        }
    }

    /// Runs host and device passes side by side; returns whether there were device passes, and what they said.
    fn run_passes(&self, host: &Job, devices: &[Job]) -> Result<(bool, String), DriverError> {
        self.show(host);
        if self.invocation.dry_run {
            devices.iter().for_each(|device| self.show(device));
            return Ok((true, String::new()));
        }
        let mut running = host.start()?;
        let mut beside: Vec<Running> = Vec::new();
        let is_sycl = running.speaks();
        if is_sycl {
            for device in devices {
                self.show(device);
                beside.push(device.start()?);
            }
        }
        let host_outcome = running.finish()?;
        if let Some(host) = host.instead(&host_outcome) {
            beside.into_iter().for_each(Running::stop);
            return self.run_passes(&host, devices);
        }
        self.messages.say(&host_outcome.stderr);
        if !host_outcome.status.success() {
            beside.into_iter().for_each(Running::stop);
            return host.check(host_outcome.status).map(|()| (false, String::new()));
        }
        let mut shown = host_outcome.stderr;
        let mut beside = beside.into_iter();
        for device in devices {
            let Some(running) = beside.next() else { break };
            let mut outcome = running.finish()?;
            if let Some(device) = device.instead(&outcome) {
                self.show(&device);
                outcome = device.start()?.finish()?;
            }
            let new = diagnostics::only_in_device(&shown, &outcome.stderr);
            self.messages.say(&new);
            shown.push_str(&new);
            if !outcome.status.success() {
                beside.for_each(Running::stop);
                return device.check(outcome.status).map(|()| (true, shown));
            }
        }
        Ok((is_sycl, shown))
    }

    fn join(
        &self,
        host_bc: &Path,
        families: &[(Family, Vec<DeviceTarget>)],
        (mlir, joined): (MlirOptions, &Path),
    ) -> Result<Vec<DivergentBarrier>, DriverError> {
        let context = Context::create();
        let host = read_bitcode(&context, host_bc).map_err(|e| self.failed(e.into()))?;
        let mut host_notes = self.notes("host-notes.json")?;
        let generator = SpirvGenerator::new(self.toolchain, self.invocation, SpirvForm::Binary);
        let generator = generator.keep(&format!("{}-device.spv", self.input.stem()));
        let mut devices = Devices { native: None, spirv: None };
        for (family, targets) in families {
            let notes = self.notes(&family.file("-notes.json"))?;
            apart::adopt(&mut host_notes, &notes);
            let code = self.file(&family.code().0)?;
            let read = || read_ir(&context, &code).map_err(|e| self.failed(e.into()));
            match family {
                Family::Cpu => {
                    let mut all = Vec::new();
                    for target in targets {
                        let module = read()?;
                        let cpu = self.cpu(target, targets.len() == 1, &module)?;
                        all.push(DeviceCode { cpu, module });
                    }
                    devices.native = Some(NativeCode { notes, devices: all });
                }
                Family::Spirv64 => {
                    let generator: &dyn Generator = &generator;
                    devices.spirv = Some(SpirvCode { notes, module: read()?, generator });
                }
                // Stopped long ago.
                Family::Ptx => {}
            }
        }
        let divergent = Rc::new(RefCell::new(Vec::new()));
        let list = Rc::clone(&divergent);
        let mlir =
            MlirOptions { divergent: Rc::new(move |found| list.borrow_mut().push(found)), ..mlir };
        let hostdev = &self.invocation.hostdev;
        let work_items = self.invocation.work_items;
        let options =
            UnitOptions { effort: self.invocation.effort(), mlir: &mlir, hostdev, work_items };
        unit::join(&host, &host_notes, devices, options).map_err(|e| self.failed(e))?;
        write_bitcode(&host, joined).map_err(|e| self.failed(e.into()))?;
        Ok(divergent.take())
    }

    /// Shows where the barriers are that some work-items do not come to. Device code has no places
    /// unless it is compiled with them, so it is compiled once more where there is something to show.
    fn warn_of_divergent_barriers(
        &self,
        mut found: Vec<DivergentBarrier>,
        host_bc: &Path,
        families: &[(Family, Vec<DeviceTarget>)],
    ) -> Result<(), DriverError> {
        if found.iter().all(|barrier| barrier.place.is_none())
            && let Some((family, targets)) = families.iter().find(|(f, _)| *f == Family::Cpu)
        {
            let again = self.device_pass(*family, targets)?.args(["-gline-tables-only", "-w"]);
            again.run()?;
            let mlir = self.invocation.mlir_options(&self.messages).once_more();
            found = self.join(host_bc, families, (mlir, &self.file("again.bc")?))?;
        }
        let mut told: Vec<DivergentBarrier> = Vec::new();
        for barrier in found {
            // A kernel may have several versions.
            if !told.contains(&barrier) {
                diagnostics::divergent_barrier(&barrier, self.invocation.color(), &self.messages);
                told.push(barrier);
            }
        }
        Ok(())
    }

    /// What LLVM calls the processor of a target: for the native one, what clang wrote into the
    /// device code, if it `is_only` for that; for others clang is asked.
    pub fn cpu(
        &self,
        target: &DeviceTarget,
        is_only: bool,
        device: &scythe_llvm::inkwell::module::Module<'_>,
    ) -> Result<Cpu, DriverError> {
        if is_only {
            let attributes = device.get_functions().find_map(|f| {
                Some((string_attribute(f, "target-cpu")?, string_attribute(f, "target-features")?))
            });
            if let Some((cpu, features)) = attributes {
                return Ok(Cpu::new(&target.march, &cpu, &features));
            }
            return Ok(Cpu::new(&target.march, &target.march, ""));
        }
        processor::ask_clang_about(self.toolchain, &target.march)
    }

    /// The notes of one pass.
    pub fn notes(&self, file: &str) -> Result<Notes, DriverError> {
        let path = self.file(file)?;
        let text = std::fs::read_to_string(&path).map_err(|e| {
            DriverError::usage(format!("the clang plugin wrote no kernel notes ({e})"))
        })?;
        let mut notes = notes::parse(&text).map_err(|e| DriverError::usage(e.to_string()))?;
        attributes::adopt_properties(&mut notes);
        Ok(notes)
    }

    /// A pipeline error of this unit.
    pub fn failed(&self, error: PipelineError) -> DriverError {
        DriverError::Pipeline { error, color: self.color }
    }

    /// Keeps intermediate files where that is asked for, however the compilation ended.
    pub fn save_temps(&self) -> Result<(), DriverError> {
        let mut suffixes = ["host.bc", "joined.bc", "host-notes.json"].map(str::to_owned).to_vec();
        for (family, _) in device_targets::families(&self.invocation.targets) {
            suffixes.extend([family.code().0, family.file("-notes.json")]);
        }
        for suffix in &suffixes {
            let from = self.file(suffix)?;
            let to = self.invocation.kept_file(&format!("{}-{suffix}", self.input.stem()));
            if let Some(to) = to.filter(|_| from.exists()) {
                std::fs::copy(&from, &to).map_err(|e| DriverError::io("cannot write", &to, &e))?;
            }
        }
        Ok(())
    }
}

/// Sources clang recognises as C++ by their names.
fn extension_is_plain(path: &str) -> bool {
    const PLAIN: &[&str] = &["cpp", "cc", "cxx", "c++", "C", "cp", "CPP", "CC", "CXX", "C++", "ii"];
    Path::new(path).extension().and_then(|e| e.to_str()).is_some_and(|e| PLAIN.contains(&e))
}
