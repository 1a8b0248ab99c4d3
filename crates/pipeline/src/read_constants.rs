//! Which specialization constants a kernel reads, according to clang's IR.

use std::collections::BTreeSet;

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue};
use scythe_llvm::{call_argument, calls_in, reachable};
use scythe_mux::Builtin;

/// The keys of the constants that a kernel or a function of its translation unit that it calls reads, sorted,
/// each once.
pub fn of(module: &Module<'_>, kernel: &str) -> Vec<u64> {
    let (Some(question), Some(kernel)) =
        (module.get_function(&Builtin::SpecializationConstant.name()), module.get_function(kernel))
    else {
        return Vec::new();
    };
    let reached = reachable(kernel).into_iter();
    let keys: BTreeSet<u64> = reached.flat_map(|f| asked_for(f, question)).collect();
    keys.into_iter().collect()
}

fn asked_for(function: FunctionValue<'_>, question: FunctionValue<'_>) -> Vec<u64> {
    calls_in(function)
        .into_iter()
        .filter(|call| call.get_called_fn_value() == Some(question))
        .filter_map(|call| match call_argument(call, 0)? {
            BasicValueEnum::IntValue(key) => key.get_zero_extended_constant(),
            _ => None,
        })
        .collect()
}
