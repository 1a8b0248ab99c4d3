//! Moves the module's variables in local memory to the stack frame of the kernel.
//!
//! Before: `@a = internal addrspace(3) global i16 poison`, used by `@k` or what it calls
//! After:  `%localVarTypes = type { i16, … }`; `@k.mux-local-var-wrapper` has one such struct, and its
//!         address is passed to every function that uses one of the variables
//!
//! One call of a kernel runs a work-group, so the group shares the struct. Unused variables are removed.
//!
//! Requires: work-item loops, if the target has any: each call of the wrapper is a work-group.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::types::{BasicTypeEnum, PointerType, StructType};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue,
    InstructionOpcode, InstructionValue, PointerValue,
};
use scythe_llvm::{
    call_instruction, call_sites, calls_in, clone_with_parameters, describe_local, erase_functions,
    erase_variable, expand_constants, extend_call, in_bounds_element, move_used, variable_place,
    variable_users,
};

use super::compute_local_memory_usage::{local_variables, type_of};
use super::wrapper;
use crate::kernel::{base_name, is_kernel};
use crate::{Changed, MuxError, PassCx, PassDesc, size_type};

pub const PASS: PassDesc = PassDesc {
    name: "replace-module-scope-vars",
    summary: "move variables in local memory into the frames of kernels",
    run,
};

/// The struct, and the position of each variable in it.
struct Frame<'c> {
    ty: StructType<'c>,
    align: u64,
    members: Vec<Member<'c>>,
}

struct Member<'c> {
    variable: GlobalValue<'c>,
    index: u32,
    offset: u64,
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut used = Vec::new();
    for variable in local_variables(cx.module) {
        expand_constants(variable);
        let users = variable_users(variable);
        if users.initializers {
            return Err(MuxError::malformed(
                variable.get_name().to_string_lossy(),
                "lies in local memory and another variable starts with its address, which is not \
                 known then",
            ));
        }
        if users.instructions.is_empty() {
            erase_variable(variable);
        } else {
            used.push(variable);
        }
    }
    if used.is_empty() {
        return Ok(Changed::No);
    }
    let frame = lay_out(cx.module, &used)?;
    for (function, address) in add_parameters(cx, &used)? {
        redirect(cx, function, address, &frame)?;
        if is_kernel(function) {
            wrap_kernel(cx, function, &frame)?;
        }
    }
    for variable in used {
        erase_variable(variable);
    }
    Ok(Changed::Yes)
}

