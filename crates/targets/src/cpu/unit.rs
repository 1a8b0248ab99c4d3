//! The native code of a translation unit: kernels become functions of the host module.

use std::collections::HashMap;

use scythe_frontend::agree::Pair;
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::notes::Kernel;
use scythe_image::{TargetKind, Variant};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_pipeline::device_section::CodeTarget;
use scythe_pipeline::family::FamilyCode;
use scythe_pipeline::hostdev::specializations::{Specialization, SpecializedKernel};
use scythe_pipeline::hostdev::{HostdevPass, KnownLaunches, dead_arguments};
use scythe_pipeline::record::{self, Code, CompiledVariant};
use scythe_pipeline::stage::{LOWERED_LL, Watch};
use scythe_pipeline::unit::{Compiled, Unit, UnitOptions, no_code};
use scythe_pipeline::{PipelineError, carry, device_globals, record_of};

use super::options::CpuOptions;
use super::pipeline::{CpuPipeline, Entry};
use super::{Cpu, NAME, processor};

/// Device code for one processor.
struct DeviceCode<'c> {
    cpu: Cpu,
    /// Its spelling in `--targets`.
    target: String,
    module: Module<'c>,
}

/// A prepared module, and the specializations that its kernels have.
type Prepared<'c> = (DeviceCode<'c>, Vec<SpecializedKernel>);

/// A named specialization of a kernel.
struct Named<'p, 'n> {
    pair: &'p Pair<'n>,
    name: String,
    specialization: Specialization,
}

/// Compiles device code for all processors, and links it with the host module.
pub fn compile<'c>(
    unit: &Unit<'_, 'c>,
    code: FamilyCode<'_, 'c>,
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let UnitOptions { effort, mlir, hostdev, checked, flags, observer, .. } = unit.options;
    let options = CpuOptions::of_flags(flags);
    let FamilyCode { notes, pairs, .. } = code;
    let devices = for_processors(unit, code)?;
    let Some(first) = devices.first() else { return Ok(()) };
    let mut kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    let modules: Vec<&Module<'c>> = devices.iter().map(|device| &device.module).collect();
    let triple = first.module.get_triple();
    let machine = first.cpu.machine(&triple.as_str().to_string_lossy())?;
    device_globals::separate(&modules, notes, &machine, unit.mark)?.join(unit.host)?;
    // Before anything is renamed: the plans refer to functions by name.
    for device in &devices {
        options.mark(&device.module, &kernels, checked)?;
    }
    let processors = devices.iter().map(|device| device.cpu.to_manifest()).collect();
    let target = CodeTarget { family: NAME.to_owned(), processors };
    let carried = carry::carry(&modules, &kernels, (target, effort))?;
    carried.show(&kernels, Watch::new(observer, &first.target))?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let (waiting, finished): (Vec<&Pair<'_>>, Vec<&Pair<'_>>) =
        pairs.iter().partition(|pair| carried.waits(&pair.device.symbol));
    let known = KnownLaunches::of(unit, pairs);
    let quiet = mlir.without_remarks();
    let mut prepared: Vec<Prepared<'c>> = Vec::new();
    for (index, mut device) in devices.into_iter().enumerate() {
        let pipeline = CpuPipeline {
            cpu: &device.cpu,
            effort,
            mlir: if index == 0 { mlir } else { &quiet },
            kernels: &kernels,
            known: &known,
            watch: Watch::new(observer, &device.target),
        };
        let specializations = pipeline.prepare(&mut device.module)?;
        prepared.push((device, specializations));
    }
    if hostdev.has(HostdevPass::DeadArguments) {
        compiled.smaller = leave_arguments_out(&prepared, &kernels, pairs)?;
    }
    for (device, specializations) in prepared {
        let DeviceCode { cpu, target, module } = device;
        let watch = Watch::new(observer, &target);
        watch.reached(LOWERED_LL, || Ok(module.print_to_string().to_bytes().to_vec()))?;
        let pipeline = CpuPipeline {
            cpu: &cpu,
            effort,
            mlir: &quiet,
            kernels: &kernels,
            known: &known,
            watch,
        };
        let entries = pipeline.lower(&module)?;
        let named =
            name_specializations(&cpu.march, &finished, (&specializations, &entries), compiled)?;
        scythe_llvm::link(unit.host, module)?;
        for Named { pair, name, specialization } in named {
            let entry = unit.host.get_function(&name).ok_or_else(|| no_code(pair))?;
            record::share(unit.host, &entry.as_global_value(), pair.host.visible);
            let variant = variant(&cpu, entry, (&compiled.layout(pair), &specialization));
            compiled.add(pair, variant);
        }
        for pair in &waiting {
            let entry = carried.entry(unit.host, &pair.device.symbol, &cpu.march);
            let entry = entry.ok_or_else(|| no_code(pair))?;
            let specialization = (&compiled.layout(pair), &Specialization::default());
            compiled.add(pair, variant(&cpu, entry, specialization));
        }
    }
    compiled.carried.extend(carried.record);
    Ok(())
}

