//! The SPIR-V of a translation unit: kernels become one module in the host module.

use std::collections::HashMap;

use scythe_frontend::agree::Pair;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_image::TargetKind;
use scythe_llvm::inkwell::GlobalVisibility;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_targets::record::{Code, CompiledVariant, declare_kernel};
use scythe_targets::spirv::NAME;

use super::{Compiled, no_code};
use crate::device_globals::Mark;
use crate::device_section::Target;
use crate::spirv::{Generator, separate_globals};
use crate::{Effort, PipelineError, carry, spirv_records};

/// Compiles device code, and puts the module into the host module.
pub fn compile<'c>(
    host: &Module<'c>,
    (notes, pairs): (&Notes, &[Pair<'_>]),
    module: Module<'c>,
    (generator, mark, effort): (&dyn Generator, Mark, Effort),
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    separate_globals(&module, notes, mark)?.record_all(host)?;
    let mut kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    // Before anything is renamed: the plans call functions by their names.
    scythe_properties::attach(&module);
    for kernel in &kernels {
        scythe_bind::make_entry_point(&module, kernel)?;
    }
    let carried = carry::carry(&[&module], &kernels, (Target::Spirv64, effort))?;
    kernels.retain(|kernel| !carried.waits(&kernel.symbol));
    let mut records = HashMap::new();
    if !kernels.is_empty() {
        let name = |symbol: &str| format!("scythe.kernel.{NAME}.{symbol}");
        records = spirv_records::write(host, module, &kernels, generator, name)?;
        for record in records.values() {
            record.set_linkage(Linkage::Internal);
        }
    }
    for pair in pairs {
        let record = match carried.name(&pair.device.symbol, NAME) {
            Some(name) => {
                let record = declare_kernel(host, &name);
                record.set_visibility(GlobalVisibility::Hidden);
                record
            }
            None => *records.get(&pair.device.symbol).ok_or_else(|| no_code(pair))?,
        };
        let variant = CompiledVariant {
            kind: TargetKind::Spirv64,
            target: NAME.to_owned(),
            features: String::new(),
            code: Code::Module(record),
            no_alias: false,
            guards: Vec::new(),
        };
        compiled.variants.entry(pair.host.symbol.clone()).or_default().push(variant);
        // Units that compile the kernel for other targets have another record for it.
        let about = compiled.about.entry(pair.host.symbol.clone()).or_default();
        about.key.push('.');
        about.key.push_str(NAME);
    }
    compiled.carried.extend(carried.record);
    Ok(())
}
