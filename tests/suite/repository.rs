//! What ARCHITECTURE.md says of the source code itself.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use regex::Regex;

use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders};
use crate::verdict::{Verdict, ensure, trial};

/// Where `unsafe` may be. In the runtime's core, `core/mod.rs` forbids it for most modules.
const UNSAFE: &[&str] = &[
    "bindings/rust/example/src/",
    "bindings/rust/scythe/src/",
    "crates/sys/",
    "crates/image/src/",
    "crates/runtime/src/abi/",
    "crates/runtime/src/backend/",
    "crates/runtime/src/check/",
    "crates/runtime/src/core/",
    "crates/runtime/src/fork.rs",
    "crates/runtime/tests/",
    "plugin/src/",
    "tests/fuzz/",
    "tools/mlir-plugin/",
];

/// The only file of the runtime that reads the environment, and the page of the book that lists what it reads.
const SETTINGS: &str = "crates/runtime/src/settings.rs";
const SETTINGS_PAGE: &str = "book/src/runtime.md";

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    type Case = (&'static str, fn(&Sandbox) -> Verdict);
    const CASES: [Case; 2] = [
        ("unsafe_is_where_it_may_be", unsafe_is_where_it_may_be),
        ("settings_are_in_one_place", settings_are_in_one_place),
    ];
    let case = |(name, test)| trial(setting, format!("repository/{name}"), test);
    CASES.into_iter().map(case).collect()
}

/// The Rust files of a folder and of the folders in it.
fn sources(dir: &Path) -> Vec<PathBuf> {
    let inner = folders(dir).into_iter().flat_map(|folder| sources(&folder));
    files(dir, &["rs"]).into_iter().chain(inner).collect()
}

/// Lines of code that match, as `file:line: text`, in files whose paths pass `is_meant`.
fn matching_lines(
    root: &Path,
    under: &[&str],
    pattern: &Regex,
    is_meant: impl Fn(&str) -> bool,
) -> Verdict<Vec<String>> {
    let mut found = Vec::new();
    for file in under.iter().flat_map(|folder| sources(&root.join(folder))) {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        if !is_meant(&name) {
            continue;
        }
        for (number, line) in fs::read_to_string(&file)?.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if pattern.is_match(code) {
                found.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    Ok(found)
}

fn unsafe_is_where_it_may_be(sandbox: &Sandbox) -> Verdict {
    let folders = ["bindings", "crates", "plugin", "tools", "tests", "xtask"];
    let root = &sandbox.setting().root;
    let pattern = Regex::new(r"\bunsafe\b(\s*(\{|fn|impl|extern|trait)|\()")?;
    let elsewhere = |file: &str| !UNSAFE.iter().any(|place| file.starts_with(place));
    let found = matching_lines(root, &folders, &pattern, elsewhere)?;
    ensure(found.is_empty(), || format!("`unsafe` in unexpected places:\n{}", found.join("\n")))
}

fn settings_are_in_one_place(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let reads = Regex::new(r"\benv::(var|vars|var_os|vars_os)\b|\bgetenv\b")?;
    let found = matching_lines(root, &["crates/runtime/src"], &reads, |file| file != SETTINGS)?;
    ensure(found.is_empty(), || format!("only {SETTINGS} reads variables:\n{}", found.join("\n")))?;
    let page = fs::read_to_string(root.join(SETTINGS_PAGE))?;
    let code = fs::read_to_string(root.join(SETTINGS))?;
    for name in Regex::new(r#"const \w+: &str = "(SCYTHE_\w+)""#)?.captures_iter(&code) {
        let row = format!("| `{}` |", &name[1]);
        ensure(page.contains(&row), || format!("{SETTINGS_PAGE} has no row for {}", &name[1]))?;
    }
    Ok(())
}
