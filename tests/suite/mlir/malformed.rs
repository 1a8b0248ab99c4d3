//! Malformed MLIR: the filetests' texts with random changes cause diagnostics, never a crash or a hang.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;

use super::mutate::{Mutator, NASTY_MLIR};
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders};
use crate::verdict::{Verdict, ensure, fail, trial};

/// Batches in an ordinary run and in a long one.
const BATCHES: u64 = 8;
const LONG_BATCHES: u64 = 400;

/// Texts per batch, which one process reads.
const TEXTS: usize = 60;

/// The passes that run on texts that are still valid, batch by batch.
const PASSES: &[&[&str]] = &[
    &["--canonicalize", "--cse"],
    &["--sycl-lower"],
    &["--sycl-raise", "--sycl-lower"],
    &["--convert-sycl-to-llvm"],
    &["--sycl-raise", "--sycl-print-memory-access", "--sycl-print-uniformity"],
    &["--sycl-print-launches"],
];

/// What `--split-input-file` splits at.
const SPLIT: &str = "// -----";

/// Collects a trial for each batch.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let batches = if setting.long { LONG_BATCHES } else { BATCHES };
    (1..=batches)
        .map(|seed| {
            trial(setting, format!("mlir/malformed/seed-{seed}"), move |sandbox| {
                check(seed, sandbox)
            })
        })
        .collect()
}

/// The texts that are changed, by file.
fn corpus(setting: &Setting) -> Verdict<Vec<Vec<String>>> {
    let mut found = Vec::new();
    for folder in folders(&setting.tests("filetests")) {
        for file in files(&folder, &["mlir"]) {
            let text = fs::read_to_string(file)?;
            found.push(text.split(SPLIT).map(without_comments).collect());
        }
    }
    ensure(!found.is_empty(), || "there are no filetests to change".to_owned())?;
    Ok(found)
}

/// The text without comments, in which changes would have no effect.
fn without_comments(text: &str) -> String {
    let code = text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("//"));
    code.collect()
}

fn check(seed: u64, sandbox: &Sandbox) -> Verdict {
    let files = corpus(sandbox.setting())?;
    let mut mutator = Mutator::new(seed, &files, NASTY_MLIR);
    let texts: Vec<String> = (0..TEXTS).map(|_| mutator.text()).collect();
    let mut batch = String::new();
    for text in &texts {
        let _ = writeln!(batch, "{text}\n{SPLIT}");
    }
    let passes = PASSES[seed as usize % PASSES.len()];
    let Err(first) = survives(&sandbox.write("batch.mlir", &batch)?, passes, sandbox) else {
        return Ok(());
    };
    // Run them one by one, to find the cause.
    for (index, text) in texts.iter().enumerate() {
        survives(&sandbox.write(&format!("text-{index}.mlir"), text)?, passes, sandbox)?;
    }
    Err(first)
}

/// Parses a file, and runs passes on its valid parts.
fn survives(file: &Path, passes: &[&str], sandbox: &Sandbox) -> Verdict {
    let output = sandbox
        .run(sandbox.setting().binary("scythe-opt")?)
        .args(["--split-input-file", "--mlir-disable-threading", "--allow-unregistered-dialect"])
        .args(passes)
        .arg(file)
        .limit(Duration::from_secs(60))
        .output()?;
    judge(&output)
}

fn judge(output: &Output) -> Verdict {
    let reported = !output.stderr.is_empty();
    match output.status.code() {
        Some(0) => {}
        Some(1) if reported => {}
        Some(1) => return fail(output.describe("it failed without a word")),
        _ => return fail(output.describe("it crashed")),
    }
    let bug = ["panicked", "internal error", "PLEASE submit a bug report"];
    match bug.into_iter().find(|bug| output.stderr.contains(bug)) {
        Some(bug) => fail(output.describe(&format!("it said {bug:?}"))),
        None => Ok(()),
    }
}
