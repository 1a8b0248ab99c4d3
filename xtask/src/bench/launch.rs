//! `cargo xtask bench launch`: what submitting a kernel costs, and on the CPU what it costs that threads share it, by
//! their number.
//!
//! With `--against`, another build of the runtime runs the same program in turns with this one, and the
//! times are also given as ratios: both met the same machine.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::{output_dir, results, scythe, source};
use crate::device::Device;
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
        Device::Cpu => "launch".to_owned(),
        device => format!("launch_{}", device.name()),
    };
    let program = build("launch.cpp", &name, options.device)?;
    let (now, before) = step::announced("bench launch", || measure(options, &program, None))?;
    println!("microseconds per kernel, best of all rounds");
    for (index, (name, time)) in now.iter().enumerate() {
        match before.get(index) {
            None => println!("  {name:<62}{time:>10.2}"),
            Some((_, old)) => println!("  {name:<62}{old:>10.2}{time:>10.2}{:>8.2}x", time / old),
        }
    }
    results::store(&stored(options, &now, &before, None));
    match options.device {
        Device::Cpu => by_threads(options),
        Device::Opencl | Device::Cuda => Ok(()),
    }
}

/// The times as results, beside those of another runtime where there is one.
fn stored(
    options: &Options,
    now: &Times,
    before: &Times,
    threads: Option<usize>,
) -> Vec<results::Row> {
    let row = |(index, (name, time)): (usize, &(String, f64))| {
        let row = results::Row::new("launch", name, time * 1e-6);
        let row = results::Row { device: Some(options.device.name().to_owned()), threads, ..row };
        match before.get(index) {
            Some((_, old)) => row.beside("another runtime", old * 1e-6),
            None => row,
        }
    };
    now.iter().enumerate().map(row).collect()
}

/// The costs of sharing work, with 1, 2, 4, … threads.
fn by_threads(options: &Options) -> Result<()> {
    let program = build("sharing.cpp", "sharing", options.device)?;
    let counts = thread_counts(thread::available_parallelism().map_or(1, NonZero::get));
    let all = step::announced("bench launch by threads", || {
        counts
            .iter()
            .map(|&count| measure(options, &program, Some(count)))
            .collect::<Result<Vec<_>>>()
    })?;
    for (&count, (now, before)) in counts.iter().zip(&all) {
        results::store(&stored(options, now, before, Some(count)));
    }
    println!("microseconds per kernel by number of threads, best of all rounds");
    if options.against.is_some() {
        println!("in brackets: as a multiple of the other runtime's");
    }
    let line = |name: &str, cell: &dyn Fn(usize) -> String| {
        let cells: String = (0..counts.len()).map(|at| format!("{:>18}", cell(at))).collect();
        println!("  {name:<62}{cells}");
    };
    line("", &|at| counts[at].to_string());
    let names = all.first().map_or(&[][..], |(now, _)| &now[..]);
    for (row, (name, _)) in names.iter().enumerate() {
        line(name, &|at| {
            let (now, before) = &all[at];
            match (now.get(row), before.get(row)) {
                (Some((_, time)), Some((_, old))) => format!("{time:.1} ({:.2}x)", time / old),
                (Some((_, time)), None) => format!("{time:.1}"),
                _ => "-".to_owned(),
            }
        });
    }
    Ok(())
}

/// 1, 2, 4, … and all.
pub fn thread_counts(all: usize) -> Vec<usize> {
    let mut counts: Vec<_> =
        std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|&n| n < all).collect();
    counts.push(all.max(1));
    counts
}

fn build(file: &str, name: &str, device: Device) -> Result<PathBuf> {
    let program = output_dir()?.join(name);
    step::announced(&format!("build bench {name}"), || {
        let mut compiler = scythe()?;
        compiler.args(["-std=c++17", "-O3"]).arg(format!("--targets={}", device.targets()));
        step::run(compiler.arg(source(file)).arg("-o").arg(&program))
    })?;
    Ok(program)
}

/// The times of this runtime, and of the one to compare with.
fn measure(options: &Options, program: &Path, threads: Option<usize>) -> Result<(Times, Times)> {
    let (mut now, mut before) = (Times::new(), Times::new());
    for _ in 0..options.runs.unwrap_or(if options.against.is_some() { 5 } else { 1 }) {
        if let Some(dir) = &options.against {
            run(program, (options.device, threads), Some(dir), &mut before)?;
        }
        run(program, (options.device, threads), None, &mut now)?;
    }
    Ok((now, before))
}

/// Runs the program once; the best of its times and those that are known stay.
fn run(
    program: &Path,
    (device, threads): (Device, Option<usize>),
    runtime: Option<&Path>,
    times: &mut Times,
) -> Result<()> {
    let mut command = Command::new(program);
    device.select(&mut command)?;
    if let Some(threads) = threads {
        command.env("SCYTHE_THREADS", threads.to_string());
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_double_up_to_all() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(12), [1, 2, 4, 8, 12]);
        assert_eq!(thread_counts(16), [1, 2, 4, 8, 16]);
    }
}
