//! `-fscythe-check` and `SCYTHE_CHECK`: every fault of `tests/check/faults.cpp` is found, at its line, and programs
//! without faults have none.

use std::time::Duration;

use libtest_mimic::Trial;

use crate::process::{Output, Run};
use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, ensure, fail, trial};

type Case = (&'static str, fn(&Sandbox) -> Verdict);

const CASES: &[Case] = &[
    ("faults", faults),
    ("faults_unoptimised", faults_unoptimised),
    ("correct", correct),
    ("run_tests", run_tests),
];

/// The exit status of a program with reports.
const EXIT_CODE: i32 = 66;

/// Run tests with constructs that checks might mistake for faults: barriers, atomics, reductions, local
/// memory, several groups.
const SAMPLE: &[&str] = &["work_group_variables", "reduction_forms", "sub_group_exchange"];

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let all = CASES.iter();
    all.map(|(name, test)| trial(setting, format!("check/{name}"), test)).collect()
}

/// The expected report of a fault.
struct Fault {
    name: String,
    line: usize,
    texts: Vec<String>,
}

/// The marks in a source: `//~ name: text | text`.
fn marks(source: &str) -> Vec<Fault> {
    let mut found = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let Some((_, mark)) = line.split_once("//~ ") else { continue };
        let Some((name, texts)) = mark.split_once(": ") else { continue };
        let texts = texts.split(" | ").map(|text| text.trim_end().to_owned()).collect();
        found.push(Fault { name: name.to_owned(), line: number + 1, texts });
    }
    found
}

fn compiled(sandbox: &Sandbox, name: &str, flags: &[&str]) -> Verdict<String> {
    let file = format!("{name}.cpp");
    sandbox.copy("check", &[&file])?;
    sandbox.scythe().args(flags).args(["-fscythe-check", &file, "-o", name]).succeed()?;
    Ok(std::fs::read_to_string(sandbox.path(&file))?)
}

fn run(sandbox: &Sandbox, name: &str) -> Run {
    // One thread runs work-groups in order, so that reports are always about the same work-items.
    let run =
        sandbox.run(sandbox.path(name)).env("SCYTHE_DEVICES", "cpu").env("SCYTHE_THREADS", "1");
    run.limit(Duration::from_secs(60))
}

/// Whether a report names a fault's line and has all of its texts.
fn has(output: &Output, fault: &Fault) -> Verdict {
    let place = format!("faults.cpp:{}:", fault.line);
    let text = &output.stderr;
    let reports: Vec<&str> = text.split("scythe-check: error: ").skip(1).collect();
    let is_it = |report: &&str| {
        report.contains(&place) && fault.texts.iter().all(|text| report.contains(text.as_str()))
    };
    let (name, line, texts) = (&fault.name, fault.line, &fault.texts);
    match reports.iter().any(is_it) {
        true => Ok(()),
        false => fail(output.describe(&format!("{name}: no report at line {line} with {texts:?}"))),
    }
}

fn find_all(sandbox: &Sandbox, flags: &[&str]) -> Verdict {
    let source = compiled(sandbox, "faults", flags)?;
    let all = marks(&source);
    ensure(all.len() >= 30, || format!("only {} faults", all.len()))?;
    for fault in &all {
        let output = run(sandbox, "faults").arg(&fault.name).output()?;
        let output = output.expect_code(EXIT_CODE)?;
        has(&output, fault)?;
        ensure(output.stdout.contains("went on"), || {
            output.describe(&format!("{}: it did not go on", fault.name))
        })?;
    }
    Ok(())
}

fn faults(sandbox: &Sandbox) -> Verdict {
    find_all(sandbox, &["-O2"])?;
    settings(sandbox)
}

fn faults_unoptimised(sandbox: &Sandbox) -> Verdict {
    find_all(sandbox, &["-O0", "-g"])
}

/// The user chooses what happens after a fault.
fn settings(sandbox: &Sandbox) -> Verdict {
    let with = |value: &str, fault: &str| {
        run(sandbox, "faults").env("SCYTHE_CHECK", value).arg(fault).output()
    };
    let off = with("off", "race_groups")?.expect_code(0)?;
    ensure(off.stderr.is_empty(), || off.describe("something is said"))?;
    let on = with("continue", "usm_over")?.expect_code(0)?;
    ensure(on.stderr.contains("1 error reported"), || on.describe("no summary"))?;
    let abort = with("abort", "usm_over")?.expect_signal(6)?;
    ensure(!abort.stdout.contains("went on"), || abort.describe("it went on"))?;
    with("no-races", "race_groups")?.expect_code(0)?;
    let wrong = with("everything", "usm_over")?.expect_code(EXIT_CODE)?;
    ensure(wrong.stderr.contains("SCYTHE_CHECK='everything' is not"), || wrong.describe("?"))
}

/// A program with constructs that could be mistaken for faults.
fn correct(sandbox: &Sandbox) -> Verdict {
    for flags in [["-O2"], ["-O0"]] {
        compiled(sandbox, "correct", &flags)?;
        let output = run(sandbox, "correct").output()?.expect_code(0)?;
        ensure(output.stderr.is_empty(), || output.describe("a false alarm"))?;
    }
    Ok(())
}

/// Run tests have no faults.
fn run_tests(sandbox: &Sandbox) -> Verdict {
    for name in SAMPLE {
        let source = sandbox.setting().tests("run").join(format!("{name}.cpp"));
        sandbox.scythe().args(["-O2", "-fscythe-check", "-o", name]).arg(source).succeed()?;
        let output = run(sandbox, name).output()?.expect_code(0)?;
        ensure(!output.stderr.contains("scythe-check"), || output.describe("a false alarm"))?;
    }
    Ok(())
}
