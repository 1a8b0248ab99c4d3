//! Temporary files and child processes, which are removed on every path: success, failure, Ctrl-C.

use std::cell::Cell;
use std::fs::{DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use scythe_console::signals::{self, ChildGuard};
use tempfile::TempDir;

use crate::error::DriverError;

/// How long a signal that ended a child may take to reach this process too.
const GRACE: Duration = Duration::from_secs(1);

/// What has to be cleaned up when a signal ends the process.
struct Alive {
    directory: Option<TempDir>,
    /// Unfinished directories elsewhere.
    unfinished: Vec<PathBuf>,
    /// A signal is ending the process: nothing new may be started.
    is_ending: bool,
}

static ALIVE: Mutex<Alive> =
    Mutex::new(Alive { directory: None, unfinished: Vec::new(), is_ending: false });

thread_local! {
    /// The part of the temporary directory that this thread uses.
    static PART: Cell<Option<usize>> = const { Cell::new(None) };
}

fn lock() -> MutexGuard<'static, Alive> {
    // A panic leaves the state consistent.
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// [`lock`] for starting something. Does not return while the process is ending.
fn alive() -> MutexGuard<'static, Alive> {
    let alive = lock();
    if alive.is_ending {
        drop(alive);
        wait_for_the_end();
    }
    alive
}

fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}

/// On a signal that ends the process: stops children and removes files.
pub fn watch_signals() {
    signals::before_the_end(|| {
        lock().is_ending = true;
        // clang removes its own unfinished outputs on SIGTERM.
        signals::stop_children();
        for directory in std::mem::take(&mut lock().unfinished) {
            let _ = std::fs::remove_dir_all(directory);
        }
        clean();
    });
}

/// Called when a child was ended by a signal. Ctrl-C goes to this process as well, perhaps later; then this
/// does not return.
pub fn child_ended_by(signal: i32) {
    if !signals::ENDING.contains(&signal) {
        return;
    }
    const STEP: Duration = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    while waited < GRACE {
        drop(alive());
        std::thread::sleep(STEP);
        waited += STEP;
    }
}

/// Removes all files at the end of the program, unless a signal handler is doing so.
pub fn finish() {
    drop(alive());
    clean();
}

/// Removes the temporary directory, if there is one.
fn clean() {
    let directory = lock().directory.take();
    if let Some(directory) = directory {
        // A finished build does not fail because a directory cannot be removed.
        let _ = directory.close();
    }
}

/// A path in the process's temporary directory, which is created on first use, for this user alone.
pub fn path(name: &str) -> Result<PathBuf, DriverError> {
    let mut alive = alive();
    let mut builder = tempfile::Builder::new();
    builder.prefix("scythe-").permissions(Permissions::from_mode(0o700));
    let directory = match &mut alive.directory {
        Some(directory) => directory,
        none => none.insert(builder.tempdir().map_err(|e| {
            DriverError::io("cannot create a temporary directory in", &std::env::temp_dir(), &e)
        })?),
    };
    let mut directory = directory.path().to_path_buf();
    if let Some(part) = PART.get() {
        directory.push(part.to_string());
        std::fs::create_dir_all(&directory)
            .map_err(|e| DriverError::io("cannot create", &directory, &e))?;
    }
    Ok(directory.join(name))
}

/// Runs `work` with a separate part of the temporary directory, on this thread.
pub fn in_part<T>(part: usize, work: impl FnOnce() -> T) -> T {
    let before = PART.replace(Some(part));
    let result = work();
    PART.set(before);
    result
}

/// A directory that is removed unless it is finished, also if a signal ends the process.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes the directory, for this user alone or as `mode` says.
    pub fn new(path: PathBuf, mode: u32) -> std::io::Result<Self> {
        let mut alive = alive();
        DirBuilder::new().mode(mode).create(&path)?;
        alive.unfinished.push(path.clone());
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut alive = lock();
        alive.unfinished.retain(|path| *path != self.0);
        // A finished directory has another name.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Starts a child, which is stopped when a signal ends the process.
pub fn spawn(command: &mut Command) -> std::io::Result<(Child, ChildGuard)> {
    // None is started while the process is ending.
    let _alive = alive();
    signals::spawn(command)
}
