//! The test programs of the suite: their parts and commands, and how to build one.
//!
//! The commands are those of the suite's own build, as printed by ninja. They run in the build folder, here
//! or in a packed one, without ninja.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// A program, as the suite's build describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its name without `test_`.
    pub name: String,
    /// The folder of the suite's `tests` that it belongs to.
    pub category: String,
    /// The objects of its source files.
    pub objects: Vec<Object>,
    /// The command that links the program.
    pub link: String,
    /// Which part of it this is, if it was divided.
    pub part: Option<Part>,
}

/// Some of the source files of a program, as a separate program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 1 on.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// The default for the largest number of source files in a program; larger ones are divided. If a run ends
/// early, only the results of these files are lost. Files that call each other have names with a common
/// prefix, and so stay together; otherwise, linking reports it.
pub const MOST_FILES: NonZeroUsize = NonZeroUsize::new(64).unwrap();

/// A compiled source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// The file, in the build folder.
    pub file: String,
    /// The command that makes it.
    pub command: String,
}

impl Program {
    /// All programs, from ninja's list of targets and the commands that make them.
    ///
    /// Objects are `tests/CATEGORY/CMakeFiles/test_NAME_objects.dir/FILE.o`.
    pub fn all(targets: &str, commands: &str) -> Vec<Self> {
        let by_output: HashMap<&str, &str> =
            commands.lines().filter_map(|line| Some((output_of(line)?, line))).collect();
        let made_by = |file: &str| by_output.get(file).copied().unwrap_or_default().to_owned();
        let mut programs: Vec<Self> = Vec::new();
        for line in targets.lines() {
            let Some((object, _)) = line.split_once(".o: ") else { continue };
            let Some(path) = object.strip_prefix("tests/") else { continue };
            let Some((category, rest)) = path.split_once("/CMakeFiles/test_") else { continue };
            let Some((name, file)) = rest.split_once("_objects.dir/") else { continue };
            if file.ends_with("empty.cpp") {
                continue;
            }
            let file = format!("{object}.o");
            let object = Object { command: made_by(&file), file };
            match programs.iter_mut().find(|program| program.name == name) {
                Some(program) => program.objects.push(object),
                None => programs.push(Self {
                    name: name.to_owned(),
                    category: category.to_owned(),
                    objects: vec![object],
                    link: made_by(&format!("bin/test_{name}")),
                    part: None,
                }),
            }
        }
        programs
    }

    /// Divides it, if it has more files than that. Tests register themselves, so any set of objects makes a
    /// program.
    pub fn divided(self, most: NonZeroUsize) -> Vec<Self> {
        let most = most.get();
        let of = self.objects.len().div_ceil(most);
        if of <= 1 {
            return vec![self];
        }
        let part = |(index, objects): (usize, &[Object])| {
            let others = self.objects.iter().filter(|object| !objects.contains(object));
            let others: Vec<&str> = others.map(|object| object.file.as_str()).collect();
            let mut part = Self { objects: objects.to_vec(), ..self.clone() };
            part.part = Some(Part { number: index + 1, of });
            let words = self.link.split(' ').filter(|word| !others.contains(word));
            let words = words.collect::<Vec<_>>().join(" ");
            let output = |label: &str| format!(" -o bin/test_{label} ");
            part.link = words.replace(&output(&self.label()), &output(&part.label()));
            part
        };
        self.objects.chunks(most).enumerate().map(part).collect()
    }

    /// The label of its results: its name and part.
    pub fn label(&self) -> String {
        match self.part {
            Some(Part { number, of }) => format!("{}.{number}of{of}", self.name),
            None => self.name.clone(),
        }
    }

    /// Whether a word of the command line selects it.
    pub fn is_of(&self, category: &str) -> bool {
        let category = category.trim_end_matches('/');
        category == self.name
            || self.category == category
            || self.category.strip_prefix(category).is_some_and(|rest| rest.starts_with('/'))
            || category == format!("test_{}", self.name)
    }

    /// The libraries and objects that it is linked with besides its own objects, in the build folder.
    pub fn libraries(&self) -> impl Iterator<Item = &str> {
        let own = |file: &str| self.objects.iter().any(|object| object.file == file);
        let is_library = |file: &&str| file.ends_with(".a") || file.ends_with(".o");
        let words = self.link.split_whitespace().filter(is_library);
        words.filter(move |file| !file.starts_with('/') && !own(file))
    }

    /// Links it without the objects that could not be compiled.
    pub fn link(&self, build: &Path, missing: &[String], log: &Path) -> Result<bool> {
        let words = self.link.split(' ').filter(|word| !missing.iter().any(|file| file == word));
        let command = words.collect::<Vec<_>>().join(" ");
        fs::create_dir_all(build.join("bin"))?;
        shell(build, &command, None, log)
    }

    /// Where it is once it is linked.
    pub fn binary(&self, build: &Path) -> PathBuf {
        build.join("bin").join(format!("test_{}", self.label()))
    }

    /// Frees the disk.
    pub fn remove(&self, build: &Path) {
        let _ = fs::remove_file(self.binary(build));
        for object in &self.objects {
            let _ = fs::remove_file(build.join(&object.file));
        }
    }
}

