//! The tool that the ComputeMux document on work-item builtins describes: it reads LLVM IR, runs a pipeline
//! for a device and writes IR, assembly or an object file.

#![forbid(unsafe_code)]

mod error;
mod opencl;
mod options;

pub use error::Error;
pub use options::{FileType, Language, Options};

use std::fs;

use scythe_console::print_error;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::{FileType as Code, TargetData, TargetMachine};
use scythe_llvm::{parse_ir, parse_ir_for};
use scythe_mux::{Generic, MuxTarget, PassCx, passes};
use scythe_pipeline::text;
use scythe_targets::devices::{self, Device};
use scythe_targets::registry;

/// Runs the command line.
///
/// # Errors
/// When the input cannot be read, a device or pass is unknown, or a pass fails.
pub fn run(options: &Options) -> Result<(), Error> {
    if options.list_devices {
        let names: Vec<String> = devices::ALL.iter().map(|d| format!("{}\n", d.name)).collect();
        return Ok(scythe_console::print(names.concat())?);
    }
    if options.print_passes {
        print_passes();
        return Ok(());
    }
    let device = match (options.device_idx, &options.device) {
        (Some(index), _) => Some(devices::by_index(index)?),
        (None, Some(name)) => Some(devices::find(name)?),
        (None, None) => None,
    };
    let context = Context::create();
    let bytes = match options.language {
        Some(Language::Cl) => opencl::compile(options)?,
        _ => read(&options.input)?,
    };
    let as_written = || parse_ir(&context, &options.input, &bytes);
    let machine = match device {
        Some(device) => Some(machine_for(&as_written()?, device)?),
        None => None,
    };
    let module = match &machine {
        Some(machine) => {
            let module = parse_ir_for(&context, &options.input, &bytes, machine)?;
            module.set_triple(&machine.get_triple());
            module.set_data_layout(&machine.get_target_data().get_data_layout());
            module
        }
        None => as_written()?,
    };
    let target: &dyn MuxTarget = match device {
        Some(device) => device.target,
        None => &Generic,
    };
    let device = options.device_info();
    let platform = text::Platform {
        target,
        machine: machine.as_ref(),
        passes: registry::PASSES,
        device: &device,
    };
    text::run(&module, platform, &options.passes)?;
    write(options, &emit(&module, machine.as_ref(), options.file_type)?)
}

/// The headings are those of LLVM's own tools; like theirs, the list goes to standard error.
fn print_passes() {
    let (plain, with_options): (Vec<_>, Vec<_>) = registry::PASSES
        .iter()
        .flat_map(|passes| passes.iter())
        .partition(|pass| pass.options.is_empty());
    for (heading, list) in [("Module passes:", plain), ("Module passes with params:", with_options)]
    {
        print_error(heading);
        for pass in list {
            let alias = pass.alias.map_or(String::new(), |alias| format!(" (also {alias})"));
            print_error(format_args!("  {pass}{alias}\n      {}", pass.pass.summary));
        }
    }
}

fn read(input: &str) -> Result<Vec<u8>, Error> {
    scythe_console::read(input).map_err(|error| Error::Read { file: input.to_owned(), error })
}

/// The device's machine for a module, if the module can be compiled for it: the module is for no machine, for
/// an abstract one or for one of the same family, and its pointers have the same size, since code depends on
/// the size of pointers.
fn machine_for(module: &Module<'_>, device: Device) -> Result<TargetMachine, Error> {
    let triple = module.get_triple();
    let found = triple.as_str().to_string_lossy().into_owned();
    let family = |triple: &str| triple.split('-').next().unwrap_or_default().to_owned();
    let layout = module.get_data_layout();
    let layout = layout.as_str().to_string_lossy();
    let narrow =
        layout.is_empty() && ["spir", "spir32", "spirv32"].contains(&family(&found).as_str());
    let has = if narrow { 4 } else { TargetData::create(&layout).get_pointer_byte_size(None) };
    let machine = device.machine(has)?;
    let wanted = machine.get_triple();
    let abstract_machine = found.is_empty() || found == "unknown" || found.starts_with("spir");
    if !abstract_machine && family(&found) != family(&wanted.as_str().to_string_lossy()) {
        return Err(Error::Triple { triple: found, device: device.name });
    }
    let needs = machine.get_target_data().get_pointer_byte_size(None);
    if has != needs {
        let bits = |bytes: u32| 8 * bytes;
        return Err(Error::Pointers { module: bits(has), device: device.name, needs: bits(needs) });
    }
    Ok(machine)
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
    // Code generators reject functions of an abstract machine.
    if let Some(pass) = passes::find("fixup-calling-convention") {
        let run = (pass.run)(&PassCx::new(module, &Generic));
        run.map_err(|error| Error::Code(error.to_string()))?;
    }
    let code = machine
        .write_to_memory_buffer(module, kind)
        .map_err(|error| Error::Code(error.to_string()))?;
    Ok(code.as_slice().to_vec())
}

fn write(options: &Options, bytes: &[u8]) -> Result<(), Error> {
    if options.output == "-" {
        return Ok(scythe_console::print(bytes)?);
    }
    let failed = |error| Error::Write { file: options.output.clone(), error };
    fs::write(&options.output, bytes).map_err(failed)
}
