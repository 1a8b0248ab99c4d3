//! The time that the plugin and the rules add to clang's.
//!
//! The device pass has the most work: it describes kernels, walks the code that they reach and checks both.
//! It runs as the driver runs it, without generating code, with and without the plugin, on programs with few
//! and with many kernels.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{scythe, timed};
use crate::workspace;

/// The programs, from the root of the workspace.
const PROGRAMS: &[&str] =
    &["examples/vector_add.cpp", "tests/run/group_joint.cpp", "tests/run/math_float.cpp"];

/// Prints ratio and difference for each program, from the best of `runs` runs.
pub fn report(runs: u32) -> Result<()> {
    println!("device pass of clang with and without Scythe's plugin, no code, best of {runs}");
    println!("  {:<30}{:>9}{:>9}{:>10}{:>8}", "program", "without", "with", "added", "ratio");
    for program in PROGRAMS {
        let line = device_pass(&workspace::root().join(program))?;
        let plain: Vec<&String> =
            line.iter().filter(|word| !word.starts_with("-fplugin")).collect();
        ensure!(plain.len() < line.len(), "the driver runs the device pass without the plugin");
        let (mut with, mut without) = (command(&line), command(&plain));
        let [mut best_with, mut best_without] = [Duration::MAX; 2];
        // Interleaved, so that disturbances affect both.
        for _ in 0..runs {
            best_with = best_with.min(timed(&mut with)?);
            best_without = best_without.min(timed(&mut without)?);
        }
        let (with, without) = (best_with.as_secs_f64(), best_without.as_secs_f64());
        let (added, ratio) = ((with - without) * 1e3, with / without);
        println!("  {program:<30}{without:>7.2} s{with:>7.2} s{added:>7.0} ms{ratio:>6.2} x");
    }
    Ok(())
}

/// The words of the device pass, as printed by the driver.
fn device_pass(program: &Path) -> Result<Vec<String>> {
    let mut driver = scythe()?;
    driver.args(["-std=c++17", "-O2", "-fsyntax-only", "-###"]).arg(program);
    let shown = driver.stdin(Stdio::null()).output().context("cannot run scythe++")?;
    ensure!(shown.status.success(), "`scythe++ -###` failed");
    let text = String::from_utf8_lossy(&shown.stderr);
    let line = text.lines().find(|line| line.contains("-fsycl-is-device"));
    let line = line.context("`scythe++ -###` shows no device pass")?;
    Ok(words(line))
}

/// The words of a printed command line, which are all quoted.
fn words(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word: Option<String> = None;
    let mut escaped = false;
    for c in line.chars() {
        match (&mut word, c) {
            (Some(word), c) if escaped => {
                word.push(c);
                escaped = false;
            }
            (Some(_), '\\') => escaped = true,
            (Some(_), '"') => found.extend(word.take()),
            (Some(word), c) => word.push(c),
            (None, '"') => word = Some(String::new()),
            (None, _) => {}
        }
    }
    found
}

fn command(words: &[impl AsRef<str>]) -> Command {
    let mut words = words.iter().map(AsRef::as_ref);
    let mut command = Command::new(words.next().unwrap_or_default());
    // The headers use attributes of the plugin.
    command.args(words).arg("-w");
    command
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn shown_command_lines_are_read_back() {
        let line = r#" "clang" "-I/a b" "-Dx=\"y\"" "" "#;
        assert_eq!(words(line), ["clang", "-I/a b", "-Dx=\"y\"", ""]);
        assert!(words("").is_empty());
    }
}
