//! How IR says which functions are kernels.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{set_attribute, string_attribute};

/// On a kernel; the value `entry-point` marks the function the next stage starts from.
pub const ATTR_KERNEL: &str = "mux-kernel";
/// On a kernel and its wrappers: the kernel's name as it came from clang.
pub const ATTR_ORIGINAL: &str = "mux-orig-fn";

/// All functions that are entry points now, in module order.
#[must_use]
pub fn entry_points<'c>(module: &Module<'c>) -> Vec<FunctionValue<'c>> {
    module
        .get_functions()
        .filter(|f| f.count_basic_blocks() > 0)
        .filter(|&f| string_attribute(f, ATTR_KERNEL).as_deref() == Some("entry-point"))
        .collect()
}

/// Marks a function as the entry point of the kernel `original`.
pub fn mark_entry_point(module: &Module<'_>, function: FunctionValue<'_>, original: &str) {
    set_attribute(module, function, ATTR_KERNEL, "entry-point");
    set_attribute(module, function, ATTR_ORIGINAL, original);
}

/// The name of the kernel a function stands for: the one clang gave, however often it was wrapped.
#[must_use]
pub fn original_name(function: FunctionValue<'_>) -> String {
    string_attribute(function, ATTR_ORIGINAL)
        .unwrap_or_else(|| function.get_name().to_string_lossy().into_owned())
}