/// Variables in the order of the module, with explicit padding for their alignment.
fn lay_out<'c>(module: &Module<'c>, used: &[GlobalValue<'c>]) -> Result<Frame<'c>, MuxError> {
    let context = module.get_context();
    let layout = TargetData::create(&module.get_data_layout().as_str().to_string_lossy());
    let (mut types, mut members): (Vec<BasicTypeEnum<'c>>, _) = (Vec::new(), Vec::new());
    let (mut offset, mut strictest) = (0u64, 1);
    for &variable in used {
        let name = || variable.get_name().to_string_lossy().into_owned();
        let ty = type_of(variable)?;
        let (_, align) = variable_place(variable)
            .ok_or_else(|| MuxError::malformed(name(), "is not a variable"))?;
        let bytes = layout.get_abi_size(&ty);
        // OpenCL aligns vectors to their size, and those of three elements like those of four.
        let align = if ty.is_vector_type() { align.max(bytes.next_power_of_two()) } else { align };
        strictest = strictest.max(align);
        let gap = offset.next_multiple_of(align) - offset;
        if gap > 0 {
            let gap = u32::try_from(gap).unwrap_or(u32::MAX);
            types.push(context.i8_type().array_type(gap).into());
        }
        offset += gap;
        let index = u32::try_from(types.len()).unwrap_or(u32::MAX);
        members.push(Member { variable, index, offset });
        types.push(ty);
        offset += bytes;
    }
    let ty = context.opaque_struct_type("localVarTypes");
    ty.set_body(&types, false);
    Ok(Frame { ty, align: strictest, members })
}

/// Adds a last parameter, the struct's address, to every function that uses a variable, and to its callers.
/// Returns the new functions with it.
fn add_parameters<'c>(
    cx: &PassCx<'_, 'c>,
    used: &[GlobalValue<'c>],
) -> Result<Vec<(FunctionValue<'c>, PointerValue<'c>)>, MuxError> {
    let mut needy: HashSet<FunctionValue<'c>> = HashSet::new();
    let mut open: Vec<FunctionValue<'c>> = Vec::new();
    for &variable in used {
        let users = variable_users(variable).instructions.into_iter();
        open.extend(users.filter_map(|instruction| instruction.get_parent()?.get_parent()));
    }
    while let Some(function) = open.pop() {
        if !needy.insert(function) {
            continue;
        }
        let sites = call_sites(function).ok_or_else(|| {
            MuxError::malformed(
                function.get_name().to_string_lossy(),
                "uses local memory and has its address taken, so callers cannot pass it on",
            )
        })?;
        open.extend(sites.into_iter().filter_map(caller_of));
    }
    let old: Vec<FunctionValue<'c>> =
        cx.module.get_functions().filter(|function| needy.contains(function)).collect();
    let pointer: BasicTypeEnum<'c> = cx.module.get_context().ptr_type(Default::default()).into();
    let mut clones = HashMap::new();
    for &function in &old {
        let name = function.get_name().to_string_lossy().into_owned();
        function.as_global_value().set_name("");
        let clone = clone_with_parameters(function, &name, &[pointer]);
        move_used(function, clone);
        clones.insert(function, clone);
    }
    let mut new = Vec::new();
    for function in &old {
        let clone = clones[function];
        let address = match clone.get_last_param() {
            Some(BasicValueEnum::PointerValue(address)) => address,
            _ => return Err(MuxError::malformed(base_name(clone), "lost its last parameter")),
        };
        for call in calls_in(clone) {
            if let Some(&callee) = call.get_called_fn_value().and_then(|f| clones.get(&f)) {
                extend_call(call, callee, &[address.into()]);
            }
        }
        new.push((clone, address));
    }
    erase_functions(&old);
    Ok(new)
}

fn caller_of(call: CallSiteValue<'_>) -> Option<FunctionValue<'_>> {
    call_instruction(call).get_parent()?.get_parent()
}

/// Makes a function use the struct's members instead of the variables.
fn redirect<'c>(
    cx: &PassCx<'_, 'c>,
    function: FunctionValue<'c>,
    base: PointerValue<'c>,
    frame: &Frame<'c>,
) -> Result<(), MuxError> {
    for member in &frame.members {
        for user in variable_users(member.variable).instructions {
            let inside = user.get_parent().and_then(|block| block.get_parent());
            if inside == Some(function) {
                replace_operands(cx, user, base, frame.ty, member)?;
            }
        }
    }
    Ok(())
}

fn replace_operands<'c>(
    cx: &PassCx<'_, 'c>,
    user: InstructionValue<'c>,
    base: PointerValue<'c>,
    ty: StructType<'c>,
    member: &Member<'c>,
) -> Result<(), MuxError> {
    let variable = member.variable.as_pointer_value();
    let space: PointerType<'c> = variable.get_type();
    let address_before = |at: InstructionValue<'c>| -> Result<PointerValue<'c>, MuxError> {
        let builder = cx.module.get_context().create_builder();
        builder.position_before(&at);
        let address = in_bounds_element(&builder, ty, base, member.index, "")?;
        Ok(builder.build_address_space_cast(address, space, "")?)
    };
    let places = (0..user.get_num_operands()).filter(|&index| {
        user.get_operand(index).and_then(|operand| operand.value()) == Some(variable.into())
    });
    let places: Vec<u32> = places.collect();
    if user.get_opcode() != InstructionOpcode::Phi {
        let address = address_before(user)?;
        for index in places {
            user.set_operand(index, address);
        }
        return Ok(());
    }
    // A phi uses values at the ends of its incoming blocks; those of one block must be the same.
    let mut known: HashMap<_, PointerValue<'c>> = HashMap::new();
    for index in places {
        let lost = || MuxError::malformed("<phi>", "has an edge from nowhere");
        let block = scythe_llvm::incoming_block(user, index).ok_or_else(lost)?;
        let address = match known.get(&block) {
            Some(&address) => address,
            None => address_before(block.get_terminator().ok_or_else(lost)?)?,
        };
        known.insert(block, address);
        user.set_operand(index, address);
    }
    Ok(())
}

fn wrap_kernel<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    frame: &Frame<'c>,
) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let own = kernel.count_params() - 1;
    let types: Vec<_> = kernel.get_type().get_param_types();
    let ty = context.void_type().fn_type(&types[..own as usize], false);
    let outer = wrapper::wrap(module, kernel, "mux-local-var-wrapper", ty);
    for (index, (from, to)) in kernel.get_params().iter().zip(outer.get_params()).enumerate() {
        to.set_name(&from.get_name().to_string_lossy());
        let at = AttributeLoc::Param(u32::try_from(index).unwrap_or(u32::MAX));
        for attribute in kernel.attributes(at) {
            outer.add_attribute(at, attribute);
        }
    }
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(outer, ""));
    let variables = builder.build_alloca(frame.ty, "")?;
    let align = u32::try_from(frame.align).unwrap_or(u32::MAX);
    if let Some(alloca) = variables.as_instruction_value() {
        alloca
            .set_alignment(align)
            .map_err(|e| MuxError::malformed(base_name(kernel), e.to_string()))?;
    }
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> =
        outer.get_params().into_iter().map(Into::into).collect();
    let layout = TargetData::create(&module.get_data_layout().as_str().to_string_lossy());
    let bytes = size_type(module).const_int(layout.get_abi_size(&frame.ty), false);
    arguments.push(cx.target.emit_local_frame(module, &builder, variables, bytes)?.into());
    builder.build_call(kernel, &arguments, "")?;
    builder.build_return(None)?;
    wrapper::finish(outer, kernel);
    for member in &frame.members {
        describe_local(outer, variables, member.variable, member.offset);
    }
    Ok(())
}
