//! One translation unit: host code and the device code it launches become one module.

mod native;
mod spirv;

use std::collections::HashMap;

use scythe_frontend::agree::{self, Pair};
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::notes::Notes;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::values::GlobalValue;
use scythe_targets::cpu::Cpu;
use scythe_targets::record::{self, CompiledVariant};

use crate::attributes::WorkItemOptions;
use crate::device_globals::Mark;
use crate::device_section::{Record, SECTION};
use crate::hostdev::forms::Launches;
use crate::hostdev::{HostdevOptions, HostdevPass, launches};
use crate::mlir::{MlirOptions, RemarkKind};
use crate::record_of::{self, RecordFacts};
use crate::spirv::Generator;
use crate::{Effort, PipelineError, host, read_constants};

/// Device code for one processor, as clang made it.
pub struct DeviceCode<'c> {
    /// The processor.
    pub cpu: Cpu,
    /// Device IR; consumed by [`join`].
    pub module: Module<'c>,
}

impl DeviceCode<'_> {
    /// LLVM's machine for it.
    pub(crate) fn machine(&self) -> Result<TargetMachine, PipelineError> {
        Ok(self.cpu.machine(&self.module.get_triple().as_str().to_string_lossy())?)
    }
}

/// Device code for the processor that the program runs on.
pub struct NativeCode<'c> {
    /// What the device pass says of its kernels.
    pub notes: Notes,
    /// The same code for each processor that was asked for.
    pub devices: Vec<DeviceCode<'c>>,
}

/// Device code for drivers that take SPIR-V.
pub struct SpirvCode<'a, 'c> {
    /// What the device pass says of its kernels.
    pub notes: Notes,
    /// Device IR; consumed by [`join`].
    pub module: Module<'c>,
    /// Makes SPIR-V of IR.
    pub generator: &'a dyn Generator,
}

/// Device code of a translation unit, for each family of targets.
pub struct Devices<'a, 'c> {
    /// For processors.
    pub native: Option<NativeCode<'c>>,
    /// For drivers that take SPIR-V.
    pub spirv: Option<SpirvCode<'a, 'c>>,
}

/// How a translation unit is compiled.
#[derive(Clone, Copy)]
pub struct UnitOptions<'a> {
    /// How much to optimise.
    pub effort: Effort,
    /// The part of the road through MLIR.
    pub mlir: &'a MlirOptions,
    /// What device code gains by host code.
    pub hostdev: &'a HostdevOptions,
    /// How work-items run on processors.
    pub work_items: WorkItemOptions,
}

/// What becomes of kernels, by the symbols that they have in host code.
#[derive(Default)]
struct Compiled<'c> {
    /// The forms of each kernel.
    variants: HashMap<String, Vec<CompiledVariant<'c>>>,
    /// What else their records say.
    about: HashMap<String, RecordFacts>,
    /// The blocks of arguments that leave arguments out.
    smaller: HashMap<String, Layout>,
    /// What the object carries for the link.
    carried: Vec<Record>,
}

impl Compiled<'_> {
    /// The block of arguments of a kernel.
    fn layout(&self, pair: &Pair<'_>) -> Layout {
        let whole = || {
            let nothing = Layout { offsets: Vec::new(), size: 0, align: 1 };
            pair.host.plan.as_ref().map_or(nothing, Layout::of)
        };
        self.smaller.get(&pair.host.symbol).cloned().unwrap_or_else(whole)
    }
}

/// Lowers all device code and puts it, with a record for each kernel, into the host module.
///
/// # Errors
/// When host and device disagree about a kernel, or a kernel cannot be compiled.
pub fn join<'c>(
    host: &Module<'c>,
    host_notes: &Notes,
    devices: Devices<'_, 'c>,
    options: UnitOptions<'_>,
) -> Result<(), PipelineError> {
    // Drivers see the block of arguments as the plan has it.
    let mut hostdev = options.hostdev.clone();
    if devices.spirv.is_some() {
        hostdev.set(HostdevPass::DeadArguments, false);
    }
    let options = UnitOptions { hostdev: &hostdev, ..options };
    let launches = known_launches(host, host_notes, options);
    host::finish(host);
    let mark = Mark::of(host, host_notes);
    let mut compiled = Compiled::default();
    let constants = Constants::of(&devices);
    let (native_notes, native) = devices.native.map(|n| (n.notes, n.devices)).unzip();
    let (spirv_notes, spirv) = devices.spirv.map(|s| (s.notes, (s.module, s.generator))).unzip();
    let native_pairs = pairs(host_notes, native_notes.as_ref())?;
    let spirv_pairs = pairs(host_notes, spirv_notes.as_ref())?;
    if let (Some(notes), Some(devices)) = (&native_notes, native) {
        let known = (options, launches, mark);
        native::compile(host, (notes, &native_pairs), devices, known, &mut compiled)?;
    }
    if let (Some(notes), Some((module, generator))) = (&spirv_notes, spirv) {
        let how = (generator, mark, options.effort);
        spirv::compile(host, (notes, &spirv_pairs), module, how, &mut compiled)?;
    }
    let all = if native_pairs.is_empty() { &spirv_pairs } else { &native_pairs };
    for pair in all {
        let about = compiled.about.entry(pair.host.symbol.clone()).or_default();
        about.constants = constants.read_by(&pair.device.symbol);
    }
    bind(host, all, options, compiled)?;
    host.verify().map_err(|e| PipelineError::bug("joining host and device code", e.to_string()))
}

