//! Folders for machines without a compiler: programs, their libraries, and a script.
//!
//! ```text
//! run            the script
//! bin/           the programs, without debug information
//! lib/           their shared libraries, except the C and C++ libraries
//! ```
//!
//! Callers may add further files. [`Folder::compress`] makes an archive for the transfer.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::step;

/// Libraries that every machine has; those of another machine do not match its loader. `ldd` also prints
/// entries that are not files, such as `linux-vdso.so.1`, without a path.
const EVERYWHERE: &[&str] =
    &["libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libgcc_s.so", "libstdc++.so"];

/// The compressor for machine code, with a filter for jumps of x86-64.
const COMPRESSOR: &str =
    if cfg!(target_arch = "x86_64") { "xz -T0 --x86 --lzma2=preset=9" } else { "xz -T0 -9" };

/// The name of the script, by which a folder is recognised as one of ours.
const SCRIPT: &str = "run";

/// A folder that is being filled.
pub struct Folder {
    path: PathBuf,
    /// The libraries that its programs load, by name.
    libraries: BTreeMap<String, PathBuf>,
}

impl Folder {
    /// Creates a folder, replacing one that was made before. A folder with other files is an error.
    pub fn create(path: &Path) -> Result<Self> {
        let path = std::env::current_dir()?.join(path);
        if path.join(SCRIPT).is_file() {
            fs::remove_dir_all(&path)
                .with_context(|| format!("cannot remove {}", path.display()))?;
        } else if fs::read_dir(&path).is_ok_and(|mut entries| entries.next().is_some()) {
            bail!("{} has files in it that no pack has", path.display());
        }
        for folder in ["bin", "lib"] {
            fs::create_dir_all(path.join(folder))
                .with_context(|| format!("cannot create {}", path.join(folder).display()))?;
        }
        Ok(Self { path, libraries: BTreeMap::new() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a program without its debug information, and its libraries.
    pub fn add_program(&mut self, program: &Path) -> Result<()> {
        let name = program.file_name().context("a program without a name")?;
        strip(program, &self.path.join("bin").join(name))?;
        self.add_libraries_of(program)
    }

    /// Adds an unmodified program under a name, and its libraries.
    pub fn add_whole_program(&mut self, program: &Path, name: &str) -> Result<()> {
        copy(program, &self.path.join("bin").join(name))?;
        self.add_libraries_of(program)
    }

    /// Adds an unmodified library; it takes precedence over one of the same name that programs were built
    /// with.
    pub fn add_library(&mut self, library: &Path) -> Result<()> {
        let name = library.file_name().context("a library without a name")?;
        self.libraries.insert(name.to_string_lossy().into_owned(), library.to_owned());
        Ok(())
    }

    /// Adds the libraries of a program or library in another folder.
    pub fn add_libraries_of(&mut self, program: &Path) -> Result<()> {
        let loaded = step::output(Command::new("ldd").arg(program))?;
        for (name, path) in libraries(&loaded).filter(|(name, _)| !is_everywhere(name)) {
            self.libraries.entry(name.to_owned()).or_insert_with(|| path.into());
        }
        Ok(())
    }

    /// Adds the libraries and the script.
    pub fn finish(&self, script: &str) -> Result<()> {
        for (name, library) in &self.libraries {
            copy(library, &self.path.join("lib").join(name))?;
        }
        let path = self.path.join(SCRIPT);
        fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(())
    }

    /// Makes `….tar.xz` of it, and prints its size.
    pub fn compress(&self) -> Result<()> {
        self.compress_parts(".tar.xz", &[""])
    }

    /// Whether there is an archive with this suffix.
    pub fn has_archive(&self, ending: &str) -> bool {
        self.archive(ending).is_file()
    }

    fn archive(&self, ending: &str) -> PathBuf {
        let mut archive = self.path.clone().into_os_string();
        archive.push(ending);
        archive.into()
    }

    /// Makes an archive of some of its files and folders, named like the folder with a suffix.
    pub fn compress_parts(&self, ending: &str, parts: &[&str]) -> Result<()> {
        let archive = self.archive(ending);
        let (Some(parent), Some(name)) = (self.path.parent(), self.path.file_name()) else {
            bail!("{} cannot be packed", self.path.display());
        };
        step::announced(&format!("compress into {}", archive.display()), || {
            let mut tar = Command::new("tar");
            tar.args(["-I", COMPRESSOR, "-cf"]).arg(&archive).arg("-C").arg(parent);
            step::run(tar.args(parts.iter().map(|part| Path::new(name).join(part))))
        })?;
        let size = fs::metadata(&archive)?.len();
        println!("{}: {:.1} MiB", archive.display(), size as f64 / f64::from(1 << 20));
        Ok(())
    }
}

fn is_everywhere(name: &str) -> bool {
    EVERYWHERE.iter().any(|known| name.starts_with(known))
}

/// Names and paths in what `ldd` prints.
pub fn libraries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (name, rest) = line.trim().split_once(" => ")?;
        Some((name, rest.split_whitespace().next()?))
    })
}

fn strip(from: &Path, to: &Path) -> Result<()> {
    step::run(Command::new("llvm-strip-22").arg("-o").args([to, from]))
}

/// Copies a file, following links.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    ensure!(from.is_file(), "there is no {}", from.display());
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_in_what_ldd_prints() {
        let text = "\tlinux-vdso.so.1 (0x7ff)\n\tlibomp.so.5 => /usr/lib/libomp.so.5 (0x7f)\n\t/lib64/ld.so (0x7f)\n";
        assert_eq!(libraries(text).collect::<Vec<_>>(), [("libomp.so.5", "/usr/lib/libomp.so.5")]);
    }

    #[test]
    fn the_c_library_is_not_packed() {
        assert!(is_everywhere("libc.so.6") && is_everywhere("libstdc++.so.6"));
        assert!(!is_everywhere("libcrypt.so.1") && !is_everywhere("libLLVM.so.22.1"));
    }

    #[test]
    fn folders_with_other_files_are_refused() {
        let dir = std::env::temp_dir().join(format!("scythe-folder-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("thesis.tex"), "").unwrap();
        assert!(Folder::create(&dir).is_err());
        fs::remove_file(dir.join("thesis.tex")).unwrap();
        let folder = Folder::create(&dir).unwrap();
        folder.finish("#!/bin/sh\n").unwrap();
        assert!(Folder::create(&dir).is_ok(), "an earlier pack is replaced");
        fs::remove_dir_all(&dir).unwrap();
    }
}
