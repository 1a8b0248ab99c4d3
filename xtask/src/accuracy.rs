//! `cargo xtask accuracy`: the errors of mathematical functions on the CPU, as a page of the book.
//!
//! The program is `tests/run/math_accuracy.cpp`, compiled for all functions and types, once with the usual flags and
//! once with `-ffast-math`. It prints one line for each function and type, which become the rows of the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{build, setup, step, workspace};

/// Options of `cargo xtask accuracy`.
#[derive(Args)]
pub struct Options {
    /// Random arguments for each function and type; half is also tested with all its values
    #[arg(long, default_value_t = 1000)]
    samples: u32,
    /// Only print the page
    #[arg(long)]
    dry_run: bool,
}

/// The columns of the table: a name, and compilation flags.
const WAYS: [(&str, &[&str]); 2] = [("usual flags", &[]), ("`-ffast-math`", &["-ffast-math"])];
const TYPES: [&str; 3] = ["half", "float", "double"];

/// What the program prints for a result that is wrong altogether.
const WRONG: f64 = 1e300;

const PAGE: &str = "book/src/accuracy.md";

/// The greatest error of a function and its bound, by function, type and column.
type Errors = BTreeMap<(String, String, usize), (String, String)>;

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    build::release()?;
    let mut errors = Errors::new();
    for (number, (name, flags)) in WAYS.iter().enumerate() {
        let lines =
            step::announced(&format!("accuracy, {name}"), || measure(flags, options.samples))?;
        for line in lines.lines() {
            let [function, kind, error, bound, ..] = line.split('\t').collect::<Vec<_>>()[..]
            else {
                bail!("the program printed {line:?}");
            };
            let place = (function.to_owned(), kind.to_owned(), number);
            errors.insert(place, (error.to_owned(), bound.to_owned()));
        }
    }
    let page = page(&errors, options.samples);
    if options.dry_run {
        eprint!("{page}");
    } else {
        let path = workspace::root().join(PAGE);
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(flags: &[&str], samples: u32) -> Result<String> {
    let dir = workspace::target_dir().join("accuracy");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let program = dir.join("math_accuracy");
    let mut compiler = Command::new(workspace::binary("scythe++")?);
    compiler.args(["-std=c++17", "-O2", "--targets=cpu"]).args(flags);
    compiler.arg(workspace::root().join("tests/run/math_accuracy.cpp"));
    step::run(compiler.args(["-lmpfr", "-lgmp", "-o"]).arg(&program))?;
    step::output(Command::new(&program).arg(samples.to_string()).env("SCYTHE_DEVICES", "cpu"))
}

fn page(errors: &Errors, samples: u32) -> String {
    let mut page = format!(
        "# Accuracy of mathematical functions\n\n\
         The greatest error on the CPU device, in units in the last place, against results of MPFR with 300 bits.\n\
         `cargo xtask accuracy` made this page; `tests/run/math_accuracy.cpp` checks a few of the functions in every run of\n\
         the tests.\n\n\
         - **Arguments.** Functions of one argument have all 65,536 numbers of `half`. Otherwise each has {samples} random\n  \
         arguments, half of them with any bits and half between -20 and 20, and pairs of special ones: zeros, the least and\n  \
         greatest numbers, subnormal ones, infinities, what is not a number. So the numbers for `float` and `double` are\n  \
         of a sample, and the greatest error of all numbers may be larger.\n\
         - **0.50** is the error of correct rounding. *wrong* stands for an infinite result, or one that is not a number,\n  \
         where that is not right, or the other way round.\n\
         - **Bounds** are those of OpenCL for `float` and `double`, in parentheses. `lgamma` has none there. Those of `half`\n  \
         are 2, but 4 for `erf`, `erfc`, `lgamma`, `tgamma` and `pow`.\n\
         - **`-ffast-math`** promises that there are no infinities and the like; arguments that are, or that are subnormal, and\n  \
         results that are infinite or subnormal were left out.\n\n\
         | function |"
    );
    for kind in TYPES {
        for (name, _) in WAYS {
            let _ = write!(page, " `{kind}`, {name} |");
        }
    }
    page.push_str("\n|---|");
    page.push_str(&"---:|".repeat(TYPES.len() * WAYS.len()));
    page.push('\n');
    let mut functions: Vec<&String> = errors.keys().map(|(function, ..)| function).collect();
    functions.dedup();
    for function in functions {
        let _ = write!(page, "| `{function}` |");
        for kind in TYPES {
            for way in 0..WAYS.len() {
                let cell = errors.get(&(function.clone(), kind.to_owned(), way));
                let _ =
                    write!(page, " {} |", cell.map_or_else(String::new, |cell| shown(kind, cell)));
            }
        }
        page.push('\n');
    }
    page
}

/// An error, with its bound if that depends on the type.
fn shown(kind: &str, (error, bound): &(String, String)) -> String {
    let number = match error.parse::<f64>() {
        Ok(error) if error < WRONG => format!("{error:.2}"),
        _ => "*wrong*".to_owned(),
    };
    if kind == "half" || bound == "1e+300" { number } else { format!("{number} ({bound})") }
}
