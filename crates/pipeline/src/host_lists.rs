//! Clang's lists in device code that are about the host.
//!
//! A kernel may name a static variable of the function that launches it. Clang then emits that function too, and
//! with it whatever host code it uses, variables with initialisers among them, which clang lists as used. The list
//! would keep all that, under names that the host has as well.

use scythe_llvm::erase_variable;
use scythe_llvm::inkwell::module::Module;

/// What has to stay although nobody refers to it. In device code nothing does but kernels.
const USED: &str = "llvm.used";

/// What runs when a program starts and ends. Sanitizers have a function there that registers device code too, where
/// it is native; initialisers of variables never run for a device.
const STARTED: &[&str] = &["llvm.global_ctors", "llvm.global_dtors", "llvm.compiler.used"];

/// Takes the list off native device code.
pub fn drop_for_cpu(module: &Module<'_>) {
    drop_list(module, USED);
}

/// Takes the lists off device code that a driver loads.
pub fn drop_for_drivers(module: &Module<'_>) {
    drop_list(module, USED);
    for list in STARTED {
        drop_list(module, list);
    }
}

fn drop_list(module: &Module<'_>, name: &str) {
    if let Some(list) = module.get_global(name) {
        erase_variable(list);
    }
}
