//! The device link: kernels that waited for functions of other units are finished by their family.
//!
//! Before: device IR of several units, each with its manifest
//! After:  one module with the entry points, or records, that the units' kernel records name
//!
//! Every processor and optimisation level that a waiting kernel was compiled for is a link of its own.

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::GlobalVisibility;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{BasicTypeEnum, FunctionType};
use scythe_llvm::inkwell::values::GlobalValue;
use scythe_llvm::{demangle, parse_bitcode};

use crate::carry::leave_out;
use crate::device_resolve::{Found, Selection};
use crate::device_section::Processor;
use crate::mlir::MlirOptions;
use crate::stage::Observer;
use crate::tools::Tools;
use crate::{Effort, PipelineError, externals};

/// The input of a device link.
#[derive(Clone, Copy)]
pub struct LinkJob<'a, 'c> {
    /// The context of its modules.
    pub context: &'c Context,
    /// All units of device code.
    pub units: &'a [Found],
    /// Those that the family links.
    pub selection: &'a Selection,
    /// Options for MLIR.
    pub mlir: &'a MlirOptions,
    /// Flags of families.
    pub flags: &'a [String],
    /// Runs programs.
    pub tools: &'a dyn Tools,
    /// Observes the code at each stage.
    pub observer: &'a dyn Observer,
}

/// A processor and an optimisation level for which kernels wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkVariant {
    /// The processor.
    pub processor: Processor,
    /// The optimisation level.
    pub effort: Effort,
}

impl LinkVariant {
    /// The variants for which a unit's kernels wait.
    #[must_use]
    pub fn of(unit: &Found) -> Vec<Self> {
        let manifest = &unit.record.manifest;
        let variant =
            |processor: &Processor| Self { processor: processor.clone(), effort: manifest.effort };
        manifest.target.processors.iter().map(variant).collect()
    }
}

impl<'a, 'c> LinkJob<'a, 'c> {
    /// The variants for which kernels wait, each once.
    #[must_use]
    pub fn variants(&self) -> Vec<LinkVariant> {
        let mut variants: Vec<LinkVariant> = Vec::new();
        for &position in &self.selection.open {
            for variant in LinkVariant::of(&self.units[position]) {
                if !variants.contains(&variant) {
                    variants.push(variant);
                }
            }
        }
        variants
    }

    /// The code of all needed units in one module, without the kernels of other variants or of units that do
    /// not wait for this one; none if there are no kernels left.
    ///
    /// # Errors
    /// When units disagree about a function.
    pub fn joined(
        &self,
        waits: impl Fn(&Found) -> bool,
        mut new: impl FnMut(&str) -> bool,
    ) -> Result<Option<(Module<'c>, Vec<&'a Kernel>)>, PipelineError> {
        let mut kernels: Vec<&Kernel> = Vec::new();
        let mut linked: Option<Module<'c>> = None;
        for &position in &self.selection.needed {
            let unit = &self.units[position];
            let waits = self.selection.open.contains(&position) && waits(unit);
            let module = parse_bitcode(self.context, &unit.origin, &unit.record.bitcode)?;
            let mut dropped = Vec::new();
            for open in &unit.record.manifest.kernels {
                if waits && new(&open.kernel.symbol) {
                    kernels.push(&open.kernel);
                } else {
                    dropped.push(open.kernel.symbol.as_str());
                }
            }
            leave_out(&module, dropped.into_iter());
            linked = Some(match linked {
                None => module,
                Some(linked) => {
                    agree(&linked, &module, &unit.origin)?;
                    scythe_llvm::link(&linked, module)?;
                    linked
                }
            });
        }
        if let Some(linked) = &linked {
            scythe_llvm::agree_on_types(linked);
        }
        Ok(linked.filter(|_| !kernels.is_empty()).map(|module| (module, kernels)))
    }
}

/// Makes code visible to the kernel's record, which is in another object of the program.
pub fn publish(code: &GlobalValue<'_>) {
    code.set_linkage(Linkage::External);
    code.set_visibility(GlobalVisibility::Hidden);
}

/// Checks that units agree about the functions that they share: the result type is not part of a function's
/// name, and how large vectors are passed depends on the processor.
fn agree(linked: &Module<'_>, module: &Module<'_>, origin: &str) -> Result<(), PipelineError> {
    let mut diags = Vec::new();
    for function in module.get_functions().filter(|f| externals::is_external(*f)) {
        let symbol = externals::name(function);
        let Some(other) = linked.get_function(&symbol) else { continue };
        if !same_function(function.get_type(), other.get_type()) {
            let message = format!(
                "device function `{}` has other parameters or another result type in '{origin}' than \
                 in the rest of the program",
                demangle(&symbol)
            );
            let help = "declare it in one header, and compile all files with the same -march";
            diags.push(Diag::error(Code::DeviceCodeMismatch, None, message).help(help));
        }
    }
    if diags.is_empty() { Ok(()) } else { Err(PipelineError::Program(diags)) }
}

fn same_function(one: FunctionType<'_>, other: FunctionType<'_>) -> bool {
    let (ours, theirs) = (one.get_param_types(), other.get_param_types());
    one.is_var_arg() == other.is_var_arg()
        && ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(a, b)| {
            BasicTypeEnum::try_from(*a).ok().map(layout)
                == BasicTypeEnum::try_from(*b).ok().map(layout)
        })
        && one.get_return_type().map(layout) == other.get_return_type().map(layout)
}

/// A type as text, with structs by their members: in each module of a context, the same struct has another
/// name.
fn layout(ty: BasicTypeEnum<'_>) -> String {
    match ty {
        BasicTypeEnum::StructType(fields) => {
            let fields: Vec<String> = fields.get_field_types().into_iter().map(layout).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        BasicTypeEnum::ArrayType(array) => {
            format!("[{} x {}]", array.len(), layout(array.get_element_type()))
        }
        other => other.print_to_string().to_string(),
    }
}
