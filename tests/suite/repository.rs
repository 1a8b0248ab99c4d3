//! Statements of ARCHITECTURE.md about the source code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use regex::Regex;

mod layers;

use layers::{
    crates_depend_one_way, families_are_independent, headers_define_no_other_macros,
    only_the_driver_runs_programs, the_core_names_no_backend, there_is_one_uniformity_analysis,
};

use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders};
use crate::verdict::{Verdict, ensure, fail, trial};

/// Where `unsafe` is allowed. In the runtime's core, `core/mod.rs` forbids it for most modules.
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

/// The only file of the runtime that reads the environment, and the page of the book with its variables.
const SETTINGS: &str = "crates/runtime/src/settings.rs";
const SETTINGS_PAGE: &str = "book/src/runtime.md";

/// The table of facts that C++ and Rust share, and the header that is generated from it.
const FACTS: &str = "crates/image/src/facts.rs";
const FACTS_HEADER: &str = "include/scythe/facts.h";

/// The macros of extensions, and the page of the book that lists them.
const MACROS: &str = "include/sycl/feature_test.hpp";
const EXTENSIONS_PAGE: &str = "book/src/extensions.md";

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    type Case = (&'static str, fn(&Sandbox) -> Verdict);
    const CASES: [Case; 10] = [
        ("crates_depend_one_way", crates_depend_one_way),
        ("extensions_are_listed", extensions_are_listed),
        ("families_are_independent", families_are_independent),
        ("headers_define_no_other_macros", headers_define_no_other_macros),
        ("only_the_driver_runs_programs", only_the_driver_runs_programs),
        ("the_core_names_no_backend", the_core_names_no_backend),
        ("there_is_one_uniformity_analysis", there_is_one_uniformity_analysis),
        ("unsafe_is_where_it_may_be", unsafe_is_where_it_may_be),
        ("settings_are_in_one_place", settings_are_in_one_place),
        ("shared_names_are_stated_once", shared_names_are_stated_once),
    ];
    let case = |(name, test)| trial(setting, format!("repository/{name}"), test);
    CASES.into_iter().map(case).collect()
}

/// The source files of a folder and of the folders in it.
fn sources(dir: &Path) -> Vec<PathBuf> {
    let inner = folders(dir).into_iter().flat_map(|folder| sources(&folder));
    files(dir, &["rs", "cpp", "hpp", "h"]).into_iter().chain(inner).collect()
}

/// Lines of code that match, as `file:line: text`, in files whose paths pass `is_meant`.
fn matching_lines(
    root: &Path,
    under: &[&str],
    pattern: &Regex,
    is_meant: impl Fn(&str) -> bool,
) -> Verdict<Vec<String>> {
    let all: Vec<PathBuf> = under.iter().flat_map(|folder| sources(&root.join(folder))).collect();
    ensure(!all.is_empty(), || format!("{under:?} have no source files"))?;
    let mut found = Vec::new();
    for file in all {
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

/// Names of annotations and attributes that both C++ and Rust use are only in the table of facts. DPC++ defines the names
/// that begin with `sycl-`.
fn shared_names_are_stated_once(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let name = Regex::new(r#""((?:scythe|mux)[-._][-._a-z]*[a-z])""#)?;
    let names = |folders: &[&str], of_cpp: bool| -> Verdict<BTreeSet<String>> {
        let is_meant = |file: &str| {
            let is_rust = file.ends_with(".rs");
            is_rust != of_cpp && ![FACTS, FACTS_HEADER].contains(&file) && !file.contains("/tests")
        };
        let lines = matching_lines(root, folders, &name, is_meant)?;
        let all = lines.iter().flat_map(|line| name.captures_iter(line));
        Ok(all.map(|captures| captures[1].to_owned()).collect())
    };
    let of_cpp = names(&["include", "plugin", "crates"], true)?;
    let of_rust = names(&["crates"], false)?;
    ensure(of_cpp.len() > 3 && of_rust.len() > 10, || "no names were found".to_owned())?;
    let shared: Vec<&String> = of_cpp.intersection(&of_rust).collect();
    ensure(shared.is_empty(), || format!("names that belong into {FACTS}: {shared:?}"))
}

/// The table of extensions has a row for each macro, rows without a macro say so, and their tests exist.
fn extensions_are_listed(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let header = fs::read_to_string(root.join(MACROS))?;
    let macros: Vec<String> = Regex::new(r"#define (SYCL_(?:EXT|KHR)_\w+)")?
        .captures_iter(&header)
        .map(|found| found[1].to_lowercase())
        .collect();
    let page = fs::read_to_string(root.join(EXTENSIONS_PAGE))?;
    let quoted = Regex::new(r"`([\w*]+)`")?;
    let names = |cell: &str| -> Vec<String> {
        quoted.captures_iter(cell).map(|found| found[1].to_owned()).collect()
    };
    let mut listed: Vec<String> = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| `sycl_")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, extensions, state, _, tests, _] = cells[..] else {
            return fail(format!("{EXTENSIONS_PAGE} has a row without four columns: {line}"));
        };
        for extension in names(extensions) {
            let has_macro = macros.contains(&extension) || state.contains("no macro");
            ensure(has_macro, || format!("{MACROS} has no macro of {extension}"))?;
        }
        let tests = names(tests);
        ensure(!tests.is_empty(), || format!("{EXTENSIONS_PAGE} names no test: {line}"))?;
        for test in tests {
            let is_there = is_test(root, &test)?;
            ensure(is_there, || format!("{EXTENSIONS_PAGE}: there is no test {test}"))?;
        }
        // Alternative names of an extension are beside its state.
        listed.extend(names(extensions).into_iter().chain(names(state)));
    }
    let missing: Vec<&String> = macros.iter().filter(|name| !listed.contains(name)).collect();
    ensure(missing.is_empty(), || format!("{EXTENSIONS_PAGE} has no row for {missing:?}"))
}

/// Whether a name, which may contain a star, is that of a test program or of a test of the runtime.
fn is_test(root: &Path, name: &str) -> Verdict<bool> {
    let pattern = Regex::new(&format!("^{}$", name.replace('*', ".*")))?;
    let stem = |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    let programs = files(&root.join("tests/run"), &["cpp"]).into_iter();
    let all = programs
        .chain(folders(&root.join("tests/run")))
        .chain(files(&root.join("crates/runtime/tests"), &["rs"]))
        .chain(files(&root.join("crates/runtime/tests/integration"), &["rs"]))
        .chain(folders(&root.join("crates/runtime/tests")));
    Ok(all.filter_map(|path| stem(&path)).any(|stem| pattern.is_match(&stem)))
}
