//! Translation from and to LLVM IR, and mlir-opt's main function.

use std::ffi::CString;

use scythe_llvm::inkwell::context::ContextRef;
use scythe_llvm::inkwell::module::Module as LlvmModule;

use crate::context::{Context, Registry};
use crate::ffi::*;
use crate::text::string_ref;
use crate::{Module, Op};

/// Imports LLVM IR into the LLVM dialect; none if MLIR reports an error.
#[must_use]
pub fn import<'c>(context: &'c Context, module: LlvmModule<'_>) -> Option<Module<'c>> {
    let raw = module.as_mut_ptr();
    // The importer takes ownership.
    std::mem::forget(module);
    // SAFETY: the module is valid, and owned here.
    Module::checked(unsafe { scytheImport(raw.cast(), context.raw()) })
}

/// Exports a module of the LLVM dialect to LLVM IR; none if MLIR reports an error.
#[must_use]
pub fn export<'l>(context: ContextRef<'l>, module: Op<'_>) -> Option<LlvmModule<'l>> {
    // SAFETY: both handles are valid; the result is a module of that context, owned by the caller.
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
    // SAFETY: the list has the layout of a main function's arguments.
    unsafe { scytheOptMain(count, pointers.as_mut_ptr(), string_ref(tool), registry.raw()) }
}
