//! Flags about files that clang writes beside its output: dependencies and coverage.

use std::path::PathBuf;

use crate::args::{Input, Invocation, Phase};
use crate::flags::Flag;

/// Dependency files name the real output, not the intermediate one.
pub fn dependency_flags(invocation: &Invocation, input: &Input, to_object: bool) -> Vec<String> {
    let mut words = invocation.flags_where(Flag::is_side_file);
    let side_file = invocation.has("-MD") || invocation.has("-MMD");
    if !side_file || !to_object {
        return words;
    }
    let target = match (invocation.phase, &invocation.output) {
        (Phase::Link, _) | (_, None) => PathBuf::from(format!("{}.o", input.stem())),
        (_, Some(output)) => output.clone(),
    };
    if invocation.value_of("-MF").is_none() {
        let file = match &invocation.output {
            Some(output) => output.with_extension("d"),
            None => PathBuf::from(format!("{}.d", input.stem())),
        };
        words.extend(["-MF".to_owned(), file.display().to_string()]);
    }
    if invocation.value_of("-MT").is_none() && invocation.value_of("-MQ").is_none() {
        words.extend(["-MQ".to_owned(), target.display().to_string()]);
    }
    words
}

/// Coverage files are named after the real output, not the intermediate one.
pub fn coverage_flags(invocation: &Invocation, input: &Input) -> Vec<String> {
    const FLAGS: [&str; 3] = ["-coverage", "-ftest-coverage", "-fprofile-arcs"];
    let Ok(here) = std::env::current_dir() else { return Vec::new() };
    if !FLAGS.iter().any(|flag| invocation.has(flag)) {
        return Vec::new();
    }
    let base = match (invocation.phase, &invocation.output) {
        (Phase::Link, output) => {
            let program = output.clone().unwrap_or_else(|| PathBuf::from("a"));
            here.join(format!("{}-{}", program.display(), input.stem()))
        }
        (_, Some(output)) => here.join(output.with_extension("")),
        (_, None) => here.join(input.stem()),
    };
    let file = |kind: &str, extension: &str| {
        let value = format!("-coverage-{kind}-file={}.{extension}", base.display());
        ["-Xclang".to_owned(), value]
    };
    [file("notes", "gcno"), file("data", "gcda")].concat()
}
