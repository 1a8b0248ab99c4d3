//! The test suite: programs, rejected programs, filetests, emitted text and command lines.
//!
//! Each module collects the trials of one folder of `tests/`; `libtest-mimic` runs them in
//! parallel and understands cargo's usual filters. What a trial needs but the machine lacks makes
//! it *ignored* with the reason, never passed.
//!
//! `cargo xtask test` is the way to run it. By hand, the environment says what to test:
//! - `SCYTHE_BIN_DIR`: where `scythe++` and its companions are (default: `target/release`);
//! - `SCYTHE_TEST_DEVICE`: run programs on this backend only;
//! - `SCYTHE_TEST_LONG`: run the long tests too;
//! - `BLESS`: rewrite the expected outputs.

#![forbid(unsafe_code)]

mod arguments;
mod cmake;
mod costs;
mod devices;
mod directives;
mod driver;
mod emit;
mod filetests;
mod mlir;
mod process;
mod programs;
mod sandbox;
mod setting;
mod spirv;
mod tools;
mod ui;
mod verdict;

use std::process::ExitCode;

use libtest_mimic::Arguments;

use setting::Setting;

fn main() -> ExitCode {
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
        tools::collect,
    ] {
        trials.extend(collect(setting));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    for line in costs::summary() {
        eprintln!("{line}");
    }
    conclusion.exit_code()
}
