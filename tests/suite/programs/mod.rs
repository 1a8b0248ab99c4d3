//! Programs that run: `tests/run` and `examples`.
//!
//! A file is a program; a folder of `tests/run` is a program of several translation units, each compiled
//! separately. A program is compiled in the configurations that [`matrix`] lists and run on every device with
//! code; it checks its own results, and reports them with its exit status. Where it is compiled through MLIR,
//! falling back to the pipeline without MLIR is a failure. Its SPIR-V has to be valid, and its PTX is
//! assembled.

pub mod execution;
mod matrix;
pub mod pack;
mod program;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use libtest_mimic::{Completion, Trial};
use serde::Deserialize;

use crate::devices::Device;
use crate::directives;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem};
use crate::verdict::{self, Stop, completion};

use execution::Execution;
use program::Program;

/// The directives of a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Directives {
    /// Flags for the compiler, in both steps.
    flags: String,
    /// Arguments for the program.
    args: String,
    /// The program's environment.
    env: BTreeMap<String, String>,
    /// The expected exit status.
    exit: i32,
    /// The signal that must end the program, instead of an exit status.
    signal: Option<i32>,
    /// A regular expression that standard output must match somewhere.
    stdout: Option<String>,
    /// A regular expression that standard error must match somewhere.
    stderr: Option<String>,
    /// The optimisation levels, for all devices; each may be several flags. The default is `-O2`.
    opt: Option<Vec<String>>,
    /// Further levels, for the CPU.
    also: Vec<String>,
    /// Backends that the program cannot run on, each with the reason.
    skip_device: BTreeMap<String, String>,
    /// Whether its kernels have nothing that those of other programs do not: it is about host code.
    plain_kernels: bool,
    /// The time limit in seconds.
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
            opt: None,
            also: Vec::new(),
            skip_device: BTreeMap::new(),
            plain_kernels: false,
            time_limit: 120,
            long: false,
        }
    }
}

impl Directives {
    fn execution(&self) -> Execution {
        let Self { args, env, exit, signal, stdout, stderr, time_limit, .. } = self.clone();
        Execution { args, env, exit, signal, stdout, stderr, time_limit }
    }

    /// The optimisation levels for all devices.
    fn levels(&self) -> Vec<String> {
        self.opt.clone().unwrap_or_else(|| vec![matrix::OPTIMIZED.to_owned()])
    }

    /// Whether the flags choose targets.
    fn names_targets(&self) -> bool {
        self.flags.contains("--targets")
    }
}

/// A program's name, and its sources.
struct Source {
    name: String,
    files: Vec<PathBuf>,
}

impl Source {
    /// The directives of a program; those of a folder are in its `main.cpp`.
    fn directives(&self) -> Result<Directives, String> {
        let main = self.files.iter().find(|path| path.ends_with("main.cpp"));
        directives::read(main.unwrap_or(&self.files[0])).map_err(|stop| match stop {
            Stop::Failed(message) | Stop::Skipped(message) => message,
        })
    }
}

/// All programs.
fn sources(setting: &Setting) -> Vec<Source> {
    let run = setting.tests("run");
    let single = |folder: &str, file: PathBuf| Source {
        name: format!("{folder}/{}", stem(&file)),
        files: vec![file],
    };
    let mut sources: Vec<Source> =
        files(&run, &["cpp"]).into_iter().map(|file| single("run", file)).collect();
    for folder in folders(&run) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let files = files(&folder, &["cpp"]);
        if !files.is_empty() {
            sources.push(Source { name: format!("run/{name}"), files });
        }
    }
    let examples = files(&setting.root.join("examples"), &["cpp"]);
    sources.extend(examples.into_iter().map(|file| single("examples", file)));
    sources
}

/// Collects the trials of `tests/run` and `examples`.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut builds = Vec::new();
    for source in sources(setting) {
        match source.directives() {
            Ok(directives) => builds.extend(trials(setting, &source, &directives)),
            Err(message) => builds.push(vec![broken(source.name, message)]),
        }
    }
    let absent = setting.devices.iter().filter_map(absent);
    absent.chain(spread(builds)).collect()
}

/// The failing trial of a program with invalid directives.
fn broken(name: String, message: String) -> Trial {
    Trial::test(name, move || Err(message.into()))
}

/// Distributes the trials of each build, one per device: the first one builds, and the others would block a
/// thread while they wait for it.
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

/// One skipped trial that represents all programs, for a device that cannot run any.
fn absent(device: &Device) -> Option<Trial> {
    let reason = device.absent.clone()?;
    let name = format!("run/all programs [{}]", device.selector);
    Some(Trial::ignorable_test(name, move || Ok(Completion::ignored_with(reason))))
}

/// The trials of one program, by builds.
fn trials(setting: &'static Setting, source: &Source, directives: &Directives) -> Vec<Vec<Trial>> {
    let mut trials = Vec::new();
    for build in matrix::builds(setting, &source.name, directives) {
        let program = Program::new(setting, &source.name, &source.files, directives, &build);
        let program = Arc::new(program);
        let trial = |device: Device| {
            let program = Arc::clone(&program);
            let trial_name = format!("{} [{}]", program.name, device.selector);
            Trial::ignorable_test(trial_name.clone(), move || {
                let label = format!("{} {}", program.name, device.selector);
                let sandbox = Sandbox::new(setting, &label)?;
                completion(&trial_name, program.run(&device, &sandbox), &sandbox)
            })
        };
        let mut of_build: Vec<Trial> = build.devices.into_iter().map(trial).collect();
        of_build.extend(build.assembled.then(|| assembled(setting, &program)));
        trials.push(of_build);
    }
    trials
}

/// The trial in which NVIDIA's assembler assembles a program's PTX.
fn assembled(setting: &'static Setting, program: &Arc<Program>) -> Trial {
    let program = Arc::clone(program);
    let name = format!("{} [ptxas]", program.name);
    verdict::trial(setting, name, move |sandbox| program.assemble(sandbox))
}
