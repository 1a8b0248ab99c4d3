//! Messages of passes on standard error.

use std::io::Write;

/// Writes a line. Errors are ignored.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
