//! The result of a test: passed, failed with a message, or skipped with a reason.

use std::fmt::Display;

use libtest_mimic::{Completion, Failed, Trial};

use crate::costs;
use crate::sandbox::Sandbox;
use crate::setting::Setting;

/// The result of a test or of a part of one.
pub type Verdict<T = ()> = Result<T, Stop>;

/// Why a test did not complete.
#[derive(Clone, Debug)]
pub enum Stop {
    /// It failed.
    Failed(String),
    /// The machine lacks something that the test needs.
    Skipped(String),
}

impl<E: std::error::Error> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Fails the test with a message.
pub fn fail<T>(message: impl Display) -> Verdict<T> {
    Err(Stop::Failed(message.to_string()))
}

/// Skips the test for a reason.
pub fn skip<T>(reason: impl Display) -> Verdict<T> {
    Err(Stop::Skipped(reason.to_string()))
}

/// Fails the test with a message unless a condition holds.
pub fn ensure(condition: bool, message: impl FnOnce() -> String) -> Verdict {
    if condition { Ok(()) } else { fail(message()) }
}

/// Makes a trial of a test, which gets a directory.
///
/// The directory is removed afterwards unless the test failed; then the message names it.
pub fn trial(
    setting: &'static Setting,
    name: String,
    test: impl FnOnce(&Sandbox) -> Verdict + Send + 'static,
) -> Trial {
    let label = name.clone();
    Trial::ignorable_test(name, move || {
        let sandbox = Sandbox::new(setting, &label)?;
        completion(&label, test(&sandbox), &sandbox)
    })
}

/// Converts a result for libtest-mimic, and records the test's cost.
pub fn completion(name: &str, verdict: Verdict, sandbox: &Sandbox) -> Result<Completion, Failed> {
    costs::record(name, sandbox.age());
    match verdict {
        Ok(()) => Ok(Completion::Completed),
        Err(Stop::Skipped(reason)) => Ok(Completion::ignored_with(reason)),
        Err(Stop::Failed(message)) => {
            sandbox.keep();
            Err(format!("{message}\n(files: {})", sandbox.dir().display()).into())
        }
    }
}
