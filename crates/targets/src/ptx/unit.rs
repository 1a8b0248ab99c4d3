//! The code for NVIDIA GPUs of a translation unit, or of a device link: kernels become modules in the host module.

use std::collections::HashSet;

use scythe_frontend::agree::Pair;
use scythe_frontend::notes::Kernel;
use scythe_image::Variant;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_mux::original_name;
use scythe_pipeline::carry::{self, Carried, entry_name};
use scythe_pipeline::device_link::{LinkJob, LinkVariant, publish};
use scythe_pipeline::device_resolve::Found;
use scythe_pipeline::device_section::{CodeTarget, Processor};
use scythe_pipeline::family::{FamilyCode, FamilyCompiler, Target, TargetFamily};
use scythe_pipeline::hostdev::KnownLaunches;
use scythe_pipeline::hostdev::specializations::{SpecializedKernel, specialization_number};
use scythe_pipeline::mlir::MlirOptions;
use scythe_pipeline::module_records::{self, LoweredKernel, ModuleCode, Records};
use scythe_pipeline::stage::{LOWERED_LL, MUX_LL, Observer, Stage, Watch};
use scythe_pipeline::tools::Tools;
use scythe_pipeline::unit::{Compiled, Unit};
use scythe_pipeline::{Effort, PipelineError};

use super::family::{named, wide_ids};
use super::generate::Generator;
use super::pipeline::{PtxPipeline, separate_globals};
use super::{ABI, Architecture, NAME, PtxFamily, PtxSchedule};

/// The code for drivers.
pub const PTX: Stage = Stage {
    name: "ptx",
    summary: "device code as PTX, NVIDIA's virtual assembly",
    file: Some(".ptx"),
};

/// Stages that are also shown for units without kernels.
const STAGES: [Stage; 3] = [LOWERED_LL, MUX_LL, PTX];

/// How to make code for one architecture.
#[derive(Clone, Copy)]
struct Making<'a> {
    architecture: Architecture,
    wide_ids: bool,
    effort: Effort,
    mlir: &'a MlirOptions,
    tools: &'a dyn Tools,
    observer: &'a dyn Observer,
}

/// Code for one architecture.
struct Made {
    ptx: Vec<u8>,
    cubin: Option<Vec<u8>>,
    kernels: Vec<LoweredKernel>,
    specialized: Vec<SpecializedKernel>,
    /// PTX for split launches, of the kernels that depend on them.
    slices: Option<(Vec<u8>, Vec<LoweredKernel>)>,
}

/// How split launches are supported.
#[derive(Clone, Copy, PartialEq)]
enum Slices {
    /// By additional code.
    Besides,
    /// By all code. References to unlinked kernels cannot know whether there will be additional code.
    Everywhere,
}

/// Compiles device code for all architectures, and adds the modules to the host module.
pub fn compile<'c>(
    unit: &Unit<'_, 'c>,
    code: FamilyCode<'_, 'c>,
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let FamilyCode { notes, pairs, module, targets } = code;
    let options = unit.options;
    let name = targets[0].name();
    let first = Watch::new(options.observer, &name);
    separate_globals(&module, notes, unit.mark)?.record_all(unit.host)?;
    let mut kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    // Before anything is renamed: the plans refer to functions by name.
    for kernel in &kernels {
        scythe_bind::make_entry_point(&module, kernel, ABI)?;
    }
    let processors = targets.iter().map(processor).collect();
    let target = CodeTarget { family: NAME.to_owned(), processors };
    let carried = carry::carry(&[&module], &kernels, (target, options.effort))?;
    carried.show(&kernels, first)?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let is_wanted = !kernels.is_empty() || STAGES.iter().any(|stage| first.insists(*stage));
    let known = KnownLaunches::of(unit, pairs);
    let quiet = options.mlir.without_remarks();
    for (index, target) in targets.iter().enumerate() {
        let architecture = named(target);
        let mut variants = vec![(Variant::PTX, Records::new())];
        let (mut specialized, mut slices) = (Vec::new(), None);
        if is_wanted {
            let making = Making {
                architecture,
                wide_ids: wide_ids(options.flags),
                effort: options.effort,
                mlir: if index == 0 { options.mlir } else { &quiet },
                tools: options.tools,
                observer: options.observer,
            };
            let made = make(making, module.clone(), (&kernels, &known), Slices::Besides)?;
            variants = write(unit.host, (architecture, &made), &kernels)?;
            slices = write_slices(unit.host, (architecture, &made), &kernels)?;
            specialized = made.specialized;
        }
        add(unit, (architecture, variants, &specialized), (pairs, &carried), compiled)?;
        if let Some(records) = slices {
            add_slices(unit, (architecture, &records), (pairs, &carried), compiled)?;
        }
    }
    compiled.carried.extend(carried.record);
    Ok(())
}

