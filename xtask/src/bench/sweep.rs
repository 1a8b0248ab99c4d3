//! `cargo xtask bench kernels --threads`: the same kernels with 1, 2, 4, … threads, SYCL beside OpenMP; and
//! `--pack`, for a machine without compilers.
//!
//! A packed directory has the programs, libraries that the machine may lack, and a script that prints the
//! programs' lines, each after the number of threads.

use std::fs;
use std::num::NonZero;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, bail};

use super::kernels::{Harness, NATIVE, Pipeline, build, in_parallel, run_with};
use super::launch::thread_counts;
use super::results;
use super::table::{Row, geometric_mean};
use crate::folder::{copy, libraries};
use crate::step;
use crate::workspace;

/// The runtime, which programs load.
const RUNTIME: &str = "libscythe.so";
/// A library that another machine may lack.
const OPENMP: &str = "libomp";

/// The packed directory's script. Programs of both kinds get the same number of threads.
const SCRIPT: &str = r#"#!/bin/sh
# Runs every program with 1, 2, 4, ... and all threads: threads, kernel, size, SYCL and OpenMP in milliseconds.
cd "$(dirname "$0")" || exit 1
all=$(nproc)
counts=$(n=1; while [ $n -lt $all ]; do echo $n; n=$((n * 2)); done; echo $all)
export SCYTHE_DEVICES=cpu LD_LIBRARY_PATH="$PWD/lib"
status=0
for program in bin/*; do
  for n in $counts; do
    line=$(SCYTHE_THREADS=$n OMP_NUM_THREADS=$n "$program" "$@") || status=1
    printf '%s\t%s\n' "$n" "$line"
  done
done
exit $status
"#;

/// Runs the kernels and prints the table.
pub fn main(names: &[String], quick: bool) -> Result<()> {
    let programs = build_all(names, "--targets=cpu", NATIVE)?;
    let counts = thread_counts(thread::available_parallelism().map_or(1, NonZero::get));
    step::announced("bench kernels by threads", || {
        println!("{}", header(&counts));
        let mut ratios = vec![Vec::new(); counts.len()];
        let mut measured = Vec::new();
        for program in &programs {
            let rows = counts
                .iter()
                .map(|&count| run_with(program, quick, None, Some(count)))
                .collect::<Result<Vec<_>>>()?;
            for (all, row) in ratios.iter_mut().zip(&rows) {
                all.push(row.to_openmp());
            }
            for (&count, row) in counts.iter().zip(&rows) {
                let ours = results::Row::new("kernels", row.name(), row.sycl() * 1e-3);
                let ours = results::Row { threads: Some(count), ..ours };
                measured.push(ours.beside("OpenMP", row.openmp() * 1e-3));
            }
            println!("{}", line(&rows));
        }
        if !quick {
            results::store(&measured);
        }
        let means = ratios.into_iter().map(|all| geometric_mean(all.into_iter()).unwrap_or(1.0));
        let means: String = means.map(|mean| format!("{mean:>26.2}")).collect();
        println!("{:<20}{means}", "geometric mean");
        println!(
            "milliseconds of SYCL and OpenMP, and their ratio: below 1.00 SYCL is the faster one"
        );
        Ok(())
    })
}

fn header(counts: &[usize]) -> String {
    let columns = counts.iter().map(|count| match count {
        1 => format!("{:>26}", "1 thread"),
        _ => format!("{:>26}", format!("{count} threads")),
    });
    format!("{:<20}{}", "kernel", columns.collect::<String>())
}

fn line(rows: &[Row]) -> String {
    let cells = rows
        .iter()
        .map(|row| format!("{:>10.2}{:>9.2}{:>7.2}", row.sycl(), row.openmp(), row.to_openmp()));
    format!("{:<20}{}", rows.first().map_or("", Row::name), cells.collect::<String>())
}

fn build_all(names: &[String], targets: &str, march: &str) -> Result<Vec<PathBuf>> {
    step::announced("build bench kernels", || {
        let harness = Harness::build(false, targets, march)?;
        in_parallel(names, |name| build(name, Pipeline::Mlir, &harness)).into_iter().collect()
    })
}

/// Fills a directory for another machine.
pub fn pack(dir: &Path, names: &[String], march: &str) -> Result<()> {
    let programs = build_all(names, &format!("--targets=cpu:{march}"), march)?;
    let (bin, lib) = (dir.join("bin"), dir.join("lib"));
    for folder in [&bin, &lib] {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    for (program, name) in programs.iter().zip(names) {
        copy(program, &bin.join(name))?;
    }
    copy(&workspace::binary(RUNTIME)?, &lib.join(RUNTIME))?;
    let Some(program) = programs.first() else { bail!("there is nothing to pack") };
    let needed = step::output(Command::new("ldd").arg(program))?;
    for (name, path) in libraries(&needed).filter(|(name, _)| name.starts_with(OPENMP)) {
        copy(Path::new(path), &lib.join(name))?;
    }
    let script = dir.join("run.sh");
    fs::write(&script, SCRIPT).with_context(|| format!("cannot write {}", script.display()))?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    println!("run {} on the other machine", script.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_wide_as_their_header() {
        let row = |text| Row::parse(text).expect("a row");
        let rows =
            [row("scan\t16\t20.0\t10.0\t-\t-\t-\t-"), row("scan\t16\t10.0\t10.0\t-\t-\t-\t-")];
        let line = line(&rows);
        assert_eq!(line.len(), header(&[1, 2]).len());
        assert!(line.contains(" 2.00 ") && line.ends_with("1.00"), "{line}");
    }
}
