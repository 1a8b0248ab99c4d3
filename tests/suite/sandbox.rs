//! A separate directory for every test.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::process::Run;
use crate::setting::Setting;
use crate::verdict::Verdict;

/// A fresh directory that is removed with the value, unless it is kept.
pub struct Sandbox {
    setting: &'static Setting,
    dir: PathBuf,
    keep: AtomicBool,
    made: Instant,
}

impl Sandbox {
    /// Makes the directory of a test, without files of an earlier run.
    pub fn new(setting: &'static Setting, name: &str) -> io::Result<Self> {
        let dir = setting.work_dir.join(Self::plain_name(name));
        match fs::remove_dir_all(&dir) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&dir)?,
        }
        Ok(Self { setting, dir, keep: AtomicBool::new(false), made: Instant::now() })
    }

    /// A test's name as a file name.
    pub fn plain_name(name: &str) -> String {
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The age of the directory, which is the duration of its test.
    pub fn age(&self) -> Duration {
        self.made.elapsed()
    }

    /// The setting of the suite.
    pub fn setting(&self) -> &'static Setting {
        self.setting
    }

    /// Keeps the files for inspection.
    pub fn keep(&self) {
        self.keep.store(true, Ordering::Relaxed);
    }

    /// A path in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Writes a file into the directory.
    pub fn write(&self, name: &str, text: &str) -> Verdict<PathBuf> {
        let path = self.path(name);
        fs::write(&path, text)?;
        Ok(path)
    }

    /// Copies files of a folder of `tests/` into the directory.
    pub fn copy(&self, folder: &str, names: &[&str]) -> Verdict {
        for name in names {
            fs::copy(self.setting.tests(folder).join(name), self.path(name))?;
        }
        Ok(())
    }

    /// Makes an empty subdirectory.
    pub fn subdir(&self, name: &str) -> Verdict<PathBuf> {
        let path = self.path(name);
        fs::create_dir_all(&path)?;
        Ok(path)
    }

    /// A command that will run in the directory.
    pub fn run(&self, program: impl AsRef<Path>) -> Run {
        Run::new(program.as_ref(), &self.dir).cache(&self.setting.cache)
    }

    /// The compiler, without arguments.
    pub fn scythe(&self) -> Run {
        self.run(self.setting.bin_dir.join("scythe++"))
    }

    /// The names of the files in the directory, in order.
    pub fn listing(&self) -> Verdict<Vec<String>> {
        names(&self.dir)
    }
}

/// The names of a directory's entries, in order.
pub fn names(dir: &Path) -> Verdict<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if !*self.keep.get_mut() {
            // Files that cannot be removed are removed when the test runs again.
            let _ = fs::remove_dir_all(&self.dir);
        }
    }
}
