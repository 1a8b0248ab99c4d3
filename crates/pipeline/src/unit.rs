//! One translation unit: host code and the device code it launches become one module.
//!
//! This is the only walk through the pipeline: `--emit` and `--save-temps` observe it ([`crate::stage::Observer`]).

use std::collections::HashMap;

use scythe_frontend::agree::{self, Pair};
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::notes::Notes;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::GlobalValue;

use crate::device_globals::Mark;
use crate::device_section::{Record, SECTION};
use crate::family::{FamilyCode, FamilyCompiler, Target};
use crate::hostdev::specializations::Launches;
use crate::hostdev::{HostdevOptions, HostdevPass, launches};
use crate::mlir::{MlirOptions, RemarkKind};
use crate::record::{self, CompiledVariant};
use crate::record_of::{self, RecordFacts};
use crate::stage::{DEVICE_LL, HOST_MLIR, Observer, Watch};
use crate::tools::Tools;
use crate::{Effort, PipelineError, host, read_constants};

/// Device code of a translation unit for the targets of one family, as clang made it.
pub struct DeviceCode<'c> {
    /// The targets; at least one.
    pub targets: Vec<Target>,
    /// The notes of the device pass.
    pub notes: Notes,
    /// Device IR; consumed by [`join`].
    pub module: Module<'c>,
}

/// How a translation unit is compiled.
#[derive(Clone, Copy)]
pub struct UnitOptions<'a> {
    /// The optimisation level.
    pub effort: Effort,
    /// Options for MLIR.
    pub mlir: &'a MlirOptions,
    /// Which facts from host code may be used.
    pub hostdev: &'a HostdevOptions,
    /// Whether accesses to memory are checked at run time (`-fscythe-check`).
    pub checked: bool,
    /// Flags of families.
    pub flags: &'a [String],
    /// Runs programs.
    pub tools: &'a dyn Tools,
    /// Observes the code at each stage.
    pub observer: &'a dyn Observer,
}

/// A translation unit that is being compiled.
pub struct Unit<'a, 'c> {
    /// Host code, to which device code is added.
    pub host: &'a Module<'c>,
    /// How to compile it.
    pub options: UnitOptions<'a>,
    /// Facts about launches, by the kernels' symbols in host code.
    pub launches: &'a Launches,
    /// Distinguishes the unit.
    pub mark: Mark,
}

/// The compiled kernels, by their symbols in host code.
#[derive(Default)]
pub struct Compiled<'c> {
    /// The versions of each kernel.
    pub variants: HashMap<String, Vec<CompiledVariant<'c>>>,
    /// Further contents of their records.
    pub about: HashMap<String, RecordFacts>,
    /// The blocks of arguments with some left out.
    pub smaller: HashMap<String, Layout>,
    /// Records for the object: code that waits for the link.
    pub carried: Vec<Record>,
}

impl<'c> Compiled<'c> {
    /// The block of arguments of a kernel.
    #[must_use]
    pub fn layout(&self, pair: &Pair<'_>) -> Layout {
        let whole = || {
            let nothing = Layout { offsets: Vec::new(), size: 0, align: 1 };
            pair.host.plan.as_ref().map_or(nothing, Layout::of)
        };
        self.smaller.get(&pair.host.symbol).cloned().unwrap_or_else(whole)
    }

    /// Adds a version of a kernel.
    pub fn add(&mut self, pair: &Pair<'_>, variant: CompiledVariant<'c>) {
        self.variants.entry(pair.host.symbol.clone()).or_default().push(variant);
    }
}

/// The runtime's function that checks accesses of host code, and its variable that enables it.
const CHECK_HOST: &str = "scythe_check_host";
const CHECK_WANTED: &str = "scythe_check_wanted";

/// The first step of the pipeline: properties become attributes of device code.
///
/// # Errors
/// When an observer stops there.
pub fn begin(module: &Module<'_>, watch: Watch<'_>) -> Result<(), PipelineError> {
    scythe_properties::attach(module);
    watch.reached(DEVICE_LL, || Ok(module.print_to_string().to_bytes().to_vec()))
}

