//! MLIR: mlir-opt's main function, on everything that comes with MLIR and everything of ours.

use std::process::ExitCode;

use scythe_mlir::opt_main;

/// Prints something of ours and then does what the command line says.
pub fn run_behind(text: &str, arguments: &[String]) -> ExitCode {
    match scythe_console::print(text) {
        Ok(()) => run(arguments),
        failed => scythe_console::report("scythe-opt", failed),
    }
}

/// Does what the command line says.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments: Vec<String> = arguments.iter().map(|argument| spelled(argument)).collect();
    let registry = scythe_pipeline::registration::register_everything();
    // Rust ignores the signal of a reader who leaves, and LLVM calls what is left of it a fatal error.
    sigpipe::reset();
    let status = opt_main("scythe-opt", &arguments, &registry);
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}

/// mlir-opt's word for an option of ours, and any other argument as it is.
fn spelled(argument: &str) -> String {
    match argument {
        "--print-ir-after-all" | "-print-ir-after-all" => "--mlir-print-ir-after-all".to_owned(),
        // It has no short form.
        "-h" => "--help".to_owned(),
        "-V" => "--version".to_owned(),
        other => other.to_owned(),
    }
}
