//! One source file to one object.
//!
//! ```text
//! source ─ clang, host pass ───► host.bc  ┐
//!        └ clang, device pass ─► device.bc┴ join ─► joined.bc ─ clang ─► object
//! ```
//!
//! There is a device pass for each family of targets. They start as soon as the host pass sees a SYCL
//! header; files without SYCL have none.

use std::io::Read;
use std::path::{Path, PathBuf};

use scythe_pipeline::PipelineError;
use scythe_pipeline::family::{DeviceFile, Target, TargetFamily};
use scythe_targets::registry;

use crate::args::{Input, Invocation, Phase};
use crate::diagnostics;
use crate::error::DriverError;
use crate::flags::Scope;
use crate::messages::Messages;
use crate::observers::Kept;
use crate::passes::Passes;
use crate::process::{Job, Running};
use crate::side_files;
use crate::temporary;
use crate::toolchain::Toolchain;

/// With these, clang writes code before LLVM's first pass. `-O0` has passes too: those of sanitizers, which
/// the last run of clang applies to all code.
const UNOPTIMIZED: [&str; 2] = ["-Xclang", "-disable-llvm-passes"];

/// Names of files: the host pass's code and notes, and the joined module.
pub const HOST_CODE: &str = "host.bc";
pub const HOST_NOTES: &str = "host-notes.json";
const JOINED_CODE: &str = "joined.bc";

/// Target families of a unit, with the targets of each.
pub type Families = [(TargetFamily, Vec<Target>)];

/// When device passes start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceStart {
    /// As soon as the host pass has seen a SYCL header.
    WhenSycl,
    /// With the host pass.
    AtOnce,
}

/// The file to which the device pass of a family writes code.
pub fn code_file(family: TargetFamily, targets: &[Target]) -> String {
    let extension = match family.device_pass(targets).output {
        DeviceFile::Bitcode => "bc",
        DeviceFile::Text => "ll",
    };
    format!("{}.{extension}", family.file_prefix())
}

/// The file to which it writes notes.
pub fn notes_file(family: TargetFamily) -> String {
    format!("{}-notes.json", family.file_prefix())
}

