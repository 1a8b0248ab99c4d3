//! `cargo xtask bench pipelines`: the kernels of `bench/kernels/`, compiled through MLIR and without it.
//!
//! If both pipelines produce the same assembly, there is nothing to measure. Otherwise both programs of a
//! kernel run in turns, so that disturbances affect both, and the best time of each counts.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::kernels::{self, Pipeline};
use super::results;
use super::table::geometric_mean;
use crate::step;

/// Options of `cargo xtask bench pipelines`.
#[derive(Args, Default)]
pub struct Options {
    /// The kernels, by the names of their folders [default: all of them]
    names: Vec<String>,
    /// How often each program runs
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<()> {
    let names = kernels::names(&options.names)?;
    let rounds = options.rounds.max(1);
    let built = step::announced("build bench pipelines", || {
        let harness = kernels::Harness::build(false, "--targets=cpu", kernels::NATIVE)?;
        Ok(kernels::in_parallel(&names, |name| build(name, &harness)))
    })?;
    step::announced("bench pipelines", || {
        println!("milliseconds, best of {rounds} rounds in turns");
        println!("{:<20}{:>12}{:>14}{:>10}", "kernel", "through MLIR", "without MLIR", "speed");
        let mut speeds = Vec::new();
        let mut measured = Vec::new();
        for (name, programs) in names.iter().zip(built) {
            let Some([through, without]) = programs? else {
                println!("{name:<20}{:>36}", "the same code");
                speeds.push(1.0);
                continue;
            };
            let [mut best_through, mut best_without] = [f64::INFINITY; 2];
            for _ in 0..rounds {
                best_through = best_through.min(kernels::run(&through, false, None)?.sycl());
                best_without = best_without.min(kernels::run(&without, false, None)?.sycl());
            }
            let speed = best_without / best_through;
            println!("{name:<20}{best_through:>12.2}{best_without:>14.2}{speed:>10.2}");
            speeds.push(speed);
            let row = results::Row::new("pipelines", name, best_through * 1e-3);
            measured.push(row.beside("without MLIR", best_without * 1e-3));
        }
        results::store(&measured);
        if let Some(mean) = geometric_mean(speeds.into_iter()) {
            println!("{:<46}{mean:>10.2}", "geometric mean");
        }
        println!("speed: above 1.00 the pipeline through MLIR makes the faster code");
        Ok(())
    })
}

/// The programs of a kernel from both pipelines; none if the code is the same.
fn build(name: &str, harness: &kernels::Harness) -> Result<Option<[PathBuf; 2]>> {
    let pipelines = [Pipeline::Mlir, Pipeline::Llvm];
    let [through, without] = pipelines.map(|pipeline| kernels::assembly(name, pipeline));
    if through? == without? {
        return Ok(None);
    }
    let [through, without] = pipelines.map(|pipeline| kernels::build(name, pipeline, harness));
    Ok(Some([through?, without?]))
}
