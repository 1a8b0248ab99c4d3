//! `--emit=<stage>`: a program at a point of its road.

use std::io::Write;

use scythe_frontend::arguments::apart;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::read_bitcode;
use scythe_pipeline::cpu::{CpuRoad, Knowledge};
use scythe_pipeline::hostdev::forms::Launches;
use scythe_pipeline::hostdev::{HostdevPass, dead_arguments, launches};
use scythe_pipeline::mlir::MlirOptions;
use scythe_pipeline::{Effort, PipelineError, Stage, host, mlir};

use crate::args::Invocation;
use crate::compile::{self, Unit};
use crate::device_targets;
use crate::error::DriverError;
use crate::output;
use crate::toolchain::Toolchain;

/// Runs the device pass and the road up to `stage`, and writes what is there.
pub fn emit(
    toolchain: &Toolchain,
    invocation: &Invocation,
    stage: Stage,
) -> Result<(), DriverError> {
    let [target] = invocation.targets.as_slice() else {
        return Err(DriverError::usage(format!(
            "--emit={} shows code for one target; name only one in --targets",
            stage.name()
        )));
    };
    device_targets::check_roads(&invocation.targets, Some(stage))?;
    let Some(input) = invocation.inputs().find(|input| input.is_cxx()) else {
        return Err(DriverError::usage("--emit needs a C++ source file"));
    };
    if let Some(output) = invocation.output.as_ref().filter(|path| path.as_os_str() != "-") {
        output::check(output)?;
    }
    toolchain.check_clang()?;
    compile::check_targets(toolchain, &invocation.targets)?;
    let unit = Unit::new(toolchain, invocation, input, 1)?;
    let (bitcode, job) = match stage {
        Stage::HostMlir => {
            let bitcode = unit.file("host.bc")?;
            (bitcode.clone(), unit.host_pass(&bitcode)?)
        }
        _ => {
            let bitcode = unit.file("device.bc")?;
            (bitcode.clone(), unit.device_pass(&bitcode)?)
        }
    };
    if invocation.dry_run || invocation.verbose {
        eprintln!("{}", job.line());
    }
    if invocation.dry_run {
        return Ok(());
    }
    job.run()?;
    if stage == Stage::Notes {
        let path = unit.file("device-notes.json")?;
        let text = std::fs::read_to_string(&path)
            .map_err(|e| DriverError::io("cannot read kernel notes", &path, &e))?;
        return write(invocation, &text);
    }
    let context = Context::create();
    let mut module = read_bitcode(&context, &bitcode).map_err(|e| unit.failed(e.into()))?;
    if stage != Stage::HostMlir {
        scythe_properties::attach(&module);
    }
    if stage == Stage::DeviceLl {
        return write(invocation, &module.print_to_string().to_string());
    }
    if stage == Stage::HostMlir {
        let notes = unit.notes("host-notes.json")?;
        let context = mlir::context();
        let view = host::launches(&context, &module, &notes)
            .map_err(|e| unit.failed(PipelineError::Request(e.to_string())))?;
        return write(invocation, &view.module.op().to_string());
    }
    let notes = unit.notes("device-notes.json")?;
    let kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    let cpu = unit.cpu(target, &module)?;
    let mlir = invocation.mlir_options();
    let effort = invocation.effort();
    let mut known = Knowledge::nothing();
    if stage != Stage::SyclMlir && effort == Effort::Full {
        known.options = invocation.hostdev.clone();
        if known.options.reads_host() && invocation.mlir {
            known.launches = host_launches(&unit, &context, &notes, &mlir)?;
        }
    }
    let road = CpuRoad { cpu: &cpu, effort, mlir: &mlir, kernels: &kernels, known: &known };
    if stage == Stage::SyclMlir {
        let text = road.raised(&module).map_err(|e| unit.failed(e))?;
        return write(invocation, &text);
    }
    let forms = road.prepare(&mut module).map_err(|e| unit.failed(e))?;
    if known.options.has(HostdevPass::DeadArguments) {
        dead_arguments::leave_out(&[(&module, &forms)], &kernels).map_err(|e| unit.failed(e))?;
    }
    if stage == Stage::LoweredLl {
        return write(invocation, &module.print_to_string().to_string());
    }
    road.lower(&module).map_err(|e| unit.failed(e))?;
    if stage == Stage::MuxLl {
        return write(invocation, &module.print_to_string().to_string());
    }
    let assembly = road.assemble(&module).map_err(|e| unit.failed(e))?;
    write(invocation, &assembly)
}

/// What host code says about launches.
fn host_launches(
    unit: &Unit<'_>,
    context: &Context,
    device: &Notes,
    mlir: &MlirOptions,
) -> Result<Launches, DriverError> {
    let bitcode = unit.file("host.bc")?;
    unit.host_pass(&bitcode)?.run()?;
    let module = read_bitcode(context, &bitcode).map_err(|e| unit.failed(e.into()))?;
    let mut notes = unit.notes("host-notes.json")?;
    apart::adopt(&mut notes, device);
    Ok(launches::find(&module, &notes, mlir))
}

fn write(invocation: &Invocation, text: &str) -> Result<(), DriverError> {
    match &invocation.output {
        Some(path) if path.as_os_str() != "-" => {
            std::fs::write(path, text).map_err(|e| DriverError::io("cannot write", path, &e))
        }
        _ => std::io::stdout().write_all(text.as_bytes()).or_else(|e| match e.kind() {
            // `| head` is a normal way to read.
            std::io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(DriverError::usage(format!("cannot write to standard output: {e}"))),
        }),
    }
}
