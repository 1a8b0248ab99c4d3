//! A checkout of the suite, and its configuration for Scythe.
//!
//! The suite has a list of implementations. Until Scythe is in it, it is compiled from a copy with an
//! additional name ([`CHANGES`]). The suite also needs files from our `cmake` folder: `ScytheConfig.cmake`,
//! `AdaptScythe.cmake`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::device::Device;
use crate::step;
use crate::workspace;

use super::program::Program;
use super::{Options, commit};

/// A list of implementations in a file of the suite.
struct Change {
    file: &'static str,
    /// The text after which the name is inserted, unless it is there already.
    behind: &'static str,
    added: &'static str,
}

/// All changes for a version of the suite that does not know Scythe.
const CHANGES: &[Change] = &[
    Change {
        file: "cmake/AddSYCLExecutable.cmake",
        behind: "set (KNOWN_SYCL_IMPLEMENTATIONS \"",
        added: "Scythe;",
    },
    Change {
        file: "tests/common/disabled_for_test_case.h",
        behind: "#define INTERNAL_CTS_SYCL_IMPL_DPCPP ()\n",
        added: "#elif SYCL_CTS_COMPILING_WITH_SCYTHE\n#define INTERNAL_CTS_SYCL_IMPL_Scythe ()\n",
    },
];

/// Where the copy is, in the folder of all configurations.
const COPY: &str = "suite";

/// The folder of the suite's build, in that of a configuration.
pub const BUILD: &str = "build";

/// The target of the suite's build that makes sources.
const GENERATED: &str = "generate_test_sources";

/// The memory that a compiler may need; the largest files need more than 2 GiB.
const MEMORY_OF_A_JOB: u64 = 3 << 30;

/// A checkout.
pub struct Suite {
    original: PathBuf,
    copy: PathBuf,
}

impl Suite {
    /// Checks that everything is there, and copies it.
    pub fn open(dir: &Path, configurations: &Path) -> Result<Self> {
        let original =
            fs::canonicalize(dir).with_context(|| format!("cannot open {}", dir.display()))?;
        let shown = original.display();
        for Change { file, .. } in CHANGES {
            let is_there = original.join(file).is_file();
            ensure!(is_there, "{shown} is no checkout of SYCL-CTS: it has no {file}");
        }
        ensure!(
            original.join("vendor/Catch2/CMakeLists.txt").is_file(),
            "{shown} lacks its submodules; run `git submodule update --init` there"
        );
        let copy = configurations.join(COPY);
        copy_where_new(&original, &copy, Path::new(""))?;
        Ok(Self { original, copy })
    }

    /// The path of its sources.
    pub fn path(&self) -> &Path {
        &self.copy
    }

    /// Runs CMake in the build folder.
    pub fn configure(&self, dir: &Path, options: &Options) -> Result<()> {
        let cmake_dir = workspace::root().join("cmake");
        let build = dir.join(BUILD);
        let on_off = |on: bool| if on { "ON" } else { "OFF" };
        let opencl = matches!(options.device, Device::Opencl);
        let mut cmake = Command::new("cmake");
        cmake.arg("-S").arg(&self.copy).arg("-B").arg(&build).args(["-G", "Ninja"]);
        let mut define = |name: &str, value: &str| {
            cmake.arg(format!("-D{name}={value}"));
        };
        define("SYCL_IMPLEMENTATION", "Scythe");
        define("Scythe_DIR", &cmake_dir.display().to_string());
        define("SCYTHE_BIN_DIR", &workspace::bin_dir().display().to_string());
        define("CMAKE_MODULE_PATH", &cmake_dir.display().to_string());
        define("CMAKE_CXX_COMPILER", &workspace::binary("scythe++")?.display().to_string());
        // Warnings about the suite's own code are disabled.
        define(
            "CMAKE_CXX_FLAGS",
            &format!("{} -w --targets={}", options.opt, options.device.targets()),
        );
        define("SYCL_CTS_ENABLE_FULL_CONFORMANCE", on_off(options.full));
        define("SYCL_CTS_ENABLE_EXT_ONEAPI_TESTS", on_off(options.extensions));
        define("SYCL_CTS_ENABLE_KHR_TESTS", on_off(options.extensions));
        define("SYCL_CTS_ENABLE_OPENCL_INTEROP_TESTS", on_off(opencl));
        define("SCYTHE_CTS_SAMPLE", &options.sample.map_or_else(String::new, |n| n.to_string()));
        define("SCYTHE_CTS_SEED", &options.seed.to_string());
        step::announced("configure the suite", || quietly(&mut cmake))
    }

    /// Every test program of the configuration, by name. Generated sources exist afterwards.
    pub fn programs(&self, dir: &Path) -> Result<Vec<Program>> {
        step::announced("generate sources", || quietly(ninja(dir).arg(GENERATED)))?;
        let targets = step::output(ninja(dir).args(["-t", "targets", "all"]))?;
        let commands = step::output(ninja(dir).args(["-t", "commands"]))?;
        let mut programs = Program::all(&targets, &commands);
        ensure!(!programs.is_empty(), "the suite's build has no test programs");
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(programs)
    }

