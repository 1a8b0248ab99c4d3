//! `cargo xtask install`: a prefix that works without the repository.
//!
//! ```text
//! bin/         scythe++, scythe-opt, muxc, scythe-ls, scythe-trace, scythe-explorer
//! lib/         libscythe.so, libscythe.a, libscythe.so-gdb.py
//! lib/scythe/  libscythe_plugin.so, libscythe_mlir_plugin.so, precompiled/
//! lib/cmake/Scythe/, lib/pkgconfig/scythe.pc
//! include/     sycl/, CL/, scythe/
//! share/doc/scythe/
//! share/man/man1/, share/bash-completion/, share/zsh/, share/fish/
//! ```
//!
//! `scythe++` finds the rest relative to itself, so the prefix may be moved as a whole; only the precompiled
//! headers become invalid.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::book;
use crate::build;
use crate::front_doors;
use crate::manuals;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask install`.
#[derive(Args)]
pub struct Options {
    /// The prefix, which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
    /// Install without building
    #[arg(long)]
    no_build: bool,
    /// Leave out the precompiled SYCL header; it is then made when programs need it
    #[arg(long)]
    no_precompile: bool,
}

/// Programs without which the installation would be incomplete.
const REQUIRED_PROGRAMS: &[&str] =
    &["scythe++", "scythe-opt", "scythe-ls", "scythe-trace", "scythe-explorer"];
/// Programs that are installed if they have been built.
const OPTIONAL_PROGRAMS: &[&str] = &["muxc"];
/// The runtime, for programs that load it and for programs that contain it.
const RUNTIMES: &[&str] = &["libscythe.so", "libscythe.a"];
/// gdb's pretty printers for SYCL's classes.
const PRINTERS: &str = "libscythe.so-gdb.py";
/// The plugins for clang and mlir-opt.
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
    let title = format!("install into {}", prefix.display());
    step::announced(&title, || install(&workspace::bin_dir(), prefix))?;
    if options.no_precompile {
        return Ok(ExitCode::SUCCESS);
    }
    let scythe = prefix.join("bin").join("scythe++");
    let headers = prefix.join("lib").join("scythe").join(build::PRECOMPILED);
    if let Err(error) = build::precompile_headers(&scythe, &headers) {
        eprintln!("warning: {error}; programs read the SYCL header themselves at first");
    }
    Ok(ExitCode::SUCCESS)
}

/// Copies the contents of `built` and the repository's own files into a prefix, except precompiled headers.
pub fn install(built: &Path, prefix: &Path) -> Result<()> {
    let copy = |name: &str, directory: &str| {
        let from = built.join(name);
        ensure!(
            from.exists(),
            "{} does not exist; build it with `cargo xtask build`",
            from.display()
        );
        copy_file(&from, &prefix.join(directory).join(name))
    };
    for name in REQUIRED_PROGRAMS {
        copy(name, "bin")?;
    }
    for name in OPTIONAL_PROGRAMS {
        copy_where_present(&built.join(name), &prefix.join("bin").join(name))?;
    }
    for name in RUNTIMES {
        copy(name, "lib")?;
    }
    // gdb looks for it there.
    let printers = workspace::root().join("crates/runtime/gdb").join(PRINTERS);
    copy_file(&printers, &prefix.join("lib").join(PRINTERS))?;
    for name in PLUGINS {
        copy(name, "lib/scythe")?;
    }
    copy_tree(&workspace::root().join("include"), &prefix.join("include"))?;
    for name in REQUIRED_PROGRAMS.iter().chain(OPTIONAL_PROGRAMS) {
        let program = prefix.join("bin").join(name);
        if program.exists() {
            manuals::install(&program, name, prefix)?;
        }
    }
    install_cmake_package(&prefix.join("lib").join("cmake").join("Scythe"))?;
    front_doors::install(prefix)?;
    let documents = prefix.join("share").join("doc").join("scythe");
    for name in DOCUMENTS {
        copy_where_present(&workspace::root().join(name), &documents.join(name))?;
    }
    // The output directory of `cargo xtask book`.
    if book::dir().is_dir() {
        copy_tree(&book::dir(), &documents.join("book"))?;
    }
    Ok(())
}

/// The package for `find_package(Scythe)`, with the version of the workspace.
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
pub fn copy_file(from: &Path, to: &Path) -> Result<()> {
    if let Some(dir) = to.parent() {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    }
    // The file may be in use as a program; writing into it would fail.
    if to.symlink_metadata().is_ok() {
        fs::remove_file(to).with_context(|| format!("cannot replace {}", to.display()))?;
    }
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Copies a folder with its contents.
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
