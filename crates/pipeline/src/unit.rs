//! One translation unit: host code and the device code it launches become one module.

use std::collections::HashMap;

use scythe_frontend::agree::{self, Pair};
use scythe_frontend::arguments::plan::Plan;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_image::TargetKind;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::values::{FunctionValue, GlobalValue};
use scythe_targets::cpu::Cpu;
use scythe_targets::record::{self, CompiledVariant, KernelFacts};

use crate::cpu::CpuRoad;
use crate::device_section::SECTION;
use crate::mlir::MlirOptions;
use crate::{Effort, PipelineError, carry};

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
) -> Result<(), PipelineError> {
    let pairs = agree::pair(host_notes, device_notes).map_err(PipelineError::Program)?;
    let mut kernels: Vec<&Kernel> = device_notes.kernels.iter().collect();
    // Before anything is renamed: the plans call functions by their names.
    for device in &devices {
        for kernel in &kernels {
            scythe_bind::make_entry_point(&device.module, kernel)?;
        }
    }
    let carried = carry::carry(&devices, &kernels, effort)?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let (waiting, finished): (Vec<&Pair<'_>>, Vec<&Pair<'_>>) =
        pairs.iter().partition(|pair| carried.waits(&pair.device.symbol));
    let mut variants: HashMap<&str, Vec<CompiledVariant<'c>>> = HashMap::new();
    let again = mlir.once_more();
    for (index, mut device) in devices.into_iter().enumerate() {
        let mlir = if index == 0 { mlir } else { &again };
        let road = CpuRoad { cpu: &device.cpu, effort, mlir, kernels: &kernels };
        road.prepare(&mut device.module)?;
        let entries = road.lower(&device.module)?;
        let mut names = Vec::new();
        for pair in &finished {
            let entry = entries
                .iter()
                .find(|e| e.symbol == pair.device.symbol)
                .ok_or_else(|| PipelineError::bug("device code", no_code(pair)))?;
            let name = format!("scythe.cpu.{}.{}", device.cpu.march, pair.host.symbol);
            entry.function.as_global_value().set_name(&name);
            names.push(name);
        }
        scythe_llvm::link(host, device.module)?;
        for (pair, name) in finished.iter().zip(names) {
            let entry = host
                .get_function(&name)
                .ok_or_else(|| PipelineError::bug("device code", no_code(pair)))?;
            record::share(host, &entry.as_global_value(), pair.host.visible);
            variants.entry(&pair.host.symbol).or_default().push(variant(&device.cpu, entry));
        }
        for pair in &waiting {
            let entry = carried.entry(host, &pair.device.symbol, &device.cpu.march);
            let entry = entry.ok_or_else(|| PipelineError::bug("device code", no_code(pair)))?;
            variants.entry(&pair.host.symbol).or_default().push(variant(&device.cpu, entry));
        }
    }
    let records: HashMap<String, GlobalValue<'c>> = pairs
        .iter()
        .map(|pair| {
            let compiled = variants.remove(pair.host.symbol.as_str()).unwrap_or_default();
            (pair.host.symbol.clone(), record::write(host, &facts(pair), &compiled))
        })
        .collect();
    scythe_bind::bind_records(host, &records)?;
    let plans =
        pairs.iter().filter_map(|pair| Some((pair.host.symbol.as_str(), pair.host.plan.as_ref()?)));
    scythe_bind::bind_arguments(host, &plans.collect())?;
    if let Some(record) = &carried.record {
        let bytes = record.write().map_err(|e| PipelineError::bug("device section", e))?;
        scythe_llvm::embed(host, &bytes, SECTION);
    }
    host.verify().map_err(|e| PipelineError::bug("joining host and device code", e.to_string()))
}

fn variant<'c>(cpu: &Cpu, entry: FunctionValue<'c>) -> CompiledVariant<'c> {
    CompiledVariant {
        kind: TargetKind::Cpu,
        target: cpu.march.clone(),
        features: cpu.required_features(),
        entry,
        no_alias: false,
        guards: Vec::new(),
    }
}

fn facts(pair: &Pair<'_>) -> KernelFacts {
    let kernel = pair.host;
    let (args_size, args_align) = kernel.plan.as_ref().map_or((0, 1), Plan::layout);
    // Attributes are about device code.
    let asked = &pair.device.attributes;
    let sub_group_size = asked.reqd_sub_group_size.as_ref().and_then(|asked| asked.sizes.first());
    KernelFacts {
        name: kernel.name.clone(),
        symbol: kernel.symbol.clone(),
        visible: kernel.visible,
        args_size,
        args_align,
        sub_group_size: sub_group_size.and_then(|&size| u32::try_from(size).ok()),
        work_group_size: asked
            .reqd_work_group_size
            .as_ref()
            .map_or_else(Vec::new, |asked| asked.sizes.clone()),
        pointers: Vec::new(),
        shape: None,
    }
}

fn no_code(pair: &Pair<'_>) -> String {
    format!("the device pass describes kernel `{}` and emits no code for it", pair.host.name)
}