/// Records of kernels in modules, with the kind of each module's code.
type Modules<'c> = Vec<(&'static str, Records<'c>)>;

/// Adds modules and records to the host module. Without an assembler a program only has PTX.
fn write<'c>(
    host: &Module<'c>,
    (architecture, made): (Architecture, &Made),
    kernels: &[&Kernel],
) -> Result<Modules<'c>, PipelineError> {
    let mut all = Vec::new();
    let kinds =
        [(Variant::CUBIN, made.cubin.as_deref()), (Variant::PTX, Some(made.ptx.as_slice()))];
    for (kind, code) in kinds {
        let Some(code) = code else { continue };
        let target = format!("{kind}.{architecture}");
        let module = ModuleCode { target: &target, code, constants: &[], kernels: &made.kernels };
        let name = |symbol: &str| format!("scythe.kernel.{target}.{symbol}");
        let records = module_records::write(host, module, kernels, name)?;
        for (record, _) in records.values() {
            record.set_linkage(Linkage::Internal);
        }
        all.push((kind, records));
    }
    Ok(all)
}

/// The same for split launches, which are rare enough to leave to the driver's compiler. Records are
/// identified by symbols alone: there is one version of each kernel.
fn write_slices<'c>(
    host: &Module<'c>,
    (architecture, made): (Architecture, &Made),
    kernels: &[&Kernel],
) -> Result<Option<Records<'c>>, PipelineError> {
    let Some((code, lowered)) = &made.slices else { return Ok(None) };
    let target = format!("{}.{architecture}.slices", Variant::PTX);
    let module = ModuleCode { target: &target, code, constants: &[], kernels: lowered };
    let name = |symbol: &str| format!("scythe.kernel.{target}.{symbol}");
    let records = module_records::write(host, module, kernels, name)?;
    for (record, _) in records.values() {
        record.set_linkage(Linkage::Internal);
    }
    Ok(Some(records.into_iter().map(|((symbol, _), record)| ((symbol, 0), record)).collect()))
}

fn flags(unit: &Unit<'_, '_>) -> u32 {
    if wide_ids(unit.options.flags) { Variant::WIDE_IDS } else { 0 }
}

