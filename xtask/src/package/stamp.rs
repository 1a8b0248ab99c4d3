//! Origin and date of a package.

use std::process::Command;

use anyhow::{Context, Result};

use crate::step;
use crate::workspace;

/// The commit that a package is made from.
pub struct Stamp {
    /// `0123456789ab, 2026-01-31`; with `, changed` if the working tree has changes.
    pub commit: String,
    /// The time that all files have, in seconds since 1970.
    pub seconds: u64,
    /// The version of all crates.
    pub version: &'static str,
}

impl Stamp {
    /// The state of the repository.
    pub fn of_repository() -> Result<Self> {
        let git = |words: &[&str]| {
            let text =
                step::output(Command::new("git").current_dir(workspace::root()).args(words))?;
            Ok::<_, anyhow::Error>(text.trim().to_owned())
        };
        let described = git(&["log", "-1", "--format=%h, %cs", "--abbrev=12"])?;
        let is_changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
        let named = std::env::var("SOURCE_DATE_EPOCH").ok();
        let seconds = match named {
            Some(seconds) => seconds,
            None => git(&["log", "-1", "--format=%ct"])?,
        };
        Ok(Self {
            commit: if is_changed { format!("{described}, changed") } else { described },
            seconds: seconds.parse().context("SOURCE_DATE_EPOCH is no number of seconds")?,
            version: env!("CARGO_PKG_VERSION"),
        })
    }

    /// The folder that the tarball has: `scythe-0.1.0-x86_64-linux`.
    pub fn folder(&self) -> String {
        format!("scythe-{}-{}-linux", self.version, std::env::consts::ARCH)
    }
}
