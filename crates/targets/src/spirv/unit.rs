//! The SPIR-V of a translation unit, or of a device link: kernels become one module in the host module.

use std::collections::HashSet;

use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_pipeline::carry::entry_name;
use scythe_pipeline::device_link::{LinkJob, publish};
use scythe_pipeline::device_section::CodeTarget;
use scythe_pipeline::family::{FamilyCode, FamilyCompiler, TargetFamily};
use scythe_pipeline::hostdev::KnownLaunches;
use scythe_pipeline::module_records::{self, ModuleCode, Records};
use scythe_pipeline::stage::{Encoding, LOWERED_LL, MUX_LL, Stage, Watch};
use scythe_pipeline::unit::{Compiled, Unit};
use scythe_pipeline::warnings::Search;
use scythe_pipeline::{Effort, PipelineError, carry};

use super::generate::Generator;
use super::passes::numbered_constants;
use super::pipeline::{SpirvPipeline, separate_globals};
use super::{ABI, Extensions, NAME, SpirvFamily};

/// The code for drivers.
pub const SPIRV: Stage = Stage {
    name: "spirv",
    summary: "device code as SPIR-V: text on standard output and with -S, otherwise binary",
    file: Some(".spv"),
};

/// Stages that are also shown for units without kernels.
const STAGES: [Stage; 3] = [LOWERED_LL, MUX_LL, SPIRV];

/// Compiles device code, and adds the module to the host module.
pub fn compile<'c>(
    unit: &Unit<'_, 'c>,
    code: FamilyCode<'_, 'c>,
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let FamilyCode { notes, pairs, module, .. } = code;
    let options = unit.options;
    let watch = Watch::new(options.observer, NAME);
    separate_globals(&module, notes, unit.mark)?.record_all(unit.host)?;
    let mut kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    // Before anything is renamed: the plans refer to functions by name.
    for kernel in &kernels {
        scythe_bind::make_entry_point(&module, kernel, ABI)?;
    }
    let target = CodeTarget { family: NAME.to_owned(), processors: Vec::new() };
    let carried = carry::carry(&[&module], &kernels, (target, options.effort))?;
    carried.show(&kernels, watch)?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let mut records = Records::new();
    if !kernels.is_empty() || STAGES.iter().any(|stage| watch.insists(*stage)) {
        let extensions = Extensions::of_flags(options.flags);
        let generator = Generator { tools: options.tools, extensions: &extensions };
        let name = |symbol: &str| format!("scythe.kernel.{NAME}.{symbol}");
        // Families with an optimiser of their own warn about the same kernels.
        let alone = compiled.variants.is_empty() && options.effort == Effort::Full;
        let known = KnownLaunches::of(unit, pairs);
        let search = Search { kernels: &kernels, known: &known, options: options.mlir };
        let warnings = alone.then_some(search);
        records = write(unit.host, (module, &kernels), (generator, warnings, watch), name)?;
        for (record, _) in records.values() {
            record.set_linkage(Linkage::Internal);
        }
    }
    let kind = SpirvFamily.kind();
    module_records::add_variants(
        unit.host,
        (TargetFamily(&SpirvFamily), kind),
        (NAME, "", 0),
        (&pairs.iter().collect::<Vec<_>>(), &carried),
        (&records, &[]),
        compiled,
    )?;
    compiled.carried.extend(carried.record);
    Ok(())
}

/// Finishes all kernels of the selection; returns the module that defines their records.
pub fn link<'c>(job: &LinkJob<'_, 'c>) -> Result<Module<'c>, PipelineError> {
    let program = job.context.create_module("device");
    scythe_llvm::make_native(&program)?;
    let mut done = HashSet::new();
    if let Some(code) = job.joined(|_| true, |kernel| done.insert(kernel.to_owned()))? {
        let extensions = Extensions::of_flags(job.flags);
        let generator = Generator { tools: job.tools, extensions: &extensions };
        let how = (generator, None, Watch::new(job.observer, NAME));
        let (module, kernels) = code;
        let records = write(&program, (module, &kernels), how, |symbol| entry_name(NAME, symbol))?;
        records.values().for_each(|(record, _)| publish(record));
    }
    Ok(program)
}

/// Compiles kernels, and adds the module and their records to the host module.
fn write<'c>(
    host: &Module<'c>,
    (mut module, kernels): (Module<'c>, &[&Kernel]),
    (generator, warnings, watch): (Generator<'_>, Option<Search<'_>>, Watch<'_>),
    name: impl Fn(&str) -> String,
) -> Result<Records<'c>, PipelineError> {
    let extensions = generator.extensions;
    let pipeline = SpirvPipeline { kernels, extensions, warnings, watch };
    pipeline.prepare(&module)?;
    let lowered = pipeline.lower(&mut module)?;
    if watch.wants(SPIRV) == Some(Encoding::Text) {
        watch.reached(SPIRV, || generator.generate(&module, kernels, Encoding::Text))?;
    }
    let code = generator.generate(&module, kernels, Encoding::Binary)?;
    if watch.wants(SPIRV) == Some(Encoding::Binary) {
        watch.reached(SPIRV, || Ok(code.clone()))?;
    }
    let constants = numbered_constants(&module);
    let code = ModuleCode { target: NAME, code: &code, constants: &constants, kernels: &lowered };
    module_records::write(host, code, kernels, name)
}
