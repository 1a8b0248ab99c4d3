//! One test program of the suite: building it, and running it once it is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::step;

use super::cases::{self, Counts};
use super::results::Outcome;
use super::suite::{self, Suite};
use super::{Environment, Options, commit};

/// A program, as the suite's build describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    name: String,
    category: String,
    objects: Vec<String>,
}

impl Program {
    /// All programs, from ninja's list of targets.
    ///
    /// Objects are `tests/CATEGORY/CMakeFiles/test_NAME_objects.dir/FILE.o`.
    pub fn all(targets: &str) -> Vec<Self> {
        let mut programs: Vec<Self> = Vec::new();
        for line in targets.lines() {
            let Some((object, _)) = line.split_once(".o: ") else { continue };
            let Some(path) = object.strip_prefix("tests/") else { continue };
            let Some((category, rest)) = path.split_once("/CMakeFiles/test_") else { continue };
            let Some((name, file)) = rest.split_once("_objects.dir/") else { continue };
            if file.ends_with("empty.cpp") {
                continue;
            }
            let object = format!("{object}.o");
            match programs.iter_mut().find(|program| program.name == name) {
                Some(program) => program.objects.push(object),
                None => programs.push(Self {
                    name: name.to_owned(),
                    category: category.to_owned(),
                    objects: vec![object],
                }),
            }
        }
        programs
    }

    /// Its name without `test_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many source files it is made of.
    pub fn files(&self) -> usize {
        self.objects.len()
    }

    /// Whether a word of the command line means it.
    pub fn is_of(&self, category: &str) -> bool {
        let category = category.trim_end_matches('/');
        category == self.name
            || category == self.category
            || category == format!("test_{}", self.name)
    }

    /// Builds and runs it.
    pub fn check(
        &self,
        suite: &Suite,
        dir: &Path,
        options: &Options,
        environment: &mut Environment,
    ) -> Result<Outcome> {
        let start = Instant::now();
        let log = dir.join("logs").join(format!("{}.log", self.name));
        fs::create_dir_all(dir.join("logs"))?;
        let mut failed = self.build(dir, options, &log)?;
        if !failed.is_empty() && failed.len() < self.files() {
            // What does compile is run without the rest.
            let entries: Vec<String> =
                failed.iter().map(|file| format!("test_{}/{file}", self.name)).collect();
            suite.exclude(dir, &entries)?;
            let rest = self.build(dir, options, &log)?;
            failed.extend(rest);
        }
        let built = self.binary(dir);
        let counts = if built.is_file() && failed.len() < self.files() {
            cases::run(&built, environment, &log)?
        } else {
            Counts::default()
        };
        Ok(Outcome {
            counts,
            files: self.files(),
            not_compiled: failed,
            commit: commit()?,
            seconds: start.elapsed().as_secs(),
        })
    }

    /// Builds it as far as it goes; returns the source files that do not compile.
    fn build(&self, dir: &Path, options: &Options, log: &Path) -> Result<Vec<String>> {
        let mut ninja = Command::new("ninja");
        ninja
            .arg("-C")
            .arg(dir.join("build"))
            .args(["-k", "0", "-j"])
            .arg(suite::jobs(options).to_string());
        ninja.arg(format!("bin/test_{}", self.name)).stderr(Stdio::inherit());
        let output =
            ninja.output().with_context(|| format!("cannot start `{}`", step::shown(&ninja)))?;
        let text = String::from_utf8_lossy(&output.stdout);
        fs::write(log, text.as_bytes())
            .with_context(|| format!("cannot write {}", log.display()))?;
        let failed: Vec<String> =
            failed_objects(&text).filter(|object| self.has(object)).map(source_of).collect();
        if !output.status.success() && failed.is_empty() {
            // A library of the suite, or the link.
            eprintln!("{text}");
            step::check(&ninja, output.status)?;
        }
        Ok(failed)
    }

    fn has(&self, object: &str) -> bool {
        self.objects.iter().any(|own| own == object)
    }

    fn binary(&self, dir: &Path) -> PathBuf {
        dir.join("build/bin").join(format!("test_{}", self.name))
    }

    /// Frees the disk.
    pub fn remove(&self, dir: &Path) {
        let build = dir.join("build");
        let _ = fs::remove_file(self.binary(dir));
        for object in &self.objects {
            let _ = fs::remove_file(build.join(object));
        }
    }
}

/// The objects that ninja could not make.
fn failed_objects(output: &str) -> impl Iterator<Item = &str> {
    let targets = output.lines().filter_map(|line| line.strip_prefix("FAILED: "));
    targets.flat_map(str::split_whitespace).filter(|target| target.ends_with(".o"))
}

/// The name of the source file of an object.
fn source_of(object: &str) -> String {
    let file = object.rsplit('/').next().unwrap_or(object);
    file.strip_suffix(".o").unwrap_or(file).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGETS: &str = "\
bin/test_range: CXX_EXECUTABLE_LINKER__test_range_
tests/range/CMakeFiles/test_range_objects.dir/a.cpp.o: CXX_COMPILER__test_range_objects_
tests/range/CMakeFiles/test_range_objects.dir/b.cpp.o: CXX_COMPILER__test_range_objects_
tests/math/CMakeFiles/test_math_int_objects.dir/math_int.cpp.o: CXX_COMPILER__x_
tests/none/CMakeFiles/test_none_objects.dir/empty.cpp.o: CXX_COMPILER__x_
util/CMakeFiles/util.dir/u.cpp.o: CXX_COMPILER__util_
";

    #[test]
    fn programs_are_found_with_their_files_and_folders() {
        let programs = Program::all(TARGETS);
        let seen: Vec<_> = programs.iter().map(|p| (p.name(), p.files())).collect();
        assert_eq!(seen, [("range", 2), ("math_int", 1)]);
        assert!(
            programs[1].is_of("math")
                && programs[1].is_of("math_int")
                && programs[1].is_of("test_math_int")
        );
        assert!(!programs[0].is_of("math"));
    }

    #[test]
    fn failed_sources_are_read_from_ninja() {
        let output = "[1/2] x\nFAILED: tests/range/CMakeFiles/test_range_objects.dir/a.cpp.o \n/bin/scythe++ ...\nFAILED: bin/y\n";
        let files: Vec<_> = failed_objects(output).map(source_of).collect();
        assert_eq!(files, ["a.cpp"]);
    }
}
