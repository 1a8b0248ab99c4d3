//! The SPIR-V of a translation unit: kernels become one module in the host module.

use scythe_frontend::agree::Pair;
use scythe_frontend::arguments::plan::Form;
use scythe_frontend::notes::{Kernel, Notes};
use scythe_image::{ArgumentKind, TargetKind};
use scythe_llvm::inkwell::module::Module;
use scythe_mux::numbered_constants;
use scythe_targets::record::{self, Argument, Code, CompiledVariant, ModuleKernel};
use scythe_targets::spirv::NAME;

use super::{Compiled, no_code};
use crate::PipelineError;
use crate::device_globals::{DeviceGlobals, Mark};
use crate::spirv::{Generator, Hidden, SpirvRoad, generate, separate_globals};

/// Compiles device code, and puts the module into the host module.
pub fn compile<'c>(
    host: &Module<'c>,
    (notes, pairs): (&Notes, &[Pair<'_>]),
    mut module: Module<'c>,
    (generator, mark): (&dyn Generator, Mark),
    compiled: &mut Compiled<'c>,
) -> Result<(), PipelineError> {
    let globals = separate_globals(&module, notes, mark)?;
    globals.record_all(host)?;
    if pairs.is_empty() {
        return Ok(());
    }
    let kernels: Vec<&Kernel> = notes.kernels.iter().collect();
    let road = SpirvRoad { kernels: &kernels };
    road.prepare(&module)?;
    let lowered = road.lower(&mut module)?;
    let code = generate(generator, &module, &kernels)?;
    let record = record::write_module(host, NAME, &code, &numbered_constants(&module));
    for pair in pairs {
        let kernel = lowered.iter().find(|kernel| kernel.symbol == pair.device.symbol);
        let kernel = kernel.ok_or_else(|| no_code(pair))?;
        let variant = CompiledVariant {
            kind: TargetKind::Spirv64,
            target: NAME.to_owned(),
            features: String::new(),
            code: Code::Module(ModuleKernel {
                module: record,
                function: kernel.symbol.clone(),
                arguments: arguments(host, pair, (&kernel.hidden, &globals))?,
            }),
            no_alias: false,
            guards: Vec::new(),
        };
        compiled.variants.entry(pair.host.symbol.clone()).or_default().push(variant);
        // Units that compile the kernel for other targets have another record for it.
        let about = compiled.about.entry(pair.host.symbol.clone()).or_default();
        about.key.push('.');
        about.key.push_str(NAME);
    }
    Ok(())
}

/// The parameters of a kernel: what its plan says, then what else it needs.
fn arguments<'c>(
    host: &Module<'c>,
    pair: &Pair<'_>,
    (hidden, globals): (&[Hidden], &DeviceGlobals<'c>),
) -> Result<Vec<Argument<'c>>, PipelineError> {
    let plan = pair.host.plan.as_ref().ok_or_else(|| no_code(pair))?;
    let mut all: Vec<Argument<'c>> = plan
        .arguments
        .iter()
        .map(|argument| Argument {
            kind: match argument.form {
                Form::Pointer => ArgumentKind::Pointer,
                Form::Integer | Form::Float | Form::Object => ArgumentKind::Bytes,
            },
            size: u32::try_from(argument.size).unwrap_or(u32::MAX),
            offset: argument.offset,
            global: None,
        })
        .collect();
    for hidden in hidden {
        match hidden {
            Hidden::LocalMemory => all.push(Argument {
                kind: ArgumentKind::LocalMemory,
                size: 0,
                offset: 0,
                global: None,
            }),
            Hidden::Variable(name) => {
                let record = globals.record(host, name).ok_or_else(|| {
                    let what = format!("nothing describes variable `{name}` of device code");
                    PipelineError::bug("device code", what)
                })?;
                all.push(Argument {
                    kind: ArgumentKind::DeviceGlobal,
                    size: 0,
                    offset: 0,
                    global: Some(record),
                });
            }
        }
    }
    Ok(all)
}
