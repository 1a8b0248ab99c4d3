//! Malformed MLIR: the filetests' texts with random changes give diagnostics, never a crash and never a hang.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;

use super::mutate::Mutator;
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders};
use crate::verdict::{Verdict, ensure, fail, trial};

/// Batches in an ordinary run and in a long one.
const BATCHES: u64 = 8;
const LONG_BATCHES: u64 = 400;

/// Texts of a batch, which one process reads.
const TEXTS: usize = 60;

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

/// The texts that are changed.
fn corpus(setting: &Setting) -> Verdict<Vec<String>> {
    let mut texts = Vec::new();
    for folder in folders(&setting.tests("filetests")) {
        for file in files(&folder, &["mlir"]) {
            let text = fs::read_to_string(file)?;
            texts.extend(text.split(SPLIT).map(str::to_owned));
        }
    }
    ensure(!texts.is_empty(), || "there are no filetests to change".to_owned())?;
    Ok(texts)
}

fn check(seed: u64, sandbox: &Sandbox) -> Verdict {
    let mut mutator = Mutator::new(seed, corpus(sandbox.setting())?);
    let texts: Vec<String> = (0..TEXTS).map(|_| mutator.text()).collect();
    let mut batch = String::new();
    for text in &texts {
        let _ = writeln!(batch, "{text}\n{SPLIT}");
    }
    let Err(first) = survives(&sandbox.write("batch.mlir", &batch)?, sandbox) else {
        return Ok(());
    };
    // One of them alone is easier to look into.
    for (index, text) in texts.iter().enumerate() {
        survives(&sandbox.write(&format!("text-{index}.mlir"), text)?, sandbox)?;
    }
    Err(first)
}

/// Reads a file, and lets canonicalisation look at what is right in it.
fn survives(file: &Path, sandbox: &Sandbox) -> Verdict {
    let output = sandbox
        .run(sandbox.setting().binary("scythe-opt")?)
        .args(["--split-input-file", "--mlir-disable-threading", "--allow-unregistered-dialect"])
        .args(["--canonicalize", "--cse"])
        .arg(file)
        .limit(Duration::from_secs(60))
        .output()?;
    judge(&output)
}

fn judge(output: &Output) -> Verdict {
    let told = !output.stderr.is_empty();
    match output.status.code() {
        Some(0) => {}
        Some(1) if told => {}
        Some(1) => return fail(output.describe("it failed without a word")),
        _ => return fail(output.describe("it crashed")),
    }
    let bug = ["panicked", "internal error", "PLEASE submit a bug report"];
    match bug.into_iter().find(|bug| output.stderr.contains(bug)) {
        Some(bug) => fail(output.describe(&format!("it said {bug:?}"))),
        None => Ok(()),
    }
}
