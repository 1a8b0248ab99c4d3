//! `cargo xtask bench kernels --ablate`: the same kernels without each optimisation in turn.
//!
//! If the flag that disables an optimisation changes no code, there is nothing to measure. Otherwise the
//! programs with and without it run in turns, and the best time of each counts.

use std::path::PathBuf;

use anyhow::Result;

use super::kernels::{self, Harness, Pipeline};
use super::results;
use super::table::geometric_mean;
use crate::step;

/// How often each program runs.
const ROUNDS: u32 = 3;

/// The flags that disable optimisations of kernels, each with a column heading.
const FLAGS: &[(&str, &str)] = &[
    ("-fno-scythe-mlir", "mlir"),
    ("-fno-scythe-hostdev", "hostdev"),
    ("-fno-scythe-narrow-work-items", "guards"),
    ("-fno-scythe-split-interior", "interior"),
    ("-fno-scythe-narrow-regions", "regions"),
    ("-fno-scythe-vector-exchanges", "exchange"),
    ("-fno-scythe-count-turns", "turns"),
    ("-fno-scythe-unroll-barrier-loops", "unroll"),
    ("-fno-scythe-split-rows", "rows"),
    ("-fno-scythe-lane-loops", "loops"),
    ("-fno-scythe-lane-arrays", "arrays"),
    ("-fno-scythe-few-lanes", "lanes"),
    ("-fno-scythe-forward-vectors", "forward"),
    ("-fno-scythe-prefetch-streams", "prefetch"),
    ("-fno-scythe-promote-lanes", "promote"),
];

/// The unchanged program, and one for each flag that changes its code.
struct Built {
    whole: PathBuf,
    without: Vec<Option<PathBuf>>,
}

/// Runs the kernels and prints the table.
pub fn main(names: &[String], quick: bool) -> Result<()> {
    let built = step::announced("build bench kernels without each optimisation", || {
        let harness = Harness::build(false, "--targets=cpu", kernels::NATIVE)?;
        Ok(kernels::in_parallel(names, |name| build(name, &harness)))
    })?;
    step::announced("bench kernels --ablate", || {
        let headings: String = FLAGS.iter().map(|(_, title)| format!("{title:>10}")).collect();
        println!("{:<20}{headings}", "kernel without");
        let mut ratios = vec![Vec::new(); FLAGS.len()];
        for (name, built) in names.iter().zip(built) {
            let all = measure(name, &built?, quick)?;
            for (column, ratio) in ratios.iter_mut().zip(&all) {
                column.push(ratio.unwrap_or(1.0));
            }
            println!("{}", line(name, &all));
        }
        let means: Vec<_> = ratios.into_iter().map(|all| geometric_mean(all.into_iter())).collect();
        println!("{}", line("geometric mean", &means));
        println!(
            "time without / time with: above 1.00 the optimisation gains; `=`: it changes no code"
        );
        Ok(())
    })
}

fn line(name: &str, ratios: &[Option<f64>]) -> String {
    let cell = |ratio: &Option<f64>| match ratio {
        Some(ratio) => format!("{ratio:>10.2}"),
        None => format!("{:>10}", "="),
    };
    format!("{name:<20}{}", ratios.iter().map(cell).collect::<String>())
}

fn build(name: &str, harness: &Harness) -> Result<Built> {
    let as_it_is = kernels::assembly(name, Pipeline::Mlir)?;
    let whole = kernels::build(name, Pipeline::Mlir, harness)?;
    let without = FLAGS
        .iter()
        .map(|&(flag, _)| {
            let version = Pipeline::Without(flag);
            match kernels::assembly(name, version)? == as_it_is {
                true => Ok(None),
                false => kernels::build(name, version, harness).map(Some),
            }
        })
        .collect::<Result<_>>()?;
    Ok(Built { whole, without })
}

/// The ratios of one kernel; none if no flag changes it.
fn measure(name: &str, built: &Built, quick: bool) -> Result<Vec<Option<f64>>> {
    let mut best = f64::INFINITY;
    let mut others = vec![f64::INFINITY; built.without.len()];
    for _ in 0..ROUNDS {
        best = best.min(kernels::run(&built.whole, quick, None)?.sycl());
        for (time, program) in others.iter_mut().zip(&built.without) {
            if let Some(program) = program {
                *time = time.min(kernels::run(program, quick, None)?.sycl());
            }
        }
    }
    if !quick {
        let ours = results::Row::new("ablate", name, best / 1e3);
        let times = others.iter().zip(FLAGS).filter(|(time, _)| time.is_finite());
        let beside = times.map(|(time, (flag, _))| ours.beside(flag, time / 1e3));
        results::store(&beside.collect::<Vec<_>>());
    }
    let changed = built.without.iter().map(Option::is_some);
    Ok(changed.zip(others).map(|(changed, time)| changed.then_some(time / best)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_headings() {
        let cells = vec![Some(1.5); FLAGS.len()];
        assert_eq!(line("scan", &cells).len(), 20 + 10 * FLAGS.len());
        assert!(line("scan", &[None, Some(2.0)]).ends_with("=      2.00"));
    }
}
