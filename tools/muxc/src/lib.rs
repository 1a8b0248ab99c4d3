//! The tool that seed 004 shows its examples with: it reads LLVM IR, runs a pipeline for a device
//! and writes IR, assembly or an object file.

#![forbid(unsafe_code)]

mod error;
mod options;

pub use error::Error;
pub use options::{FileType, Language, Options};

use std::fs;
use std::io::{Read, Write};

use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::{FileType as Code, TargetMachine};
use scythe_llvm::{parse_ir, parse_ir_for};
use scythe_mux::{Generic, MuxTarget, passes};
use scythe_pipeline::text;
use scythe_targets::devices::{self, Device};

/// Does what the command line says.
///
/// # Errors
/// When the input cannot be read, a device or pass is unknown, or a pass fails.
pub fn run(options: &Options) -> Result<(), Error> {
    if options.list_devices {
        for device in devices::ALL {
            println!("{}", device.name);
        }
        return Ok(());
    }
    if options.print_passes {
        print_passes();
        return Ok(());
    }
    if options.language == Some(Language::Cl) {
        return Err(Error::Language);
    }
    let device = match (options.device_idx, &options.device) {
        (Some(index), _) => Some(devices::by_index(index)?),
        (None, Some(name)) => Some(devices::find(name)?),
        (None, None) => None,
    };
    let machine = device.map(|device| device.machine()).transpose()?;

    let context = Context::create();
    let bytes = read(&options.input)?;
    let module = match &machine {
        Some(machine) => parse_ir_for(&context, &options.input, &bytes, machine)?,
        None => parse_ir(&context, &options.input, &bytes)?,
    };
    if let (Some(device), Some(machine)) = (device, &machine) {
        settle(&module, device, machine)?;
    }
    let target: &dyn MuxTarget = match device {
        Some(device) => device.target,
        None => &Generic,
    };
    text::run(&module, target, machine.as_ref(), &options.passes)?;
    write(options, &emit(&module, machine.as_ref(), options.file_type)?)
}

/// The headings are those of LLVM's own tools, and like theirs the list is not the output.
fn print_passes() {
    let (plain, with_options): (Vec<_>, Vec<_>) =
        passes::ALL.iter().partition(|pass| pass.options.is_empty());
    for (heading, list) in [("Module passes:", plain), ("Module passes with params:", with_options)]
    {
        eprintln!("{heading}");
        for pass in list {
            let alias = pass.alias.map_or(String::new(), |alias| format!(" (also {alias})"));
            eprintln!("  {pass}{alias}\n      {}", pass.pass.summary);
        }
    }
}

fn read(input: &str) -> Result<Vec<u8>, Error> {
    let failed = |error| Error::Read { file: input.to_owned(), error };
    if input != "-" {
        return fs::read(input).map_err(failed);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Makes a module that is for no machine, or for an abstract one, a module for the device.
fn settle(module: &Module<'_>, device: Device, machine: &TargetMachine) -> Result<(), Error> {
    let triple = module.get_triple();
    let found = triple.as_str().to_string_lossy().into_owned();
    let wanted = machine.get_triple();
    let family = |triple: &str| triple.split('-').next().unwrap_or_default().to_owned();
    let abstract_machine = found.is_empty() || found == "unknown" || found.starts_with("spir");
    if !abstract_machine && family(&found) != family(&wanted.as_str().to_string_lossy()) {
        return Err(Error::Triple { triple: found, device: device.name });
    }
    module.set_triple(&wanted);
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    Ok(())
}

fn emit(
    module: &Module<'_>,
    machine: Option<&TargetMachine>,
    file_type: Option<FileType>,
) -> Result<Vec<u8>, Error> {
    let kind = match file_type {
        None => return Ok(module.print_to_string().to_bytes().to_vec()),
        Some(FileType::Null) => return Ok(Vec::new()),
        Some(FileType::Asm) => Code::Assembly,
        Some(FileType::Obj) => Code::Object,
    };
    let machine = machine.ok_or(Error::NoDevice)?;
    let code = machine
        .write_to_memory_buffer(module, kind)
        .map_err(|error| Error::Code(error.to_string()))?;
    Ok(code.as_slice().to_vec())
}

fn write(options: &Options, bytes: &[u8]) -> Result<(), Error> {
    let failed = |error| Error::Write { file: options.output.clone(), error };
    if options.output == "-" {
        return std::io::stdout().write_all(bytes).map_err(failed);
    }
    fs::write(&options.output, bytes).map_err(failed)
}
