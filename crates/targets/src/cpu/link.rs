//! The device link of native code: one link for each processor and optimisation level that an unlinked kernel
//! was compiled for.

use std::collections::HashSet;

use scythe_llvm::inkwell::module::Module;
use scythe_pipeline::PipelineError;
use scythe_pipeline::carry::entry_name;
use scythe_pipeline::device_link::{LinkJob, LinkVariant, publish};
use scythe_pipeline::device_resolve::Found;
use scythe_pipeline::hostdev::KnownLaunches;
use scythe_pipeline::stage::Watch;

use super::Cpu;
use super::pipeline::CpuPipeline;

/// Finishes all kernels of the selection; returns the module that defines their entry points.
pub fn link<'c>(job: &LinkJob<'_, 'c>) -> Result<Module<'c>, PipelineError> {
    let mut done = HashSet::new();
    let mut program: Option<Module<'c>> = None;
    for variant in &job.variants() {
        let Some(module) = link_variant(job, variant, &mut done)? else { continue };
        match &program {
            None => program = Some(module),
            Some(program) => scythe_llvm::link(program, module)?,
        }
    }
    Ok(program.unwrap_or_else(|| job.context.create_module("device")))
}

/// Links and lowers for one variant; none where all of its kernels are `done`.
fn link_variant<'c>(
    job: &LinkJob<'_, 'c>,
    variant: &LinkVariant,
    done: &mut HashSet<String>,
) -> Result<Option<Module<'c>>, PipelineError> {
    let name = |kernel: &str| entry_name(&variant.processor.name, kernel);
    let waits = |unit: &Found| LinkVariant::of(unit).contains(variant);
    let Some((mut module, kernels)) = job.joined(waits, |kernel| {
        // A kernel in a header may be in several units, even at several optimisation levels.
        done.insert(name(kernel))
    })?
    else {
        return Ok(None);
    };
    let pipeline = CpuPipeline {
        cpu: &Cpu::of_manifest(&variant.processor),
        effort: variant.effort,
        mlir: job.mlir,
        kernels: &kernels,
        // The launches of these kernels have been compiled already.
        known: &KnownLaunches::nothing(),
        watch: Watch::new(job.observer, &variant.processor.name),
    };
    pipeline.prepare(&mut module)?;
    for entry in pipeline.lower(&module)? {
        let function = entry.function.as_global_value();
        function.set_name(&name(&entry.symbol));
        publish(&function);
    }
    Ok(Some(module))
}
