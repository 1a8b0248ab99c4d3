//! Which device code of a translation unit waits for the link, and is stored in the object.
//!
//! Before: device IR with kernels, some of which call `SYCL_EXTERNAL` functions of other units
//! After:  those kernels are gone from it; they, and the `SYCL_EXTERNAL` functions that the unit
//!         defines, are in a record of the device section ([`crate::device_section`])
//!
//! Units with neither have no such record.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_image::LINKED_ENTRY_PREFIX;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{FunctionValue, GlobalValue};
use scythe_llvm::inkwell::{AddressSpace, GlobalVisibility};
use scythe_llvm::{Tuning, demangle, erase_functions, run_passes, string_attribute};
use scythe_raise::methods;

use crate::device_section::{CodeTarget, Function, Manifest, OpenKernel, Record, this_compiler};
use crate::stage::Watch;
use crate::{Effort, PipelineError, externals};

/// Nothing is optimised before the link.
const DISCARD: Tuning = Tuning { vectorize: false, inline_threshold: None };

/// The kernels that wait for the link, and the record for the object.
#[derive(Debug, Default)]
pub struct Carried {
    /// The record, if there is anything to store.
    pub record: Option<Record>,
    /// The names in the record of kernels that wait, by symbol.
    waiting: HashMap<String, String>,
}

impl Carried {
    /// Whether a kernel waits for the link.
    #[must_use]
    pub fn waits(&self, symbol: &str) -> bool {
        self.waiting.contains_key(symbol)
    }

    /// The symbol that the link will give to a kernel's code for a target; none for a kernel that does not
    /// wait.
    #[must_use]
    pub fn name(&self, symbol: &str, target: &str) -> Option<String> {
        Some(entry_name(target, self.waiting.get(symbol)?))
    }

    /// The entry point that the link will give a kernel, declared in the host module; none for a kernel
    /// that does not wait.
    #[must_use]
    pub fn entry<'c>(
        &self,
        host: &Module<'c>,
        symbol: &str,
        march: &str,
    ) -> Option<FunctionValue<'c>> {
        let name = self.name(symbol, march)?;
        if let Some(declared) = host.get_function(&name) {
            return Some(declared);
        }
        let context = host.get_context();
        let pointer = context.ptr_type(AddressSpace::default()).into();
        let number = context.i64_type().into();
        let ty = context.void_type().fn_type(&[pointer, pointer, number, number], false);
        let entry = host.add_function(&name, ty, None);
        // The link that finishes the kernel produces the program or library that contains this object and the
        // entry point.
        entry.as_global_value().set_visibility(GlobalVisibility::Hidden);
        Some(entry)
    }
}

impl Carried {
    /// Notifies an observer of the kernels that wait, whose code is not known yet.
    ///
    /// # Errors
    /// When the observer stops the walk.
    pub fn show(&self, kernels: &[&Kernel], watch: Watch<'_>) -> Result<(), PipelineError> {
        let waiting = |kernel: &&&Kernel| self.waits(&kernel.symbol);
        let diags: Vec<Diag> =
            kernels.iter().filter(waiting).map(|k| self.waiting_for(k)).collect();
        if diags.is_empty() { Ok(()) } else { watch.left_out(diags) }
    }

    fn waiting_for(&self, kernel: &Kernel) -> Diag {
        let name = self.waiting.get(&kernel.symbol);
        let mut open = self.record.iter().flat_map(|record| &record.manifest.kernels);
        let open = open.find(|open| Some(&open.kernel.symbol) == name);
        let needed = open.and_then(|open| open.needs.first()).map_or("", String::as_str);
        let message = format!(
            "kernel `{}` calls `{}`, which is defined in another translation unit: its code is not \
             known before the link",
            kernel.name,
            demangle(needed)
        );
        let help = "define the function in a header to see the kernel";
        Diag::error(Code::UnsupportedByTarget, kernel.location.clone(), message).help(help)
    }
}

/// The symbol that the link gives a kernel's code: its entry point, or its record.
#[must_use]
pub fn entry_name(target: &str, kernel: &str) -> String {
    format!("{LINKED_ENTRY_PREFIX}{target}.{kernel}")
}

