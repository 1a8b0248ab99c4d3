//! `cargo xtask bench roads`: the kernels of `bench/kernels/`, compiled through MLIR and without it.
//!
//! Both programs of a kernel run in turns, so that a noisy moment hits both, and each one's best time
//! counts.

use anyhow::Result;
use clap::Args;

use super::kernels::{self, Road};
use super::table::geometric_mean;
use crate::step;

/// Options of `cargo xtask bench roads`.
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
    let built = step::announced("build bench roads", || {
        let harness = kernels::Harness::build(false)?;
        Ok(kernels::in_parallel(&names, |name| -> Result<_> {
            Ok([
                kernels::build(name, Road::Mlir, &harness)?,
                kernels::build(name, Road::Llvm, &harness)?,
            ])
        }))
    })?;
    step::announced("bench roads", || {
        println!("milliseconds, best of {} rounds in turns", options.rounds.max(1));
        println!("{:<20}{:>12}{:>14}{:>10}", "kernel", "through MLIR", "without MLIR", "speed");
        let mut speeds = Vec::new();
        for (name, programs) in names.iter().zip(built) {
            let [through, without] = programs?;
            let [mut best_through, mut best_without] = [f64::INFINITY; 2];
            for _ in 0..options.rounds.max(1) {
                best_through = best_through.min(kernels::run(&through, false)?.sycl());
                best_without = best_without.min(kernels::run(&without, false)?.sycl());
            }
            let speed = best_without / best_through;
            println!("{name:<20}{best_through:>12.2}{best_without:>14.2}{speed:>10.2}");
            speeds.push(speed);
        }
        if let Some(mean) = geometric_mean(speeds.into_iter()) {
            println!("{:<46}{mean:>10.2}", "geometric mean");
        }
        println!("speed: above 1.00 the road through MLIR makes the faster code");
        Ok(())
    })
}