    /// Builds the libraries and objects that programs are linked with, apart from their own.
    pub fn build_libraries(&self, dir: &Path, programs: &[Program], jobs: u32) -> Result<()> {
        let libraries: BTreeSet<&str> = programs.iter().flat_map(Program::libraries).collect();
        step::announced("build the suite's libraries", || {
            quietly(ninja(dir).arg("-j").arg(jobs.to_string()).args(libraries))
        })
    }

    /// The heading of the table.
    pub fn heading(&self, options: &Options) -> Result<String> {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.original).args(["log", "-1", "--format=%h (%cs)"]);
        let revision = step::output(&mut git)
            .map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned());
        let date = step::output(Command::new("date").arg("+%F"))?;
        let mode = if options.full { "full conformance" } else { "light" };
        let sample = options
            .sample
            .map_or_else(String::new, |n| format!(", one file of {n} (seed {})", options.seed));
        Ok(format!(
            "SYCL-CTS {revision}, {mode} mode{sample}, device {}, compiled with `{}`; {}, last commit {}.",
            options.device.name(),
            options.opt,
            date.trim(),
            commit()?
        ))
    }
}

/// Ninja in the build folder.
fn ninja(dir: &Path) -> Command {
    let mut ninja = Command::new("ninja");
    ninja.arg("-C").arg(dir.join(BUILD));
    ninja
}

/// Copies what has changed, so that nothing is rebuilt without need.
fn copy_where_new(from: &Path, to: &Path, inside: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let (copy, inside) = (to.join(&name), inside.join(&name));
        if name == ".git" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_where_new(&path, &copy, &inside)?;
            continue;
        }
        let mut bytes =
            fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if let Some(change) = CHANGES.iter().find(|change| Path::new(change.file) == inside) {
            bytes = changed(&String::from_utf8_lossy(&bytes), change)?.into_bytes();
        }
        if fs::read(&copy).is_ok_and(|old| old == bytes) {
            continue;
        }
        fs::write(&copy, bytes).with_context(|| format!("cannot write {}", copy.display()))?;
        fs::set_permissions(&copy, fs::metadata(&path)?.permissions())?;
    }
    Ok(())
}

/// A file of the suite with Scythe in it.
fn changed(text: &str, change: &Change) -> Result<String> {
    let Change { file, behind, added } = change;
    if text.contains(added) {
        return Ok(text.to_owned());
    }
    ensure!(text.contains(behind), "{file} of the suite has no list of implementations");
    Ok(text.replacen(behind, &format!("{behind}{added}"), 1))
}

/// Runs a command and prints its output only if it fails.
fn quietly(command: &mut Command) -> Result<()> {
    let output =
        command.output().with_context(|| format!("cannot start `{}`", step::shown(command)))?;
    if !output.status.success() {
        eprint!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    step::check(command, output.status)
}

/// How many compilers may run at a time.
pub fn jobs(options: &Options) -> u32 {
    options.jobs.unwrap_or_else(|| {
        let processors =
            thread::available_parallelism().map_or(1, |n| u32::try_from(n.get()).unwrap_or(1));
        let memory = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
        let fit = memory.map_or(processors, |bytes| {
            u32::try_from(bytes / MEMORY_OF_A_JOB).unwrap_or(processors)
        });
        fit.clamp(1, processors)
    })
}

/// The bytes of memory that Linux says are available.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_gets_one_more_name_once() {
        let change = &CHANGES[0];
        let module = "set (KNOWN_SYCL_IMPLEMENTATIONS \"A;B\")\nrest";
        let with = changed(module, change).unwrap();
        assert_eq!(with, "set (KNOWN_SYCL_IMPLEMENTATIONS \"Scythe;A;B\")\nrest");
        assert_eq!(changed(&with, change).unwrap(), with);
        assert!(changed("set(OTHER)", change).is_err());
    }

    #[test]
    fn only_copies_are_changed() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        let file = |root: &Path, change: &Change| root.join(change.file);
        for change in CHANGES {
            fs::create_dir_all(file(&from, change).parent().unwrap()).unwrap();
            fs::write(file(&from, change), change.behind).unwrap();
        }
        fs::create_dir_all(from.join(".git")).unwrap();
        fs::create_dir_all(from.join("vendor/Catch2")).unwrap();
        assert!(Suite::open(&from, &to).is_err(), "submodules are missing");
        fs::write(from.join("vendor/Catch2/CMakeLists.txt"), "").unwrap();
        let suite = Suite::open(&from, &to).unwrap();
        for change in CHANGES {
            assert_eq!(fs::read_to_string(file(&from, change)).unwrap(), change.behind);
            let copy = fs::read_to_string(file(suite.path(), change)).unwrap();
            assert_eq!(copy, format!("{}{}", change.behind, change.added));
        }
        assert!(!suite.path().join(".git").exists());
    }

    #[test]
    fn memory_is_read_in_bytes() {
        assert_eq!(available("MemTotal: 5 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available("MemTotal: 5 kB\n"), None);
    }
}
