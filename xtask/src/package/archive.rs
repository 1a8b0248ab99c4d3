//! Tarballs, checksums and copies whose bytes depend on their contents only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::stamp::Stamp;
use crate::step;

/// Blocks of one size, so that the result does not depend on the number of threads. `XZ_OPT` overrides the
/// options.
const XZ_OPTIONS: &str = "-6 --threads=0 --block-size=32MiB";

/// Packs a folder, including its name.
pub fn tarball(folder: &Path, stamp: &Stamp, out: &Path) -> Result<PathBuf> {
    let name = folder.file_name().unwrap_or_default();
    let archive = out.join(name).with_added_extension("tar.xz");
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"])
        .arg(format!("--mtime=@{}", stamp.seconds))
        .args(["--mode=u+rw,go=rX", "--create", "--xz", "--file"])
        .arg(&archive)
        .env("XZ_OPT", std::env::var("XZ_OPT").unwrap_or_else(|_| XZ_OPTIONS.to_owned()))
        .arg("--directory")
        .arg(folder.parent().unwrap_or(Path::new(".")))
        .arg(name);
    step::run(&mut tar)?;
    Ok(archive)
}

/// `SHA256SUMS` of packages, beside them.
pub fn write_sums(out: &Path, packages: &[PathBuf]) -> Result<()> {
    let names = packages.iter().filter_map(|package| package.file_name());
    let sums = step::output(Command::new("sha256sum").current_dir(out).args(names))?;
    let file = out.join("SHA256SUMS");
    fs::write(&file, sums).with_context(|| format!("cannot write {}", file.display()))
}

/// Copies the files of the repository, as they are in the working tree.
pub fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    let mut list = Command::new("git")
        .current_dir(from)
        .args(["ls-files", "-z"])
        .stdout(Stdio::piped())
        .spawn()?;
    let names = list.stdout.take().context("git has no output")?;
    let mut copy = Command::new("tar")
        .current_dir(from)
        .args(["--create", "--null", "--files-from=-", "--file=-"])
        .stdin(names)
        .stdout(Stdio::piped())
        .spawn()?;
    let packed = copy.stdout.take().context("tar has no output")?;
    let mut unpack = Command::new("tar");
    unpack.args(["--extract", "--file=-", "--directory"]).arg(to).stdin(packed);
    step::run(&mut unpack)?;
    list.wait()?;
    copy.wait()?;
    Ok(())
}

/// All files and links below a folder, sorted by path, relative to it.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    fn walk(folder: &Path, inside: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
        for entry in fs::read_dir(folder.join(inside))? {
            let entry = entry?;
            let path = inside.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                walk(folder, &path, found)?;
            } else {
                found.push(path);
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(folder, Path::new(""), &mut found)?;
    found.sort();
    Ok(found)
}
