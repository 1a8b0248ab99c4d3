//! Temporary files, gone on every path: success, failure, Ctrl-C.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tempfile::TempDir;

use crate::error::DriverError;

/// What has to be undone when the process is told to stop.
struct Alive {
    directory: Option<TempDir>,
    children: Option<HashSet<u32>>,
}

static ALIVE: Mutex<Alive> = Mutex::new(Alive { directory: None, children: None });

fn alive() -> MutexGuard<'static, Alive> {
    // Nothing in here is left half done by a panic.
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops children and removes files when a signal ends the process.
pub fn watch_signals() {
    // Without the watch a signal kills us as it kills any program; that is no reason to fail.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            stop_children();
            clean();
            std::process::exit(128 + signal);
        }
    });
}

fn stop_children() {
    let children = alive().children.take().unwrap_or_default();
    for pid in &children {
        // clang removes its own unfinished outputs when it is asked to stop.
        let _ = Command::new("kill").args(["-TERM", &pid.to_string()]).status();
    }
    // They are our children, so they vanish from /proc only after somebody waits for them; a zombie
    // has removed its files already.
    for _ in 0..50 {
        let busy = children.iter().any(|pid| {
            std::fs::read_to_string(format!("/proc/{pid}/stat"))
                .is_ok_and(|stat| !stat.rsplit(')').next().is_some_and(|s| s.starts_with(" Z")))
        });
        if !busy {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Removes the temporary directory, if there is one.
pub fn clean() {
    let directory = alive().directory.take();
    if let Some(directory) = directory {
        // A directory that cannot be removed is not worth failing a finished build for.
        let _ = directory.close();
    }
}

/// A path in the process's temporary directory, which is made on first use.
pub fn path(name: &str) -> Result<PathBuf, DriverError> {
    let mut alive = alive();
    if alive.directory.is_none() {
        let made = tempfile::Builder::new().prefix("scythe-").tempdir();
        let made = made.map_err(|e| {
            DriverError::io("cannot create a temporary directory in", &std::env::temp_dir(), &e)
        })?;
        alive.directory = Some(made);
    }
    let directory = alive.directory.as_ref().map(TempDir::path);
    Ok(directory.map(|d| d.join(name)).unwrap_or_default())
}

/// Remembers a child while it runs.
pub struct ChildGuard(u32);

impl ChildGuard {
    /// Registers a child.
    pub fn new(pid: u32) -> Self {
        alive().children.get_or_insert_default().insert(pid);
        Self(pid)
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Some(children) = &mut alive().children {
            children.remove(&self.0);
        }
    }
}
