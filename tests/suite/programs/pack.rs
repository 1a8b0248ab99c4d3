//! Packing: programs are compiled here and run on a machine with the device but without a compiler.
//!
//! `cargo xtask pack DIR --device BACKEND` runs the suite in this mode. The folder that it makes can be moved:
//!
//! ```text
//! run-tests      this binary, which runs the programs when `tests.json` is beside it (see `packed`)
//! tests.json     commands and expectations
//! programs/      the executables
//! bin/           scythe-ls, which lists devices
//! lib/           libscythe.so
//! ```

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use libtest_mimic::Trial;
use serde::{Deserialize, Serialize};

use crate::devices::{self, Device};
use crate::process::Run;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, tool};
use crate::verdict::{Stop, Verdict, fail, trial};

use super::execution::Execution;
use super::matrix::{self, Build};
use super::program::Program;
use super::{Directives, Source, broken, sources};

/// The name of the list of tests.
pub const MANIFEST: &str = "tests.json";
/// The name of the program that runs the tests.
const RUNNER: &str = "run-tests";
/// The folder of the executables.
pub const PROGRAMS: &str = "programs";
/// Executables find the runtime relative to themselves.
const LINK_FLAGS: [&str; 1] = ["-Wl,-rpath,$ORIGIN/../lib"];

/// The list of packed tests.
#[derive(Deserialize, Serialize)]
pub struct Manifest {
    /// The backend that the programs were compiled for, besides the CPU.
    pub backend: String,
    /// The tests, by name.
    pub tests: Vec<Test>,
}

/// A packed test.
#[derive(Clone, Deserialize, Serialize)]
pub struct Test {
    /// Its name without the device.
    pub name: String,
    /// Its contents.
    pub content: Content,
}

/// The contents of a test. The runner reports all of them, so that its counts are those of the suite.
#[derive(Clone, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// An executable.
    Program {
        /// Its name in the folder of executables.
        file: String,
        /// How it is run and what it must do.
        execution: Execution,
        /// Backends that the program cannot run on, each with the reason.
        skip_device: BTreeMap<String, String>,
    },
    /// Not packed, because of the program's directives.
    Skipped {
        /// The reason.
        reason: String,
    },
    /// Not packed, because the program did not compile.
    NotCompiled {
        /// The beginning of the compiler's messages.
        message: String,
    },
}

/// The tests that are packed.
static TESTS: Mutex<Vec<Test>> = Mutex::new(Vec::new());

/// Collects a trial for each program that is to be compiled.
pub fn collect(setting: &'static Setting, dir: &'static Path) -> Vec<Trial> {
    let mut trials = Vec::new();
    for source in sources(setting) {
        match source.directives() {
            Ok(directives) => trials.extend(pack_program(setting, dir, &source, &directives)),
            Err(message) => trials.push(broken(source.name, message)),
        }
    }
    trials
}

fn pack_program(
    setting: &'static Setting,
    dir: &'static Path,
    source: &Source,
    directives: &Directives,
) -> Vec<Trial> {
    let backend = setting.only.as_deref().unwrap_or("cpu");
    let device = Device::present(backend);
    let mut devices = vec![Device::present("cpu")];
    devices.extend((!device.is_cpu()).then(|| device.clone()));
    let mut opts = directives.levels();
    opts.extend(matrix::extra_options(setting.full, directives));
    let mut trials = Vec::new();
    for opt in opts {
        let build = Build::new(&opt, devices.clone(), directives);
        let program = Program::new(setting, &source.name, &source.files, directives, &build);
        let (name, device) = (program.name.clone(), device.clone());
        trials.push(trial(setting, name, move |sandbox| {
            let verdict =
                check_targets(&program, &device).and_then(|()| pack(&program, dir, sandbox));
            let content = match &verdict {
                Ok(content) => content.clone(),
                Err(Stop::Skipped(reason)) => Content::Skipped { reason: reason.clone() },
                Err(Stop::Failed(message)) => Content::NotCompiled { message: beginning(message) },
            };
            let test = Test { name: program.name.clone(), content };
            TESTS.lock().unwrap_or_else(PoisonError::into_inner).push(test);
            verdict.map(drop)
        }));
    }
    trials
}

fn check_targets(program: &Program, device: &Device) -> Verdict {
    program.check_skips(device)?;
    if program.directives.names_targets() && !device.is_cpu() {
        return Err(Stop::Skipped("its flags name the targets".to_owned()));
    }
    Ok(())
}

/// Compiles a program and puts it into the folder.
fn pack(program: &Program, dir: &Path, sandbox: &Sandbox) -> Verdict<Content> {
    let built = program.build(&LINK_FLAGS)?;
    let file = Sandbox::plain_name(&program.name);
    place(&built.executable, &dir.join(PROGRAMS).join(&file), sandbox)?;
    let execution = program.directives.execution();
    Ok(Content::Program { file, execution, skip_device: program.directives.skip_device.clone() })
}

fn beginning(message: &str) -> String {
    const LINES: usize = 12;
    message.lines().take(LINES).collect::<Vec<_>>().join("\n")
}

/// Copies a binary without its debug information.
fn place(from: &Path, to: &Path, sandbox: &Sandbox) -> Verdict {
    let strip: Run = sandbox.run(tool("llvm-strip-22")?);
    strip.arg("--strip-debug").arg("-o").args([to, from]).succeed().map(drop)
}

/// Prepares the folder for programs of a backend: an earlier pack is replaced, other contents are kept.
pub fn prepare(setting: &Setting, dir: &Path) -> io::Result<()> {
    let backend = setting.only.as_deref().unwrap_or("cpu");
    if !devices::is_backend(backend) {
        return Err(io::Error::other(format!("there is no backend {backend}")));
    }
    if dir.join(MANIFEST).exists() {
        fs::remove_file(dir.join(MANIFEST))?;
        fs::remove_dir_all(dir.join(PROGRAMS))?;
    } else if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
        let message = format!("{} has files in it that are no pack of tests", dir.display());
        return Err(io::Error::other(message));
    }
    for folder in [PROGRAMS, "bin", "lib"] {
        fs::create_dir_all(dir.join(folder))?;
    }
    Ok(())
}

/// Completes the folder when all programs are compiled.
pub fn finish(setting: &'static Setting, dir: &Path) -> Verdict {
    let sandbox = Sandbox::new(setting, "pack")?;
    let myself: PathBuf = env::current_exe()?;
    place(&myself, &dir.join(RUNNER), &sandbox)?;
    for (folder, name) in [("bin", "scythe-ls"), ("lib", "libscythe.so")] {
        place(&setting.binary(name)?, &dir.join(folder).join(name), &sandbox)?;
    }
    let mut tests = std::mem::take(&mut *TESTS.lock().unwrap_or_else(PoisonError::into_inner));
    if tests.is_empty() {
        return fail("no program was packed");
    }
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    let backend = setting.only.clone().unwrap_or_else(|| "cpu".to_owned());
    let text = serde_json::to_string_pretty(&Manifest { backend, tests })?;
    fs::write(dir.join(MANIFEST), text)?;
    eprintln!("packed; run {}", dir.join(RUNNER).display());
    Ok(())
}