/// A source file that is being compiled.
pub struct Unit<'a> {
    pub(crate) toolchain: &'a Toolchain,
    pub(crate) invocation: &'a Invocation,
    pub(crate) input: &'a Input,
    number: usize,
    passes: Passes<'a>,
    stdin: Option<Vec<u8>>,
    color: bool,
    pub(crate) messages: Messages,
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

    /// Assembly, LLVM IR and other languages are compiled by clang alone.
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
        let mut job = self.passes.host().args(side_files::dependency_flags(
            self.invocation,
            self.input,
            false,
        ));
        if let Some(output) = &self.invocation.output {
            job = job.arg("-o").arg(output);
        }
        self.with_source(job)
    }

    /// Runs both passes without generating code.
    fn check(&self) -> Result<(), DriverError> {
        let (host, devices) = self.prepare_passes(&[&self.invocation.targets[..1]]);
        let host = host
            .args(side_files::dependency_flags(self.invocation, self.input, true))
            .arg("-fsyntax-only");
        let host = self.with_notes(self.with_source(host), "notes-host.json")?;
        // The plugin reports on standard output that the unit uses SYCL.
        let host = host.arg("-fplugin-arg-scythe-signal=1");
        let device = |pass: Job| self.with_source(pass.arg("-fsyntax-only"));
        let devices: Vec<Job> = devices.into_iter().map(device).collect();
        self.run_passes(&host, &devices, DeviceStart::WhenSycl).map(drop)
    }

    fn build(&self) -> Result<(), DriverError> {
        let families = registry::by_family(&self.invocation.targets);
        let (host, devices) =
            self.stage("look for precompiled headers", || self.code_passes(&families))?;
        let host = host
            .args(side_files::dependency_flags(self.invocation, self.input, true))
            .args(side_files::coverage_flags(self.invocation, self.input));
        let host = self.with_source(host.arg("-fplugin-arg-scythe-signal=1"));
        let host_bc = self.file(HOST_CODE)?;
        let (is_sycl, said) = self.stage("read the source for host and devices", || {
            self.run_passes(&host, &devices, DeviceStart::WhenSycl)
        })?;
        let finished = if is_sycl && !self.invocation.dry_run {
            let kept = Kept::new(self.invocation, self.input.stem());
            let joined = self.file(JOINED_CODE)?;
            let mlir = self.invocation.mlir_options(&self.messages);
            let join = || self.join(&families, mlir, &kept, &joined);
            let found = self.stage("compile kernels", join)?;
            self.warn(found, &families)?;
            joined
        } else {
            host_bc
        };
        let finish = self
            .toolchain
            .code_generator()
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

    /// Runs the last job and prints those of its messages that are new: every run of clang repeats those
    /// about flags.
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

    /// The arguments of the host pass, up to its output, and the complete device passes of all families.
    pub fn code_passes(&self, families: &Families) -> Result<(Job, Vec<Job>), DriverError> {
        let targets: Vec<&[Target]> = families.iter().map(|(_, t)| t.as_slice()).collect();
        let (host, devices) = self.prepare_passes(&targets);
        let host = self
            .with_notes(host, HOST_NOTES)?
            .args(UNOPTIMIZED)
            .args(["-emit-llvm", "-c", "-o"])
            .arg(self.file(HOST_CODE)?);
        let devices: Result<Vec<Job>, DriverError> = families
            .iter()
            .zip(devices)
            .map(|((family, targets), pass)| self.device_code(*family, targets, pass))
            .collect();
        Ok((host, devices?))
    }

    /// The device pass of this unit for a family of targets, with notes.
    pub fn device_pass(
        &self,
        family: TargetFamily,
        targets: &[Target],
    ) -> Result<Job, DriverError> {
        let pass = self.with_header(self.passes.device(targets));
        self.device_code(family, targets, pass)
    }

    /// Makes a device pass write code and notes.
    fn device_code(
        &self,
        family: TargetFamily,
        targets: &[Target],
        pass: Job,
    ) -> Result<Job, DriverError> {
        let flag = match family.device_pass(targets).output {
            DeviceFile::Bitcode => "-c",
            DeviceFile::Text => "-S",
        };
        let job = self
            .with_notes(pass, &notes_file(family))?
            .args(UNOPTIMIZED)
            .args(self.invocation.wants_lines().then_some("-gline-tables-only"))
            .args(["-emit-llvm", flag, "-o"])
            .arg(self.file(&code_file(family, targets))?);
        Ok(self.with_source(job))
    }

    /// [`Passes::with_header`] for one pass over this source.
    fn with_header(&self, pass: Job) -> Job {
        self.passes.with_header(vec![pass], self.input).remove(0)
    }

    /// The host pass, and a device pass for each list of targets, without their outputs.
    fn prepare_passes(&self, targets: &[&[Target]]) -> (Job, Vec<Job>) {
        let mut passes = self.passes.with_header(self.passes.all(targets), self.input);
        let host = passes.remove(0);
        (host, passes)
    }

    /// Adds the source to a pass.
    pub fn with_source(&self, job: Job) -> Job {
        let language = self.input.language.as_deref().unwrap_or("c++");
        let job = match extension_is_plain(&self.input.path) && self.input.language.is_none() {
            true => job,
            false => job.args(["-x", language]),
        };
        job.arg(&self.input.path).input(self.stdin.clone())
    }

    /// Makes the plugin write notes.
    fn with_notes(&self, job: Job, notes: &str) -> Result<Job, DriverError> {
        let notes = self.file(notes)?;
        Ok(job.arg(format!("-fplugin-arg-scythe-notes={}", notes.display())))
    }

    /// A temporary file of this unit.
    pub fn file(&self, suffix: &str) -> Result<PathBuf, DriverError> {
        temporary::path(&format!("{}-{}-{suffix}", self.input.stem(), self.number))
    }

    /// Runs a job, or prints it with `-###`.
    fn run(&self, job: &Job) -> Result<(), DriverError> {
        self.show(job);
        if self.invocation.dry_run { Ok(()) } else { job.run_among(&self.messages) }
    }

    /// Prints a command with `-v` or `-###`.
    pub fn show(&self, job: &Job) {
        if self.invocation.dry_run || self.invocation.verbose {
            self.messages.line(job.line());
        }
    }

    /// Runs host and device passes side by side; returns whether there were device passes, and their
    /// messages.
    pub fn run_passes(
        &self,
        host: &Job,
        devices: &[Job],
        start: DeviceStart,
    ) -> Result<(bool, String), DriverError> {
        self.show(host);
        if self.invocation.dry_run {
            devices.iter().for_each(|device| self.show(device));
            return Ok((true, String::new()));
        }
        let mut running = host.start()?;
        let mut beside: Vec<Running> = Vec::new();
        let is_sycl = start == DeviceStart::AtOnce || running.speaks();
        if is_sycl {
            for device in devices {
                self.show(device);
                beside.push(device.start()?);
            }
        }
        let host_outcome = running.finish()?;
        if let Some(host) = host.instead(&host_outcome) {
            beside.into_iter().for_each(Running::stop);
            return self.run_passes(&host, devices, start);
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

    /// A pipeline error of this unit.
    pub fn failed(&self, error: PipelineError) -> DriverError {
        DriverError::Pipeline { error, color: self.color }
    }

    /// Keeps intermediate files with `--save-temps`, whether or not the compilation succeeded.
    pub fn save_temps(&self) -> Result<(), DriverError> {
        let mut suffixes = [HOST_CODE, JOINED_CODE, HOST_NOTES].map(str::to_owned).to_vec();
        for (family, targets) in registry::by_family(&self.invocation.targets) {
            suffixes.extend([code_file(family, &targets), notes_file(family)]);
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

/// Whether clang recognises the file as C++ by its name.
fn extension_is_plain(path: &str) -> bool {
    const PLAIN: &[&str] = &["cpp", "cc", "cxx", "c++", "C", "cp", "CPP", "CC", "CXX", "C++", "ii"];
    Path::new(path).extension().and_then(|e| e.to_str()).is_some_and(|e| PLAIN.contains(&e))
}
