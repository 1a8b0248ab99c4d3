//! Computes the size of the module's variables in local memory, per kernel.
//!
//! Before: `define void @k() "mux-kernel"="entry-point"`, which reaches `@a = addrspace(3) global i16`
//! After:  the same with `"mux-local-mem-usage"="2"`
//!
//! Variables that a kernel's callees use count; unused variables of the module do not.

use std::collections::HashSet;

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::types::{BasicType, BasicTypeEnum};
use scythe_llvm::inkwell::values::{FunctionValue, GlobalValue};
use scythe_llvm::{references, set_attribute, variable_place, variable_users};

use crate::kernel::{ATTR_LOCAL_MEMORY, kernels};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "compute-local-memory-usage",
    summary: "note how much local memory each kernel's variables take",
    run,
};

/// SPIR's address space of local memory.
pub(crate) const LOCAL: u16 = 3;

/// The variables of a module in local memory.
pub(super) fn local_variables<'c>(module: &Module<'c>) -> Vec<GlobalValue<'c>> {
    let is_local = |global: &GlobalValue<'c>| {
        variable_place(*global).is_some_and(|(space, _)| space == u32::from(LOCAL))
    };
    module.get_globals().filter(is_local).collect()
}

/// The functions whose instructions use a variable.
pub(super) fn users_of<'c>(global: GlobalValue<'c>) -> HashSet<FunctionValue<'c>> {
    variable_users(global)
        .instructions
        .into_iter()
        .filter_map(|instruction| instruction.get_parent()?.get_parent())
        .collect()
}

/// The type of a variable in local memory.
pub(super) fn type_of<'c>(variable: GlobalValue<'c>) -> Result<BasicTypeEnum<'c>, MuxError> {
    let malformed = |what: &str| MuxError::malformed(variable.get_name().to_string_lossy(), what);
    let ty = BasicTypeEnum::try_from(variable.get_value_type());
    let ty = ty.map_err(|()| malformed("is a variable without a type"))?;
    // Only opaque structs, and types that contain them, have no size.
    if ty.size_of().is_none() {
        return Err(malformed("is in local memory and has a type of unknown size"));
    }
    Ok(ty)
}

/// The size and the users of each variable in local memory.
pub(super) struct Usage<'c>(Vec<(HashSet<FunctionValue<'c>>, u64)>);

impl<'c> Usage<'c> {
    pub(super) fn of(module: &Module<'c>) -> Result<Self, MuxError> {
        let layout = TargetData::create(&module.get_data_layout().as_str().to_string_lossy());
        let mut variables = Vec::new();
        for variable in local_variables(module) {
            variables.push((users_of(variable), layout.get_abi_size(&type_of(variable)?)));
        }
        Ok(Self(variables))
    }

    /// The size of all variables that a kernel reaches.
    pub(super) fn bytes(&self, kernel: FunctionValue<'c>) -> u64 {
        let (mut reached, mut open) = (HashSet::new(), vec![kernel]);
        while let Some(function) = open.pop() {
            if reached.insert(function) {
                open.extend(references(function));
            }
        }
        let used = self.0.iter().filter(|(users, _)| !users.is_disjoint(&reached));
        used.map(|(_, bytes)| bytes).sum()
    }
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let usage = Usage::of(cx.module)?;
    let kernels = kernels(cx.module);
    for &kernel in &kernels {
        let bytes = usage.bytes(kernel);
        set_attribute(cx.module, kernel, ATTR_LOCAL_MEMORY, &bytes.to_string());
    }
    Ok(if kernels.is_empty() { Changed::No } else { Changed::Yes })
}
