//! Removes arguments that no specialization of a kernel reads.
//!
//! The blocks of arguments that host code packs and device code reads do not contain them: most kernels read
//! the address of an accessor's elements and the size of its buffer, but not the offset of its box.

use std::collections::HashMap;

use scythe_bind::{lay_out, unused_arguments};
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::arguments::plan::{ArgumentType, Plan};
use scythe_frontend::arguments::pointers::LeadsTo;
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_mux::{entry_points_of, functions_of};

use super::specializations::SpecializedKernel;
use crate::PipelineError;

/// Device code for one processor, and the kernels in it that have specializations.
pub type Prepared<'a, 'c> = (&'a Module<'c>, &'a [SpecializedKernel]);

/// Lays out the blocks of arguments of all kernels with unused arguments, and changes their functions
/// accordingly.
///
/// # Errors
/// When a kernel is not what its notes describe, which is a bug.
pub fn leave_out(
    devices: &[Prepared<'_, '_>],
    kernels: &[&Kernel],
) -> Result<HashMap<String, Layout>, PipelineError> {
    let mut layouts = HashMap::new();
    for kernel in kernels {
        let Some(plan) = kernel.plan.as_ref().filter(|plan| !plan.is_plain()) else { continue };
        let mut functions: Vec<(&Module<'_>, FunctionValue<'_>)> = Vec::new();
        let mut dead = vec![true; plan.arguments.len()];
        for (module, specialized) in devices {
            let specializations = entry_points_of(module, &kernel.symbol);
            match specialized.iter().find(|known| known.symbol == kernel.symbol) {
                Some(known) => spare(plan, known, &mut dead),
                // Its parameters do not correspond to its arguments.
                None => dead.fill(false),
            }
            // The version for work-items of a guard may be the only one that reads an argument.
            let all = functions_of(module, &kernel.symbol);
            for (dead, unused) in dead.iter_mut().zip(unused_arguments(plan, &all)) {
                *dead &= unused;
            }
            functions.extend(
                specializations.into_iter().map(|specialization| (*module, specialization)),
            );
        }
        if functions.is_empty() || !dead.contains(&true) {
            continue;
        }
        let layout = Layout::without(plan, &dead);
        for (module, function) in functions {
            lay_out(module, function, (plan, &layout))?;
        }
        layouts.insert(kernel.symbol.clone(), layout);
    }
    Ok(layouts)
}

/// Keeps arguments that the runtime reads, and those that contain pointers which are separate parameters.
fn spare(plan: &Plan, kernel: &SpecializedKernel, dead: &mut [bool]) {
    let compares = kernel.specializations.iter().any(|specialization| specialization.no_alias);
    for pointer in &kernel.pointers {
        if plan.arguments[pointer.argument].ty == ArgumentType::Object {
            dead[pointer.argument] = false;
        }
        if compares {
            dead[pointer.argument] = false;
            if let LeadsTo::Buffer(accessor) = &pointer.leads_to {
                accessor.ranges.iter().for_each(|&argument| dead[argument] = false);
            }
        }
    }
    for specialization in &kernel.specializations {
        specialization.arguments.iter().for_each(|known| dead[known.argument] = false);
    }
}
