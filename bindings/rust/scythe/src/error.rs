//! Errors.

use std::ffi::{CStr, c_char};
use std::fmt;

use crate::ffi::{self, Status};

/// An error of the runtime or of this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Status,
    message: String,
}

/// The usual result.
pub type Result<T> = std::result::Result<T, Error>;

/// `sycl::errc::invalid`
const INVALID: Status = 8;

impl Error {
    /// The request is invalid.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self { code: INVALID, message: message.into() }
    }

    /// An error with the runtime's text about it.
    pub(crate) fn with_text(code: Status, message: *const c_char) -> Self {
        let message = match message.is_null() {
            true => "unknown error".to_owned(),
            // SAFETY: the runtime's messages end with NUL and live until the next call of this thread.
            false => unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned(),
        };
        Self { code, message }
    }

    /// The number that `sycl::errc` has for it.
    #[must_use]
    pub fn code(&self) -> i32 {
        self.code
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Turns a status of the runtime into a result.
pub(crate) fn check(status: Status) -> Result<()> {
    if status == 0 {
        return Ok(());
    }
    Err(Error::with_text(status, ffi::scythe_error_message()))
}
