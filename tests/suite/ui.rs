//! The compiler's messages about programs, most of which it rejects: `tests/ui/*.cpp`.
//!
//! The compiler must fail (or succeed, where the program says `accepted = true`) and its standard error,
//! normalised, must equal the `.stderr` file beside the source. Normalising makes the expectations
//! independent of other changes: paths become `$DIR` and `$INCLUDE`, include stacks are removed, and of
//! messages inside headers only the text of errors is kept, without line numbers, source excerpts and notes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use libtest_mimic::Trial;
use regex::Regex;
use serde::Deserialize;

use crate::directives;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, stem};
use crate::verdict::{Verdict, ensure, fail, trial};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Directives {
    /// Flags for the compiler.
    flags: String,
    /// The program is accepted, with messages.
    accepted: bool,
}

/// Collects the trials of `tests/ui`.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let sources = files(&setting.tests("ui"), &["cpp"]);
    let test = |source: std::path::PathBuf| {
        trial(setting, format!("ui/{}", stem(&source)), move |sandbox| check(&source, sandbox))
    };
    sources.into_iter().map(test).collect()
}

fn check(source: &Path, sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    let directives: Directives = directives::read(source)?;
    let object = sandbox.path("out.o");
    let output = sandbox
        .scythe()
        .args(["-O2", "-c", "-fno-color-diagnostics"])
        .args(directives::words(&directives.flags))
        .arg(source)
        .arg("-o")
        .arg(&object)
        .output()?;
    let output =
        if directives.accepted { output.expect_code(0)? } else { output.expect_failure()? };
    ensure(object.exists() == directives.accepted, || {
        output.describe("an object file belongs to accepted programs, and to no others")
    })?;

    let found = normalised(&output.stderr, &setting.tests("ui"), &setting.include())?;
    let expectation = source.with_extension("stderr");
    if setting.bless {
        fs::write(&expectation, found)?;
        return Ok(());
    }
    let expected = match fs::read_to_string(&expectation) {
        Ok(expected) => expected,
        Err(error) => {
            let message =
                format!("{}: {error}; `cargo xtask bless` writes it", expectation.display());
            return fail(format!("{message}\n{}", difference("", &found)));
        }
    };
    ensure(found == expected, || {
        format!(
            "standard error differs from {}; `cargo xtask bless` rewrites it\n{}",
            expectation.display(),
            difference(&expected, &found)
        )
    })
}

/// Standard error, normalised.
fn normalised(text: &str, dir: &Path, include: &Path) -> Verdict<String> {
    let text = text
        .replace(&dir.display().to_string(), "$DIR")
        .replace(&include.display().to_string(), "$INCLUDE");
    let header_message =
        Regex::new(r"^((?:\$INCLUDE)?/[^:]+):\d+:\d+: ((?:fatal )?error|\w+): (.*)$")?;
    // The condition of a static assertion is an implementation detail; its message is for users.
    let requirement = Regex::new(" due to requirement '[^']*'")?;
    let other_message = Regex::new(
        r"^(\S.*: (?:fatal )?error: |\S.*: warning: |\S.*: note: |\d+ (?:error|warning))",
    )?;
    let mut result = String::new();
    let mut in_header = false;
    for line in text.lines().map(str::trim_end) {
        if let Some(message) = header_message.captures(line) {
            in_header = true;
            if &message[2] != "note" {
                let words = requirement.replace(&message[3], "");
                let _ = writeln!(result, "{}: {}: {words}", &message[1], &message[2]);
            }
        } else if line.starts_with("In file included from ") {
            // A precompiled header has no line.
            in_header = true;
        } else {
            in_header &= !other_message.is_match(line);
            if !in_header {
                let _ = writeln!(result, "{line}");
            }
        }
    }
    Ok(result)
}

/// The difference of two texts by lines, with `-` for expected and `+` for actual lines.
fn difference(expected: &str, found: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same_start..], &new[same_start..]);
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut text = format!("@@ line {}\n", same_start + 1);
    for line in &old[..old.len() - same_end] {
        let _ = writeln!(text, "-{line}");
    }
    for line in &new[..new.len() - same_end] {
        let _ = writeln!(text, "+{line}");
    }
    text
}
