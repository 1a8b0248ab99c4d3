//! One translation unit: host code and the device code it launches become one module.

use std::collections::HashMap;

use scythe_frontend::agree::{self, Pair};
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::values::GlobalValue;
use scythe_targets::cpu::Cpu;
use scythe_targets::record::{self, CompiledVariant};

use crate::cpu::{CpuRoad, Knowledge};
use crate::device_section::SECTION;
use crate::hostdev::forms::{KernelForm, KernelForms, Launches};
use crate::hostdev::{HostdevOptions, HostdevPass, dead_arguments, launches};
use crate::mlir::{MlirOptions, RemarkKind};
use crate::record_of::{self, RecordFacts};
use crate::{Effort, PipelineError, carry, host};

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

/// Lowers all device code and puts it, with a record for each kernel, into the host module.
///
/// # Errors
/// When host and device disagree about a kernel, or a kernel cannot be compiled.
pub fn join<'c>(
    host: &Module<'c>,
    (host_notes, device_notes): (&Notes, &Notes),
    devices: Vec<DeviceCode<'c>>,
    effort: Effort,
    mlir: &MlirOptions,
    hostdev: &HostdevOptions,
) -> Result<(), PipelineError> {
    let pairs = agree::pair(host_notes, device_notes).map_err(PipelineError::Program)?;
    let asked = hostdev.reads_host() || mlir.remarks.contains(&RemarkKind::Raise);
    let launches = match effort {
        Effort::Full if asked && mlir.enabled => launches::find(host, host_notes, mlir),
        _ => Launches::new(),
    };
    host::finish(host);
    let mut kernels: Vec<&Kernel> = device_notes.kernels.iter().collect();
    // Before anything is renamed: the plans call functions by their names.
    for device in &devices {
        scythe_properties::attach(&device.module);
        for kernel in &kernels {
            scythe_bind::make_entry_point(&device.module, kernel)?;
        }
    }
    let carried = carry::carry(&devices, &kernels, effort)?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let (waiting, finished): (Vec<&Pair<'_>>, Vec<&Pair<'_>>) =
        pairs.iter().partition(|pair| carried.waits(&pair.device.symbol));
    let known = Knowledge { options: hostdev.clone(), launches: in_device(launches, &pairs) };
    let again = mlir.once_more();
    let mut prepared = Vec::new();
    for (index, mut device) in devices.into_iter().enumerate() {
        let mlir = if index == 0 { mlir } else { &again };
        let road = CpuRoad { cpu: &device.cpu, effort, mlir, kernels: &kernels, known: &known };
        let forms = road.prepare(&mut device.module)?;
        prepared.push((device, forms));
    }
    let layouts = Layouts::new(&prepared, &kernels, hostdev)?;
    let mut variants: HashMap<&str, Vec<CompiledVariant<'c>>> = HashMap::new();
    let mut about: HashMap<&str, RecordFacts> = HashMap::new();
    for (device, with_forms) in prepared {
        let road =
            CpuRoad { cpu: &device.cpu, effort, mlir: &again, kernels: &kernels, known: &known };
        let entries = road.lower(&device.module)?;
        let mut made = Vec::new();
        for pair in &finished {
            let forms = with_forms.iter().find(|forms| forms.symbol == pair.device.symbol);
            let layout = layouts.of(pair);
            let key = forms.map_or_else(String::new, |forms| forms.key(&layout));
            let only = KernelForm::default();
            for form in forms.map_or(std::slice::from_ref(&only), |f| &f.forms) {
                let entry = entries
                    .iter()
                    .find(|e| e.symbol == pair.device.symbol && e.form == form.number)
                    .ok_or_else(|| PipelineError::bug("device code", no_code(pair)))?;
                let (march, symbol) = (&device.cpu.march, &pair.host.symbol);
                let mut name = format!("scythe.cpu.{march}.{symbol}{key}");
                if forms.is_some() {
                    name = format!("{name}.{}", form.number);
                }
                entry.function.as_global_value().set_name(&name);
                made.push((*pair, name, form.clone()));
            }
            if let Some(forms) = forms {
                let known = about.entry(&pair.host.symbol).or_default();
                known.key.push_str(&key);
                if forms.forms.iter().any(|form| form.no_alias) {
                    known.pointers = record_of::pointers(&layout, &forms.pointers);
                }
            }
        }
        scythe_llvm::link(host, device.module)?;
        for (pair, name, form) in made {
            let entry = host
                .get_function(&name)
                .ok_or_else(|| PipelineError::bug("device code", no_code(pair)))?;
            record::share(host, &entry.as_global_value(), pair.host.visible);
            let variant = record_of::variant(&device.cpu, entry, (&layouts.of(pair), &form));
            variants.entry(&pair.host.symbol).or_default().push(variant);
        }
        for pair in &waiting {
            let entry = carried.entry(host, &pair.device.symbol, &device.cpu.march);
            let entry = entry.ok_or_else(|| PipelineError::bug("device code", no_code(pair)))?;
            let form = KernelForm::default();
            let variant = record_of::variant(&device.cpu, entry, (&layouts.of(pair), &form));
            variants.entry(&pair.host.symbol).or_default().push(variant);
        }
    }
    let records: HashMap<String, GlobalValue<'c>> = pairs
        .iter()
        .map(|pair| {
            let symbol = pair.host.symbol.as_str();
            let compiled = variants.remove(symbol).unwrap_or_default();
            let mut about = about.remove(symbol).unwrap_or_default();
            if hostdev.has(HostdevPass::Shape) {
                about.shape = record_of::shape(&compiled);
            }
            let facts = record_of::facts(pair, &layouts.of(pair), about);
            (symbol.to_owned(), record::write(host, &facts, &compiled))
        })
        .collect();
    scythe_bind::bind_records(host, &records)?;
    let blocks: Vec<(&Pair<'_>, Layout)> =
        pairs.iter().map(|pair| (pair, layouts.of(pair))).collect();
    let plans = blocks.iter().filter_map(|(pair, layout)| {
        Some((pair.host.symbol.as_str(), (pair.host.plan.as_ref()?, layout)))
    });
    scythe_bind::bind_arguments(host, &plans.collect())?;
    if let Some(record) = &carried.record {
        let bytes = record.write().map_err(|e| PipelineError::bug("device section", e))?;
        scythe_llvm::embed(host, &bytes, SECTION);
    }
    host.verify().map_err(|e| PipelineError::bug("joining host and device code", e.to_string()))
}

/// What is known of launches, by the symbols that kernels have in device code.
fn in_device(mut launches: Launches, pairs: &[Pair<'_>]) -> Launches {
    pairs
        .iter()
        .filter_map(|pair| Some((pair.device.symbol.clone(), launches.remove(&pair.host.symbol)?)))
        .collect()
}

/// The blocks of arguments of all kernels.
struct Layouts {
    /// Those that leave arguments out, by the kernel's symbol in device code.
    smaller: HashMap<String, Layout>,
}

impl Layouts {
    fn new(
        prepared: &[(DeviceCode<'_>, Vec<KernelForms>)],
        kernels: &[&Kernel],
        hostdev: &HostdevOptions,
    ) -> Result<Self, PipelineError> {
        if !hostdev.has(HostdevPass::DeadArguments) {
            return Ok(Self { smaller: HashMap::new() });
        }
        let devices: Vec<_> =
            prepared.iter().map(|(device, forms)| (&device.module, forms.as_slice())).collect();
        Ok(Self { smaller: dead_arguments::leave_out(&devices, kernels)? })
    }

    fn of(&self, pair: &Pair<'_>) -> Layout {
        let whole = || {
            let nothing = Layout { offsets: Vec::new(), size: 0, align: 1 };
            pair.host.plan.as_ref().map_or(nothing, Layout::of)
        };
        self.smaller.get(&pair.device.symbol).cloned().unwrap_or_else(whole)
    }
}

fn no_code(pair: &Pair<'_>) -> String {
    format!("the device pass describes kernel `{}` and emits no code for it", pair.host.name)
}
