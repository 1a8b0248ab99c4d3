//! Target machines, and LLVM's own passes.

use std::ffi::{CStr, CString, c_char};
use std::fmt;

use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};
use llvm_sys::core::LLVMDisposeMessage;
use llvm_sys::prelude::LLVMModuleRef;
use llvm_sys::target_machine::LLVMTargetMachineRef;

unsafe extern "C" {
    fn scytheCheckPasses(text: *const c_char, machine: LLVMTargetMachineRef) -> *mut c_char;
    fn scytheRunPasses(
        module: LLVMModuleRef,
        text: *const c_char,
        machine: LLVMTargetMachineRef,
        vectorize: bool,
        inline_threshold: i32,
    ) -> *mut c_char;
}

/// LLVM rejected a target or a pass pipeline.
#[derive(Debug)]
pub struct MachineError(pub String);

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MachineError {}

/// A target machine for a triple, CPU name and feature string (`+avx2,-sse4a`).
///
/// # Errors
/// When LLVM was built without the target.
pub fn machine(
    triple: &str,
    cpu: &str,
    features: &str,
    position_independent: bool,
) -> Result<TargetMachine, MachineError> {
    Target::initialize_all(&InitializationConfig::default());
    let triple = TargetTriple::create(triple);
    let target = Target::from_triple(&triple).map_err(|e| MachineError(e.to_string()))?;
    let reloc = if position_independent { RelocMode::PIC } else { RelocMode::Default };
    target
        .create_target_machine(
            &triple,
            cpu,
            features,
            OptimizationLevel::Aggressive,
            reloc,
            CodeModel::Default,
        )
        .ok_or_else(|| {
            MachineError(format!(
                "LLVM has no target machine for {}",
                triple.as_str().to_string_lossy()
            ))
        })
}

/// The name of the processor this compiler runs on.
#[must_use]
pub fn native_cpu() -> String {
    TargetMachine::get_host_cpu_name().to_string()
}

/// The features of the processor this compiler runs on, `+avx2,-sse4a`.
#[must_use]
pub fn native_features() -> String {
    TargetMachine::get_host_cpu_features().to_string()
}

/// The triple of the machine this compiler runs on.
#[must_use]
pub fn native_triple() -> String {
    TargetMachine::get_default_triple().as_str().to_string_lossy().into_owned()
}

/// Sets the target of a module without one to the machine this compiler runs on.
///
/// # Errors
/// When LLVM was built without that target.
pub fn make_native(module: &Module<'_>) -> Result<(), MachineError> {
    let machine = machine(&native_triple(), "", "", true)?;
    module.set_triple(&machine.get_triple());
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    Ok(())
}

/// What LLVM's default pipelines may do.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Vectorise and unroll loops, with the C library's vector functions if there are any.
    pub vectorize: bool,
    /// The inliner's threshold, or none for LLVM's default.
    pub inline_threshold: Option<i32>,
}

/// Checks a pipeline in the syntax of `opt -passes=`.
///
/// # Errors
/// LLVM's message about it.
pub fn check_passes(passes: &str, machine: Option<&TargetMachine>) -> Result<(), MachineError> {
    let text = CString::new(passes).map_err(|e| MachineError(e.to_string()))?;
    // SAFETY: a string that lives through the call; the machine is live or null.
    check(unsafe { scytheCheckPasses(text.as_ptr(), raw(machine)) })
}

/// The error from the shim, if any.
fn check(complaint: *mut c_char) -> Result<(), MachineError> {
    if complaint.is_null() {
        return Ok(());
    }
    // SAFETY: the shim returns a string that the caller disposes of.
    unsafe {
        let message = CStr::from_ptr(complaint).to_string_lossy().into_owned();
        LLVMDisposeMessage(complaint);
        Err(MachineError(message))
    }
}

fn raw(machine: Option<&TargetMachine>) -> LLVMTargetMachineRef {
    machine.map_or(std::ptr::null_mut(), TargetMachine::as_mut_ptr)
}

/// Runs a pipeline in the syntax of `opt -passes=`. Without a machine, LLVM assumes nothing about the
/// processor.
///
/// # Errors
/// LLVM's message about the pipeline text.
pub fn run_passes<'m>(
    module: &Module<'_>,
    passes: &str,
    machine: impl Into<Option<&'m TargetMachine>>,
    tuning: Tuning,
) -> Result<(), MachineError> {
    let text = CString::new(passes).map_err(|e| MachineError(e.to_string()))?;
    // SAFETY: everything is live through the call; a machine may be null.
    let complaint = unsafe {
        scytheRunPasses(
            module.as_mut_ptr(),
            text.as_ptr(),
            raw(machine.into()),
            tuning.vectorize,
            tuning.inline_threshold.unwrap_or(-1),
        )
    };
    check(complaint).map_err(|e| MachineError(format!("pass pipeline '{passes}': {e}")))
}
