//! Passes memory to kernels as parameters, on targets whose code cannot find it otherwise.
//!
//! Before: `%p = call ptr addrspace(3) @__mux_local_memory(i64 8)` in `@k` or in what it calls; `@g`, a
//!         variable that `!mux-device-variables` names
//! After:  `define spir_kernel void @k(…, ptr addrspace(3) %local-memory, ptr addrspace(1) %g)`; the call is
//!         an offset into the parameter, and every use of the variable is a use of the parameter.
//!         `"mux-hidden-params"="local-memory,g"` says what the parameters are, in their order
//!
//! For targets whose drivers own that memory. A kernel gets only what it uses; functions between the kernel
//! and the use pass it on.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::PointerType;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue, PointerValue,
};
use scythe_llvm::{
    call_argument, call_instruction, call_sites, calls_in, clone_with_parameters, erase,
    erase_call, erase_functions, erase_variable, expand_constants, extend_call, in_bytes,
    move_used, replace_uses, set_attribute, string_attribute, variable_users,
};

use crate::kernel::{base_name, is_kernel};
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "add-hidden-params",
    summary: "pass local memory and variables of the device to kernels as parameters",
    run,
};

/// On a kernel: its last parameters, separated by commas: [`LOCAL_MEMORY`], or the name of a variable.
pub const ATTR_HIDDEN: &str = "mux-hidden-params";
/// Local memory in [`ATTR_HIDDEN`].
pub const LOCAL_MEMORY: &str = "local-memory";
/// Named metadata: the names of variables in device memory whose addresses are passed to kernels.
pub const META_VARIABLES: &str = "mux-device-variables";

/// The address space of `__mux_local_memory`, on targets with address spaces.
const LOCAL_SPACE: u16 = 3;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let local = cx.module.get_function(&Builtin::LocalMemory.name());
    // Targets that find local memory by themselves have defined it.
    if let Some(local) = local.filter(|local| local.count_basic_blocks() == 0) {
        pass_local_memory(cx.module, local)?;
        changed = Changed::Yes;
    }
    for variable in device_variables(cx.module) {
        pass_variable(cx.module, variable)?;
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// Marks a variable as living in device memory.
///
/// # Errors
/// When LLVM rejects the metadata; that is a bug.
pub fn mark_device_variable(module: &Module<'_>, name: &str) -> Result<(), MuxError> {
    let context = module.get_context();
    let node = context.metadata_node(&[context.metadata_string(name).into()]);
    module
        .add_global_metadata(META_VARIABLES, &node)
        .map_err(|error| MuxError::malformed(META_VARIABLES, error.to_string()))
}

/// The variables in device memory, each once: linked modules may both name one.
fn device_variables<'c>(module: &Module<'c>) -> Vec<GlobalValue<'c>> {
    let listed = module.get_global_metadata(META_VARIABLES);
    let names = listed.iter().flat_map(|node| node.get_node_values()).flatten();
    let mut variables = Vec::new();
    for name in names {
        let BasicMetadataValueEnum::MetadataValue(name) = name else { continue };
        let variable = name
            .get_string_value()
            .and_then(|name| module.get_global(&String::from_utf8_lossy(name)));
        if let Some(variable) = variable.filter(|variable| !variables.contains(variable)) {
            variables.push(variable);
        }
    }
    variables
}

fn pass_local_memory<'c>(module: &Module<'c>, local: FunctionValue<'c>) -> Result<(), MuxError> {
    let space = module.get_context().ptr_type(AddressSpace::from(LOCAL_SPACE));
    let sites = call_sites(local)
        .ok_or_else(|| MuxError::malformed(base_name(local), "has its address taken"))?;
    let users: Vec<FunctionValue<'c>> = sites.into_iter().filter_map(caller_of).collect();
    for (function, memory) in pass_down(module, users, space, LOCAL_MEMORY)? {
        for call in calls_in(function) {
            if call.get_called_fn_value() == Some(local) {
                at_offset(module, call, memory)?;
            }
        }
    }
    erase(local);
    Ok(())
}

