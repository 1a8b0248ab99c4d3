//! From clang's device IR to kernels with entry points: the first steps of every family.

use scythe_bind::{DeviceAbi, EntryPoint};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{allow_optimization, drop_attribute, has_attribute, resolve_aliases};
use scythe_mux::MuxTarget;
use scythe_raise::methods;

use crate::{PipelineError, attributes, externals};

/// Turns annotations into attributes, and removes code that hides the call graph from passes.
pub fn take_annotations(module: &Module<'_>) {
    scythe_properties::attach(module);
    externals::mark(module);
    methods::mark(module);
    resolve_aliases(module);
}

/// Makes the entry point of each kernel, with the attributes that its target understands; passes each new one
/// to `made`.
///
/// # Errors
/// When device code is not what the notes describe, or when `made` fails.
pub fn make_entry_points<'c>(
    module: &Module<'c>,
    (kernels, abi): (&[&Kernel], DeviceAbi),
    target: &dyn MuxTarget,
    mut made: impl FnMut(EntryPoint<'c>) -> Result<(), PipelineError>,
) -> Result<(), PipelineError> {
    for kernel in kernels {
        let entry = scythe_bind::make_entry_point(module, kernel, abi)?;
        attributes::transfer(module, kernel, target);
        entry.map_or(Ok(()), &mut made)?;
    }
    Ok(())
}

/// Lets LLVM simplify code that clang compiled at `-O0`: on GPUs, barriers must be inlined into kernels, and
/// constants must not be in variables. Functions that the program marks as `noinline` stay so.
pub fn allow_simplification(module: &Module<'_>) {
    for function in module.get_functions() {
        drop_attribute(function, AttributeLoc::Function, "norecurse");
        if has_attribute(function, "optnone") {
            allow_optimization(function);
        }
    }
}