/// The same code for each processor.
fn for_processors<'c>(
    unit: &Unit<'_, 'c>,
    code: FamilyCode<'_, 'c>,
) -> Result<Vec<DeviceCode<'c>>, PipelineError> {
    let FamilyCode { targets, module, .. } = code;
    let is_only = targets.len() == 1;
    let mut devices = Vec::new();
    for target in targets {
        let cpu = processor::of_target(target, is_only, &module, unit.options.tools)?;
        devices.push((cpu, target.name()));
    }
    let copies = (1..devices.len()).map(|_| module.clone()).collect::<Vec<_>>();
    let modules = std::iter::once(module).chain(copies);
    let device = |((cpu, target), module)| DeviceCode { cpu, target, module };
    Ok(devices.into_iter().zip(modules).map(device).collect())
}

/// A specialization of a kernel for one processor.
fn variant<'c>(
    cpu: &Cpu,
    entry: FunctionValue<'c>,
    (layout, specialization): (&Layout, &Specialization),
) -> CompiledVariant<'c> {
    // The effects of functions in other units are unknown.
    let writes_elsewhere = entry.count_basic_blocks() == 0 || scythe_bind::writes_elsewhere(entry);
    let elsewhere = if writes_elsewhere { Variant::WRITES_ELSEWHERE } else { 0 };
    CompiledVariant {
        kind: TargetKind::Cpu,
        target: cpu.march.clone(),
        features: cpu.required_features(),
        code: Code::Native(entry),
        flags: specialization.flags() | elsewhere,
        guards: record_of::guards(layout, specialization),
    }
}

/// Removes unused arguments from the blocks, by the symbols of kernels in host code.
fn leave_arguments_out(
    prepared: &[Prepared<'_>],
    kernels: &[&Kernel],
    pairs: &[Pair<'_>],
) -> Result<HashMap<String, Layout>, PipelineError> {
    let devices: Vec<_> = prepared
        .iter()
        .map(|(device, specializations)| (&device.module, specializations.as_slice()))
        .collect();
    let mut smaller = dead_arguments::leave_out(&devices, kernels)?;
    let by_host =
        |pair: &Pair<'_>| Some((pair.host.symbol.clone(), smaller.remove(&pair.device.symbol)?));
    Ok(pairs.iter().filter_map(by_host).collect())
}

/// Gives every specialization of every kernel a unique name in the program.
fn name_specializations<'p, 'n>(
    march: &str,
    pairs: &[&'p Pair<'n>],
    (specialized, entries): (&[SpecializedKernel], &[Entry<'_>]),
    compiled: &mut Compiled<'_>,
) -> Result<Vec<Named<'p, 'n>>, PipelineError> {
    let mut named = Vec::new();
    for &pair in pairs {
        let kernel = specialized.iter().find(|kernel| kernel.symbol == pair.device.symbol);
        let layout = compiled.layout(pair);
        let key = kernel.map_or_else(String::new, |kernel| kernel.key(&layout));
        let only = Specialization::default();
        for specialization in kernel.map_or(std::slice::from_ref(&only), |k| &k.specializations) {
            let entry = entries
                .iter()
                .find(|e| {
                    e.symbol == pair.device.symbol && e.specialization == specialization.number
                })
                .ok_or_else(|| no_code(pair))?;
            // Debuggers and profilers know how to read suffixes of the kernel's name.
            let mut name = format!("{}{key}", pair.host.symbol);
            if kernel.is_some() {
                name = format!("{name}.{}", specialization.number);
            }
            let name = format!("{name}.cpu.{}", march.replace('-', "_"));
            entry.function.as_global_value().set_name(&name);
            named.push(Named { pair, name, specialization: specialization.clone() });
        }
        if let Some(kernel) = kernel {
            let known = compiled.about.entry(pair.host.symbol.clone()).or_default();
            known.key.push_str(&key);
            if kernel.specializations.iter().any(|specialization| specialization.no_alias) {
                known.pointers = record_of::pointers(&layout, &kernel.pointers);
            }
        }
    }
    Ok(named)
}
