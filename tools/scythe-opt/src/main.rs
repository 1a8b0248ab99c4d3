//! `scythe-opt`: runs any pass or pipeline of ours, mixed with MLIR's or LLVM's, on MLIR and LLVM IR.
//!
//! There are two modes. `--passes=` is LLVM's pipeline syntax, and runs our work-item passes and LLVM's
//! on LLVM IR. Everything else is mlir-opt's command line: LLVM IR is imported into MLIR first.

#![forbid(unsafe_code)]

mod llvm_mode;
mod mlir_mode;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let asks_for = |names: &[&str]| {
        arguments.iter().skip(1).any(|argument| {
            let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
            names.contains(&name)
        })
    };
    if asks_for(&["--help", "-help", "-h", "--help-hidden", "-help-hidden"]) {
        return mlir_mode::run_behind(&llvm_mode::help(), &arguments);
    }
    if asks_for(&["--version", "-version", "-V"]) {
        let version = format!("scythe-opt {}\n", env!("CARGO_PKG_VERSION"));
        return mlir_mode::run_behind(&version, &arguments);
    }
    if asks_for(llvm_mode::OPTIONS) {
        return llvm_mode::run(&arguments);
    }
    mlir_mode::run(&arguments)
}
