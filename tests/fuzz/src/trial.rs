//! Failing cases: checked in separate processes, shrunk, written to files.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::check::{Case, Failure};
use crate::execute::{ExecuteError, module_text};
use crate::setting::Device;
use crate::shrink::{shrink, statements};
use crate::spirv::builtins;
use crate::watch::Watch;

/// The limit of a kernel's processor time.
pub(crate) const KERNEL_LIMIT: Duration = Duration::from_secs(20);
/// The same while a case is shrunk: many have to be tried, and hangs occur at once.
const TRIAL_LIMIT: Duration = Duration::from_secs(8);

/// The exit status of a worker that checks one case, by the failure.
#[must_use]
pub fn status_of(failure: &Failure) -> u8 {
    match failure {
        Failure::Meaningless(_) => 10,
        Failure::Execute(_, ExecuteError::Compile(_)) => 11,
        Failure::Execute(_, ExecuteError::OutOfBounds(_)) => 12,
        Failure::SubGroupSize(..) => 13,
        Failure::Differs(..) => 14,
        Failure::InputWritten(_) => 15,
    }
}

/// The result of a process that checks one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It exited, or a signal ended it.
    Exit(Option<i32>),
    /// It did not end.
    Hang,
}

impl Verdict {
    /// Whether this means a defect of the compiler.
    pub fn is_failure(self) -> bool {
        // Status 10 is an invalid kernel, which says nothing about the compiler.
        !matches!(self, Self::Exit(Some(0 | 10)))
    }
}

/// Checks one case in a separate process.
pub(crate) fn verdict(
    program: &Path,
    case: &Case,
    path: &Path,
    limit: Duration,
) -> io::Result<Verdict> {
    verdict_with(program, case, path, (limit, &[]))
}

/// The same with variables of the environment.
fn verdict_with(
    program: &Path,
    case: &Case,
    path: &Path,
    (limit, variables): (Duration, &[(&str, &str)]),
) -> io::Result<Verdict> {
    write_case(case, path)?;
    let mut child = Command::new(program)
        .envs(variables.iter().copied())
        .arg("check")
        .arg(path)
        .args(builtins_flag(case, path))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut watch = Watch::new(child.id(), limit);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Verdict::Exit(status.code()));
        }
        if watch.hangs() {
            end(&mut child)?;
            return Ok(Verdict::Hang);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Whether a case that fails as SPIR-V does so only because Intel's runtime vectorizes across work-items: without that,
/// the same module is correct.
pub(crate) fn fails_by_vectors_only(program: &Path, case: &Case, path: &Path) -> io::Result<bool> {
    if case.settings.iter().all(|setting| setting.device != Device::OpenCl) {
        return Ok(false);
    }
    let scalar = [("CL_CONFIG_USE_VECTORIZER", "False")];
    Ok(!verdict_with(program, case, path, (KERNEL_LIMIT, &scalar))?.is_failure())
}

/// The flag for the builtins of a process that runs a case as SPIR-V: in the directory of the case.
fn builtins_flag(case: &Case, path: &Path) -> Option<String> {
    let is_spirv = case.settings.iter().any(|setting| setting.device == Device::OpenCl);
    let directory = path.parent().unwrap_or(Path::new("."));
    is_spirv.then(|| format!("--builtins={}", builtins::path(directory).display()))
}

/// Shrinks a case that fails in a certain way, until the time limit.
pub(crate) fn shrink_while(
    program: &Path,
    case: &Case,
    path: &Path,
    (wanted, limit): (Verdict, Duration),
) -> Case {
    let trial = path.with_extension("trial.json");
    let small = shrink(case, limit, |candidate| {
        verdict(program, candidate, &trial, TRIAL_LIMIT).is_ok_and(|found| found == wanted)
    });
    let _ = fs::remove_file(trial);
    small
}

/// Shrinks a case of a campaign, in place, and rewrites its IR; returns the number of remaining statements,
/// if it fails at all.
///
/// # Errors
/// When the file cannot be read or written.
pub fn shrink_file(program: &Path, path: &Path, limit: Duration) -> io::Result<Option<usize>> {
    let case = read_case(path)?;
    let found = verdict(program, &case, path, KERNEL_LIMIT)?;
    if !found.is_failure() {
        return Ok(None);
    }
    let small = shrink_while(program, &case, path, (found, limit));
    write_case(&small, path)?;
    write_ir(&small, &path.display().to_string(), &path.with_extension("ll"))?;
    Ok(Some(statements(&small.kernel)))
}

/// Ends a worker, if it has not ended by itself.
pub(crate) fn end(child: &mut Child) -> io::Result<()> {
    // It may have ended already.
    let _ = child.kill();
    child.wait().map(drop)
}

/// Writes a case to a file.
pub(crate) fn write_case(case: &Case, path: &Path) -> io::Result<()> {
    fs::write(path, serde_json::to_vec(case).map_err(io::Error::other)?)
}

/// Reads a case that a campaign wrote.
///
/// # Errors
/// When the file cannot be read or is something else.
pub fn read_case(path: &Path) -> io::Result<Case> {
    serde_json::from_slice(&fs::read(path)?).map_err(io::Error::other)
}

/// Writes the IR of a case's first setting, which is the only one when it was shrunk.
pub(crate) fn write_ir(case: &Case, title: &str, path: &Path) -> io::Result<()> {
    let Some(setting) = case.settings.first() else { return Ok(()) };
    let launch = &case.kernel.launch;
    let text = module_text(&case.kernel, setting).map_err(io::Error::other)?;
    let header = format!(
        "; {title}\n; setting: {setting}\n\
         ; global {:?}, local {:?}, offset {:?} (dimension 0 first)\n\n",
        launch.global, launch.local, launch.offset
    );
    fs::write(path, header + &text)
}
