//! `cargo xtask bench hostdev`: what the compiler gains by using on the device what the host knows.
//!
//! Each folder of `bench/hostdev/` is a computation with buffers and range kernels. It is compiled
//! without the passes that use facts of the host, with each of them alone, and with all; the programs
//! of a folder run in turns (see [`race`]), and the table shows how often the time with a pass fits
//! into the time without. Ways of compiling that lead to the same program share a run, so a ratio
//! that is not [`Cell::Same`] is never mere chance between two copies of the same code.

mod contender;
mod programs;
mod race;
mod table;

use anyhow::{Result, anyhow, ensure};
use clap::Args;

use self::programs::Program;
use self::table::{Cell, Row, Table};
use super::kernels;
use crate::step;

/// Options of `cargo xtask bench hostdev`.
#[derive(Args)]
pub struct Options {
    /// The programs, by the names of their folders [default: all of them]
    names: Vec<String>,
    /// Small problems and one round: they show that results are right, not how fast they come
    #[arg(long)]
    quick: bool,
    /// How often each program runs
    #[arg(long, default_value_t = DEFAULT_ROUNDS)]
    rounds: u32,
}

const DEFAULT_ROUNDS: u32 = 10;

impl Default for Options {
    fn default() -> Self {
        Self { names: Vec::new(), quick: false, rounds: DEFAULT_ROUNDS }
    }
}

/// One way to compile the programs.
struct Way {
    /// The title of its column.
    title: &'static str,
    flag: &'static str,
}

/// The way that all others are compared with.
const OFF: Way = Way { title: "off", flag: "-fno-scythe-hostdev" };

/// Each pass alone, those together that keep sums in registers, and everything, which comes last.
const WAYS: [Way; 10] = [
    Way { title: "constants", flag: "-fscythe-hostdev=constants" },
    Way { title: "ranges", flag: "-fscythe-hostdev=ranges" },
    Way { title: "aliasing", flag: "-fscythe-hostdev=aliasing" },
    Way { title: "forms", flag: "-fscythe-hostdev=forms" },
    Way { title: "dead-arguments", flag: "-fscythe-hostdev=dead-arguments" },
    Way { title: "registers", flag: "-fscythe-hostdev=registers" },
    Way { title: "tiles", flag: "-fscythe-hostdev=tiles" },
    Way { title: "shape", flag: "-fscythe-hostdev=shape" },
    Way { title: "al+fo+re", flag: "-fscythe-hostdev=aliasing,forms,registers" },
    Way { title: "all", flag: "-fscythe-hostdev=all" },
];

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<()> {
    let names = kernels::folders("hostdev", &options.names)?;
    let rounds = if options.quick { 1 } else { options.rounds.max(1) };
    let built = step::announced("build bench hostdev", || Ok(programs::build(&names)))?;
    let failures = step::announced("bench hostdev", || {
        println!("milliseconds without the passes, best of {rounds} rounds in turns; then ratios");
        let titles = WAYS.iter().map(|way| way.title).chain(["chance", "OpenMP"]);
        let mut table = Table::new(titles);
        println!("{}", table.header());
        let mut failures = Vec::new();
        for (name, program) in names.iter().zip(built) {
            match program {
                Ok(program) => {
                    let (row, failed) = measure(name, program, rounds, options.quick);
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

/// Lets all forms of a program run and makes its row; beside it, what failed.
fn measure(name: &str, program: Program, rounds: u32, quick: bool) -> (Row, Vec<String>) {
    let mut lanes = program.executables;
    // The program without the passes runs twice in each round: what the two differ by is chance.
    let (chance, openmp) = (lanes.len(), lanes.len() + 1);
    lanes.push(lanes[0].clone());
    lanes.push(program.openmp);
    let times = race::run(&lanes, rounds, quick);

    let mut failures = Vec::new();
    let mut noted = |title: &str, time: Result<f64>| {
        time.map_err(|error| failures.push(format!("{name}, {title}: {error:#}"))).ok()
    };
    // Several columns may share a lane, and its failure.
    let time = |lane: usize| times[lane].as_ref().copied().map_err(|error| anyhow!("{error:#}"));
    let off = noted(OFF.title, time(0));
    let mut cells = Vec::new();
    let mut everything = None;
    for (way, lane) in WAYS.iter().zip(program.lanes) {
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
