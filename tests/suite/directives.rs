//! Directives: TOML in the comments at the top of a test file.
//!
//! ```text
//! //! flags = "-DN=7"
//! //! env = { SCYTHE_THREADS = "1" }
//! ```
//!
//! In LLVM IR the lines start with `;!`. Directives come first in the file, before anything but ordinary
//! comments and empty lines; unknown keys are errors, so that a typo cannot disable a check.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::verdict::{Verdict, fail};

/// Reads the directives of a file for its kind of test.
pub fn read<T: DeserializeOwned>(file: &Path) -> Verdict<T> {
    let text = fs::read_to_string(file)?;
    toml::from_str(&document(&text))
        .or_else(|error| fail(format!("directives of {}: {error}", file.display())))
}

/// The TOML document in the leading comments.
fn document(text: &str) -> String {
    let mut document = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(directive) = line.strip_prefix("//!").or_else(|| line.strip_prefix(";!")) {
            document.push_str(directive.trim());
            document.push('\n');
        } else if !(line.is_empty() || line.starts_with("//") || line.starts_with(';')) {
            break;
        }
    }
    document
}

/// The words of a directive that holds command-line arguments.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}
