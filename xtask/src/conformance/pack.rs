//! A folder that compiles and runs the suite on a machine that has a C++ library and a linker's start files, but no
//! LLVM and no Scythe.
//!
//! ```text
//! run           the script; it takes categories and options of `cargo xtask conformance`
//! bin/          clang and lld
//! lib/          their shared libraries, and clang's own headers
//! prefix/       Scythe, as `cargo xtask install` makes it, and this program
//! suite/        the suite's sources
//! build/        the sources that the suite generated, and its libraries
//! plan          the commands
//! results       the results, for `--import`; logs/ is beside it
//! ```

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::folder::{self, Folder};
use crate::install;
use crate::step;
use crate::workspace;

use super::plan::{Place, Plan};
use super::suite::{BUILD, Suite};

/// Where Scythe is in a pack.
const PREFIX: &str = "prefix";

/// Where the suite is.
const SUITE: &str = "suite";

/// This program.
const RUNNER: &str = "xtask";

/// Where the commands are.
const PLAN: &str = "plan";

/// The suffix of the archive with clang and its libraries.
const LLVM: &str = "-llvm.tar.xz";

/// Endings of files that compilers read.
const SOURCES: &[&str] = &["h", "hpp", "inl", "inc", "cpp", "cl", "def", "template"];

/// Folders of the suite and its submodules that tests do not include.
const NOT_NEEDED: &[&str] = &[".git", "docs", "docker", "ci", "examples", "fuzzing", "SelfTest"];

/// The packed script. Programs of the pack load the pack's libraries; `lib` in the prefix is only for test
/// programs, which find it themselves.
const SCRIPT: &str = r#"#!/bin/sh
# run [--stop-after S] [--jobs N] [--time-limit S] [--again] [category…]
here=$(cd "$(dirname "$0")" && pwd) || exit 1
export LD_LIBRARY_PATH="$here/lib" PATH="$here/bin:$PATH" SCYTHE_CLANG="$here/bin/clang++-22"
export SCYTHE_CACHE="$here/cache"
exec "$here/prefix/bin/xtask" conformance --packed "$here" "$@"
"#;

/// Fills a folder and compresses it.
pub fn make(to: &Path, suite: &Suite, dir: &Path, mut plan: Plan) -> Result<()> {
    let mut folder = Folder::create(to)?;
    let clang = step::output(Command::new("clang++-22").arg("-print-resource-dir"))?;
    let resources = PathBuf::from(clang.trim());
    let llvm = resources.ancestors().nth(3).context("clang's headers are in no installation")?;
    folder.add_program(&llvm.join("bin/clang-22"))?;
    folder.add_program(&llvm.join("bin/lld"))?;
    for name in ["libscythe_plugin.so", "scythe++"] {
        folder.add_libraries_of(&workspace::binary(name)?)?;
    }
    let bin = folder.path().join("bin");
    for (name, program) in
        [("clang++-22", "clang-22"), ("ld", "lld"), ("ld.lld", "lld"), ("ld.lld-22", "lld")]
    {
        symlink(program, bin.join(name))?;
    }
    // clang finds its headers relative to itself.
    let headers = folder.path().join("lib/clang").join(resources.file_name().unwrap_or_default());
    copy_sources(&resources.join("include"), &headers.join("include"))?;
    let prefix = folder.path().join(PREFIX);
    install::install(&workspace::bin_dir(), &prefix)?;
    for program in ["muxc", "scythe-opt", "scythe-ls", "scythe-trace"] {
        let _ = fs::remove_file(prefix.join("bin").join(program));
    }
    let _ = fs::remove_file(prefix.join("lib/scythe/libscythe_mlir_plugin.so"));
    // Not the file of this process: the build may just have replaced it.
    folder::copy(&workspace::binary(RUNNER)?, &prefix.join("bin").join(RUNNER))?;
    for file in ["bin/scythe++", "bin/xtask", "lib/libscythe.so", "lib/scythe/libscythe_plugin.so"]
    {
        let file = prefix.join(file);
        step::run(Command::new("llvm-strip-22").arg(&file))?;
    }
    copy_sources(suite.path(), &folder.path().join(SUITE))?;
    let build = dir.join(BUILD);
    copy_sources(&build, &folder.path().join(BUILD))?;
    for library in plan.programs.iter().flat_map(|program| program.libraries()) {
        let to = folder.path().join(BUILD).join(library);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        folder::copy(&build.join(library), &to)?;
    }
    plan.generalize(&here(suite, &build));
    fs::write(folder.path().join(PLAN), plan.text())?;
    folder.finish(SCRIPT)?;
    // Most of the size is LLVM, which is the same in all packs: an existing archive of it is kept.
    if !folder.has_archive(LLVM) {
        folder.compress_parts(LLVM, &["bin", "lib"])?;
    }
    folder.compress_parts(".tar.xz", &["run", PLAN, PREFIX, SUITE, BUILD])
}

