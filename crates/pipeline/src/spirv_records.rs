//! The SPIR-V of kernels in a host module, with a record for each of them.

use std::collections::HashMap;

use scythe_frontend::arguments::plan::Form;
use scythe_frontend::notes::Kernel;
use scythe_image::ArgumentKind;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::GlobalValue;
use scythe_mux::numbered_constants;
use scythe_targets::record::{self, Argument, KernelFunction};
use scythe_targets::spirv::NAME;

use crate::spirv::{Generator, Hidden, SpirvRoad, generate};
use crate::{PipelineError, device_globals};

/// Compiles device code, and puts the module and its kernels' records into the host module. Returns the
/// records by the kernels' symbols; `name` says what they are called.
///
/// # Errors
/// When a kernel cannot be compiled.
pub fn write<'c>(
    host: &Module<'c>,
    mut module: Module<'c>,
    kernels: &[&Kernel],
    generator: &dyn Generator,
    name: impl Fn(&str) -> String,
) -> Result<HashMap<String, GlobalValue<'c>>, PipelineError> {
    let road = SpirvRoad { kernels, extensions: generator.extensions() };
    road.prepare(&module)?;
    let lowered = road.lower(&mut module)?;
    let code = generate(generator, &module, kernels)?;
    let code = record::write_module(host, NAME, &code, &numbered_constants(&module));
    let mut records = HashMap::new();
    for made in lowered {
        let kernel = kernels.iter().find(|kernel| kernel.symbol == made.symbol);
        let arguments = kernel.and_then(|kernel| arguments(host, kernel, &made.hidden));
        let arguments = arguments.ok_or_else(|| {
            PipelineError::bug("device code", format!("nothing describes kernel `{}`", made.symbol))
        })?;
        let function = KernelFunction { module: code, function: made.symbol.clone(), arguments };
        let record = record::write_kernel(host, &name(&made.symbol), &function);
        records.insert(made.symbol, record);
    }
    Ok(records)
}

/// The parameters of a kernel: what its plan says, then what else it needs.
fn arguments<'c>(
    host: &Module<'c>,
    kernel: &Kernel,
    hidden: &[Hidden],
) -> Option<Vec<Argument<'c>>> {
    let elsewhere = |kind| Argument { kind, size: 0, offset: 0, global: None };
    let planned = kernel.plan.as_ref()?.arguments.iter().map(|argument| Argument {
        kind: match argument.form {
            Form::Pointer => ArgumentKind::Pointer,
            Form::Integer | Form::Float | Form::Object => ArgumentKind::Bytes,
        },
        size: u32::try_from(argument.size).unwrap_or(u32::MAX),
        offset: argument.offset,
        global: None,
    });
    let mut all: Vec<Argument<'c>> = planned.collect();
    for hidden in hidden {
        all.push(match hidden {
            Hidden::LocalMemory => elsewhere(ArgumentKind::LocalMemory),
            Hidden::Variable(name) => Argument {
                global: Some(device_globals::record_of(host, name)?),
                ..elsewhere(ArgumentKind::DeviceGlobal)
            },
        });
    }
    Some(all)
}
