//! The test suite: programs, rejected programs, filetests, emitted text and command lines.
//!
//! Each module collects the trials of one folder of `tests/`; `libtest-mimic` runs them in parallel and
//! supports cargo's usual filters. A trial that needs something which the machine lacks is *ignored* with the
//! reason, never passed.
//!
//! It is usually run by `cargo xtask test`. Environment variables configure it:
//! - `SCYTHE_BIN_DIR`: the directory of `scythe++` and the other programs (default: `target/release`);
//! - `SCYTHE_TEST_DEVICE`: run programs on this backend only;
//! - `SCYTHE_TEST_LONG`: run the long tests too;
//! - `SCYTHE_TEST_FULL`: compile programs in all configurations of the matrix;
//! - `SCYTHE_TEST_CHECKED`: compile programs only with `-fscythe-check`, for the CPU;
//! - `SCYTHE_TEST_PACK`: compile programs into this folder, to be run elsewhere;
//! - `SCYTHE_PTXAS`: NVIDIA's assembler for all PTX (default: the one in `PATH`);
//! - `BLESS`: rewrite the expected outputs.

#![forbid(unsafe_code)]

mod arguments;
mod bindings;
mod book;
mod check;
mod cluster;
mod cmake;
mod costs;
mod debugger;
mod devices;
mod directives;
mod driver;
mod emit;
mod explorer;
mod filetests;
mod mlir;
mod notes;
mod package;
mod packed;
mod process;
mod programs;
mod ptx;
mod repository;
mod sandbox;
mod setting;
mod spirv;
mod tools;
mod trace;
mod ui;
mod verdict;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Conclusion, Trial};

use setting::Setting;
use verdict::{Stop, Verdict};

fn main() -> ExitCode {
    if let Some(folder) = packed::folder() {
        return packed::main(&folder);
    }
    let arguments = Arguments::from_args();
    let setting = match Setting::find() {
        Ok(setting) => setting,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Err(error) = process::end_children_on_interrupt() {
        eprintln!("error: cannot listen for Ctrl-C: {error}");
        return ExitCode::FAILURE;
    }
    let conclusion = match &setting.pack {
        Some(dir) => match pack_programs(setting, dir, &arguments) {
            Ok(conclusion) => conclusion,
            Err(Stop::Failed(error) | Stop::Skipped(error)) => {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        },
        None => libtest_mimic::run(&arguments, trials(setting)),
    };
    let all = setting.work_dir.join("costs.tsv");
    for line in costs::summary() {
        eprintln!("{line}");
    }
    if let Err(error) = costs::write(&all) {
        eprintln!("warning: cannot write {}: {error}", all.display());
    }
    conclusion.exit_code()
}

fn trials(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for collect in [
        programs::collect,
        ui::collect,
        filetests::collect,
        mlir::collect,
        emit::collect,
        arguments::collect,
        driver::collect,
        cmake::collect,
        cluster::collect,
        package::collect,
        bindings::collect,
        tools::collect,
        trace::collect,
        explorer::collect,
        book::collect,
        check::collect,
        debugger::collect,
        repository::collect,
        packed::collect,
    ] {
        trials.extend(collect(setting));
    }
    trials
}

fn pack_programs(
    setting: &'static Setting,
    dir: &'static Path,
    arguments: &Arguments,
) -> Verdict<Conclusion> {
    programs::pack::prepare(setting, dir)?;
    let trials = programs::pack::collect(setting, dir);
    let conclusion = libtest_mimic::run(arguments, trials);
    programs::pack::finish(setting, dir)?;
    Ok(conclusion)
}
