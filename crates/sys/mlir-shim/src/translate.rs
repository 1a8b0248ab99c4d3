//! LLVM IR in and out, and mlir-opt's main function.

use std::ffi::CString;

use scythe_llvm::inkwell::context::ContextRef;
use scythe_llvm::inkwell::module::Module as LlvmModule;

use crate::context::{Context, Registry};
use crate::ffi::*;
use crate::text::string_ref;
use crate::{Module, Op};

/// A module of the LLVM dialect, made of LLVM IR; none where MLIR cannot, which it reports.
#[must_use]
pub fn import<'c>(context: &'c Context, module: LlvmModule<'_>) -> Option<Module<'c>> {
    let raw = module.as_mut_ptr();
    // The importer takes it.
    std::mem::forget(module);
    // SAFETY: the module is a valid one that nobody else has.
    Module::checked(unsafe { scytheImport(raw.cast(), context.raw()) })
}

/// LLVM IR of a module of the LLVM dialect; none where MLIR cannot, which it reports.
#[must_use]
pub fn export<'l>(context: ContextRef<'l>, module: Op<'_>) -> Option<LlvmModule<'l>> {
    // SAFETY: both handles are valid; the result is a module of that context that nobody else has.
    unsafe {
        let made = mlirTranslateModuleToLLVMIR(module.raw, context.raw().cast());
        (!made.is_null()).then(|| LlvmModule::new(made.cast()))
    }
}

/// mlir-opt's main function for the dialects of a registry; LLVM IR is imported first.
pub fn opt_main(tool: &str, arguments: &[String], registry: &Registry) -> i32 {
    let arguments: Vec<CString> = arguments
        .iter()
        .map(|argument| CString::new(argument.replace('\0', "")).unwrap_or_default())
        .collect();
    let mut pointers: Vec<_> = arguments.iter().map(|a| a.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    let count = i32::try_from(arguments.len()).unwrap_or(i32::MAX);
    // SAFETY: the list is one that C's main functions get.
    unsafe { scytheOptMain(count, pointers.as_mut_ptr(), string_ref(tool), registry.raw()) }
}
