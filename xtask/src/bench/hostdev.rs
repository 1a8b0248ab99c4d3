//! `cargo xtask bench hostdev`: the gain from using facts about launches in device code.
//!
//! Each folder of `bench/hostdev/` is a computation with buffers and range kernels. It is compiled without
//! the passes that use these facts, with each of them alone, and with all; the programs of a folder run in
//! turns (see [`race`]), and the table shows the time without a pass divided by the time with it.
//! Configurations with the same code share a run, so a ratio that is not [`Cell::Same`] is never mere chance
//! between two copies of the same code.
//!
//! `--device cuda` compares the programs of `bench gpu` with themselves, compiled without any of the passes, on a GPU or
//! in a directory for one (`--pack`): those of this benchmark are too small for a GPU, and move their data.

mod contender;
mod programs;
mod race;
mod table;

use std::path::PathBuf;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use self::programs::Program;
use self::table::{Cell, Row, Table};
use super::{gpu, kernels, results};
use crate::step;

/// Options of `cargo xtask bench hostdev`.
#[derive(Args)]
pub struct Options {
    /// The programs, by the names of their folders [default: all of them]
    names: Vec<String>,
    /// Small problems and one round: they show that results are right, but not how fast
    #[arg(long)]
    quick: bool,
    /// How often each program runs
    #[arg(long, default_value_t = DEFAULT_ROUNDS)]
    rounds: u32,
    /// The passes, by the titles of their columns, between commas, or `none` [default: each]
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    passes: Vec<String>,
    /// The device; `cuda` compares the programs of `bench gpu`, whose rows are named then
    #[arg(long, value_enum, default_value_t = On::Cpu)]
    device: On,
    /// With `--device cuda`: only fill a directory; copy it to a machine with a GPU and start `run` in it
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    /// With `--device cuda`: the targets for scythe++
    #[arg(long, value_name = "LIST", default_value = DEFAULT_TARGETS)]
    targets: String,
}

/// The device that runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum On {
    /// The processors of this machine.
    Cpu,
    /// GPUs of NVIDIA.
    Cuda,
}

const DEFAULT_TARGETS: &str = "ptx:sm_90";

const DEFAULT_ROUNDS: u32 = 10;

impl Default for Options {
    fn default() -> Self {
        Self {
            names: Vec::new(),
            quick: false,
            rounds: DEFAULT_ROUNDS,
            passes: Vec::new(),
            device: On::Cpu,
            pack: None,
            targets: DEFAULT_TARGETS.to_owned(),
        }
    }
}

/// A configuration in which the programs are compiled.
#[derive(Clone, Copy)]
struct Way {
    /// The title of its column.
    title: &'static str,
    flag: &'static str,
}

/// The configuration that all others are compared with.
const OFF: Way = Way { title: "off", flag: "-fno-scythe-hostdev" };

/// The column of the same loops in OpenMP.
const OPENMP: &str = "OpenMP";

/// The configuration with all passes.
const ALL: Way = Way { title: table::EVERYTHING, flag: "-fscythe-hostdev=all" };

/// Each pass alone, and the combination that keeps sums in registers.
const PARTS: [Way; 9] = [
    Way { title: "constants", flag: "-fscythe-hostdev=constants" },
    Way { title: "ranges", flag: "-fscythe-hostdev=ranges" },
    Way { title: "aliasing", flag: "-fscythe-hostdev=aliasing" },
    Way { title: "disjoint", flag: "-fscythe-hostdev=disjoint" },
    Way { title: "dead-arguments", flag: "-fscythe-hostdev=dead-arguments" },
    Way { title: "registers", flag: "-fscythe-hostdev=registers" },
    Way { title: "tiles", flag: "-fscythe-hostdev=tiles" },
    Way { title: "shape", flag: "-fscythe-hostdev=shape" },
    Way { title: "al+di+re", flag: "-fscythe-hostdev=aliasing,disjoint,registers" },
];

