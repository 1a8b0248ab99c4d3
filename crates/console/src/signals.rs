//! Signals that end a tool: Ctrl-C, a closed terminal, `kill`.
//!
//! Without this module a tool dies of them at once, which is right for a tool that has no child processes and no
//! temporary files.

use std::collections::HashSet;
use std::process::{Child, Command, Output};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The signals that end the process.
pub const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// On a signal that ends the process: cleans up and dies of the signal, so that shells and build systems see it.
pub fn before_the_end(clean_up: impl FnOnce() + Send + 'static) {
    // A signal that is ignored (`nohup`) stays ignored.
    let ignored = ignored_signals();
    let wanted = ENDING.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    // Without this thread, signals end the process as usual.
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            clean_up();
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().spawn(wait);
}

/// A bit for each ignored signal, the lowest for the first.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The children that run.
static CHILDREN: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

fn children() -> MutexGuard<'static, Option<HashSet<u32>>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a child, which [`stop_children`] ends while it runs.
///
/// # Errors
/// When it cannot be started.
pub fn spawn(command: &mut Command) -> std::io::Result<(Child, ChildGuard)> {
    // Under the lock, so that no child is started while others are being stopped.
    let mut children = children();
    let child = command.spawn()?;
    children.get_or_insert_default().insert(child.id());
    let guard = ChildGuard(child.id());
    Ok((child, guard))
}

/// Registers a child while it runs.
pub struct ChildGuard(u32);

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Some(children) = &mut *children() {
            children.remove(&self.0);
        }
    }
}

/// Ends all children, and waits until they have removed their files, but not long. No child can be started afterwards.
pub fn stop_children() {
    let children = children();
    let all = || children.iter().flatten();
    for pid in all() {
        if let Some(pid) = i32::try_from(*pid).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::TERM);
        }
    }
    // They are children of this process, so they remain in /proc until they are waited for; a zombie has
    // removed its files.
    for _ in 0..50 {
        let busy = all().any(|pid| {
            std::fs::read_to_string(format!("/proc/{pid}/stat"))
                .is_ok_and(|stat| !stat.rsplit(')').next().is_some_and(|s| s.starts_with(" Z")))
        });
        if !busy {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    std::mem::forget(children);
}

/// A child of a tool that has nothing else to clean up: it is stopped when a signal ends the tool.
pub struct Guarded {
    /// The process.
    pub child: Child,
    guard: ChildGuard,
}

impl Guarded {
    /// Starts it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> std::io::Result<Self> {
        static WATCHED: Once = Once::new();
        WATCHED.call_once(|| before_the_end(stop_children));
        let (child, guard) = spawn(command)?;
        Ok(Self { child, guard })
    }

    /// Waits for its end, and returns what it wrote.
    ///
    /// # Errors
    /// When its output cannot be read.
    pub fn output(self) -> std::io::Result<Output> {
        let Self { child, guard: _guard } = self;
        child.wait_with_output()
    }
}
