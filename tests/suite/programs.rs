//! Programs that run: `tests/run` and `examples`.
//!
//! A file is a program; a folder of `tests/run` is a program of several translation units, each
//! compiled on its own. Every program is built at each of its optimisation levels and run on the CPU; it
//! checks its own results and says with its exit status whether they were right. On the path through MLIR
//! it must stay: a fallback is a failure. With optimisation, code for other devices is part of the same
//! program, and runs too; at all levels when only they are asked for. Its SPIR-V has to be valid.
//!
//! The path without MLIR is for one program in [`PROGRAMS_PER_PLAIN_BUILD`]; with `--long`, for all.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use libtest_mimic::{Completion, Trial};
use regex::Regex;
use serde::Deserialize;

use crate::costs;
use crate::devices::Device;
use crate::directives;
use crate::process::Run;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem};
use crate::spirv;
use crate::verdict::{Stop, Verdict, completion, ensure, fail, skip};

/// What a program's comments can ask for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Directives {
    /// Flags for the compiler, in both steps.
    flags: String,
    /// Arguments for the program.
    args: String,
    /// The program's environment.
    env: BTreeMap<String, String>,
    /// The exit status that is right.
    exit: i32,
    /// The signal that must end the program, instead of an exit status.
    signal: Option<i32>,
    /// A regular expression that standard output must match somewhere.
    stdout: Option<String>,
    /// A regular expression that standard error must match somewhere.
    stderr: Option<String>,
    /// The optimisation levels; each may be several flags.
    opt: Vec<String>,
    /// Backends that the program cannot run on, each with the reason.
    skip_device: BTreeMap<String, String>,
    /// Seconds that the program may take.
    time_limit: u64,
    /// Only with `cargo xtask test --long`.
    long: bool,
}

impl Default for Directives {
    fn default() -> Self {
        Self {
            flags: String::new(),
            args: String::new(),
            env: BTreeMap::new(),
            exit: 0,
            signal: None,
            stdout: None,
            stderr: None,
            opt: vec!["-O0".to_owned(), "-O2".to_owned()],
            skip_device: BTreeMap::new(),
            time_limit: 120,
            long: false,
        }
    }
}

/// Compiles without MLIR.
const WITHOUT_MLIR: &str = "-fno-scythe-mlir";

/// Compiling takes nearly all of the time of a run of the tests.
const PROGRAMS_PER_PLAIN_BUILD: u32 = 4;

/// Collects the trials of `tests/run` and `examples`.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut builds = Vec::new();
    let run = setting.tests("run");
    for file in files(&run, &["cpp"]) {
        builds.extend(program(setting, "run", stem(&file), vec![file]));
    }
    for folder in folders(&run) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sources = files(&folder, &["cpp"]);
        if !sources.is_empty() {
            builds.extend(program(setting, "run", name, sources));
        }
    }
    for file in files(&setting.root.join("examples"), &["cpp"]) {
        builds.extend(program(setting, "examples", stem(&file), vec![file]));
    }
    let absent = setting.devices.iter().filter_map(absent);
    absent.chain(spread(builds)).collect()
}

/// Puts the trials of one build, one for each device, at a distance from each other: the first one builds, and
/// the others would keep a processor busy with waiting for it.
fn spread(builds: Vec<Vec<Trial>>) -> impl Iterator<Item = Trial> {
    const DISTANCE: usize = 24;
    let mut placed: Vec<(usize, Trial)> = Vec::new();
    for (number, trials) in builds.into_iter().enumerate() {
        let places = (0..).map(|device| number + device * DISTANCE);
        placed.extend(places.zip(trials));
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, trial)| trial)
}

/// One skipped trial in the place of all programs for a device that runs none.
fn absent(device: &Device) -> Option<Trial> {
    let reason = device.absent.clone()?;
    let name = format!("run/all programs [{}]", device.selector);
    Some(Trial::ignorable_test(name, move || Ok(Completion::ignored_with(reason))))
}

