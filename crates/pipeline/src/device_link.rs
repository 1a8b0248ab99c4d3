//! The device link: kernels that waited for functions of other units become native code, or SPIR-V.
//!
//! Before: device IR of several units, each with its manifest
//! After:  one module with the entry points, or records, that the units' kernel records name
//!
//! Every processor and optimisation level that a waiting kernel was compiled for is a link of its own.

use std::collections::HashSet;

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::GlobalVisibility;
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{BasicTypeEnum, FunctionType};
use scythe_llvm::inkwell::values::GlobalValue;
use scythe_llvm::{demangle, parse_bitcode};
use scythe_targets::spirv::NAME;

use crate::carry::{entry_name, leave_out};
use crate::cpu::{CpuRoad, Knowledge};
use crate::device_resolve::{Found, Selection};
use crate::device_section::Processor;
use crate::mlir::MlirOptions;
use crate::spirv::Generator;
use crate::{Effort, PipelineError, externals, spirv_records};

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
    manifest.target.processors().iter().map(variant).collect()
}

/// Links and lowers for one variant; none where all of its kernels are `done`.
fn link_variant<'c>(
    context: &'c Context,
    units: &[Found],
    selection: &Selection,
    (variant, mlir): (&Variant, &MlirOptions),
    done: &mut HashSet<String>,
) -> Result<Option<Module<'c>>, PipelineError> {
    let name = |kernel: &str| entry_name(&variant.processor.march, kernel);
    let waits = |unit: &Found| variants_of(unit).contains(variant);
    let Some((mut module, kernels)) = joined(context, units, selection, waits, |kernel| {
        // A kernel of a header is in several units, at several optimisation levels even.
        done.insert(name(kernel))
    })?
    else {
        return Ok(None);
    };
    let cpu = variant.processor.cpu();
    // Whoever launches these kernels was compiled long ago.
    let known = &Knowledge::nothing();
    let road = CpuRoad { cpu: &cpu, effort: variant.effort, mlir, kernels: &kernels, known };
    road.prepare(&mut module)?;
    for entry in road.lower(&module)? {
        let function = entry.function.as_global_value();
        function.set_name(&name(&entry.symbol));
        publish(&function);
    }
    Ok(Some(module))
}

/// Finishes all kernels of the selection for drivers that take SPIR-V; returns the module, for the machine
/// that this compiler runs on, that defines their records.
///
/// # Errors
/// When units disagree about a function, or a kernel cannot be compiled.
pub fn link_spirv<'c>(
    context: &'c Context,
    units: &[Found],
    selection: &Selection,
    generator: &dyn Generator,
) -> Result<Module<'c>, PipelineError> {
    let program = context.create_module("device");
    scythe_llvm::make_native(&program)?;
    let mut done = HashSet::new();
    let whole =
        joined(context, units, selection, |_| true, |kernel| done.insert(kernel.to_owned()));
    if let Some((module, kernels)) = whole? {
        let name = |symbol: &str| entry_name(NAME, symbol);
        let records = spirv_records::write(&program, module, &kernels, generator, name)?;
        records.values().for_each(publish);
    }
    Ok(program)
}

/// The kernel's record, in another object of the program, refers to it.
fn publish(code: &GlobalValue<'_>) {
    code.set_linkage(Linkage::External);
    code.set_visibility(GlobalVisibility::Hidden);
}

/// The code of all needed units in one module, with those kernels that are `new` and belong to units that
/// wait; none where there are no such kernels.
fn joined<'c, 'u>(
    context: &'c Context,
    units: &'u [Found],
    selection: &Selection,
    waits: impl Fn(&Found) -> bool,
    mut new: impl FnMut(&str) -> bool,
) -> Result<Option<(Module<'c>, Vec<&'u Kernel>)>, PipelineError> {
    let mut kernels: Vec<&Kernel> = Vec::new();
    let mut linked: Option<Module<'c>> = None;
    for &position in &selection.needed {
        let unit = &units[position];
        let waits = selection.open.contains(&position) && waits(unit);
        let module = parse_bitcode(context, &unit.origin, &unit.record.bitcode)?;
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
    Ok(linked.filter(|_| !kernels.is_empty()).map(|module| (module, kernels)))
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
