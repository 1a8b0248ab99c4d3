//! A Python wheel: the tarball's files as data, which pip installs into the prefix of the environment. It
//! contains no Python code.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::archive;
use super::stamp::Stamp;
use crate::install::copy_file;
use crate::step;
use crate::workspace;

const NAME: &str = "scythe_sycl";

/// The oldest version of the C library that the files need.
const LIBC: &str = "2_36";

/// Makes the wheel of a prefix, if `zip` is installed.
pub fn make(prefix: &Path, stamp: &Stamp, out: &Path) -> Result<Option<PathBuf>> {
    if workspace::find_program("zip").is_none() {
        eprintln!("no wheel is made: it takes a `zip`, which is not installed");
        return Ok(None);
    }
    let root = out.join("tree").join("wheel");
    let data = format!("{NAME}-{}.data/data", stamp.version);
    for file in archive::files(prefix)? {
        // Wheels have no links. The front doors are links to a program that checks its own name; other links
        // become copies.
        if file.starts_with("lib/scythe/compat") {
            continue;
        }
        copy_file(&prefix.join(&file), &root.join(&data).join(&file))?;
    }
    let tag = format!("py3-none-manylinux_{LIBC}_{}", std::env::consts::ARCH);
    let about = format!("{NAME}-{}.dist-info", stamp.version);
    let write = |name: &str, text: &str| -> Result<()> {
        let file = root.join(&about).join(name);
        fs::create_dir_all(root.join(&about))?;
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    write(
        "WHEEL",
        &format!("Wheel-Version: 1.0\nGenerator: scythe\nRoot-Is-Purelib: false\nTag: {tag}\n"),
    )?;
    write(
        "METADATA",
        &format!(
            "Metadata-Version: 2.1\nName: scythe-sycl\nVersion: {}\nSummary: SYCL 2020 compiler and runtime\n\
             License: Apache-2.0 WITH LLVM-exception\nRequires-External: g++\n",
            stamp.version
        ),
    )?;
    write("RECORD", &record(&root, &format!("{about}/RECORD"))?)?;

    // zip has no option for times.
    step::run(
        Command::new("find")
            .arg(&root)
            .args(["-exec", "touch", "--no-dereference"])
            .arg(format!("--date=@{}", stamp.seconds))
            .args(["{}", "+"]),
    )?;
    step::run(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(&root))?;
    let wheel = std::path::absolute(out.join(format!("{NAME}-{}-{tag}.whl", stamp.version)))?;
    let _ = fs::remove_file(&wheel);
    let names: Vec<PathBuf> = archive::files(&root)?;
    let mut zip = Command::new("zip");
    zip.current_dir(&root).args(["--quiet", "-X", "-9"]).arg(&wheel).args(&names);
    // The format has local times.
    step::run(zip.env("TZ", "UTC").stdin(Stdio::null()))?;
    fs::remove_dir_all(&root)?;
    Ok(Some(wheel))
}

/// All files with their checksums for pip; the list itself has none.
fn record(root: &Path, itself: &str) -> Result<String> {
    let names = archive::files(root)?;
    let sums = step::output(Command::new("sha256sum").current_dir(root).args(&names))?;
    let mut text = String::new();
    for (line, name) in sums.lines().zip(&names) {
        let sum = line.split_whitespace().next().unwrap_or_default();
        let length = fs::metadata(root.join(name))?.len();
        let _ = writeln!(text, "{},sha256={},{length}", name.display(), base64(&bytes(sum)));
    }
    let _ = writeln!(text, "{itself},,");
    Ok(text)
}

/// The bytes of hexadecimal digits.
fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}

/// base64 for URLs, without padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().chain([0; 2].iter()).take(3);
        let bits = bits.fold(0, |bits, byte| bits << 8 | usize::from(*byte));
        for letter in 0..=chunk.len() {
            text.push(char::from(LETTERS[bits >> (18 - 6 * letter) & 63]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_written_as_pip_reads_them() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"a"), "YQ");
        assert_eq!(base64(b"ab"), "YWI");
        assert_eq!(base64(b"abc"), "YWJj");
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
        assert_eq!(bytes("00ff10"), [0, 255, 16]);
    }
}