/// Moves everything that waits out of the device code: modules of the same code, one for each processor of
/// the target if it has several. Their kernels have their entry points.
///
/// # Errors
/// When LLVM fails; that is a bug.
pub fn carry(
    modules: &[&Module<'_>],
    kernels: &[&Kernel],
    (target, effort): (CodeTarget, Effort),
) -> Result<Carried, PipelineError> {
    for module in modules {
        externals::mark(module);
        methods::mark(module);
    }
    let Some(first) = modules.first() else {
        return Ok(Carried::default());
    };
    let open: Vec<(&Kernel, Vec<String>)> = kernels
        .iter()
        .filter_map(|kernel| {
            let needs = externals::needs(first.get_function(&kernel.symbol)?);
            (!needs.is_empty()).then_some((*kernel, needs))
        })
        .collect();
    if open.is_empty() && externals::definitions(first).is_empty() {
        return Ok(Carried::default());
    }
    let module = Module::clone(first);
    let finished = kernels.iter().filter(|k| open.iter().all(|(o, _)| o.symbol != k.symbol));
    leave_out(&module, finished.map(|kernel| kernel.symbol.as_str()));
    for module in modules {
        leave_out(module, open.iter().map(|(kernel, _)| kernel.symbol.as_str()));
    }
    let open = name_uniquely(&module, open);
    let functions = provide(&module);
    run_passes(&module, "globaldce", None, DISCARD)?;
    let manifest = Manifest {
        compiler: this_compiler(),
        effort,
        target,
        features: features(&module),
        kernels: open.iter().map(|(_, kernel)| kernel.clone()).collect(),
        functions,
    };
    let bitcode = module.write_bitcode_to_memory().as_slice().to_vec();
    let record = Some(Record { manifest, bitcode });
    let waiting = open.into_iter().map(|(symbol, open)| (symbol, open.kernel.symbol)).collect();
    Ok(Carried { record, waiting })
}

/// Deletes kernels; what only they used is removed when the module is internalised.
pub fn leave_out<'a>(module: &Module<'_>, symbols: impl Iterator<Item = &'a str>) {
    let gone: Vec<_> = symbols.filter_map(|symbol| module.get_function(symbol)).collect();
    erase_functions(&gone);
}

/// Makes the names of kernels unique in the program: if other units may have another kernel of that name, the
/// unit's mark is added. Returns the original symbols.
fn name_uniquely(
    module: &Module<'_>,
    open: Vec<(&Kernel, Vec<String>)>,
) -> Vec<(String, OpenKernel)> {
    let mut hasher = DefaultHasher::new();
    module.write_bitcode_to_memory().as_slice().hash(&mut hasher);
    let mark = hasher.finish();
    let named = open.into_iter().map(|(kernel, needs)| {
        let symbol = kernel.symbol.clone();
        let mut kernel = kernel.clone();
        if !kernel.visible {
            kernel.symbol = format!("{symbol}.{mark:016x}");
        }
        if let Some(function) = module.get_function(&symbol) {
            let function = function.as_global_value();
            function.set_name(&kernel.symbol);
            // Units with the same kernel have the same code for it.
            function.set_linkage(Linkage::WeakODR);
        }
        (symbol, OpenKernel { kernel, needs })
    });
    named.collect()
}

/// Keeps the functions that other units may call, and makes everything internal that may differ between
/// units.
fn provide(module: &Module<'_>) -> Vec<Function> {
    let definitions = externals::definitions(module);
    for definition in &definitions {
        let function = definition.function.as_global_value();
        if function.get_linkage() == Linkage::LinkOnceODR {
            function.set_linkage(Linkage::WeakODR);
        }
    }
    let is_own = |global: &GlobalValue<'_>| {
        global.get_linkage() == Linkage::External && !global.is_declaration()
    };
    let functions = module.get_functions().filter(|f| !externals::is_external(*f));
    for global in functions.map(|f| f.as_global_value()).chain(module.get_globals()) {
        if is_own(&global) {
            global.set_linkage(Linkage::Internal);
        }
    }
    definitions
        .into_iter()
        .map(|definition| Function {
            symbol: definition.symbol,
            repeatable: definition.repeatable,
            needs: externals::needs(definition.function),
        })
        .collect()
}

/// The processor features that functions of the module require.
fn features(module: &Module<'_>) -> Vec<String> {
    let mut all = BTreeSet::new();
    let defined = module.get_functions().filter(|f| f.count_basic_blocks() > 0);
    for list in defined.filter_map(|f| string_attribute(f, "target-features")) {
        let granted = list.split(',').filter_map(|feature| feature.strip_prefix('+'));
        // clang lists this feature for the native processor only; all processors of ours have it.
        all.extend(granted.filter(|&feature| feature != "64bit").map(str::to_owned));
    }
    all.into_iter().collect()
}