/// Lowers all device code and adds it, with a record for each kernel, to the host module.
///
/// # Errors
/// When host and device disagree about a kernel, or a kernel cannot be compiled.
pub fn join<'c>(
    host: &Module<'c>,
    host_notes: &Notes,
    devices: Vec<DeviceCode<'c>>,
    options: UnitOptions<'_>,
) -> Result<(), PipelineError> {
    let mut hostdev = options.hostdev.clone();
    for device in &devices {
        if compiler(device)?.needs_planned_arguments() {
            hostdev.set(HostdevPass::DeadArguments, false);
        }
    }
    let options = UnitOptions { hostdev: &hostdev, ..options };
    let launches = known_launches(host, host_notes, options)?;
    options.observer.known(&launches);
    host::finish(host);
    if options.checked {
        scythe_llvm::check_host(host, CHECK_HOST, CHECK_WANTED);
    }
    let unit = Unit { host, options, launches: &launches, mark: Mark::of(host, host_notes) };
    let constants = Constants::of(devices.first());
    let all_notes: Vec<Notes> = devices.iter().map(|device| device.notes.clone()).collect();
    let mut all_pairs = Vec::new();
    for notes in &all_notes {
        all_pairs.push(pairs(host_notes, notes)?);
    }
    let mut compiled = Compiled::default();
    for ((device, notes), pairs) in devices.into_iter().zip(&all_notes).zip(&all_pairs) {
        let compiler = compiler(&device)?;
        begin(&device.module, Watch::new(options.observer, &device.targets[0].name()))?;
        let DeviceCode { targets, module, .. } = device;
        let code = FamilyCode { targets: &targets, notes, pairs, module };
        compiler.compile(&unit, code, &mut compiled)?;
    }
    let all = all_pairs.iter().find(|pairs| !pairs.is_empty()).map_or(&[][..], Vec::as_slice);
    for pair in all {
        let about = compiled.about.entry(pair.host.symbol.clone()).or_default();
        about.constants = constants.read_by(&pair.device.symbol);
    }
    bind(host, all, options, compiled)?;
    host.verify().map_err(|e| PipelineError::bug("joining host and device code", e.to_string()))
}

fn compiler(device: &DeviceCode<'_>) -> Result<&'static dyn FamilyCompiler, PipelineError> {
    let family = device.targets.first().map(|target| target.family.0);
    family.and_then(|family| family.compiler()).ok_or_else(|| {
        PipelineError::bug("device code", "there is code for a target without a compiler")
    })
}

/// The specialization constants that kernels read, by their symbols in device code. Lowering removes the
/// queries.
struct Constants(HashMap<String, Vec<u64>>);

impl Constants {
    fn of(device: Option<&DeviceCode<'_>>) -> Self {
        let Some(DeviceCode { module, notes, .. }) = device else { return Self(HashMap::new()) };
        let symbols = notes.kernels.iter().map(|kernel| &kernel.symbol);
        Self(symbols.map(|symbol| (symbol.clone(), read_constants::of(module, symbol))).collect())
    }

    fn read_by(&self, kernel: &str) -> Vec<u64> {
        self.0.get(kernel).cloned().unwrap_or_default()
    }
}

/// The kernels of host code, paired with those of a device pass.
fn pairs<'n>(host: &'n Notes, device: &'n Notes) -> Result<Vec<Pair<'n>>, PipelineError> {
    agree::device_globals(host, device).map_err(PipelineError::Program)?;
    agree::pair(host, device).map_err(PipelineError::Program)
}

/// Facts about launches, if they are used.
fn known_launches(
    host: &Module<'_>,
    notes: &Notes,
    options: UnitOptions<'_>,
) -> Result<Launches, PipelineError> {
    let UnitOptions { effort, mlir, hostdev, .. } = options;
    let watch = Watch::new(options.observer, "");
    let asked = hostdev.reads_host() || mlir.remarks.contains(&RemarkKind::Raise);
    let used = effort == Effort::Full && asked && mlir.enabled;
    if !used && !watch.insists(HOST_MLIR) {
        return Ok(Launches::new());
    }
    let found = launches::find(host, notes, (mlir, watch))?;
    Ok(if used { found } else { Launches::new() })
}

/// Writes the records of all kernels, and makes host code refer to them.
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

/// A bug: a kernel has no code.
#[must_use]
pub fn no_code(pair: &Pair<'_>) -> PipelineError {
    let what =
        format!("the device pass describes kernel `{}` and emits no code for it", pair.host.name);
    PipelineError::bug("device code", what)
}
