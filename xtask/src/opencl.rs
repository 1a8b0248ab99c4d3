//! OpenCL implementations for tests and benchmarks.
//!
//! Debian's PoCL comes with the packages; Intel's runtime for processors, which takes SPIR-V, is a Python
//! package and is installed in a virtual environment in the target directory. Neither is required: tests that
//! need a missing one are skipped, and the reason is printed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::packages::OPENCL_PACKAGES;
use crate::setup;
use crate::step;
use crate::workspace;

/// pip's name of Intel's runtime, and libraries that it needs but does not depend on.
const INTEL: [&str; 2] = ["intel-opencl-rt", "intel-cmplr-lib-rt"];

/// The variable that names the loader's list of OpenCL implementations.
const VENDORS: &str = "OCL_ICD_VENDORS";

/// The machine's list.
const SYSTEM_VENDORS: &str = "/etc/OpenCL/vendors";

/// The available implementations.
pub struct Implementations {
    vendors: Option<PathBuf>,
}

impl Implementations {
    /// Installs missing implementations, if possible. If the loader's variable is set, nothing is installed.
    pub fn ensure() -> Result<Self> {
        if env::var_os(VENDORS).is_some() {
            return Ok(Self { vendors: None });
        }
        setup::attempt(OPENCL_PACKAGES)?;
        let dir = workspace::target_dir().join("opencl");
        let intel = match intel(&dir) {
            Ok(library) => Some(library),
            Err(error) => {
                eprintln!("Intel's OpenCL runtime is not installed: {error:#}");
                None
            }
        };
        let vendors = dir.join("vendors");
        list(&vendors, intel.as_deref())?;
        Ok(Self { vendors: Some(vendors) })
    }

    /// Passes them to a command.
    pub fn show(&self, command: &mut Command) {
        if let Some(vendors) = &self.vendors {
            command.env(VENDORS, vendors);
        }
    }
}

/// Intel's runtime, installed if necessary.
fn intel(dir: &Path) -> Result<PathBuf> {
    let environment = dir.join("intel");
    let library = environment.join("lib").join("libintelocl.so");
    // Written last: an interrupted installation is repeated.
    let complete = environment.join("complete");
    if !complete.is_file() {
        step::announced(&format!("install {} with pip", INTEL.join(" and ")), || {
            let mut python = Command::new("python3");
            step::run(python.args(["-m", "venv", "--clear"]).arg(&environment))?;
            let mut pip = Command::new(environment.join("bin").join("pip"));
            pip.args(["install", "--quiet", "--no-input", "--disable-pip-version-check"]);
            step::run(pip.args(INTEL).stdin(Stdio::null()))
        })?;
        fs::metadata(&library).with_context(|| format!("cannot find {}", library.display()))?;
        fs::write(&complete, "").with_context(|| format!("cannot write {}", complete.display()))?;
    }
    Ok(library)
}

/// Writes the loader's list: the machine's implementations, and Intel's.
fn list(vendors: &Path, intel: Option<&Path>) -> Result<()> {
    if vendors.is_dir() {
        fs::remove_dir_all(vendors)
            .with_context(|| format!("cannot remove {}", vendors.display()))?;
    }
    fs::create_dir_all(vendors).with_context(|| format!("cannot create {}", vendors.display()))?;
    for entry in fs::read_dir(SYSTEM_VENDORS).into_iter().flatten().flatten() {
        let copy = vendors.join(entry.file_name());
        fs::copy(entry.path(), &copy)
            .with_context(|| format!("cannot write {}", copy.display()))?;
    }
    if let Some(library) = intel {
        let file = vendors.join("intel-cpu.icd");
        fs::write(&file, library.display().to_string())
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
