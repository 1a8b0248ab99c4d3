//! Addresses of strings with the names of kernels become `sycl.host.get_kernel`.
//!
//! Before: `%0 = llvm.mlir.addressof @.str`, of a constant `"_ZTS10KernelName\00"`
//! After:  `%0 = sycl.host.get_kernel @device_functions::@_ZTS10KernelName : !llvm.ptr`

use std::collections::HashMap;

use scythe_mlir::{Attribute, Block, Build, Op, walk};
use scythe_sycl_dialect::host_ops::KERNEL_NAME;

use super::names::GET_KERNEL;
use super::objects::functions;

/// Raises the names of kernels in all functions.
pub(super) fn raise(module: Op<'_>) {
    let names = strings(module, &kernels(module));
    if names.is_empty() {
        return;
    }
    for function in functions(module) {
        for op in walk(function).into_iter().filter(|op| op.name() == "llvm.mlir.addressof") {
            let string = op.attribute("global_name").and_then(Attribute::as_symbol);
            let kernel = string.and_then(|name| names.get(name));
            if let Some((kernel, result)) = kernel.zip(op.result(0)) {
                let got = Build::new(GET_KERNEL, op.location())
                    .attribute(KERNEL_NAME, *kernel)
                    .results(&[result.ty()])
                    .value_before(op);
                result.replace_uses(got);
                op.erase();
            }
        }
    }
}

fn inside(op: Op<'_>) -> impl Iterator<Item = Op<'_>> {
    op.body().into_iter().flat_map(Block::operations)
}

/// The kernels of a module by their names.
fn kernels(module: Op<'_>) -> HashMap<&str, Attribute<'_>> {
    let mut found = HashMap::new();
    for table in inside(module).filter(|op| op.name() == "gpu.module") {
        let Some(table_name) = table.symbol_name() else { continue };
        for kernel in inside(table).filter(|op| op.attribute("gpu.kernel").is_some()) {
            if let Some(name) = kernel.symbol_name() {
                let path = Attribute::symbol_path(module.location(), &[table_name, name]);
                found.insert(name, path);
            }
        }
    }
    found
}

/// The variables of a module that are strings with the name of a kernel.
fn strings<'c>(
    module: Op<'c>,
    kernels: &HashMap<&str, Attribute<'c>>,
) -> HashMap<&'c str, Attribute<'c>> {
    let mut found = HashMap::new();
    for op in inside(module) {
        let is_constant = op.name() == "llvm.mlir.global" && op.attribute("constant").is_some();
        let text = op.attribute("value").filter(|_| is_constant).and_then(Attribute::as_string);
        let kernel = text.and_then(|text| kernels.get(text.strip_suffix('\0')?));
        if let Some((symbol, kernel)) = op.symbol_name().zip(kernel) {
            found.insert(symbol, *kernel);
        }
    }
    found
}
