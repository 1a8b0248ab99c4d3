//! Building the programs: one executable for each distinct assembly among the configurations.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::{OFF, Way};
use crate::bench::{kernels, output_dir, scythe, source};
use crate::step;

/// A program, built in all configurations.
pub struct Program {
    /// The distinct executables; the first is the one without the passes.
    pub executables: Vec<PathBuf>,
    /// The executable of each configuration.
    pub lanes: Vec<Result<usize>>,
    /// The same loops in C++ with OpenMP.
    pub openmp: PathBuf,
}

const STANDARD: &str = "-std=c++20";

/// Builds programs in these configurations and without the passes, as many at a time as there are cores.
pub fn build(names: &[String], ways: &[Way]) -> Vec<Result<Program>> {
    let jobs: Vec<_> = names
        .iter()
        .flat_map(|name| [&OFF].into_iter().chain(ways).map(move |way| (name, way.flag)))
        .collect();
    let assemblies = kernels::in_parallel(&jobs, |(name, flag)| assembly(name, flag));
    let mut assemblies = assemblies.into_iter();
    let mut linked = Vec::new();
    for name in names {
        // Collected, so that a failure does not shift the results of the next program.
        let of_one: Vec<_> = assemblies.by_ref().take(1 + ways.len()).collect();
        linked.push(link(name, of_one.into_iter()));
    }
    linked
}

/// Compiles a program in one configuration. Assembly contains everything, including device code and records
/// for the runtime, so equal assembly means equal programs.
fn assembly(name: &str, flag: &str) -> Result<String> {
    let path = dir()?.join(format!("{name}{flag}.s"));
    let mut compiler = scythe()?;
    compiler.args([STANDARD, "-O3", flag, "-S"]).arg(folder(name).join("sycl.cpp"));
    step::run(compiler.arg("-o").arg(&path))?;
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// Links a program from its assemblies, the one without the passes first.
fn link(name: &str, mut assemblies: impl Iterator<Item = Result<String>>) -> Result<Program> {
    let off = assemblies.next().context("there is no assembly")??;
    let (distinct, lanes) = distinct(off, assemblies);
    let mut executables = Vec::new();
    for (lane, text) in distinct.iter().enumerate() {
        let assembly = dir()?.join(format!("{name}-{lane}.s"));
        let executable = assembly.with_extension("");
        fs::write(&assembly, text)
            .with_context(|| format!("cannot write {}", assembly.display()))?;
        step::run(scythe()?.arg(&assembly).arg("-o").arg(&executable))?;
        executables.push(executable);
    }
    let openmp = dir()?.join(format!("{name}-openmp"));
    let mut clang = Command::new("clang++-22");
    clang.args([STANDARD, "-O3", "-march=native", "-fopenmp"]).arg(folder(name).join("omp.cpp"));
    step::run(clang.arg("-o").arg(&openmp))?;
    Ok(Program { executables, lanes, openmp })
}

/// The distinct texts, with `first` first, and for each of the others the number of its text.
fn distinct(
    first: String,
    others: impl Iterator<Item = Result<String>>,
) -> (Vec<String>, Vec<Result<usize>>) {
    let mut texts = vec![first];
    let lanes = others
        .map(|text| {
            let text = text?;
            Ok(texts.iter().position(|known| *known == text).unwrap_or_else(|| {
                texts.push(text);
                texts.len() - 1
            }))
        })
        .collect();
    (texts, lanes)
}

fn folder(name: &str) -> PathBuf {
    source("hostdev").join(name)
}

fn dir() -> Result<PathBuf> {
    let dir = output_dir()?.join("hostdev");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    Ok(dir)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn equal_assembly_shares_a_lane() {
        let others = ["off", "fast", "off", "fast", "other"].map(|text| Ok(text.to_owned()));
        let others = others.into_iter().chain([Err(anyhow!("crash"))]);
        let (texts, lanes) = distinct("off".to_owned(), others);
        assert_eq!(texts, ["off", "fast", "other"]);
        let lanes: Vec<_> = lanes.into_iter().map(Result::ok).collect();
        assert_eq!(lanes, [Some(0), Some(1), Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn every_program_has_all_its_sources() {
        for name in kernels::folders("hostdev", &[]).unwrap() {
            for file in ["problem.hpp", "sycl.cpp", "omp.cpp"] {
                assert!(folder(&name).join(file).is_file(), "{name}/{file}");
            }
        }
    }
}