/// The configurations to compare: those of [`PARTS`] that were requested, or each, and [`ALL`] at the end.
fn ways(asked: &[String]) -> Result<Vec<Way>> {
    for title in asked.iter().filter(|title| *title != "none") {
        let titles = PARTS.map(|way| way.title);
        ensure!(
            titles.contains(&&**title),
            "there is no column `{title}`; there are {}",
            titles.join(", ")
        );
    }
    let wanted = |way: &Way| asked.is_empty() || asked.iter().any(|title| title == way.title);
    Ok(PARTS.into_iter().filter(wanted).chain([ALL]).collect())
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<()> {
    if options.device == On::Cuda {
        ensure!(options.passes.is_empty(), "--passes is for the CPU: GPUs are compared with all");
        return gpu::compare_facts(&gpu::Options {
            rows: options.names.clone(),
            pack: options.pack.clone(),
            rounds: options.pack.is_none().then_some(options.rounds),
            small: options.quick && options.pack.is_none(),
            targets: options.targets.clone(),
            ..gpu::Options::default()
        });
    }
    ensure!(options.pack.is_none(), "--pack is for --device cuda");
    let names = kernels::folders("hostdev", &options.names)?;
    let ways = ways(&options.passes)?;
    let rounds = if options.quick { 1 } else { options.rounds.max(1) };
    let built = step::announced("build bench hostdev", || Ok(programs::build(&names, &ways)))?;
    let failures = step::announced("bench hostdev", || {
        println!("milliseconds without the passes, best of {rounds} rounds in turns; then ratios");
        let titles: Vec<_> = ways.iter().map(|way| way.title).chain(["chance", OPENMP]).collect();
        let mut table = Table::new(titles.iter().copied());
        println!("{}", table.header());
        let mut failures = Vec::new();
        for (name, program) in names.iter().zip(built) {
            match program {
                Ok(program) => {
                    let (row, failed) = measure(name, program, &ways, rounds, options.quick);
                    if !options.quick {
                        results::store(&stored(&row, &titles));
                    }
                    println!("{}", table.add(row));
                    failures.extend(failed);
                }
                Err(error) => {
                    println!("{name:<14}failed");
                    failures.push(format!("{name}: {error:#}"));
                }
            }
        }
        println!("{}", table.summary(options.quick));
        Ok(failures)
    })?;
    ensure!(failures.is_empty(), "these programs failed:\n  {}", failures.join("\n  "));
    Ok(())
}

/// The stored results of a row: the time with all passes, beside the one without, and beside OpenMP's.
fn stored(row: &Row, titles: &[&str]) -> Vec<results::Row> {
    let cell = |title: &str| {
        let at = titles.iter().position(|known| *known == title)?;
        row.cells.get(at)?.ratio()
    };
    let (Some(off), Some(gain)) = (row.off, cell(ALL.title)) else { return Vec::new() };
    let time = off * 1e-3 / gain;
    let ours = results::Row::new("hostdev", &row.name, time);
    let openmp = cell(OPENMP).map(|gain| ours.beside(OPENMP, time * gain));
    [Some(ours.beside("without host facts", off * 1e-3)), openmp].into_iter().flatten().collect()
}

/// Runs all versions of a program; returns the row, and failures.
fn measure(
    name: &str,
    program: Program,
    ways: &[Way],
    rounds: u32,
    quick: bool,
) -> (Row, Vec<String>) {
    let mut lanes = program.executables;
    // The program without the passes runs twice in each round: the difference is chance.
    let (chance, openmp) = (lanes.len(), lanes.len() + 1);
    lanes.push(lanes[0].clone());
    lanes.push(program.openmp);
    let times = race::run(&lanes, rounds, quick);

    let mut failures = Vec::new();
    let mut noted = |title: &str, time: Result<f64>| {
        time.map_err(|error| failures.push(format!("{name}, {title}: {error:#}"))).ok()
    };
    // Several columns may share a program, and its failure.
    let time = |lane: usize| times[lane].as_ref().copied().map_err(|error| anyhow!("{error:#}"));
    let off = noted(OFF.title, time(0));
    let mut cells = Vec::new();
    let mut everything = None;
    for (way, lane) in ways.iter().zip(program.lanes) {
        let same = matches!(lane, Ok(0));
        everything = noted(way.title, lane.and_then(time));
        cells.push(if same { Cell::Same } else { ratio(off, everything) });
    }
    cells.push(ratio(off, noted("off once more", time(chance))));
    cells.push(ratio(noted("OpenMP", time(openmp)), everything));
    (Row { name: name.to_owned(), off, cells }, failures)
}

fn ratio(above: Option<f64>, below: Option<f64>) -> Cell {
    match (above, below) {
        (Some(above), Some(below)) => Cell::Ratio(above / below),
        _ => Cell::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(asked: &[&str]) -> Result<Vec<&'static str>> {
        let asked: Vec<_> = asked.iter().map(|title| (*title).to_owned()).collect();
        Ok(ways(&asked)?.iter().map(|way| way.title).collect())
    }

    #[test]
    fn gpus_are_compared_with_all_passes_and_cpus_are_not_packed() {
        let passes = vec!["shape".to_owned()];
        let error = main(&Options { device: On::Cuda, passes, ..Options::default() });
        assert!(error.unwrap_err().to_string().contains("--passes"));
        let error = main(&Options { pack: Some(PathBuf::from("x")), ..Options::default() });
        assert!(error.unwrap_err().to_string().contains("--device cuda"));
    }

    #[test]
    fn all_passes_together_come_last_whatever_is_asked_for() {
        assert_eq!(titles(&[]).unwrap().len(), PARTS.len() + 1);
        assert_eq!(titles(&["shape", "disjoint"]).unwrap(), ["disjoint", "shape", "all"]);
        assert_eq!(titles(&["none"]).unwrap(), ["all"]);
        assert!(titles(&["speed"]).unwrap_err().to_string().contains("`speed`"));
    }
}
