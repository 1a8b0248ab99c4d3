//! `--emit=<stage>`: prints the code at a stage of the pipeline.

use scythe_pipeline::PipelineError;
use scythe_pipeline::mlir::MlirOptions;
use scythe_pipeline::stage::{ALL, DEVICE_LL, Encoding, NOTES, Observer, Stage};
use scythe_targets::registry;

use crate::args::{Invocation, Phase};
use crate::compile::{DeviceStart, Families, Unit, notes_file};
use crate::error::DriverError;
use crate::messages::Messages;
use crate::observers::Shown;
use crate::output;
use crate::record::Recorder;
use crate::toolchain::Toolchain;
use crate::tools;

/// Runs clang's passes and the pipeline up to `stage`, and writes what is there.
pub fn emit(
    toolchain: &Toolchain,
    invocation: &Invocation,
    stage: Stage,
) -> Result<(), DriverError> {
    if invocation.targets.len() != 1 && stage != ALL {
        return Err(DriverError::usage(format!(
            "--emit={} shows code for one target; name only one in --targets",
            stage.name
        )));
    }
    registry::check(&invocation.targets, Some(stage))?;
    let Some(input) = invocation.inputs().find(|input| input.is_cxx()) else {
        return Err(DriverError::usage("--emit needs a C++ source file"));
    };
    if let Some(output) = invocation.output.as_ref().filter(|path| path.as_os_str() != "-") {
        output::check(output)?;
    }
    toolchain.check_clang()?;
    tools::check_targets(toolchain, invocation)?;
    let unit = Unit::new(toolchain, invocation, input, 1, Messages::default())?;
    let families = registry::by_family(&invocation.targets);
    if stage == ALL {
        return record(&unit, &families);
    }
    let shown = Shown::at(stage, encoding(invocation));
    let result = match stage {
        NOTES | DEVICE_LL => from_device_pass(&unit, &families, (stage, &shown)),
        _ => from_both_passes(&unit, &families, &shown),
    };
    match result {
        Ok(()) | Err(DriverError::Pipeline { error: PipelineError::Stopped, .. }) => {}
        Err(error) => return Err(error),
    }
    match shown.into_code() {
        Some(code) => write(invocation, &code),
        None if invocation.dry_run => Ok(()),
        None => Err(DriverError::usage(format!("there is no code at stage '{}'", stage.name))),
    }
}

/// For stages before the pipeline, the device pass is enough.
fn from_device_pass(
    unit: &Unit<'_>,
    families: &Families,
    (stage, shown): (Stage, &Shown),
) -> Result<(), DriverError> {
    for (family, targets) in families {
        let job = unit.device_pass(*family, targets)?;
        unit.show(&job);
        if unit.invocation.dry_run {
            continue;
        }
        job.run_among(&unit.messages)?;
        if stage == NOTES {
            let path = unit.file(&notes_file(*family))?;
            let text = std::fs::read(&path)
                .map_err(|e| DriverError::io("cannot read kernel notes", &path, &e))?;
            shown.put(text);
            return Ok(());
        }
    }
    if unit.invocation.dry_run { Ok(()) } else { unit.begin(families, shown) }
}

/// Records all stages in one walk through the pipeline.
fn record(unit: &Unit<'_>, families: &Families) -> Result<(), DriverError> {
    let recorder = Recorder::new(unit.invocation, &unit.input.path);
    let mlir = MlirOptions {
        report: recorder.remarks(),
        // Line numbers relate code to the source.
        drop_debug_info: false,
        ..unit.invocation.mlir_options(&unit.messages)
    };
    let (host, devices) = unit.code_passes(families)?;
    let host = host.args(unit.invocation.wants_lines().then_some("-gline-tables-only"));
    unit.run_passes(&unit.with_source(host), &devices, DeviceStart::AtOnce)?;
    if unit.invocation.dry_run {
        return Ok(());
    }
    for (family, targets) in families {
        let path = unit.file(&notes_file(*family))?;
        let text = std::fs::read_to_string(&path)
            .map_err(|e| DriverError::io("cannot read kernel notes", &path, &e))?;
        recorder.notes(&targets[0].name(), &text);
    }
    unit.join(families, mlir, &recorder, &unit.file("shown.bc")?)?;
    write(unit.invocation, &recorder.into_lines())
}

/// The code from which a program would be built.
fn from_both_passes(
    unit: &Unit<'_>,
    families: &Families,
    shown: &dyn Observer,
) -> Result<(), DriverError> {
    let (host, devices) = unit.code_passes(families)?;
    unit.run_passes(&unit.with_source(host), &devices, DeviceStart::AtOnce)?;
    if unit.invocation.dry_run {
        return Ok(());
    }
    let mlir = unit.invocation.mlir_options(&unit.messages);
    unit.join(families, mlir, shown, &unit.file("shown.bc")?).map(drop)
}

/// Binary code goes to files only: standard output and `-S` get text.
fn encoding(invocation: &Invocation) -> Encoding {
    let to_file = invocation.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
    match invocation.phase {
        Phase::Assembly => Encoding::Text,
        _ if to_file => Encoding::Binary,
        _ => Encoding::Text,
    }
}

fn write(invocation: &Invocation, bytes: &[u8]) -> Result<(), DriverError> {
    match &invocation.output {
        Some(path) if path.as_os_str() != "-" => {
            std::fs::write(path, bytes).map_err(|e| DriverError::io("cannot write", path, &e))
        }
        _ => output::print(bytes),
    }
}
