//! Finds clang and the files of this installation.

use std::path::{Path, PathBuf};

use crate::args::Invocation;
use crate::error::DriverError;
use crate::process::Job;

/// The version of clang that Scythe is written for.
const CLANG: &str = "clang++-22";

/// Advice if clang is missing.
pub const ADVICE: &str =
    "install clang-22 (Debian: apt-get install clang-22), or name it in SCYTHE_CLANG";

/// Paths of the parts.
#[derive(Clone, Debug)]
pub struct Toolchain {
    clang: String,
    /// The directory that holds `sycl/sycl.hpp`.
    pub include: PathBuf,
    /// The clang plugin.
    pub plugin: PathBuf,
    /// The directory of precompiled headers that come with the installation.
    pub headers: PathBuf,
    /// The directory that holds `libscythe.so`.
    pub runtime: PathBuf,
}

impl Toolchain {
    /// Finds everything relative to this program: in the build tree (`target/<profile>/`) or in an
    /// installed prefix (`bin/`).
    pub fn find() -> Result<Self, DriverError> {
        let program = std::env::current_exe()
            .and_then(|path| path.canonicalize())
            .map_err(|e| DriverError::usage(format!("cannot find out where scythe++ is: {e}")))?;
        let here = program.parent().unwrap_or(Path::new("/")).to_path_buf();
        let up = |levels: usize| here.ancestors().nth(levels).map(Path::to_path_buf);
        let prefix = up(1).unwrap_or_else(|| here.clone());
        let mut includes = vec![prefix.join("include")];
        // target/<profile>, or target/<triple>/<profile> in cross builds.
        includes.extend([up(2), up(3)].into_iter().flatten().map(|tree| tree.join("include")));
        if let Some(tree) = source_tree() {
            includes.push(tree.join("include"));
        }
        let parts = first(
            "the clang plugin",
            &[here.clone(), prefix.join("lib/scythe")],
            "libscythe_plugin.so",
        )?;
        Ok(Self {
            clang: named_clang()?
                .or_else(|| clang_of_package(&prefix))
                .unwrap_or_else(|| CLANG.to_owned()),
            include: first("the SYCL headers", &includes, "sycl/sycl.hpp")?,
            plugin: parts.join("libscythe_plugin.so"),
            headers: parts.join("precompiled"),
            runtime: first("the runtime", &[here, prefix.join("lib")], "libscythe.so")?,
        })
    }

    /// A job that runs clang.
    pub fn clang(&self) -> Job {
        Job::new(&self.clang)
    }

    /// A job that compiles IR in which kernels are finished.
    pub fn code_generator(&self) -> Job {
        self.clang().arg(format!("-fpass-plugin={}", self.plugin.display()))
    }

    /// The directory of the runtime for another kind of machine: below `lib` in an installation, and cargo's
    /// directory in the build tree.
    pub fn runtime_for(&self, triple: &str) -> Option<PathBuf> {
        let architecture = triple.split('-').next()?;
        let installed = self.runtime.join(format!("{architecture}-linux-gnu"));
        let built =
            self.runtime.parent()?.join(format!("{architecture}-unknown-linux-gnu/release"));
        [installed, built].into_iter().find(|directory| directory.join("libscythe.so").is_file())
    }

    /// The first line of `clang --version`.
    pub fn clang_version(&self) -> Option<String> {
        let text = self.clang().arg("--version").answer()?;
        text.lines().next().map(str::to_owned)
    }

    /// The path of clang's program.
    pub fn clang_program(&self) -> Option<PathBuf> {
        let places = std::env::var_os("PATH").unwrap_or_default();
        // Joining an absolute path to a directory leaves it unchanged.
        let mut places = std::env::split_paths(&places).map(|place| place.join(&self.clang));
        places.find(|program| program.is_file())?.canonicalize().ok()
    }

    /// Reports in one line that clang is missing or has another version. The default's version is in its
    /// name; only a clang that the user named is asked for its version.
    pub fn check_clang(&self) -> Result<(), DriverError> {
        if Path::new(&self.clang).file_name().is_some_and(|name| name == CLANG) {
            return Ok(());
        }
        match self.clang_version() {
            None => Err(DriverError::usage(format!("cannot run '{}': {ADVICE}", self.clang))),
            Some(version) if !version.contains("clang version 22.") => Err(DriverError::usage(
                format!("'{}' is {version}, but clang 22 is needed: {ADVICE}", self.clang),
            )),
            Some(_) => Ok(()),
        }
    }

    /// Runs clang for queries such as `-dumpmachine`.
    pub fn ask_clang(&self, invocation: &Invocation) -> Result<(), DriverError> {
        self.clang().args(invocation.flags_where(|_| true)).run()
    }
}

/// The clang that `SCYTHE_CLANG` names.
fn named_clang() -> Result<Option<String>, DriverError> {
    let Some(name) = std::env::var_os("SCYTHE_CLANG") else { return Ok(None) };
    match name.into_string() {
        Ok(name) if !name.is_empty() => Ok(Some(name)),
        _ => Err(DriverError::usage(
            "SCYTHE_CLANG is empty or not UTF-8: set it to the clang++ to use, or unset it",
        )),
    }
}

/// The clang of a package that bundles one.
fn clang_of_package(prefix: &Path) -> Option<String> {
    let program = prefix.join("lib/scythe/llvm/bin").join(CLANG);
    program.is_file().then(|| program.to_string_lossy().into_owned())
}

/// The source tree that this program was built in, if it still exists: the target directory may be anywhere
/// (`CARGO_TARGET_DIR`). Packages are built without it, because they are complete and should not depend on
/// where they were built.
fn source_tree() -> Option<PathBuf> {
    let tree = Path::new(option_env!("SCYTHE_SOURCE_TREE")?);
    tree.is_dir().then(|| tree.to_path_buf())
}

fn first(what: &str, directories: &[PathBuf], file: &str) -> Result<PathBuf, DriverError> {
    directories.iter().find(|directory| directory.join(file).is_file()).cloned().ok_or_else(|| {
        let tried: Vec<String> =
            directories.iter().map(|d| format!("'{}'", d.join(file).display())).collect();
        DriverError::usage(format!(
            "cannot find {what}; looked for {} (is the installation complete? `cargo xtask build` \
             makes all parts)",
            tried.join(", ")
        ))
    })
}
