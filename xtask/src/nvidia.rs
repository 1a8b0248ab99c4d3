//! NVIDIA's assembler and library of mathematical functions, for tests of code for NVIDIA GPUs.
//!
//! Both are Python packages and are installed in a virtual environment in the target directory. Neither a GPU
//! nor a driver is needed. If they cannot be installed, tests that need them are skipped, and the reason is
//! printed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::packages::NVIDIA_PACKAGES;
use crate::setup;
use crate::step;
use crate::workspace;

/// pip's names of the assembler and the library.
const WHEELS: [&str; 2] = ["nvidia-cuda-nvcc", "nvidia-nvvm"];

/// The variables by which the compiler and the tests find them, and their paths in the wheels' folder.
const PARTS: [(&str, &str); 2] =
    [("SCYTHE_PTXAS", "bin/ptxas"), ("SCYTHE_LIBDEVICE", "nvvm/libdevice/libdevice.10.bc")];

/// The parts that are available, by variable.
pub struct Toolkit {
    parts: Vec<(&'static str, PathBuf)>,
}

impl Toolkit {
    /// Installs missing parts, if possible. If the assembler's variable is set, nothing is installed.
    pub fn ensure() -> Result<Self> {
        let (assembler, _) = PARTS[0];
        if env::var_os(assembler).is_some() {
            return Ok(Self { parts: Vec::new() });
        }
        setup::attempt(NVIDIA_PACKAGES)?;
        let parts = install(&workspace::target_dir().join("nvidia")).unwrap_or_else(|error| {
            eprintln!("NVIDIA's assembler is not installed: {error:#}");
            Vec::new()
        });
        Ok(Self { parts })
    }

    /// Passes them to a command.
    pub fn show(&self, command: &mut Command) {
        command.envs(self.parts.iter().map(|(variable, path)| (variable, path)));
    }
}

/// The parts, installed if necessary.
fn install(environment: &Path) -> Result<Vec<(&'static str, PathBuf)>> {
    // Written last: an interrupted installation is repeated.
    let complete = environment.join("complete");
    if !complete.is_file() {
        step::announced(&format!("install {} with pip", WHEELS.join(" and ")), || {
            let mut python = Command::new("python3");
            step::run(python.args(["-m", "venv", "--clear"]).arg(environment))?;
            let mut pip = Command::new(environment.join("bin").join("pip"));
            pip.args(["install", "--quiet", "--no-input", "--disable-pip-version-check"]);
            step::run(pip.args(WHEELS).stdin(Stdio::null()))
        })?;
        find(environment)?;
        fs::write(&complete, "").with_context(|| format!("cannot write {}", complete.display()))?;
    }
    find(environment)
}

/// The paths of the parts: `lib/python3.<version>/site-packages/nvidia/cu<version>/<part>`.
fn find(environment: &Path) -> Result<Vec<(&'static str, PathBuf)>> {
    let mut folders = Vec::new();
    for python in entries(&environment.join("lib")) {
        folders.extend(entries(&python.join("site-packages").join("nvidia")));
    }
    let mut parts = Vec::new();
    for (variable, name) in PARTS {
        let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        let path = path.with_context(|| format!("{} has no {name}", environment.display()))?;
        parts.push((variable, path));
    }
    Ok(parts)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
