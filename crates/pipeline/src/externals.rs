//! `SYCL_EXTERNAL` functions in device IR (SYCL 2020 §5.10.1).
//!
//! The plugin annotates them; [`mark`] turns the annotation into an attribute, which stays with the function
//! through bitcode and linking. Everything else here checks that attribute: a declaration with it is defined
//! in another translation unit, a declaration without it in a library of the CPU. Functions that are still
//! undefined after a family's pipeline are errors ([`refuse_missing`]).

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_image::facts::EXTERNAL_MARK;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{aliases, demangle, reachable, set_attribute, string_attribute, take_annotated};
use scythe_mux::{entry_points, original_name};
use std::collections::BTreeSet;

use crate::PipelineError;

/// The attribute that replaces the plugin's annotation.
const ATTR_EXTERNAL: &str = "scythe-external";

/// Turns the plugin's annotations into attributes. Annotations would keep unused functions alive.
pub fn mark(module: &Module<'_>) {
    for annotated in take_annotated(module, EXTERNAL_MARK) {
        set_attribute(module, annotated.function, ATTR_EXTERNAL, "");
    }
}

/// Whether a function is declared or defined with `SYCL_EXTERNAL`.
#[must_use]
pub fn is_external(function: FunctionValue<'_>) -> bool {
    string_attribute(function, ATTR_EXTERNAL).is_some()
}

fn is_defined(function: FunctionValue<'_>) -> bool {
    function.count_basic_blocks() > 0
}

/// The name of a function in IR.
#[must_use]
pub fn name(function: FunctionValue<'_>) -> String {
    function.get_name().to_string_lossy().into_owned()
}

/// The functions of other translation units that a function reaches, in alphabetical order.
#[must_use]
pub fn needs(function: FunctionValue<'_>) -> Vec<String> {
    let reached = reachable(function).into_iter();
    let missing: BTreeSet<String> =
        reached.filter(|&f| !is_defined(f) && is_external(f)).map(name).collect();
    missing.into_iter().collect()
}

/// A function that other translation units may call.
#[derive(Clone, Debug)]
pub struct Definition<'c> {
    /// The symbol for other units; a constructor has several.
    pub symbol: String,
    /// The function.
    pub function: FunctionValue<'c>,
    /// Whether other translation units may define it too: an inline function, or one of a template.
    pub repeatable: bool,
}

/// The functions of the module that other translation units may call.
#[must_use]
pub fn definitions<'c>(module: &Module<'c>) -> Vec<Definition<'c>> {
    let by_itself = module.get_functions().map(|function| (name(function), function));
    by_itself
        .chain(aliases(module))
        .filter(|(_, function)| is_defined(*function) && is_external(*function))
        .map(|(symbol, function)| {
            let repeatable = function.get_linkage() != Linkage::External;
            Definition { symbol, function, repeatable }
        })
        .collect()
}

/// LLVM's passes that make everything but some functions internal and remove what is then unused.
#[must_use]
pub fn internalize(kept: &[FunctionValue<'_>]) -> String {
    let kept: Vec<String> =
        kept.iter().map(|function| format!("preserve-gv={}", name(*function))).collect();
    match kept.as_slice() {
        [] => "internalize,globaldce".to_owned(),
        kept => format!("internalize<{}>,globaldce", kept.join(";")),
    }
}

/// Reports kernels that reach an undefined function, unless the target provides it. `target` names the
/// target's code in messages.
///
/// # Errors
/// When there are such kernels.
pub fn refuse_missing(
    module: &Module<'_>,
    kernels: &[&Kernel],
    target: &str,
    has: impl Fn(&str) -> bool,
) -> Result<(), PipelineError> {
    let mut diags = Vec::new();
    for kernel in entry_points(module) {
        let undefined = reachable(kernel)
            .into_iter()
            .filter(|&function| !is_defined(function) && function.get_intrinsic_id() == 0);
        let Some(missing) = undefined.map(name).find(|name| !has(name)) else { continue };
        let symbol = original_name(kernel);
        let note = kernels.iter().find(|k| k.symbol == symbol);
        let message = format!(
            "kernel `{}` calls `{}`, which is not available in code for {target}",
            note.map_or(symbol.as_str(), |k| k.name.as_str()),
            demangle(&missing)
        );
        let place = note.and_then(|k| k.location.clone());
        diags.push(Diag::error(Code::UnsupportedByTarget, place, message));
    }
    if diags.is_empty() { Ok(()) } else { Err(PipelineError::Program(diags)) }
}
