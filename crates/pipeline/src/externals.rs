//! `SYCL_EXTERNAL` functions in device IR (SYCL 2020 §5.10.1).
//!
//! The plugin annotates them; [`mark`] makes an attribute of the annotation, which stays with the
//! function through bitcode and linking. Everything else here asks for that attribute: a declaration
//! with it is defined in another translation unit, a declaration without it in a library of the CPU.

use std::collections::BTreeSet;
use std::ffi::CStr;

use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{aliases, reachable, set_attribute, string_attribute, take_annotated};

/// What the plugin annotates them with (`plugin/external.cpp`).
const ANNOTATION: &CStr = c"scythe.external";

/// The attribute they have from then on.
const ATTR_EXTERNAL: &str = "scythe-external";

/// Makes an attribute of the plugin's annotation. Annotations would keep functions alive that nobody
/// calls any more.
pub fn mark(module: &Module<'_>) {
    for annotated in take_annotated(module, ANNOTATION) {
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
    /// The name they call it by; a constructor has several.
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
