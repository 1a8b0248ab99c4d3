//! `cargo xtask install`: a prefix that works without the repository.
//!
//! ```text
//! bin/         scythe++, scythe-opt, muxc, scythe-ls, scythe-trace
//! lib/         libscythe.so, libscythe.so-gdb.py
//! lib/scythe/  libscythe_plugin.so, libscythe_mlir_plugin.so, precompiled/
//! lib/cmake/Scythe/
//! include/     sycl/, CL/, scythe/
//! share/doc/scythe/
//! ```
//!
//! `scythe++` finds the rest relative to itself, so the prefix may be moved as a whole; only the precompiled
//! headers are of no use then.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;

use crate::build;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask install`.
#[derive(Args)]
pub struct Options {
    /// Where to install, created where it is missing
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
    /// Install what is built already
    #[arg(long)]
    no_build: bool,
}

/// Programs without which the installation would be of no use.
const REQUIRED_PROGRAMS: &[&str] = &["scythe++", "scythe-opt", "scythe-ls", "scythe-trace"];
/// Programs that are installed where they are built.
const OPTIONAL_PROGRAMS: &[&str] = &["muxc"];
/// How gdb shows SYCL's classes.
const PRINTERS: &str = "libscythe.so-gdb.py";
/// What clang and mlir-opt load.
const PLUGINS: &[&str] = &["libscythe_plugin.so", "libscythe_mlir_plugin.so"];
/// Documents for `share/doc/scythe`.
const DOCUMENTS: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"];

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    if !options.no_build {
        setup::ensure()?;
        build::release()?;
    }
    let prefix = &options.prefix;
    step::announced(&format!("install into {}", prefix.display()), || install(prefix))?;
    let scythe = prefix.join("bin").join("scythe++");
    let headers = prefix.join("lib").join("scythe").join(build::PRECOMPILED);
    if let Err(error) = build::precompile_headers(&scythe, &headers) {
        eprintln!("warning: {error}; programs read the SYCL header themselves at first");
    }
    Ok(ExitCode::SUCCESS)
}

/// Copies everything but precompiled headers.
pub fn install(prefix: &Path) -> Result<()> {
    for name in REQUIRED_PROGRAMS {
        copy_file(&workspace::binary(name)?, &prefix.join("bin").join(name))?;
    }
    for name in OPTIONAL_PROGRAMS {
        copy_where_present(&workspace::bin_dir().join(name), &prefix.join("bin").join(name))?;
    }
    copy_file(&workspace::binary("libscythe.so")?, &prefix.join("lib").join("libscythe.so"))?;
    // gdb looks for it there.
    let printers = workspace::root().join("crates/runtime/gdb").join(PRINTERS);
    copy_file(&printers, &prefix.join("lib").join(PRINTERS))?;
    for name in PLUGINS {
        copy_file(&workspace::binary(name)?, &prefix.join("lib").join("scythe").join(name))?;
    }
    copy_tree(&workspace::root().join("include"), &prefix.join("include"))?;
    install_cmake_package(&prefix.join("lib").join("cmake").join("Scythe"))?;
    let documents = prefix.join("share").join("doc").join("scythe");
    for name in DOCUMENTS {
        copy_where_present(&workspace::root().join(name), &documents.join(name))?;
    }
    Ok(())
}

/// The package that `find_package(Scythe)` finds, with the version that the repository reads elsewhere.
fn install_cmake_package(to: &Path) -> Result<()> {
    let from = workspace::root().join("cmake");
    copy_tree(&from, to)?;
    let version = to.join("ScytheConfigVersion.cmake");
    let text = fs::read_to_string(&version)
        .with_context(|| format!("cannot read {}", version.display()))?;
    let named = format!("set(PACKAGE_VERSION \"{}\")", env!("CARGO_PKG_VERSION"));
    fs::write(&version, text.replacen("set(PACKAGE_VERSION \"\")", &named, 1))
        .with_context(|| format!("cannot write {}", version.display()))
}

fn copy_where_present(from: &Path, to: &Path) -> Result<()> {
    if from.exists() { copy_file(from, to) } else { Ok(()) }
}

/// Copies a file, following links: `scythe++` is a link in the build tree and a file here.
fn copy_file(from: &Path, to: &Path) -> Result<()> {
    if let Some(dir) = to.parent() {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    }
    // A program that runs from the prefix keeps its old file; writing into it would fail.
    if to.symlink_metadata().is_ok() {
        fs::remove_file(to).with_context(|| format!("cannot replace {}", to.display()))?;
    }
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Copies a folder and all that is in it.
pub fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    let entries = fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}
