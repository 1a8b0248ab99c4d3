//! The setting of the suite: the repository, the binaries and the tools.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::devices;
use crate::verdict::{Verdict, fail, skip};

/// Everything that is common to all tests of a run.
pub struct Setting {
    /// The repository's root.
    pub root: PathBuf,
    /// The directory of `scythe++` and the other programs.
    pub bin_dir: PathBuf,
    /// The directory for tests' files.
    pub work_dir: PathBuf,
    /// The compiler's cache of precompiled headers, for this run and later ones.
    pub cache: PathBuf,
    /// The devices to run programs on; absent ones with the reason.
    pub devices: Vec<devices::Device>,
    /// The backend to test, if only one is tested.
    pub only: Option<String>,
    /// Whether expected outputs are rewritten.
    pub bless: bool,
    /// Whether long tests run.
    pub long: bool,
    /// Whether programs are compiled in all configurations of the matrix.
    pub full: bool,
    /// Whether programs are compiled with checks only.
    pub checked: bool,
    /// The folder for packed programs, if they are packed instead of run.
    pub pack: Option<PathBuf>,
    /// NVIDIA's assembler.
    pub ptxas: Option<PathBuf>,
}

impl Setting {
    /// Determines the setting, which lives as long as the process.
    pub fn find() -> Result<&'static Self, NotBuilt> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        // The compiler finds its headers by their real paths, so messages contain real paths.
        let root = manifest.parent().unwrap_or(manifest);
        let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
        // Cargo's directory for files of tests is `tmp` in the target directory.
        let work_dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let release = work_dir.with_file_name("release");
        let bin_dir = env::var_os("SCYTHE_BIN_DIR").map_or(release, PathBuf::from);
        let bin_dir = fs::canonicalize(&bin_dir).unwrap_or(bin_dir);
        let compiler = bin_dir.join("scythe++");
        if !compiler.exists() {
            return Err(NotBuilt(compiler));
        }
        let flag = |name: &str| env::var_os(name).is_some_and(|value| value == "1");
        let only = env::var("SCYTHE_TEST_DEVICE").ok();
        let pack = env::var_os("SCYTHE_TEST_PACK").map(PathBuf::from);
        // One of the tests packs programs while other tests compile the same ones.
        let own_folder = if pack.is_some() { "pack" } else { "suite" };
        let setting = Self {
            devices: devices::find(&bin_dir, only.as_deref()),
            only,
            root,
            bin_dir,
            cache: work_dir.join("cache"),
            work_dir: work_dir.join(own_folder),
            bless: flag("BLESS"),
            long: flag("SCYTHE_TEST_LONG"),
            full: flag("SCYTHE_TEST_FULL"),
            checked: flag("SCYTHE_TEST_CHECKED"),
            pack,
            ptxas: env::var_os("SCYTHE_PTXAS").map(PathBuf::from).or_else(|| tool("ptxas").ok()),
        };
        Ok(Box::leak(Box::new(setting)))
    }

    /// The setting for packed tests. `wanted` is a backend or a device.
    pub fn packed(folder: &Path, wanted: &str) -> &'static Self {
        let bin_dir = folder.join("bin");
        let work_dir = env::temp_dir().join(format!("scythe-tests-{}", std::process::id()));
        let backend = wanted.split(':').next().unwrap_or(wanted);
        let mut devices = devices::find(&bin_dir, Some(backend));
        if backend != wanted {
            devices.retain(|device| device.selector == wanted || device.absent.is_some());
        }
        Box::leak(Box::new(Self {
            root: folder.to_path_buf(),
            bin_dir,
            cache: work_dir.join("cache"),
            work_dir,
            devices,
            only: Some(backend.to_owned()),
            bless: false,
            long: true,
            full: false,
            checked: false,
            pack: None,
            ptxas: None,
        }))
    }

    /// The path of a folder of `tests/`.
    pub fn tests(&self, folder: &str) -> PathBuf {
        self.root.join("tests").join(folder)
    }

    /// The headers' directory.
    pub fn include(&self) -> PathBuf {
        self.root.join("include")
    }

    /// One of our binaries.
    pub fn binary(&self, name: &str) -> Verdict<PathBuf> {
        let path = self.bin_dir.join(name);
        if path.exists() {
            return Ok(path);
        }
        fail(format!("{} does not exist; build it with `cargo xtask build`", path.display()))
    }
}

/// A tool of the machine; a test that needs one that is absent is skipped.
pub fn tool(name: &str) -> Verdict<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file());
    found.map_or_else(|| skip(format!("{name} is not installed")), Ok)
}

/// The files of a folder with one of the extensions, sorted; none if there is no folder.
pub fn files(dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let matches = |path: &PathBuf| {
        path.extension().is_some_and(|found| extensions.iter().any(|wanted| found == *wanted))
    };
    entries(dir).into_iter().filter(|path| path.is_file()).filter(matches).collect()
}

/// The subfolders of a folder, sorted; none if there is no folder.
pub fn folders(dir: &Path) -> Vec<PathBuf> {
    entries(dir).into_iter().filter(|path| path.is_dir()).collect()
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> =
        fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The last component of a path without its extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The compiler has not been built.
pub struct NotBuilt(PathBuf);

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.0.display();
        write!(
            f,
            "{path} does not exist; build it with `cargo xtask build`, or say where it is with SCYTHE_BIN_DIR"
        )
    }
}