impl Object {
    /// Compiles it, with a time limit in seconds; returns whether it succeeded.
    pub fn compile(&self, build: &Path, limit: Option<u64>, log: &Path) -> Result<bool> {
        let file = build.join(&self.file);
        if let Some(dir) = file.parent() {
            fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        }
        shell(build, &self.command, limit, log)
    }

    /// The name of its source file.
    pub fn source(&self) -> &str {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        file.strip_suffix(".o").unwrap_or(file)
    }
}

/// The output of a command of the build.
fn output_of(command: &str) -> Option<&str> {
    command.split_once(" -o ")?.1.split(' ').next()
}

/// Runs a command of the build; if it fails, its output is added to the log.
fn shell(build: &Path, command: &str, limit: Option<u64>, log: &Path) -> Result<bool> {
    let mut shell = Command::new("timeout");
    // Zero is no limit.
    shell.args(["--kill-after=2", &limit.unwrap_or(0).to_string(), "sh", "-c", command]);
    let output = shell
        .current_dir(build)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{command}`"))?;
    if !output.status.success() {
        add_to(log, &[command.as_bytes(), b"\n", &output.stdout, &output.stderr])?;
    }
    Ok(output.status.success())
}

/// Appends to a log.
pub fn add_to(log: &Path, parts: &[&[u8]]) -> Result<()> {
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(log)
        .with_context(|| format!("cannot open {}", log.display()))?;
    parts.iter().try_for_each(|part| {
        file.write_all(part).with_context(|| format!("cannot write {}", log.display()))
    })
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
tests/extension/khr_x/CMakeFiles/test_khr_x_objects.dir/khr_x.cpp.o: CXX_COMPILER__x_
util/CMakeFiles/util.dir/u.cpp.o: CXX_COMPILER__util_
";

    const COMMANDS: &str = "\
scythe++ -o tests/range/CMakeFiles/test_range_objects.dir/a.cpp.o -c a.cpp
scythe++ -o tests/range/CMakeFiles/test_range_objects.dir/b.cpp.o -c b.cpp
: && scythe++ tests/range/CMakeFiles/test_range_objects.dir/a.cpp.o -o bin/test_range lib/libutil.a /x/y.a
";

    #[test]
    fn programs_are_found_with_their_files_and_folders() {
        let programs = Program::all(TARGETS, COMMANDS);
        let seen: Vec<_> = programs.iter().map(|p| (p.name.as_str(), p.objects.len())).collect();
        assert_eq!(seen, [("range", 2), ("math_int", 1), ("khr_x", 1)]);
        assert!(
            programs[1].is_of("math")
                && programs[1].is_of("math_int")
                && programs[1].is_of("test_math_int")
        );
        assert!(!programs[0].is_of("math"));
        assert!(programs[2].is_of("extension") && programs[2].is_of("extension/khr_x"));
        assert!(!programs[2].is_of("ext"));
        assert!(programs[0].objects[1].command.ends_with("-c b.cpp"));
        assert_eq!(programs[0].objects[1].source(), "b.cpp");
        assert_eq!(programs[0].libraries().collect::<Vec<_>>(), ["lib/libutil.a"]);
    }

    #[test]
    fn large_programs_are_divided() {
        let most = MOST_FILES.get();
        let name = |number: usize| format!("{number}.o");
        let objects = (0..most + 1).map(|n| Object { file: name(n), ..Object::default() });
        let link = format!(
            "ld {} -o bin/test_x lib.a",
            (0..=most).map(name).collect::<Vec<_>>().join(" ")
        );
        let program =
            Program { name: "x".into(), link, objects: objects.collect(), ..Program::default() };
        let parts = program.clone().divided(MOST_FILES);
        let labels: Vec<_> = parts.iter().map(Program::label).collect();
        assert_eq!(labels, ["x.1of2", "x.2of2"]);
        assert_eq!(parts[1].link, format!("ld {} -o bin/test_x.2of2 lib.a", name(most)));
        assert_eq!(parts.iter().map(|part| part.objects.len()).sum::<usize>(), most + 1);
        let small = Program { objects: program.objects[1..].to_vec(), ..program };
        assert_eq!(small.clone().divided(MOST_FILES), [small]);
    }

    #[test]
    fn what_is_not_there_is_not_linked() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("log");
        let link = "echo a.o b.o > bin/test_x".to_owned();
        let program = Program { name: "x".into(), link, ..Program::default() };
        assert!(program.link(dir.path(), &["a.o".to_owned()], &log).unwrap());
        assert_eq!(fs::read_to_string(program.binary(dir.path())).unwrap(), "b.o\n");
        assert!(!log.exists());
    }

    #[test]
    fn a_command_that_fails_or_takes_too_long_is_logged() {
        let dir = tempfile::tempdir().unwrap();
        let log = dir.path().join("log");
        let object = |command: &str| Object { file: "t/a.cpp.o".into(), command: command.into() };
        assert!(!object("echo wrong >&2; false").compile(dir.path(), None, &log).unwrap());
        assert!(!object("sleep 60").compile(dir.path(), Some(1), &log).unwrap());
        let text = fs::read_to_string(&log).unwrap();
        assert!(text.contains("wrong\n") && text.contains("sleep 60"), "{text}");
    }
}