/// Replaces a call for local memory by an offset into it.
fn at_offset<'c>(
    module: &Module<'c>,
    call: CallSiteValue<'c>,
    memory: PointerValue<'c>,
) -> Result<(), MuxError> {
    let builder = module.get_context().create_builder();
    builder.position_before(&call_instruction(call));
    let (Some(BasicValueEnum::IntValue(offset)), Some(BasicValueEnum::PointerValue(old))) =
        (call_argument(call, 0), call.try_as_basic_value().basic())
    else {
        return Err(MuxError::malformed(Builtin::LocalMemory.name(), "is called with other types"));
    };
    let address = in_bytes(&builder, memory, offset)?;
    let address = builder.build_address_space_cast(address, old.get_type(), "")?;
    replace_uses(&call_instruction(call), &address);
    erase_call(call);
    Ok(())
}

fn pass_variable<'c>(module: &Module<'c>, variable: GlobalValue<'c>) -> Result<(), MuxError> {
    let name = variable.get_name().to_string_lossy().into_owned();
    expand_constants(variable);
    if variable_users(variable).initializers {
        return Err(MuxError::malformed(
            name,
            "is in device memory, and another variable is initialized with its address, which is not known then",
        ));
    }
    let users = variable_users(variable).instructions;
    let users = users.iter().filter_map(|user| user.get_parent()?.get_parent()).collect();
    let address = variable.as_pointer_value();
    for (function, parameter) in pass_down(module, users, address.get_type(), &name)? {
        for user in variable_users(variable).instructions {
            if user.get_parent().and_then(|block| block.get_parent()) != Some(function) {
                continue;
            }
            for index in 0..user.get_num_operands() {
                let operand = user.get_operand(index).and_then(|operand| operand.value());
                if operand == Some(address.into()) {
                    user.set_operand(index, parameter);
                }
            }
        }
    }
    erase_variable(variable);
    Ok(())
}

/// Adds a last parameter to every function of `users`, and to their callers. Returns the new functions with
/// it.
pub fn pass_down<'c>(
    module: &Module<'c>,
    users: Vec<FunctionValue<'c>>,
    ty: PointerType<'c>,
    name: &str,
) -> Result<Vec<(FunctionValue<'c>, PointerValue<'c>)>, MuxError> {
    let old = with_callers(module, users)?;
    let mut clones = HashMap::new();
    for &function in &old {
        let symbol = function.get_name().to_string_lossy().into_owned();
        function.as_global_value().set_name("");
        let clone = clone_with_parameters(function, &symbol, &[ty.into()]);
        move_used(function, clone);
        clones.insert(function, clone);
    }
    let mut new = Vec::new();
    for function in &old {
        let clone = clones[function];
        let Some(BasicValueEnum::PointerValue(parameter)) = clone.get_last_param() else {
            return Err(MuxError::malformed(base_name(clone), "lost its last parameter"));
        };
        parameter.set_name(name);
        if is_kernel(clone) {
            let before = string_attribute(clone, ATTR_HIDDEN);
            let all = before.map_or_else(|| name.to_owned(), |before| format!("{before},{name}"));
            set_attribute(module, clone, ATTR_HIDDEN, &all);
        }
        for call in calls_in(clone) {
            if let Some(&callee) = call.get_called_fn_value().and_then(|f| clones.get(&f)) {
                extend_call(call, callee, &[parameter.into()]);
            }
        }
        new.push((clone, parameter));
    }
    erase_functions(&old);
    Ok(new)
}

/// The functions and their callers, direct and indirect, in module order.
fn with_callers<'c>(
    module: &Module<'c>,
    mut open: Vec<FunctionValue<'c>>,
) -> Result<Vec<FunctionValue<'c>>, MuxError> {
    let mut needy: HashSet<FunctionValue<'c>> = HashSet::new();
    while let Some(function) = open.pop() {
        if !needy.insert(function) {
            continue;
        }
        let sites = call_sites(function).ok_or_else(|| {
            MuxError::malformed(
                base_name(function),
                "uses device memory and has its address taken, so callers cannot pass it on",
            )
        })?;
        open.extend(sites.into_iter().filter_map(caller_of));
    }
    Ok(module.get_functions().filter(|function| needy.contains(function)).collect())
}

/// The function that contains a call.
pub fn caller_of(call: CallSiteValue<'_>) -> Option<FunctionValue<'_>> {
    call_instruction(call).get_parent()?.get_parent()
}
