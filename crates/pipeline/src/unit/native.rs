//! The native code of a translation unit: kernels become functions of the host module.

use std::collections::HashMap;

use scythe_frontend::agree::Pair;
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::module::Module;
use scythe_targets::record;

use super::{Compiled, DeviceCode, UnitOptions, no_code};
use crate::cpu::{CpuRoad, Entry, Knowledge};
use crate::device_globals::Mark;
use crate::device_section::{Processor, Target};
use crate::hostdev::forms::{KernelForm, KernelForms, Launches};
use crate::hostdev::{HostdevPass, dead_arguments};
use crate::{PipelineError, carry, device_globals, record_of};

/// A prepared module, and the forms that its kernels have.
type Prepared<'c> = (DeviceCode<'c>, Vec<KernelForms>);

/// A form of a kernel that got its name.
struct Named<'p, 'n> {
    pair: &'p Pair<'n>,
    name: String,
    form: KernelForm,
}

/// Compiles device code for all processors, and links it with the host module.
pub fn compile<'c>(
    host: &Module<'c>,
    (notes, pairs): (&Notes, &[Pair<'_>]),
    devices: Vec<DeviceCode<'c>>,
    (options, launches, mark): (UnitOptions<'_>, Launches, Mark),
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let UnitOptions { effort, mlir, hostdev, work_items } = options;
    let mut kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    let modules: Vec<&Module<'c>> = devices.iter().map(|device| &device.module).collect();
    if let Some(first) = devices.first() {
        device_globals::separate(&modules, notes, &first.machine()?, mark)?.join(host)?;
    }
    // Before anything is renamed: the plans call functions by their names.
    for device in &devices {
        scythe_properties::attach(&device.module);
        work_items.put_on(&device.module, &kernels)?;
    }
    let target = Target::Native(devices.iter().map(|d| Processor::from(&d.cpu)).collect());
    let carried = carry::carry(&modules, &kernels, (target, effort))?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let (waiting, finished): (Vec<&Pair<'_>>, Vec<&Pair<'_>>) =
        pairs.iter().partition(|pair| carried.waits(&pair.device.symbol));
    let known = Knowledge { options: hostdev.clone(), launches: in_device(launches, pairs) };
    let again = mlir.once_more();
    let mut prepared: Vec<Prepared<'c>> = Vec::new();
    for (index, mut device) in devices.into_iter().enumerate() {
        let mlir = if index == 0 { mlir } else { &again };
        let road = CpuRoad { cpu: &device.cpu, effort, mlir, kernels: &kernels, known: &known };
        let forms = road.prepare(&mut device.module)?;
        prepared.push((device, forms));
    }
    if hostdev.has(HostdevPass::DeadArguments) {
        compiled.smaller = leave_arguments_out(&prepared, &kernels, pairs)?;
    }
    for (device, forms) in prepared {
        let road =
            CpuRoad { cpu: &device.cpu, effort, mlir: &again, kernels: &kernels, known: &known };
        let entries = road.lower(&device.module)?;
        let cpu = device.cpu;
        let named = name_forms(&cpu.march, &finished, (&forms, &entries), compiled)?;
        scythe_llvm::link(host, device.module)?;
        for Named { pair, name, form } in named {
            let entry = host.get_function(&name).ok_or_else(|| no_code(pair))?;
            record::share(host, &entry.as_global_value(), pair.host.visible);
            let variant = record_of::variant(&cpu, entry, (&compiled.layout(pair), &form));
            compiled.variants.entry(pair.host.symbol.clone()).or_default().push(variant);
        }
        for pair in &waiting {
            let entry = carried.entry(host, &pair.device.symbol, &cpu.march);
            let entry = entry.ok_or_else(|| no_code(pair))?;
            let form = (&compiled.layout(pair), &KernelForm::default());
            let variant = record_of::variant(&cpu, entry, form);
            compiled.variants.entry(pair.host.symbol.clone()).or_default().push(variant);
        }
    }
    compiled.carried.extend(carried.record);
    Ok(())
}

/// What is known of launches, by the symbols that kernels have in device code.
fn in_device(mut launches: Launches, pairs: &[Pair<'_>]) -> Launches {
    pairs
        .iter()
        .filter_map(|pair| Some((pair.device.symbol.clone(), launches.remove(&pair.host.symbol)?)))
        .collect()
}

/// The blocks of arguments that become smaller, by the symbols that kernels have in host code.
fn leave_arguments_out(
    prepared: &[Prepared<'_>],
    kernels: &[&Kernel],
    pairs: &[Pair<'_>],
) -> Result<HashMap<String, Layout>, PipelineError> {
    let devices: Vec<_> =
        prepared.iter().map(|(device, forms)| (&device.module, forms.as_slice())).collect();
    let mut smaller = dead_arguments::leave_out(&devices, kernels)?;
    let by_host =
        |pair: &Pair<'_>| Some((pair.host.symbol.clone(), smaller.remove(&pair.device.symbol)?));
    Ok(pairs.iter().filter_map(by_host).collect())
}

/// Gives every form of every kernel a name of its own in the program.
fn name_forms<'p, 'n>(
    march: &str,
    pairs: &[&'p Pair<'n>],
    (with_forms, entries): (&[KernelForms], &[Entry<'_>]),
    compiled: &mut Compiled<'_>,
) -> Result<Vec<Named<'p, 'n>>, PipelineError> {
    let mut named = Vec::new();
    for &pair in pairs {
        let forms = with_forms.iter().find(|forms| forms.symbol == pair.device.symbol);
        let layout = compiled.layout(pair);
        let key = forms.map_or_else(String::new, |forms| forms.key(&layout));
        let only = KernelForm::default();
        for form in forms.map_or(std::slice::from_ref(&only), |f| &f.forms) {
            let entry = entries
                .iter()
                .find(|e| e.symbol == pair.device.symbol && e.form == form.number)
                .ok_or_else(|| no_code(pair))?;
            let mut name = format!("scythe.cpu.{march}.{}{key}", pair.host.symbol);
            if forms.is_some() {
                name = format!("{name}.{}", form.number);
            }
            entry.function.as_global_value().set_name(&name);
            named.push(Named { pair, name, form: form.clone() });
        }
        if let Some(forms) = forms {
            let known = compiled.about.entry(pair.host.symbol.clone()).or_default();
            known.key.push_str(&key);
            if forms.forms.iter().any(|form| form.no_alias) {
                known.pointers = record_of::pointers(&layout, &forms.pointers);
            }
        }
    }
    Ok(named)
}
