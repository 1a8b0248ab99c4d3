//! `scythe-explorer`: a SYCL program beside every stage of its compilation, as one HTML page.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    scythe_explorer::main(std::env::args().skip(1).collect())
}
