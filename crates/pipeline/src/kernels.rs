//! From clang's device IR to kernels with entry points: the first steps of every family.

use scythe_bind::{DeviceAbi, EntryPoint};
use scythe_frontend::notes::Kernel;
use scythe_image::facts::IN_RANGE_MARK;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    allow_optimization, drop_attribute, drop_body, has_attribute, resolve_aliases, set_attribute,
    string_attribute, take_annotated,
};
use scythe_mux::MuxTarget;
use scythe_raise::methods;

use crate::{PipelineError, attributes, externals};

/// Turns annotations into attributes, and removes code that hides the call graph from passes.
pub fn take_annotations(module: &Module<'_>) {
    scythe_properties::attach(module);
    externals::mark(module);
    methods::mark(module);
    for annotated in take_annotated(module, IN_RANGE_MARK) {
        set_attribute(module, annotated.function, ATTR_IN_RANGE, "");
    }
    resolve_aliases(module);
}

/// The attribute of functions with `IN_RANGE_MARK`.
const ATTR_IN_RANGE: &str = "scythe-in-range";

/// Assumes that every work-item is inside the range that its kernel is launched over.
///
/// # Errors
/// When LLVM rejects an instruction, which is a bug.
pub fn assume_in_range(module: &Module<'_>) -> Result<(), PipelineError> {
    let is_test = |f: &FunctionValue<'_>| string_attribute(*f, ATTR_IN_RANGE).is_some();
    let context = module.get_context();
    for function in module.get_functions().filter(is_test) {
        drop_body(function);
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        let always = context.bool_type().const_int(1, false);
        let returned = builder.build_return(Some(&always));
        returned.map_err(|e| PipelineError::bug("work-items of a range", e.to_string()))?;
    }
    Ok(())
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
