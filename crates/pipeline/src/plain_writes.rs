//! Which memory kernels write in code that is not optimised.

use scythe_bind::{note_writes, note_writes_elsewhere, writes_elsewhere};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{Tuning, allow_optimization, run_passes};
use scythe_mux::entry_points;

use crate::PipelineError;

/// Moves pointers out of variables.
const UNDERSTAND: &str =
    "cgscc(inline,function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>))";

/// Notes which kernels may write through pointers that are not among their arguments ([`note_writes`]). In
/// code that is not optimised, pointers are in variables, so a simplified copy is analysed. All kernels are
/// checked: before inlining, each of them seems to load pointers.
///
/// # Errors
/// When LLVM fails; that is a bug.
pub fn note(
    module: &Module<'_>,
    machine: &TargetMachine,
    tuning: Tuning,
) -> Result<(), PipelineError> {
    let copy = module.clone();
    for function in copy.get_functions() {
        allow_optimization(function);
    }
    run_passes(&copy, UNDERSTAND, machine, tuning)?;
    let kernels = entry_points(&copy);
    note_writes(&copy, kernels.clone());
    for kernel in kernels.into_iter().filter(|kernel| writes_elsewhere(*kernel)) {
        if let Some(kernel) = module.get_function(&kernel.get_name().to_string_lossy()) {
            note_writes_elsewhere(module, kernel);
        }
    }
    Ok(())
}
