//! `muxc`: runs work-item passes, mixed with LLVM's, for a device.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match muxc::run(&muxc::Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("muxc: error: {error}");
            ExitCode::FAILURE
        }
    }
}
