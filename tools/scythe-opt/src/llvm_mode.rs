//! LLVM IR: work-item passes, mixed with LLVM's.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use scythe_console::print_error;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::parse_ir;
use scythe_mux::DeviceInfo;
use scythe_pipeline::text;
use scythe_targets::cpu::{Cpu, CpuSchedule};
use scythe_targets::registry;

/// The options of this mode: any of them selects it.
pub const OPTIONS: &[&str] = &["--passes", "-passes", "--print-passes", "--mcpu", "-S"];

/// Runs any pass or pipeline on LLVM IR and prints the result.
#[derive(Parser)]
#[command(disable_help_flag = true)]
struct Options {
    /// LLVM IR, as text or bitcode; `-` is standard input
    #[arg(default_value = "-")]
    input: String,

    /// Passes to run, separated by commas: ours (see --print-passes) and LLVM's
    #[arg(long, default_value = "")]
    passes: String,

    /// The output file; the default, and `-`, is standard output
    #[arg(short, long)]
    output: Option<PathBuf>,

    /// The processor to optimise for, by LLVM's name
    #[arg(long, default_value = "generic")]
    mcpu: String,

    /// Accepted for compatibility with opt: output is always text
    #[arg(short = 'S')]
    text: bool,

    /// Show the module on standard error after each pass
    #[arg(long)]
    print_ir_after_all: bool,

    /// List our passes and exit
    #[arg(long)]
    print_passes: bool,
}

/// Runs the command line.
pub fn run(arguments: &[String]) -> ExitCode {
    // LLVM's tools accept one dash as well as two.
    let arguments = arguments.iter().map(|argument| match argument.strip_prefix("-passes") {
        Some(rest) => format!("--passes{rest}"),
        None => argument.clone(),
    });
    let options = match Options::try_parse_from(arguments) {
        Ok(options) => options,
        Err(error) => {
            // clap reports what it does not know; the user must also learn which mode this is.
            let _ = error.print();
            print_error(
                "note: with --passes, --print-passes, --mcpu or -S, scythe-opt runs passes of LLVM's kind; \
                 MLIR's options go without them (see scythe-opt --help)",
            );
            return ExitCode::FAILURE;
        }
    };
    scythe_console::report("scythe-opt", transform(&options))
}

/// The text that is added to mlir-opt's help.
pub fn help() -> String {
    format!(
        "scythe-opt runs passes and prints the result.\n\n\
         USAGE: scythe-opt [options] <file.mlir | file.ll | file.bc | ->   MLIR's passes and ours; LLVM IR is imported first\n       \
                scythe-opt --passes=<list> [options] <file.ll | file.bc | ->   LLVM's passes and ours, on LLVM IR\n\n\
         OPTIONS FOR BOTH:\n\
         \x20 -o <file>               Where to write\n\
         \x20 --print-ir-after-all    Show the module on standard error after each pass\n\n\
         OPTIONS FOR LLVM IR:\n\
         \x20 --passes=<list>         Passes to run, separated by commas: those below and LLVM's\n\
         \x20 --mcpu=<name>           The processor to optimise for, by LLVM's name\n\
         \x20 --print-passes          List our passes and exit\n\n\
         PASSES FOR LLVM IR (LLVM's own are listed by `opt --print-passes`):\n{}\n\
         OPTIONS AND PASSES FOR MLIR:\n\n",
        passes("  ")
    )
}

fn passes(indent: &str) -> String {
    registry::PASSES
        .iter()
        .flat_map(|passes| passes.iter())
        .map(|pass| format!("{indent}{:<26} {}\n", pass.pass.name, pass.pass.summary))
        .collect()
}

fn transform(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    if options.print_passes {
        return Ok(scythe_console::print(passes(""))?);
    }
    let bytes = scythe_console::read(&options.input)
        .map_err(|e| format!("cannot read '{}': {e}", options.input))?;
    let context = Context::create();
    let module = parse_ir(&context, &options.input, &bytes)?;
    let triple = module.get_triple();
    let triple = match triple.as_str().to_string_lossy() {
        named if !named.is_empty() => named.into_owned(),
        _ => scythe_llvm::native_triple(),
    };
    let machine = Cpu::new(&options.mcpu, &options.mcpu, "").machine(&triple)?;
    if module.get_data_layout().as_str().is_empty() {
        // Types are laid out as on the CPU.
        module.set_data_layout(&machine.get_target_data().get_data_layout());
    }
    let device = DeviceInfo::default();
    let platform = text::Platform {
        target: &CpuSchedule,
        machine: Some(&machine),
        passes: registry::PASSES,
        device: &device,
    };
    if options.print_ir_after_all {
        text::run_watched(&module, platform, &options.passes, show)?;
    } else {
        text::run(&module, platform, &options.passes)?;
    }
    let printed = module.print_to_string();
    match &options.output {
        Some(path) if path.as_os_str() != "-" => std::fs::write(path, printed.to_bytes())
            .map_err(|e| format!("cannot write '{}': {e}", path.display()))?,
        _ => scythe_console::print(printed.to_bytes())?,
    }
    Ok(())
}

/// The heading is that of LLVM's tools.
fn show(pass: &str, module: &Module<'_>) {
    let text = module.print_to_string();
    print_error(format_args!("; *** IR Dump After {pass} ***\n{}", text.to_string_lossy()));
}