/// Reads the plan of a pack.
pub fn plan(pack: &Path) -> Result<Plan> {
    let file = pack.join(PLAN);
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut plan = Plan::parse(&text)?;
    plan.settle(&there(pack));
    Ok(plan)
}

/// Where `scythe++` is in a pack, and where it looks for precompiled headers.
pub fn compiler(pack: &Path) -> (PathBuf, PathBuf) {
    let prefix = pack.join(PREFIX);
    (prefix.join("bin/scythe++"), prefix.join("lib/scythe").join(crate::build::PRECOMPILED))
}

/// The placeholders in a packed plan. The longest paths come first, because some contain others.
const NAMES: [&str; 5] = ["@RUNTIME@", "@BUILD@", "@BIN@", "@INCLUDE@", "@SUITE@"];

fn here(suite: &Suite, build: &Path) -> Vec<Place<'static>> {
    let bin = workspace::bin_dir();
    let include = workspace::root().join("include");
    places([&bin.join("libscythe.so"), build, &bin, &include, suite.path()])
}

fn there(pack: &Path) -> Vec<Place<'static>> {
    let prefix = pack.join(PREFIX);
    let runtime = prefix.join("lib/libscythe.so");
    let (bin, include) = (prefix.join("bin"), prefix.join("include"));
    places([&runtime, &pack.join(BUILD), &bin, &include, &pack.join(SUITE)])
}

fn places(paths: [&Path; 5]) -> Vec<Place<'static>> {
    let named = paths.into_iter().zip(NAMES);
    named.map(|(path, name)| Place { path: path.display().to_string(), name }).collect()
}

/// Copies files that compilers read.
fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    // Commands may name a folder without such files.
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type()?.is_dir() {
            if !NOT_NEEDED.iter().any(|folder| name == OsStr::new(folder)) {
                copy_sources(&path, &to.join(name))?;
            }
        } else if is_source(&path) {
            folder::copy(&path, &to.join(name))?;
        }
    }
    Ok(())
}

/// Whether a compiler may read a file; standard headers have no extension.
fn is_source(file: &Path) -> bool {
    match file.extension() {
        Some(ending) => SOURCES.iter().any(|known| ending == OsStr::new(known)),
        None => file.components().any(|part| part.as_os_str() == OsStr::new("include")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_known_by_their_endings() {
        assert!(is_source(Path::new("a/b.hpp")) && is_source(Path::new("clang/include/x/new")));
        assert!(!is_source(Path::new("a/b.cpp.o")) && !is_source(Path::new("bin/test_range")));
    }

    #[test]
    fn folders_that_no_test_includes_are_not_copied() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        fs::create_dir_all(from.join("tests/range")).unwrap();
        fs::create_dir_all(from.join(".git")).unwrap();
        fs::write(from.join("tests/range/a.cpp"), "a").unwrap();
        fs::write(from.join("tests/range/a.o"), "a").unwrap();
        fs::write(from.join(".git/x.h"), "a").unwrap();
        copy_sources(&from, &to).unwrap();
        assert!(to.join("tests/range/a.cpp").is_file());
        assert!(!to.join("tests/range/a.o").exists() && !to.join(".git").exists());
    }
}
