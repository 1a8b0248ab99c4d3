//! `muxc`: runs work-item passes, mixed with LLVM's, for a device.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    scythe_console::run("muxc", |options: muxc::Options| muxc::run(&options))
}