/// Adds the versions for split launches to kernels, after all others.
fn add_slices<'c>(
    unit: &Unit<'_, 'c>,
    (architecture, records): (Architecture, &Records<'c>),
    (pairs, carried): (&[Pair<'_>], &Carried),
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let has = |pair: &&Pair<'_>| records.contains_key(&(pair.device.symbol.clone(), 0));
    let served: Vec<&Pair<'_>> = pairs.iter().filter(has).collect();
    module_records::add_variants(
        unit.host,
        (TargetFamily(&PtxFamily), PtxFamily.kind()),
        (&architecture.to_string(), Variant::PTX, flags(unit) | Variant::SLICES),
        (&served, carried),
        (records, &[]),
        compiled,
    )
}

/// Adds the versions for an architecture to kernels. Unlinked kernels get PTX.
fn add<'c>(
    unit: &Unit<'_, 'c>,
    (architecture, variants, specialized): (Architecture, Modules<'c>, &[SpecializedKernel]),
    (pairs, carried): (&[Pair<'_>], &Carried),
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let family = TargetFamily(&PtxFamily);
    let architecture = architecture.to_string();
    let waits = |pair: &&Pair<'_>| carried.waits(&pair.device.symbol);
    let (waiting, ready): (Vec<_>, Vec<_>) = pairs.iter().partition(waits);
    for (kind, records) in variants {
        let mut all = vec![(&ready, flags(unit))];
        if kind == Variant::PTX {
            all.push((&waiting, flags(unit) | Variant::SLICES));
        }
        for (served, flags) in all {
            module_records::add_variants(
                unit.host,
                (family, PtxFamily.kind()),
                (&architecture, kind, flags),
                (served, carried),
                (&records, specialized),
                compiled,
            )?;
        }
    }
    Ok(())
}

fn processor(target: &Target) -> Processor {
    let architecture = named(target);
    let cpu = architecture.to_string();
    let features = format!("{},+{cpu}", architecture.version());
    Processor { name: cpu.clone(), cpu, features }
}

/// Finishes all kernels of the selection; returns the module that defines their records.
pub fn link<'c>(job: &LinkJob<'_, 'c>) -> Result<Module<'c>, PipelineError> {
    let program = job.context.create_module("device");
    scythe_llvm::make_native(&program)?;
    let mut done = HashSet::new();
    for variant in &job.variants() {
        let name = |kernel: &str| entry_name(&variant.processor.name, kernel);
        let waits = |unit: &Found| LinkVariant::of(unit).contains(variant);
        let Some((module, kernels)) = job.joined(waits, |kernel| done.insert(name(kernel)))? else {
            continue;
        };
        let making = Making {
            architecture: Architecture::parse(&variant.processor.name)
                .unwrap_or(Architecture::OLDEST),
            wide_ids: wide_ids(job.flags),
            effort: variant.effort,
            mlir: job.mlir,
            tools: job.tools,
            observer: job.observer,
        };
        // The launches of these kernels have been compiled already.
        let known = KnownLaunches::nothing();
        let made = make(making, module, (&kernels, &known), Slices::Everywhere)?;
        let target = format!("{}.{}.linked", Variant::PTX, making.architecture);
        let code =
            ModuleCode { target: &target, code: &made.ptx, constants: &[], kernels: &made.kernels };
        let records = module_records::write(&program, code, &kernels, name)?;
        records.values().for_each(|(record, _)| publish(record));
    }
    Ok(program)
}

/// Compiles kernels.
fn make(
    making: Making<'_>,
    mut module: Module<'_>,
    (kernels, known): (&[&Kernel], &KnownLaunches),
    slices: Slices,
) -> Result<Made, PipelineError> {
    let Making { architecture, wide_ids, effort, mlir, tools, observer } = making;
    let target = format!("{NAME}:{architecture}");
    let watch = Watch::new(observer, &target);
    let schedule = PtxSchedule { architecture: architecture.number, wide_ids };
    let mut pipeline =
        PtxPipeline { architecture, schedule, effort, mlir, kernels, known, tools, watch };
    let specialized = pipeline.prepare(&mut module)?;
    pipeline.expand(&module)?;
    let sliced = match slices {
        Slices::Besides => {
            pipeline.in_slices(&module, |kernel| is_general(kernel, &specialized))?
        }
        Slices::Everywhere => {
            pipeline.count_groups(&module)?;
            None
        }
    };
    let lowered = pipeline.lower(&module)?;
    let lines = module.get_debug_metadata_version() > 0;
    let generator = Generator { tools, architecture, lines };
    let mut ptx = generator.ptx(&module, kernels)?;
    watch.reached(PTX, || Ok(ptx.clone()))?;
    let cubin = generator.cubin(&ptx, kernels)?;
    // Drivers read text up to a NUL.
    ptx.push(0);
    let mut slices = None;
    if let Some(module) = sliced {
        pipeline.watch = Watch::none();
        let lowered = pipeline.lower(&module)?;
        let mut ptx = generator.ptx(&module, kernels)?;
        ptx.push(0);
        slices = Some((ptx, lowered));
    }
    Ok(Made { ptx, cubin, kernels: lowered, specialized, slices })
}

/// Whether a function is the general specialization of its kernel.
fn is_general(kernel: FunctionValue<'_>, specialized: &[SpecializedKernel]) -> bool {
    let symbol = original_name(kernel);
    let known = specialized.iter().find(|specialized| specialized.symbol == symbol);
    let last = known.and_then(|known| known.specializations.last());
    specialization_number(kernel) == last.map_or(0, |last| last.number)
        && module_records::items(kernel).is_none()
}
