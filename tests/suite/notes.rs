//! The part of kernel notes that tests need.

use std::fs;

use serde::Deserialize;

use crate::sandbox::Sandbox;
use crate::verdict::Verdict;

#[derive(Deserialize)]
struct Notes {
    kernels: Vec<serde_json::Value>,
}

/// Whether the notes that `--save-temps` has kept for a family have kernels: without kernels there is no
/// module.
pub fn has_kernels(sandbox: &Sandbox, family: &str) -> Verdict<bool> {
    let end = format!("-{family}-notes.json");
    for name in sandbox.listing()?.iter().filter(|name| name.ends_with(&end)) {
        let notes: Notes = serde_json::from_slice(&fs::read(sandbox.path(name))?)?;
        if !notes.kernels.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}
