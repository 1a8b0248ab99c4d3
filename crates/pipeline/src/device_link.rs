//! The device link: kernels that waited for functions of other units become native code.
//!
//! Before: device IR of several units, each with its manifest
//! After:  one module with the entry points that the units' kernel records name
//!
//! Every processor and optimisation level that a waiting kernel was compiled for is a link of its own.

use std::collections::HashSet;

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::GlobalVisibility;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{BasicTypeEnum, FunctionType};
use scythe_llvm::{demangle, parse_bitcode};

use crate::carry::{entry_name, leave_out};
use crate::cpu::{CpuRoad, Knowledge};
use crate::device_resolve::{Found, Selection};
use crate::device_section::Processor;
use crate::mlir::MlirOptions;
use crate::{Effort, PipelineError, externals};

/// A processor and an optimisation level that kernels wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Variant {
    processor: Processor,
    effort: Effort,
}

/// Finishes all kernels of the selection; returns the module that defines their entry points.
///
/// # Errors
/// When units disagree about a function, or a kernel cannot be compiled.
pub fn link<'c>(
    context: &'c Context,
    units: &[Found],
    selection: &Selection,
    mlir: &MlirOptions,
) -> Result<Module<'c>, PipelineError> {
    let mut variants: Vec<Variant> = Vec::new();
    for &position in &selection.open {
        for variant in variants_of(&units[position]) {
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        }
    }
    let mut done = HashSet::new();
    let mut program: Option<Module<'c>> = None;
    for variant in &variants {
        let Some(module) = link_variant(context, units, selection, (variant, mlir), &mut done)?
        else {
            continue;
        };
        match &program {
            None => program = Some(module),
            Some(program) => scythe_llvm::link(program, module)?,
        }
    }
    Ok(program.unwrap_or_else(|| context.create_module("device")))
}

fn variants_of(unit: &Found) -> Vec<Variant> {
    let manifest = &unit.record.manifest;
    let variant =
        |processor: &Processor| Variant { processor: processor.clone(), effort: manifest.effort };
    manifest.processors.iter().map(variant).collect()
}

/// Links and lowers for one variant; none where all of its kernels are `done`.
fn link_variant<'c>(
    context: &'c Context,
    units: &[Found],
    selection: &Selection,
    (variant, mlir): (&Variant, &MlirOptions),
    done: &mut HashSet<String>,
) -> Result<Option<Module<'c>>, PipelineError> {
    let mut kernels: Vec<&Kernel> = Vec::new();
    let mut linked: Option<Module<'c>> = None;
    for &position in &selection.needed {
        let unit = &units[position];
        let waits = selection.open.contains(&position) && variants_of(unit).contains(variant);
        let module = parse_bitcode(context, &unit.origin, &unit.record.bitcode)?;
        let mut dropped = Vec::new();
        for open in &unit.record.manifest.kernels {
            let entry = entry_name(&variant.processor.march, &open.kernel.symbol);
            // A kernel of a header is in several units, at several optimisation levels even.
            if waits && done.insert(entry) {
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
    let Some(mut module) = linked.filter(|_| !kernels.is_empty()) else {
        return Ok(None);
    };
    let cpu = variant.processor.cpu();
    // Whoever launches these kernels was compiled long ago.
    let known = &Knowledge::nothing();
    let road = CpuRoad { cpu: &cpu, effort: variant.effort, mlir, kernels: &kernels, known };
    road.prepare(&mut module)?;
    for entry in road.lower(&module)? {
        let function = entry.function.as_global_value();
        function.set_name(&entry_name(&cpu.march, &entry.symbol));
        function.set_linkage(Linkage::External);
        function.set_visibility(GlobalVisibility::Hidden);
    }
    Ok(Some(module))
}

/// Units must mean the same by the functions they share: the result type is not part of a function's
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

/// A type as text, with structs by their members: the same struct has a name of its own in every module
/// of a context.
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
