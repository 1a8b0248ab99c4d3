//! MLIR: mlir-opt's main function, with all of MLIR's passes and ours.

use std::process::ExitCode;

use scythe_mlir::opt_main;

/// Prints a text and runs the command line.
pub fn run_behind(text: &str, arguments: &[String]) -> ExitCode {
    match scythe_console::print(text) {
        Ok(()) => run(arguments),
        failed => scythe_console::report("scythe-opt", failed),
    }
}

/// Runs the command line.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments: Vec<String> = arguments.iter().map(|argument| spelled(argument)).collect();
    let registry = scythe_pipeline::registration::register_everything();
    // Rust ignores SIGPIPE, and LLVM treats a failed write as a fatal error.
    sigpipe::reset();
    let status = opt_main("scythe-opt", &arguments, &registry);
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}

/// mlir-opt's spelling of an option.
fn spelled(argument: &str) -> String {
    match argument {
        "--print-ir-after-all" | "-print-ir-after-all" => "--mlir-print-ir-after-all".to_owned(),
        // mlir-opt has no short form.
        "-h" => "--help".to_owned(),
        "-V" => "--version".to_owned(),
        other => other.to_owned(),
    }
}
