//! Paths: the repository, the target directory, the built binaries.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

/// The repository's root directory.
pub fn root() -> PathBuf {
    // Cargo sets the variable; the compile-time value is for a copied binary.
    let manifest = env::var_os("CARGO_MANIFEST_DIR")
        .unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
    let manifest = PathBuf::from(manifest);
    manifest.parent().map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// Cargo's target directory.
pub fn target_dir() -> PathBuf {
    // As for cargo, a relative CARGO_TARGET_DIR is relative to the working directory at the start.
    env::var_os("CARGO_TARGET_DIR").map_or_else(
        || root().join("target"),
        |dir| env::current_dir().unwrap_or_default().join(dir),
    )
}

/// The directory that holds `scythe++` and its companions.
pub fn bin_dir() -> PathBuf {
    env::var_os("SCYTHE_BIN_DIR").map_or_else(|| target_dir().join("release"), PathBuf::from)
}

/// The path of a built binary, or an error that says how to build it.
pub fn binary(name: &str) -> Result<PathBuf> {
    let path = bin_dir().join(name);
    ensure!(path.exists(), "{} does not exist; build it with `cargo xtask build`", path.display());
    Ok(path)
}

/// A cargo command that runs in the repository with this process's target directory.
pub fn cargo(subcommand: &str) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.current_dir(root()).env("CARGO_TARGET_DIR", target_dir()).arg(subcommand);
    command
}

/// Finds a program in `PATH`.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(name)).find(|candidate| candidate.is_file())
}