/// The trials of one program, by builds. The directives of a folder are those of its `main.cpp`.
fn program(
    setting: &'static Setting,
    folder: &str,
    name: String,
    sources: Vec<PathBuf>,
) -> Vec<Vec<Trial>> {
    let main = sources.iter().find(|path| path.ends_with("main.cpp")).unwrap_or(&sources[0]);
    let name = format!("{folder}/{name}");
    let directives = match directives::read::<Directives>(main) {
        Ok(directives) => directives,
        Err(stop) => {
            let message = match stop {
                Stop::Failed(message) | Stop::Skipped(message) => message,
            };
            return vec![vec![Trial::test(name, move || Err(message.into()))]];
        }
    };
    let trials = |build: Build| {
        let program = Arc::new(Program {
            setting,
            name: format!("{name} {}", build.opt),
            sources: sources.clone(),
            opt: build.opt,
            targets: build.targets,
            directives: directives.clone(),
            built: OnceLock::new(),
        });
        let trial = |device: Device| {
            let program = Arc::clone(&program);
            let trial_name = format!("{} [{}]", program.name, device.selector);
            Trial::ignorable_test(trial_name.clone(), move || {
                let label = format!("{} {}", program.name, device.selector);
                let sandbox = Sandbox::new(program.setting, &label)?;
                completion(&trial_name, program.run(&device, &sandbox), &sandbox)
            })
        };
        build.devices.into_iter().map(trial).collect()
    };
    builds(setting, &name, &directives).into_iter().map(trials).collect()
}

/// One way to compile a program, and where the result runs.
struct Build {
    opt: String,
    targets: Option<String>,
    devices: Vec<Device>,
}

/// The ways to compile a program.
fn builds(setting: &Setting, name: &str, directives: &Directives) -> Vec<Build> {
    let usable = |device: &&Device| device.absent.is_none();
    let (cpu, others): (Vec<_>, Vec<_>) =
        setting.devices.iter().filter(usable).cloned().partition(Device::is_cpu);
    let can = |device: &Device| !directives.skip_device.contains_key(&device.backend);
    // Who names targets has said what there is code for.
    let fixed = directives.flags.contains("--targets");
    let others: Vec<Device> = others.into_iter().filter(|_| !fixed).collect();
    let targets = |devices: &[Device]| {
        let mut names: Vec<_> = devices.iter().filter(|d| can(d)).map(Device::target).collect();
        names.dedup();
        let plain = names.is_empty() || names == ["cpu"];
        (!plain).then(|| format!("--targets={}", names.join(",")))
    };
    let build =
        |opt: String, devices: Vec<Device>| Build { targets: targets(&devices), opt, devices };
    if setting.only.as_deref().is_some_and(|only| only != "cpu") {
        return directives.opt.iter().map(|opt| build(opt.clone(), others.clone())).collect();
    }
    let all: Vec<Device> = cpu.iter().chain(&others).cloned().collect();
    let without_mlir = setting.long || builds_without_mlir(name);
    let mut builds = Vec::new();
    for opt in &directives.opt {
        let optimized = !opt.contains("-O0");
        let with_others = optimized && !without_mlir && !is_about_host_facts(name);
        builds.push(build(opt.clone(), if with_others { all.clone() } else { cpu.clone() }));
        if optimized && without_mlir {
            builds.push(build(format!("{opt} {WITHOUT_MLIR}"), all.clone()));
        } else if optimized && !with_others && !others.is_empty() {
            builds.push(build(opt.clone(), others.clone()));
        }
    }
    builds
}

/// Code for other devices makes some optimisations for the CPU impossible, and these are what such a program
/// tests.
fn is_about_host_facts(name: &str) -> bool {
    name.contains("/hostdev_")
}

/// The same programs in every run.
fn builds_without_mlir(name: &str) -> bool {
    let number = name.bytes().fold(0u32, |n, byte| n.wrapping_mul(31).wrapping_add(byte.into()));
    number.is_multiple_of(PROGRAMS_PER_PLAIN_BUILD)
}

/// A program at one optimisation level, built once for all devices.
struct Program {
    setting: &'static Setting,
    name: String,
    sources: Vec<PathBuf>,
    opt: String,
    targets: Option<String>,
    directives: Directives,
    built: OnceLock<Verdict<Built>>,
}

