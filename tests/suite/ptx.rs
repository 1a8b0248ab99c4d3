//! PTX, assembled by NVIDIA's `ptxas` for old and new GPUs.
//!
//! Code for the oldest architecture runs on all newer ones, so one compilation is enough for all.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use regex::Regex;

use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::verdict::{Stop, Verdict, fail, skip};

/// The oldest supported architecture, and the most common one. The newest one that the assembler knows comes
/// third.
const ARCHITECTURES: [u32; 2] = [75, MOST_COMMON];

/// The architecture whose code is optimised. Without optimisation the assembler finds the same mistakes in modules, in
/// half the time; what optimisation itself could stumble over is tried here.
const MOST_COMMON: u32 = 90;

/// NVIDIA's assembler and the architectures to try.
struct Assembler {
    path: PathBuf,
    architectures: Vec<u32>,
}

/// The assembler, which is queried once for its architectures.
fn assembler(sandbox: &Sandbox) -> Verdict<&'static Assembler> {
    static FOUND: OnceLock<Verdict<Assembler>> = OnceLock::new();
    FOUND.get_or_init(|| find(sandbox)).as_ref().map_err(Stop::clone)
}

fn find(sandbox: &Sandbox) -> Verdict<Assembler> {
    let Some(path) = sandbox.setting().ptxas.clone() else {
        return skip("NVIDIA's ptxas is not installed (pip install nvidia-cuda-nvcc)");
    };
    let help = sandbox.run(&path).arg("--help").succeed()?;
    let name = Regex::new(r"'sm_(\d+)'")?;
    let known = name.captures_iter(&help.stdout).filter_map(|found| found[1].parse().ok());
    let known: Vec<u32> = known.collect();
    let newest = known.iter().copied().max();
    let mut architectures: Vec<u32> = ARCHITECTURES.into_iter().chain(newest).collect();
    architectures.dedup();
    match architectures.iter().find(|number| !known.contains(number)) {
        Some(number) => fail(help.describe(&format!("ptxas does not know sm_{number}"))),
        None => Ok(Assembler { path, architectures }),
    }
}

/// Skips the test if there is no assembler.
pub fn require_assembler(sandbox: &Sandbox) -> Verdict {
    assembler(sandbox).map(drop)
}

/// Assembles a module for all architectures that may run it.
pub fn assemble(module: &Path, sandbox: &Sandbox) -> Verdict {
    let assembler = assembler(sandbox)?;
    let text = fs::read_to_string(module)?;
    let Some(least) = Target::of(&text) else {
        return fail(format!("{} names no architecture", module.display()));
    };
    let optimised = format!("sm_{MOST_COMMON}");
    for name in least.runs_on(&assembler.architectures) {
        let level = if name.starts_with(&optimised) { "-O1" } else { "-O0" };
        let run = sandbox.run(&assembler.path).args([level, &format!("-arch={name}")]);
        let output = run.arg(module).arg("-o").arg("/dev/null").output()?;
        if !output.status.success() {
            let kernels = kernels_to_blame(&text, &output);
            return fail(output.describe(&format!("ptxas refuses {kernels} for {name}")));
        }
    }
    Ok(())
}

/// Assembles the files that `--save-temps` has kept in a test's directory; returns the number of modules.
pub fn assemble_kept(sandbox: &Sandbox) -> Verdict<usize> {
    let names = sandbox.listing()?;
    let modules: Vec<&String> = names.iter().filter(|name| name.ends_with(".ptx")).collect();
    for module in &modules {
        assemble(&sandbox.path(module), sandbox)?;
    }
    Ok(modules.len())
}

/// The target of a module: `.target sm_90a`.
struct Target {
    number: u32,
    /// Whether it runs on exactly this architecture.
    exact: Option<String>,
}

impl Target {
    fn of(text: &str) -> Option<Self> {
        let line = text.lines().find_map(|line| line.strip_prefix(".target sm_"))?;
        let name = line.split([',', ' ']).next()?.trim();
        let digits = name.trim_end_matches(['a', 'f']);
        let exact = (digits != name).then(|| format!("sm_{name}"));
        Some(Self { number: digits.parse().ok()?, exact })
    }

    fn runs_on(self, architectures: &[u32]) -> Vec<String> {
        if let Some(name) = self.exact {
            return vec![name];
        }
        let newer = architectures.iter().filter(|number| **number >= self.number);
        newer.map(|number| format!("sm_{number}")).collect()
    }
}

/// The kernels and functions of messages such as `ptxas a.ptx, line 9; error   : …`.
fn kernels_to_blame(text: &str, output: &Output) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut blamed: Vec<String> = Vec::new();
    for message in output.stderr.lines() {
        let number = message.split_once(", line ").and_then(|(_, rest)| rest.split(';').next());
        let Some(number) = number.and_then(|number| number.parse::<usize>().ok()) else { continue };
        let above = lines.iter().take(number).rev();
        let name = above.copied().find_map(function_name);
        blamed.extend(name.filter(|name| !blamed.contains(name)));
    }
    if blamed.is_empty() { "the module".to_owned() } else { blamed.join(" and ") }
}

/// The name in `.visible .entry k(` and `.func (.param .b32 r) f(`.
fn function_name(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(".entry ").or_else(|| line.split_once(".func "))?;
    let name = rest.rsplit_once(") ").map_or(rest, |(_, name)| name);
    Some(name.trim().trim_end_matches(['(', ')']).to_owned())
}