/// The specialization constants that kernels read, by their symbols in device code. Lowering takes the
/// questions for them away.
struct Constants(HashMap<String, Vec<u64>>);

impl Constants {
    fn of(devices: &Devices<'_, '_>) -> Self {
        let native = devices.native.as_ref().and_then(|native| {
            native.devices.first().map(|device| (&device.module, &native.notes))
        });
        let spirv = devices.spirv.as_ref().map(|spirv| (&spirv.module, &spirv.notes));
        let Some((module, notes)) = native.or(spirv) else { return Self(HashMap::new()) };
        let symbols = notes.kernels.iter().map(|kernel| &kernel.symbol);
        Self(symbols.map(|symbol| (symbol.clone(), read_constants::of(module, symbol))).collect())
    }

    fn read_by(&self, kernel: &str) -> Vec<u64> {
        self.0.get(kernel).cloned().unwrap_or_default()
    }
}

/// The kernels of host code with those of a device pass.
fn pairs<'n>(host: &'n Notes, device: Option<&'n Notes>) -> Result<Vec<Pair<'n>>, PipelineError> {
    device.map_or_else(
        || Ok(Vec::new()),
        |device| {
            agree::device_globals(host, device).map_err(PipelineError::Program)?;
            agree::pair(host, device).map_err(PipelineError::Program)
        },
    )
}

/// What host code says about launches, where somebody wants to know.
fn known_launches(host: &Module<'_>, notes: &Notes, options: UnitOptions<'_>) -> Launches {
    let UnitOptions { effort, mlir, hostdev, .. } = options;
    let asked = hostdev.reads_host() || mlir.remarks.contains(&RemarkKind::Raise);
    match effort {
        Effort::Full if asked && mlir.enabled => launches::find(host, notes, mlir),
        _ => Launches::new(),
    }
}

/// Writes the records of all kernels, and ties host code to them.
fn bind<'c>(
    host: &Module<'c>,
    pairs: &[Pair<'_>],
    options: UnitOptions<'_>,
    mut compiled: Compiled<'c>,
) -> Result<(), PipelineError> {
    let mut records: HashMap<String, GlobalValue<'c>> = HashMap::new();
    for pair in pairs {
        let symbol = pair.host.symbol.as_str();
        let variants = compiled.variants.remove(symbol).unwrap_or_default();
        let mut about = compiled.about.remove(symbol).unwrap_or_default();
        if options.hostdev.has(HostdevPass::Shape) {
            about.shape = record_of::shape(&variants);
        }
        let facts = record_of::facts(pair, &compiled.layout(pair), about);
        records.insert(symbol.to_owned(), record::write(host, &facts, &variants));
    }
    scythe_bind::bind_records(host, &records)?;
    let blocks: Vec<(&Pair<'_>, Layout)> =
        pairs.iter().map(|pair| (pair, compiled.layout(pair))).collect();
    let plans = blocks.iter().filter_map(|(pair, layout)| {
        Some((pair.host.symbol.as_str(), (pair.host.plan.as_ref()?, layout)))
    });
    scythe_bind::bind_arguments(host, &plans.collect())?;
    let mut section = Vec::new();
    for record in &compiled.carried {
        section.extend(record.write().map_err(|e| PipelineError::bug("device section", e))?);
    }
    if !section.is_empty() {
        scythe_llvm::embed(host, &section, SECTION);
    }
    Ok(())
}

fn no_code(pair: &Pair<'_>) -> PipelineError {
    let what =
        format!("the device pass describes kernel `{}` and emits no code for it", pair.host.name);
    PipelineError::bug("device code", what)
}