/// An executable and the directory that keeps it.
struct Built {
    sandbox: Sandbox,
    executable: PathBuf,
}

impl Program {
    fn run(&self, device: &Device, sandbox: &Sandbox) -> Verdict {
        if let Some(reason) = self.directives.skip_device.get(&device.backend) {
            return skip(reason);
        }
        if self.directives.long && !self.setting.long {
            return skip("a long test; `cargo xtask test --long` runs it");
        }
        let built = self.built.get_or_init(|| self.build()).as_ref().map_err(Clone::clone)?;
        let result = self.execute(&built.executable, device, sandbox);
        if result.is_err() {
            built.sandbox.keep();
        }
        result
    }

    fn build(&self) -> Verdict<Built> {
        // Builds for other targets have the same name, and run at the same time.
        let targets = self.targets.as_deref().unwrap_or_default();
        let sandbox = Sandbox::new(self.setting, &format!("{}{targets} build", self.name))?;
        let executable = sandbox.path("program");
        let result = if let [source] = &self.sources[..] {
            self.compile(self.compiler(&sandbox).arg(source).arg("-o").arg(&executable))
        } else {
            self.build_separately(&sandbox, &executable)
        };
        let result = result.and_then(|()| self.validate(&sandbox));
        costs::record(&format!("{} {targets} compile", self.name), sandbox.age());
        if result.is_err() {
            sandbox.keep();
        }
        result?;
        Ok(Built { sandbox, executable })
    }

    /// A driver that takes a module which is not valid may do anything with it.
    fn validate(&self, sandbox: &Sandbox) -> Verdict {
        let modules = spirv::validate_kept(sandbox)?;
        let expected = self.is_for_spirv() && spirv::has_kernels(sandbox)?;
        ensure(modules > 0 || !expected, || "no SPIR-V was kept".to_owned())
    }

    fn is_for_spirv(&self) -> bool {
        let targets = self.targets.as_deref().unwrap_or(&self.directives.flags);
        targets.contains("spirv64")
    }

    fn build_separately(&self, sandbox: &Sandbox, executable: &Path) -> Verdict {
        let mut objects = Vec::new();
        for source in &self.sources {
            let object = sandbox.path(&format!("{}.o", stem(source)));
            self.compile(self.compiler(sandbox).arg("-c").arg(source).arg("-o").arg(&object))?;
            objects.push(object);
        }
        self.compile(self.compiler(sandbox).args(objects).arg("-o").arg(executable))
    }

    /// Runs the compiler, which must not leave the path through MLIR. Single launches that are not raised
    /// are told of, too, and are no reason to fail.
    fn compile(&self, run: Run) -> Verdict {
        let output = run.succeed()?;
        if output.stderr.contains("goes without MLIR") {
            return fail(output.describe("device code did not go through MLIR"));
        }
        Ok(())
    }

    fn compiler(&self, sandbox: &Sandbox) -> Run {
        let flags = directives::words(&self.directives.flags);
        let opt = directives::words(&self.opt);
        let temporaries = self.is_for_spirv().then_some("--save-temps");
        let run = sandbox.scythe().args(opt).args(&self.targets).args(temporaries);
        run.arg("-Rscythe=raise").args(flags)
    }

    fn execute(&self, executable: &Path, device: &Device, sandbox: &Sandbox) -> Verdict {
        let mut run = sandbox
            .run(executable)
            .args(directives::words(&self.directives.args))
            .env("SCYTHE_DEVICES", &device.selector)
            .limit(Duration::from_secs(self.directives.time_limit));
        for (name, value) in &self.directives.env {
            run = run.env(name, value);
        }
        let output = run.output()?;
        let output = match self.directives.signal {
            Some(signal) => output.expect_signal(signal)?,
            None => output.expect_code(self.directives.exit)?,
        };
        for (name, stream, pattern) in [
            ("stdout", &output.stdout, &self.directives.stdout),
            ("stderr", &output.stderr, &self.directives.stderr),
        ] {
            if let Some(pattern) = pattern
                && !Regex::new(pattern)?.is_match(stream)
            {
                return fail(output.describe(&format!("{name} does not match {pattern:?}")));
            }
        }
        Ok(())
    }
}
