//! Turns the property `sycl-no-alias` into `noalias`.
//!
//! Before: `define spir_kernel void @k(ptr "sycl-no-alias" %p)`
//! After:  `define spir_kernel void @k(ptr noalias "sycl-no-alias" %p)`
//!
//! To LLVM, `noalias` memory belongs to the function, and no barrier changes it. So kernels with barriers or
//! calls are left unchanged; the pass comes after inlining.

use scythe_llvm::add_attribute;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::string_attributes;
use scythe_mux::{Changed, MuxError, PassCx, PassDesc, SPIR_KERNEL, is_kernel};

use crate::apply_properties::is_pointer;
use crate::table::{self, Native, On};

pub const PASS: PassDesc = PassDesc {
    name: "apply-no-alias",
    summary: "turn the property into noalias, in kernels without communication",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        if !(function.get_call_conventions() == SPIR_KERNEL || is_kernel(function)) {
            continue;
        }
        let disjoint: Vec<u32> = (0..function.count_params())
            .filter(|&index| {
                is_pointer(function, index)
                    && string_attributes(function, Some(index)).iter().any(is_no_alias)
            })
            .collect();
        if disjoint.is_empty() || scythe_bind::meets_others(function) {
            continue;
        }
        for index in disjoint {
            add_attribute(function, AttributeLoc::Param(index), "noalias", 0);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn is_no_alias((name, value): &(String, String)) -> bool {
    table::find(On::Parameter, name)
        .is_some_and(|row| row.cpu == Native::NoAlias && row.numbers(value).is_some())
}
