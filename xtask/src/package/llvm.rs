//! An LLVM for machines without one: clang, its headers, and all libraries.
//!
//! The files are Debian's. `lib/scythe/llvm` has LLVM's own layout, so clang finds its headers by itself, and
//! the run paths of all programs contain it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{inventory, run_path};
use crate::install::{copy_file, copy_tree};
use crate::step;

/// Libraries that every machine with a C++ compiler has, and that must match its kernel and programs.
const OF_THE_MACHINE: &[&str] = &[
    "ld-linux",
    "libc.so",
    "libm.so",
    "libdl.so",
    "libpthread.so",
    "librt.so",
    "libgcc_s.so",
    "libstdc++.so",
    "linux-vdso",
];

/// Adds it to a prefix.
pub fn add(prefix: &Path) -> Result<()> {
    let version = |query: &str| step::output(Command::new("llvm-config-22").arg(query));
    let (bin, lib) = (version("--bindir")?, version("--libdir")?);
    let (bin, lib) = (Path::new(bin.trim()), Path::new(lib.trim()));
    let to = prefix.join("lib/scythe/llvm");

    let clang = fs::canonicalize(bin.join("clang")).context("clang-22 is not installed")?;
    // Before anything is copied: programs would find the copies.
    let mut needed = BTreeSet::new();
    for program in [&clang, &prefix.join("bin/scythe-opt"), &prefix.join("bin/scythe++")] {
        needed.extend(libraries(program)?);
    }
    let place = to.join("bin/clang-22");
    copy_file(&clang, &place)?;
    ensure!(extend_run_path(&place)?, "{} has no run path", clang.display());
    for program in fs::read_dir(prefix.join("bin"))? {
        // Programs without a run path do not load LLVM.
        extend_run_path(&program?.path())?;
    }
    // The name selects the language.
    symlink("clang-22", to.join("bin/clang++-22"))?;
    copy_tree(&lib.join("clang/22/include"), &to.join("lib/clang/22/include"))?;

    let mut sources = BTreeSet::from([clang.clone()]);
    for library in &needed {
        copy_file(library, &to.join("lib").join(library.file_name().unwrap_or_default()))?;
        sources.insert(fs::canonicalize(library)?);
    }
    inventory::add_distribution(prefix, &sources)
}

/// Makes a program find the libraries of its libraries, too.
fn extend_run_path(program: &Path) -> Result<bool> {
    let mut bytes = fs::read(program)?;
    let found = run_path::extend_to_all(&mut bytes)
        .with_context(|| format!("cannot read {}", program.display()))?;
    if found {
        fs::write(program, bytes)?;
    }
    Ok(found)
}

/// All libraries that a program loads, except those of the machine.
fn libraries(program: &Path) -> Result<Vec<PathBuf>> {
    let listed = step::output(Command::new("ldd").arg(program))?;
    let mut found = Vec::new();
    for line in listed.lines() {
        let Some((name, rest)) = line.trim().split_once(" => ") else { continue };
        ensure!(!rest.contains("not found"), "{} needs {name}", program.display());
        if OF_THE_MACHINE.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        let path = rest.split(" (").next().unwrap_or(rest);
        found.push(PathBuf::from(path));
    }
    Ok(found)
}
