//! `--emit=<stage>`: a program at a point of its road.

use scythe_frontend::arguments::apart;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{read_bitcode, read_ir};
use scythe_pipeline::cpu::{CpuRoad, Knowledge};
use scythe_pipeline::device_globals::Mark;
use scythe_pipeline::hostdev::forms::Launches;
use scythe_pipeline::hostdev::{HostdevPass, dead_arguments, launches};
use scythe_pipeline::mlir::MlirOptions;
use scythe_pipeline::spirv::{self, SpirvRoad};
use scythe_pipeline::{Effort, PipelineError, Stage, device_globals, host, mlir};

use crate::args::{Invocation, Phase};
use crate::compile::Unit;
use crate::device_targets::{self, DeviceTarget, Family};
use crate::error::DriverError;
use crate::messages::Messages;
use crate::output;
use crate::processor;
use crate::spirv::{SpirvForm, SpirvGenerator};
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
    check_stage(target, stage)?;
    let Some(input) = invocation.inputs().find(|input| input.is_cxx()) else {
        return Err(DriverError::usage("--emit needs a C++ source file"));
    };
    if let Some(output) = invocation.output.as_ref().filter(|path| path.as_os_str() != "-") {
        output::check(output)?;
    }
    toolchain.check_clang()?;
    processor::check_targets(toolchain, &invocation.targets)?;
    let unit = Unit::new(toolchain, invocation, input, 1, Messages::default())?;
    let (code, job) = match stage {
        Stage::HostMlir => {
            let code = unit.file("host.bc")?;
            (code.clone(), unit.host_pass(&code)?)
        }
        _ => {
            let code = unit.file(&target.family.code().0)?;
            (code, unit.device_pass(target.family, &invocation.targets)?)
        }
    };
    if invocation.dry_run || invocation.verbose {
        Messages::default().line(job.line());
    }
    if invocation.dry_run {
        return Ok(());
    }
    job.run_among(&Messages::default())?;
    if stage == Stage::Notes {
        let path = unit.file(&target.family.file("-notes.json"))?;
        let text = std::fs::read_to_string(&path)
            .map_err(|e| DriverError::io("cannot read kernel notes", &path, &e))?;
        return write(invocation, &text);
    }
    let context = Context::create();
    let mut module = read_ir(&context, &code).map_err(|e| unit.failed(e.into()))?;
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
    let notes = unit.notes(&target.family.file("-notes.json"))?;
    let kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    let mark = Mark::of(&module, &notes);
    if target.family == Family::Spirv64 {
        spirv::separate_globals(&module, &notes, mark).map_err(|e| unit.failed(e))?;
        return emit_spirv(&unit, (toolchain, invocation), stage, (&mut module, &kernels));
    }
    let cpu = unit.cpu(target, true, &module)?;
    let triple = module.get_triple();
    let machine = cpu.machine(&triple.as_str().to_string_lossy());
    let machine = machine.map_err(|e| unit.failed(e.into()))?;
    device_globals::separate(&[&module], &notes, &machine, mark).map_err(|e| unit.failed(e))?;
    invocation.work_items.put_on(&module, &kernels).map_err(|e| unit.failed(e))?;
    let mlir = invocation.mlir_options(&Messages::default());
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

/// The road to SPIR-V up to `stage`. The binary form is for files: on standard output, and with `-S`, it is
/// text.
fn emit_spirv(
    unit: &Unit<'_>,
    (toolchain, invocation): (&Toolchain, &Invocation),
    stage: Stage,
    (module, kernels): (&mut Module<'_>, &[&Kernel]),
) -> Result<(), DriverError> {
    let road = SpirvRoad { kernels, extensions: &invocation.spirv_extensions };
    road.refuse_open_kernels(module).map_err(|e| unit.failed(e))?;
    road.prepare(module).map_err(|e| unit.failed(e))?;
    if stage == Stage::LoweredLl {
        return write(invocation, &module.print_to_string().to_string());
    }
    road.lower(module).map_err(|e| unit.failed(e))?;
    if stage == Stage::MuxLl {
        return write(invocation, &module.print_to_string().to_string());
    }
    let to_file = invocation.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
    let form = match invocation.phase {
        Phase::Assembly => SpirvForm::Text,
        _ if to_file => SpirvForm::Binary,
        _ => SpirvForm::Text,
    };
    let generator = SpirvGenerator::new(toolchain, invocation, form);
    let code = spirv::generate(&generator, module, kernels).map_err(|e| unit.failed(e))?;
    write_bytes(invocation, &code)
}

/// Stops where a target has nothing to show at a stage.
fn check_stage(target: &DeviceTarget, stage: Stage) -> Result<(), DriverError> {
    let name = stage.name();
    match (target.family, stage) {
        (Family::Cpu, Stage::Spirv) => Err(DriverError::usage(format!(
            "--emit={name} shows code for target 'spirv64'; name it in --targets"
        ))),
        (Family::Spirv64, Stage::Asm) => Err(DriverError::usage(format!(
            "--emit={name} shows code for processors; --emit={} shows that for target 'spirv64'",
            Stage::Spirv.name()
        ))),
        (Family::Spirv64, Stage::SyclMlir) => Err(DriverError::usage(format!(
            "code for target 'spirv64' does not go through the stage of --emit={name}"
        ))),
        _ => Ok(()),
    }
}

/// What host code says about launches.
fn host_launches(
    unit: &Unit<'_>,
    context: &Context,
    device: &Notes,
    mlir: &MlirOptions,
) -> Result<Launches, DriverError> {
    let bitcode = unit.file("host.bc")?;
    unit.host_pass(&bitcode)?.run_among(&Messages::default())?;
    let module = read_bitcode(context, &bitcode).map_err(|e| unit.failed(e.into()))?;
    let mut notes = unit.notes("host-notes.json")?;
    apart::adopt(&mut notes, device);
    Ok(launches::find(&module, &notes, mlir))
}

fn write(invocation: &Invocation, text: &str) -> Result<(), DriverError> {
    write_bytes(invocation, text.as_bytes())
}

fn write_bytes(invocation: &Invocation, bytes: &[u8]) -> Result<(), DriverError> {
    match &invocation.output {
        Some(path) if path.as_os_str() != "-" => {
            std::fs::write(path, bytes).map_err(|e| DriverError::io("cannot write", path, &e))
        }
        _ => output::print(bytes),
    }
}
