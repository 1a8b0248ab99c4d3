//! `scythe-opt`: runs any pass or pipeline of ours, mixed with LLVM's, on LLVM IR.

#![forbid(unsafe_code)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::parse_ir;
use scythe_pipeline::text;
use scythe_targets::cpu::{Cpu, CpuSchedule};

/// Runs any pass or pipeline on LLVM IR and prints the result.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// LLVM IR, as text or bitcode; `-` is standard input
    #[arg(default_value = "-")]
    input: String,

    /// Passes to run, separated by commas: ours (see --print-passes) and LLVM's
    #[arg(long, default_value = "")]
    passes: String,

    /// Where to write; standard output without it, and for `-`
    #[arg(short, long)]
    output: Option<PathBuf>,

    /// The processor to optimise for, by LLVM's name
    #[arg(long, default_value = "generic")]
    mcpu: String,

    /// Accepted for those used to opt: output is always text
    #[arg(short = 'S')]
    text: bool,

    /// List our passes and exit
    #[arg(long)]
    print_passes: bool,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("scythe-opt: error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    if options.print_passes {
        for pass in scythe_mux::passes::ALL {
            println!("{:<26} {}", pass.pass.name, pass.pass.summary);
        }
        return Ok(());
    }
    let mut bytes = Vec::new();
    if options.input == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(&options.input)
            .map_err(|e| format!("cannot read '{}': {e}", options.input))?;
    }
    let context = Context::create();
    let module = parse_ir(&context, &options.input, &bytes)?;
    let triple = module.get_triple();
    let triple = match triple.as_str().to_string_lossy() {
        named if !named.is_empty() => named.into_owned(),
        _ => scythe_llvm::native_triple(),
    };
    let machine = Cpu::new(&options.mcpu, &options.mcpu, "").machine(&triple)?;
    if module.get_data_layout().as_str().is_empty() {
        // The CPU's structs are laid out as its machine lays them out, not as nobody's does.
        module.set_data_layout(&machine.get_target_data().get_data_layout());
    }
    text::run(&module, &CpuSchedule, Some(&machine), &options.passes)?;
    let printed = module.print_to_string();
    match &options.output {
        Some(path) if path.as_os_str() != "-" => std::fs::write(path, printed.to_bytes())
            .map_err(|e| format!("cannot write '{}': {e}", path.display()))?,
        _ => std::io::stdout().write_all(printed.to_bytes())?,
    }
    Ok(())
}
