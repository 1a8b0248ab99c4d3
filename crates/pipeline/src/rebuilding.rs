//! Entry points that rebuild the objects of their kernels, on the CPU.
//!
//! One call of a native kernel runs many work-items, all with the same objects. So the entry point, which
//! rebuilds them, is outlined from the kernel while loops over work-items are added to that, and put around
//! the loops afterwards: objects are rebuilt once per call, not once per work-item.

use std::collections::HashSet;

use scythe_bind::{EntryPoint, note_writes_elsewhere, writes_elsewhere};
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    Repeated, add_attribute, call_like_callee, call_sites, copy_metadata, drop_attribute,
    drop_call_attribute, erase, inline_call, references, set_attribute, set_callee,
    string_attribute,
};
use scythe_mux::passes::make_inner;
use scythe_mux::{
    ATTR_INNERMOST, ATTR_KERNEL, SPIR_FUNC, SPIR_KERNEL, entry_points_of, mark_entry_point,
    original_name,
};

use crate::PipelineError;

/// Marks an outlined entry point; it has no value.
const ATTR_OUTLINED: &str = "scythe-rebuilds-objects";

/// Outlines an entry point: the work-item back end sees only the kernel, and the entry point calls a
/// placeholder for it.
///
/// An entry point with a `sycl_reconstruct` that queries work-items is not outlined.
///
/// # Errors
/// When the entry point does not call its kernel, which is a bug.
pub fn outline<'c>(module: &Module<'c>, made: EntryPoint<'c>) -> Result<(), PipelineError> {
    let EntryPoint { entry, body } = made;
    copy_metadata(entry, body);
    if asks_about_work_items(entry, body) {
        add_attribute(body, AttributeLoc::Function, "alwaysinline", 0);
        return Ok(());
    }
    let stand_in = module.add_function(&stand_in_name(entry), body.get_type(), None);
    stand_in.set_call_conventions(SPIR_FUNC);
    for call in call_sites(body).ok_or_else(|| lost(entry))? {
        set_callee(call, stand_in);
    }
    entry.set_call_conventions(SPIR_FUNC);
    set_attribute(module, entry, ATTR_OUTLINED, "");
    body.set_call_conventions(SPIR_KERNEL);
    body.set_linkage(Linkage::External);
    mark_entry_point(module, body, &symbol(entry));
    Ok(())
}

/// The entry points that are outlined.
pub fn outlined<'c>(module: &Module<'c>) -> Vec<FunctionValue<'c>> {
    module.get_functions().filter(|&f| string_attribute(f, ATTR_OUTLINED).is_some()).collect()
}

/// Whether a kernel has an outlined entry point.
pub fn is_outlined(module: &Module<'_>, kernel: FunctionValue<'_>) -> bool {
    let its = original_name(kernel);
    outlined(module).into_iter().any(|entry| symbol(entry) == its)
}

/// Merges the outlined entry point of a kernel into its work-items: the function has the arguments as its
/// parameters. A kernel without objects to rebuild has this shape already.
///
/// If rebuilding is simple, inlining removes it; so this is for kernels with accessors, which the compiler
/// knows.
///
/// # Errors
/// When the entry point does not call its kernel, which is a bug.
pub fn put_together<'c>(
    module: &Module<'c>,
    kernel: FunctionValue<'c>,
) -> Result<FunctionValue<'c>, PipelineError> {
    let symbol = original_name(kernel);
    let Some(entry) = outlined(module).into_iter().find(|&entry| self::symbol(entry) == symbol)
    else {
        return Ok(kernel);
    };
    let stand_in = module.get_function(&stand_in_name(entry)).ok_or_else(|| lost(entry))?;
    copy_metadata(kernel, entry);
    entry.set_call_conventions(kernel.get_call_conventions());
    kernel.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
    make_inner(kernel);
    for call in call_sites(stand_in).ok_or_else(|| lost(entry))? {
        set_callee(call, kernel);
        call_like_callee(call, Repeated::All);
        if !inline_call(call) {
            return Err(lost(entry));
        }
    }
    erase(stand_in);
    erase(kernel);
    entry.remove_string_attribute(AttributeLoc::Function, ATTR_OUTLINED);
    mark_entry_point(module, entry, &symbol);
    Ok(entry)
}

/// Puts the entry points around their kernels, which have loops over work-items now.
///
/// # Errors
/// When an entry point does not call its kernel, which is a bug.
pub fn put_around(module: &Module<'_>) -> Result<(), PipelineError> {
    for entry in outlined(module) {
        let symbol = symbol(entry);
        let looped = entry_points_of(module, &symbol).first().copied();
        let stand_in = module.get_function(&stand_in_name(entry));
        let (Some(looped), Some(stand_in)) = (looped, stand_in) else {
            return Err(lost(entry));
        };
        copy_metadata(looped, entry);
        // Facts about its loops apply to the function around them, too.
        if let Some(innermost) = string_attribute(looped, ATTR_INNERMOST) {
            set_attribute(module, entry, ATTR_INNERMOST, &innermost);
        }
        if writes_elsewhere(looped) {
            note_writes_elsewhere(module, entry);
        }
        looped.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
        make_inner(looped);
        for call in call_sites(stand_in).ok_or_else(|| lost(entry))? {
            for index in 0..looped.count_params() {
                let at = AttributeLoc::Param(index);
                drop_attribute(looped, at, "byval");
                drop_call_attribute(call, at, "byval");
            }
            set_callee(call, looped);
            call_like_callee(call, Repeated::All);
        }
        erase(stand_in);
        entry.remove_string_attribute(AttributeLoc::Function, ATTR_OUTLINED);
        mark_entry_point(module, entry, &symbol);
    }
    Ok(())
}

fn symbol(entry: FunctionValue<'_>) -> String {
    entry.get_name().to_string_lossy().into_owned()
}

fn stand_in_name(entry: FunctionValue<'_>) -> String {
    format!("{}.work-items", symbol(entry))
}

fn lost(entry: FunctionValue<'_>) -> PipelineError {
    PipelineError::bug("rebuilding objects", format!("`{}` lost its kernel", symbol(entry)))
}

fn asks_about_work_items(entry: FunctionValue<'_>, body: FunctionValue<'_>) -> bool {
    let mut seen = HashSet::from([body]);
    let mut open = vec![entry];
    while let Some(function) = open.pop() {
        if function.get_name().to_bytes().starts_with(b"__mux_") {
            return true;
        }
        if seen.insert(function) {
            open.extend(references(function));
        }
    }
    false
}
