//! A checkout of the suite, and its configuration for Scythe.
//!
//! The suite has a list of implementations that it knows. Until Scythe is on it, the module that has the list
//! (`cmake/AddSYCLExecutable.cmake`) is read from the suite, gets the name, and lies in the build folder, which CMake
//! searches first. What else the suite asks for is in our `cmake` folder: `ScytheConfig.cmake`, `AdaptScythe.cmake`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::step;
use crate::workspace;

use super::program::Program;
use super::{Options, commit};

/// The module of the suite that has the list.
const MODULE: &str = "AddSYCLExecutable.cmake";

/// What the list is called there.
const LIST: &str = "set (KNOWN_SYCL_IMPLEMENTATIONS \"";

/// How much memory a compiler may need; the largest files take more than 2 GiB.
const MEMORY_OF_A_JOB: u64 = 3 << 30;

/// A checkout.
pub struct Suite {
    dir: PathBuf,
}

impl Suite {
    /// Looks whether everything is there.
    pub fn open(dir: &Path) -> Result<Self> {
        let dir =
            fs::canonicalize(dir).with_context(|| format!("cannot open {}", dir.display()))?;
        let module = dir.join("cmake").join(MODULE);
        ensure!(
            module.is_file(),
            "{} is no checkout of SYCL-CTS: it has no cmake/{MODULE}",
            dir.display()
        );
        let catch2 = dir.join("vendor/Catch2/CMakeLists.txt");
        ensure!(
            catch2.is_file(),
            "{} lacks its submodules; run `git submodule update --init` there",
            dir.display()
        );
        Ok(Self { dir })
    }

    /// Runs CMake in the build folder.
    pub fn configure(&self, dir: &Path, options: &Options) -> Result<()> {
        let modules = dir.join("modules");
        fs::create_dir_all(&modules)
            .with_context(|| format!("cannot create {}", modules.display()))?;
        let original = self.dir.join("cmake").join(MODULE);
        let text = fs::read_to_string(&original)
            .with_context(|| format!("cannot read {}", original.display()))?;
        write_if_new(&modules.join(MODULE), &with_scythe(&text)?)?;
        let cmake_dir = workspace::root().join("cmake");
        let build = dir.join("build");
        let on_off = |on: bool| if on { "ON" } else { "OFF" };
        let opencl = matches!(options.device, super::Device::Opencl);
        let mut cmake = Command::new("cmake");
        cmake.arg("-S").arg(&self.dir).arg("-B").arg(&build).args(["-G", "Ninja"]);
        let mut define = |name: &str, value: &str| {
            cmake.arg(format!("-D{name}={value}"));
        };
        define("SYCL_IMPLEMENTATION", "Scythe");
        define("Scythe_DIR", &cmake_dir.display().to_string());
        define("SCYTHE_BIN_DIR", &workspace::bin_dir().display().to_string());
        define("CMAKE_MODULE_PATH", &format!("{};{}", modules.display(), cmake_dir.display()));
        define("CMAKE_CXX_COMPILER", &workspace::binary("scythe++")?.display().to_string());
        // Warnings about the suite's own code are for the suite.
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
        define("SCYTHE_CTS_EXCLUDE", &excluded_list(dir).display().to_string());
        step::announced("configure the suite", || quietly(&mut cmake))
    }

    /// Every test program of the configuration, by name.
    pub fn programs(&self, dir: &Path) -> Result<Vec<Program>> {
        let mut ninja = Command::new("ninja");
        ninja.arg("-C").arg(dir.join("build")).args(["-t", "targets", "all"]);
        let mut programs = Program::all(&step::output(&mut ninja)?);
        ensure!(!programs.is_empty(), "the suite's build has no test programs");
        programs.sort_by(|a, b| a.name().cmp(b.name()));
        Ok(programs)
    }

    /// Leaves a source file out of its program, from the next build on.
    pub fn exclude(&self, dir: &Path, entries: &[String]) -> Result<()> {
        let file = excluded_list(dir);
        let mut text = fs::read_to_string(&file).unwrap_or_default();
        for entry in entries {
            text.push_str(entry);
            text.push('\n');
        }
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    }

    /// What the table is about.
    pub fn heading(&self, options: &Options) -> Result<String> {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.dir).args(["log", "-1", "--format=%h (%cs)"]);
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

/// The list of sources that do not compile.
fn excluded_list(dir: &Path) -> PathBuf {
    dir.join("excluded")
}

/// The suite's module with Scythe on the list.
fn with_scythe(text: &str) -> Result<String> {
    if text.contains("Scythe") {
        return Ok(text.to_owned());
    }
    ensure!(text.contains(LIST), "cmake/{MODULE} of the suite has no list of implementations");
    Ok(text.replacen(LIST, &format!("{LIST}Scythe;"), 1))
}

/// Writes a file unless it has this text already, so that nothing is configured again without need.
fn write_if_new(file: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Runs a command and shows what it printed only when it fails.
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
        let module = "set (KNOWN_SYCL_IMPLEMENTATIONS \"A;B\")\nrest";
        let changed = with_scythe(module).unwrap();
        assert_eq!(changed, "set (KNOWN_SYCL_IMPLEMENTATIONS \"Scythe;A;B\")\nrest");
        assert_eq!(with_scythe(&changed).unwrap(), changed);
        assert!(with_scythe("set(OTHER)").is_err());
    }

    #[test]
    fn memory_is_read_in_bytes() {
        assert_eq!(available("MemTotal: 5 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available("MemTotal: 5 kB\n"), None);
    }
}
