//! `cargo xtask bench cluster`: the programs of `examples/cluster` with more and more ranks of one thread each.
//!
//! Strong scaling: the same problem for all numbers of ranks. Weak scaling: a problem that grows with the
//! number of ranks, so that the work per rank is constant.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::output_dir;
use crate::packages::MPI_PACKAGES;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask bench cluster`.
#[derive(Args)]
pub struct Options {
    /// The most ranks [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    ranks: Option<usize>,
    /// How often each program runs; the best time counts
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { ranks: None, rounds: 3 }
    }
}

/// A program, with its arguments for a number of ranks.
struct Problem {
    name: &'static str,
    /// The problem for strong scaling.
    strong: &'static str,
    /// The problem for weak scaling: that of one rank, times the number of ranks.
    weak: fn(usize) -> String,
}

const PROBLEMS: &[Problem] = &[
    Problem {
        name: "stencil",
        strong: "2000 2000 200",
        weak: |ranks| format!("{} 1000 200", 1000 * ranks),
    },
    // Each body interacts with all others, so the work grows quadratically.
    Problem {
        name: "nbody",
        strong: "16000 5",
        weak: |ranks| format!("{:.0} 5", 8000.0 * (ranks as f64).sqrt()),
    },
];

/// Whether MPI is installed.
pub fn is_possible() -> bool {
    ["mpicxx", "mpirun"].iter().all(|name| workspace::find_program(name).is_some())
}

/// Runs the benchmark.
pub fn main(options: &Options) -> Result<()> {
    setup::attempt(MPI_PACKAGES)?;
    ensure!(is_possible(), "bench cluster needs Open MPI: mpicxx and mpirun");
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let most = options.ranks.unwrap_or(processors);
    println!(
        "seconds (best of {}) and efficiency beside one rank; {processors} processors",
        options.rounds
    );
    println!("{:<10}{:>7}{:>12}{:>8}{:>12}{:>8}", "", "ranks", "strong", "", "weak", "");
    for problem in PROBLEMS {
        let program = build(problem.name)?;
        let mut alone = None;
        for ranks in counts(most) {
            let strong = best(options, &program, ranks, problem.strong)?;
            let weak = best(options, &program, ranks, &(problem.weak)(ranks))?;
            let (first_strong, first_weak) = *alone.get_or_insert((strong, weak));
            println!(
                "{:<10}{ranks:>7}{strong:>12.4}{:>7.0}%{weak:>12.4}{:>7.0}%",
                problem.name,
                100.0 * first_strong / strong / ranks as f64,
                100.0 * first_weak / weak
            );
        }
    }
    Ok(())
}

/// 1, 2, 4, … up to a number.
fn counts(most: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |count| Some(count * 2)).take_while(move |count| *count <= most)
}

fn build(name: &str) -> Result<PathBuf> {
    let program = output_dir()?.join(format!("cluster_{name}"));
    let source = workspace::root().join("examples/cluster").join(name).with_extension("cpp");
    let mut compiler = Command::new("mpicxx");
    compiler.env("OMPI_CXX", workspace::binary("scythe++")?).arg("-O3");
    step::run(compiler.arg(source).arg("-o").arg(&program))?;
    Ok(program)
}

/// The best time of some rounds.
fn best(options: &Options, program: &Path, ranks: usize, arguments: &str) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..options.rounds.max(1) {
        let mut mpirun = Command::new("mpirun");
        mpirun
            .args(["--allow-run-as-root", "--oversubscribe", "-np", &ranks.to_string()])
            .arg(program)
            .args(arguments.split_whitespace())
            .env("SCYTHE_THREADS", "1")
            .stdin(Stdio::null());
        let output = mpirun.output().with_context(|| step::shown(&mpirun))?;
        step::check(&mpirun, output.status)?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let seconds = seconds(&text).with_context(|| format!("no time in: {text}"))?;
        best = best.min(seconds);
    }
    Ok(best)
}

/// The time in a line such as `4 ranks (2 x 2): 0.283323 s`.
fn seconds(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains(" ranks"))?;
    line.rsplit_once(": ")?.1.strip_suffix(" s")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts() {
        assert_eq!(seconds("warning\n4 ranks (2 x 2): 0.25 s\n"), Some(0.25));
        assert_eq!(seconds("4 ranks: 1.5 s"), Some(1.5));
        assert_eq!(seconds("nothing"), None);
        assert_eq!(counts(6).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
