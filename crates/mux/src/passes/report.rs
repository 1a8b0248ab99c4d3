//! Messages of passes on standard error.

use std::io::Write;

/// Writes a line. Where nobody reads it, nobody misses it.
pub fn line(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
