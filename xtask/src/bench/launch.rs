//! `cargo xtask bench launch`: what submitting a kernel costs.
//!
//! With `--against`, another build of the runtime runs the same program in turns with this one, and the
//! times are also given as ratios: both met the same machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::{output_dir, scythe, source};
use crate::opencl::Device;
use crate::step;

/// Options of `cargo xtask bench launch`.
#[derive(Args, Default)]
pub struct Options {
    /// The device
    #[arg(long, value_enum, default_value_t)]
    device: Device,
    /// A directory with another build of libscythe.so to compare with
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// How often to run the program [default: 1, with --against 5]
    #[arg(long, value_name = "N")]
    runs: Option<u32>,
}

/// Names and times, in the program's order.
type Times = Vec<(String, f64)>;

/// Runs the benchmark.
pub fn main(options: &Options) -> Result<()> {
    let name = match options.device {
        Device::Cpu => "launch",
        Device::Opencl => "launch_opencl",
    };
    let targets = options.device.targets();
    let program = output_dir()?.join(name);
    step::announced("build bench launch", || {
        let mut compiler = scythe()?;
        compiler.args(["-std=c++17", "-O3"]).arg(format!("--targets={targets}"));
        step::run(compiler.arg(source("launch.cpp")).arg("-o").arg(&program))
    })?;
    let mut now = Times::new();
    let mut before = Times::new();
    step::announced("bench launch", || {
        for _ in 0..options.runs.unwrap_or(if options.against.is_some() { 5 } else { 1 }) {
            if let Some(dir) = &options.against {
                run(&program, options.device, Some(dir), &mut before)?;
            }
            run(&program, options.device, None, &mut now)?;
        }
        Ok(())
    })?;
    println!("microseconds per kernel, best of all rounds");
    for (index, (name, time)) in now.iter().enumerate() {
        match before.get(index) {
            None => println!("  {name:<52}{time:>10.2}"),
            Some((_, old)) => println!("  {name:<52}{old:>10.2}{time:>10.2}{:>8.2}x", time / old),
        }
    }
    Ok(())
}

/// Runs the program once; the best of its times and those that are known stay.
fn run(program: &Path, device: Device, runtime: Option<&Path>, times: &mut Times) -> Result<()> {
    let mut command = Command::new(program);
    device.select(&mut command)?;
    if let Some(dir) = runtime {
        command.env("LD_LIBRARY_PATH", dir);
    }
    let output = step::output(&mut command)?;
    for (index, line) in output.lines().enumerate() {
        let (time, name) = line.split_once(' ').context("the program prints times and names")?;
        let time: f64 = time.parse().with_context(|| format!("'{line}' has no time"))?;
        match times.get_mut(index) {
            None => times.push((name.to_owned(), time)),
            Some((known, best)) => {
                ensure!(known == name, "the program prints its cases in another order");
                *best = best.min(time);
            }
        }
    }
    Ok(())
}
