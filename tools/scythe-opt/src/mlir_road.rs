//! MLIR: mlir-opt's main function, on everything that comes with MLIR and everything of ours.

use std::io::Write;
use std::process::ExitCode;

use scythe_mlir::opt_main;

/// Does what the command line says.
pub fn run(arguments: &[String]) -> ExitCode {
    let arguments: Vec<String> = arguments.iter().map(|argument| spelled(argument)).collect();
    let registry = scythe_pipeline::registration::register_everything();
    // MLIR writes to the same file, past our buffer.
    let _ = std::io::stdout().flush();
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
