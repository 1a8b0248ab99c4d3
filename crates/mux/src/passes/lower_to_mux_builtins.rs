//! Replaces calls of OpenCL's functions by mux builtins.
//!
//! Before: `call spir_func i64 @_Z13get_global_idj(i32 0)`
//! After:  `call i64 @__mux_get_global_id(i32 0)`
//!
//! | functions                                          | become                                  |
//! |----------------------------------------------------|-----------------------------------------|
//! | `get_global_id` and other queries                   | the corresponding builtin               |
//! | `barrier`, `work_group_barrier`, `sub_group_barrier` | the barrier, with SPIR-V's semantics  |
//! | `mem_fence` and the like, `atomic_work_item_fence` | `__mux_mem_barrier`                     |
//! | `work_group_…`, `sub_group_…` on values            | the group operation of their type       |
//! | `async_work_group_copy…`, `wait_group_events`      | a copy (`lower_copies`)                 |
//!
//! In a module for an older version, functions of OpenCL 2.0 are ordinary names. Orders and scopes have
//! clang's values.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::context::ContextRef;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, IntValue,
};
use scythe_llvm::{
    Repeated, call_argument, call_instruction, call_like_callee, erase_call, has_plain_types,
    replace_uses,
};

use super::calls::constant;
use super::lower_copies;
use super::mangled::{Number, calls_of_declared, demangle, first_number};
use crate::{Builtin, Changed, Element, MuxError, PassCx, PassDesc, ValueType};

pub const PASS: PassDesc = PassDesc {
    name: "lower-to-mux-builtins",
    summary: "replace calls of OpenCL's functions by mux builtins",
    run,
};

/// Queries without arguments other than a dimension. The number of sub-groups of an enqueued group is that of
/// any group: groups at the edge are not smaller.
const QUERIES: &[(&str, Builtin)] = &[
    ("get_work_dim", Builtin::WorkDim),
    ("get_global_size", Builtin::GlobalSize),
    ("get_global_id", Builtin::GlobalId),
    ("get_global_offset", Builtin::GlobalOffset),
    ("get_local_size", Builtin::LocalSize),
    ("get_local_id", Builtin::LocalId),
    ("get_num_groups", Builtin::NumGroups),
    ("get_group_id", Builtin::GroupId),
];

/// The same since OpenCL 2.0.
const NEWER_QUERIES: &[(&str, Builtin)] = &[
    ("get_enqueued_local_size", Builtin::EnqueuedLocalSize),
    ("get_global_linear_id", Builtin::GlobalLinearId),
    ("get_local_linear_id", Builtin::LocalLinearId),
    ("get_sub_group_size", Builtin::SubGroupSize),
    ("get_max_sub_group_size", Builtin::MaxSubGroupSize),
    ("get_num_sub_groups", Builtin::NumSubGroups),
    ("get_enqueued_num_sub_groups", Builtin::NumSubGroups),
    ("get_sub_group_id", Builtin::SubGroupId),
    ("get_sub_group_local_id", Builtin::SubGroupLocalId),
];

/// SPIR-V's values of scopes.
mod scope {
    pub const ALL_DEVICES: u64 = 0;
    pub const DEVICE: u64 = 1;
    pub const WORK_GROUP: u64 = 2;
    pub const SUB_GROUP: u64 = 3;
    pub const WORK_ITEM: u64 = 4;
}

/// SPIR-V's values of semantics.
mod semantics {
    pub const ACQUIRE: u64 = 0x2;
    pub const RELEASE: u64 = 0x4;
    pub const ACQUIRE_RELEASE: u64 = 0x8;
    pub const SEQUENTIALLY_CONSISTENT: u64 = 0x10;
    pub const LOCAL_MEMORY: u64 = 0x100;
    pub const GLOBAL_MEMORY: u64 = 0x200;
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let newer = version(cx.module).is_none_or(|major| major >= 2);
    let mut changed = Changed::No;
    for (call, callee, symbol) in calls_of_declared(cx.module) {
        let Some((name, types)) = demangle(&symbol).filter(|_| has_plain_types(callee)) else {
            continue;
        };
        if call.get_called_fn_type() != callee.get_type() {
            continue;
        }
        let builder = cx.module.get_context().create_builder();
        builder.position_before(&call_instruction(call));
        let lowering = Lowering { cx, builder: &builder, call, types };
        let Some(value) = lowering.lower(name, newer)? else { continue };
        replace(call, value);
        changed = Changed::Yes;
    }
    Ok(changed)
}

/// The major version of OpenCL that a module is for.
pub fn version(module: &Module<'_>) -> Option<u64> {
    let node = module.get_global_metadata("opencl.ocl.version").into_iter().next()?;
    match node.get_node_values()?.into_iter().next()? {
        BasicMetadataValueEnum::IntValue(major) => major.get_zero_extended_constant(),
        _ => None,
    }
}

fn replace(call: CallSiteValue<'_>, value: Option<BasicValueEnum<'_>>) {
    let name = call_instruction(call).get_name().map(std::ffi::CStr::to_owned);
    if let (Some(old), Some(new)) = (call.try_as_basic_value().basic(), value) {
        replace_uses(&old, &new);
    }
    erase_call(call);
    if let (Some(value), Some(name)) = (value, name)
        && let Some(made) = value.as_instruction_value()
        && made.get_name().is_some_and(|own| own.is_empty())
    {
        let _ = made.set_name(&name.to_string_lossy());
    }
}

/// A call that may be replaced.
pub struct Lowering<'a, 'c> {
    /// The input of the pass.
    pub cx: &'a PassCx<'a, 'c>,
    /// Positioned before the call.
    pub builder: &'a Builder<'c>,
    /// The call.
    pub call: CallSiteValue<'c>,
    /// The mangled types of the parameters.
    pub types: &'a str,
}

/// The result of lowering: none if the call is not replaced, otherwise its new result, if it has one.
pub type Lowered<'c> = Result<Option<Option<BasicValueEnum<'c>>>, MuxError>;

impl<'c> Lowering<'_, 'c> {
    fn lower(&self, name: &str, newer: bool) -> Lowered<'c> {
        if let Some(made) = self.fence_or_barrier(name, newer)? {
            return Ok(Some(made));
        }
        if let Some(lowered) = lower_copies::lower(self, name)? {
            return Ok(Some(lowered));
        }
        let known = QUERIES.iter().chain(NEWER_QUERIES.iter().filter(|_| newer));
        for &(query, builtin) in known {
            if query == name {
                return self.query(builtin);
            }
        }
        if !newer {
            return Ok(None);
        }
        for (prefix, group) in [("work_group_", true), ("sub_group_", false)] {
            if let Some(operation) = name.strip_prefix(prefix) {
                return self.collective(prefix, operation, group);
            }
        }
        match name.strip_prefix("intel_sub_group_") {
            Some(operation) if operation.starts_with("shuffle") => {
                self.collective("sub_group_", operation, false)
            }
            _ => Ok(None),
        }
    }

    /// An argument of the call.
    pub fn argument(&self, index: u32) -> Option<BasicValueEnum<'c>> {
        call_argument(self.call, index)
    }

    /// The type of the call's result.
    pub fn result(&self) -> Option<BasicTypeEnum<'c>> {
        self.call.get_called_fn_type().get_return_type()
    }

    fn number(&self, value: u64) -> IntValue<'c> {
        self.cx.module.get_context().i32_type().const_int(value, false)
    }

    /// Calls a builtin whose parameters and result match the call; otherwise the call is to a function of the
    /// program with the same name.
    fn emit(&self, builtin: Builtin, arguments: &[BasicValueEnum<'c>]) -> Lowered<'c> {
        let ty = builtin.function_type(self.cx.module);
        let types: Vec<_> = arguments.iter().map(|value| value.get_type().into()).collect();
        if ty.get_param_types() != types
            || (ty.get_return_type().is_none() && self.result().is_some())
        {
            return Ok(None);
        }
        let function = self.cx.target.declare_builtin(self.cx.module, builtin);
        let arguments: Vec<BasicMetadataValueEnum<'c>> =
            arguments.iter().map(|&value| value.into()).collect();
        let call = self.builder.build_call(function, &arguments, "")?;
        call_like_callee(call, Repeated::All);
        Ok(Some(call.try_as_basic_value().basic()))
    }

    fn query(&self, builtin: Builtin) -> Lowered<'c> {
        let result = builtin.function_type(self.cx.module).get_return_type();
        if self.result() != result {
            return Ok(None);
        }
        let arguments: Vec<_> =
            (0..self.call.count_arguments()).map_while(|i| self.argument(i)).collect();
        self.emit(builtin, &arguments)
    }

    fn fence_or_barrier(&self, name: &str, newer: bool) -> Lowered<'c> {
        let (fence, own_scope) = match name {
            "barrier" => (None, scope::WORK_GROUP),
            "work_group_barrier" if newer => (None, scope::WORK_GROUP),
            "sub_group_barrier" if newer => (None, scope::SUB_GROUP),
            "mem_fence" => (Some(semantics::ACQUIRE_RELEASE), scope::WORK_GROUP),
            "read_mem_fence" => (Some(semantics::ACQUIRE), scope::WORK_GROUP),
            "write_mem_fence" => (Some(semantics::RELEASE), scope::WORK_GROUP),
            "atomic_work_item_fence" if newer => return self.atomic_fence(),
            _ => return Ok(None),
        };
        // Flags that are not constants could name any memory.
        let Some(flags) = self.argument(0) else { return Ok(None) };
        let memory = memory(constant(flags).unwrap_or(u64::MAX));
        let scope = match self.argument(1).map(|scope| constant(scope).and_then(scope_of)) {
            None => own_scope,
            Some(Some(scope)) => scope,
            // The widest scope.
            Some(None) => scope::ALL_DEVICES,
        };
        if let Some(order) = fence {
            let arguments = [self.number(scope).into(), self.number(order | memory).into()];
            return self.emit(Builtin::MemBarrier, &arguments);
        }
        let builtin = match name {
            "sub_group_barrier" => Builtin::SubGroupBarrier,
            _ => Builtin::WorkGroupBarrier,
        };
        let meaning = semantics::SEQUENTIALLY_CONSISTENT | memory;
        let arguments = [0, scope, meaning].map(|value| self.number(value).into());
        self.emit(builtin, &arguments)
    }

    /// `atomic_work_item_fence(flags, order, scope)`.
    fn atomic_fence(&self) -> Lowered<'c> {
        let given = [0, 1, 2].map(|index| self.argument(index));
        let [Some(flags), Some(order), Some(scope)] = given else { return Ok(None) };
        let memory = memory(constant(flags).unwrap_or(u64::MAX));
        let order = constant(order).map_or(semantics::SEQUENTIALLY_CONSISTENT, order_of);
        let scope = constant(scope).and_then(scope_of).unwrap_or(scope::ALL_DEVICES);
        let arguments = [scope, order | memory].map(|value| self.number(value).into());
        self.emit(Builtin::MemBarrier, &arguments)
    }

    /// A group operation. Those of work-groups take the id of a barrier first.
    fn collective(&self, prefix: &str, operation: &str, group: bool) -> Lowered<'c> {
        let Some(value) = self.argument(0) else { return Ok(None) };
        if self.result() != Some(value.get_type()) {
            return Ok(None);
        }
        let id = group.then(|| self.number(0).into());
        if operation == "all" || operation == "any" {
            let BasicValueEnum::IntValue(value) = value else { return Ok(None) };
            let zero = value.get_type().const_zero();
            let truth = self.builder.build_int_compare(IntPredicate::NE, value, zero, "")?;
            let arguments: Vec<_> = id.into_iter().chain([truth.into()]).collect();
            let Some(builtin) = Builtin::from_name(&format!("__mux_{prefix}{operation}_i1")) else {
                return Ok(None);
            };
            let Some(Some(BasicValueEnum::IntValue(all))) = self.emit(builtin, &arguments)? else {
                return Ok(None);
            };
            // In OpenCL's vectors, true has all bits set.
            let old = call_instruction(self.call);
            let name = old.get_name().map(std::ffi::CStr::to_owned).unwrap_or_default();
            let _ = old.set_name("");
            all.set_name(&name.to_string_lossy());
            let wide = self.builder.build_int_s_extend(all, value.get_type(), "truth")?;
            return Ok(Some(Some(wide.into())));
        }
        let Some(builtin) = self.operation(prefix, operation, value.get_type()) else {
            return Ok(None);
        };
        let mut arguments: Vec<BasicValueEnum<'c>> = id.into_iter().collect();
        match operation {
            "broadcast" if group => {
                arguments.push(value);
                let zero = crate::size_type(self.cx.module).const_zero();
                arguments.extend((1..4).map(|i| self.argument(i).unwrap_or(zero.into())));
            }
            // Khronos' shuffles have one value, Intel's two.
            "shuffle_up" | "shuffle_down" if self.call.count_arguments() == 2 => {
                arguments.extend([value, value]);
                arguments.extend(self.argument(1));
            }
            _ => {
                arguments.extend((0..self.call.count_arguments()).filter_map(|i| self.argument(i)))
            }
        }
        self.emit(builtin, &arguments)
    }

    fn operation(&self, prefix: &str, operation: &str, ty: BasicTypeEnum<'c>) -> Option<Builtin> {
        let (number, _) = first_number(self.types)?;
        let name = match ["reduce_", "scan_inclusive_", "scan_exclusive_"]
            .iter()
            .find_map(|kind| Some((kind, operation.strip_prefix(kind)?)))
        {
            Some((kind, operator)) => {
                format!("{kind}{}{operator}", operand_letter(operator, number)?)
            }
            None => operation.to_owned(),
        };
        let ty = value_type(self.cx.module.get_context(), ty)?;
        Builtin::from_name(&format!("__mux_{prefix}{name}_{ty}"))
    }
}

/// The letter in a builtin's operator for a kind of numbers.
fn operand_letter(operator: &str, number: Number) -> Option<&'static str> {
    match (operator, number) {
        ("add" | "mul" | "min" | "max", Number::Float) => Some("f"),
        ("min" | "max", Number::Signed) => Some("s"),
        ("min" | "max", Number::Unsigned) => Some("u"),
        ("add" | "mul" | "and" | "or" | "xor", Number::Signed | Number::Unsigned) => Some(""),
        _ => None,
    }
}

/// The group operation's type for an LLVM type.
fn value_type<'c>(context: ContextRef<'c>, ty: BasicTypeEnum<'c>) -> Option<ValueType> {
    let of = |ty: BasicTypeEnum<'c>| {
        Element::ALL.iter().copied().find(|element| element.llvm(context) == ty)
    };
    match ty {
        BasicTypeEnum::VectorType(vector) => {
            let lanes = crate::Lanes::Fixed(vector.get_size());
            Some(ValueType { element: of(vector.get_element_type())?, lanes })
        }
        _ => of(ty).map(Into::into),
    }
}

/// The memory semantics of `CLK_LOCAL_MEM_FENCE`, `CLK_GLOBAL_MEM_FENCE` and `CLK_IMAGE_MEM_FENCE`.
fn memory(flags: u64) -> u64 {
    let local = if flags & 1 == 0 { 0 } else { semantics::LOCAL_MEMORY };
    let global = if flags & 6 == 0 { 0 } else { semantics::GLOBAL_MEMORY };
    local | global
}

/// `memory_scope`, with clang's values.
fn scope_of(number: u64) -> Option<u64> {
    let scopes =
        [scope::WORK_ITEM, scope::WORK_GROUP, scope::DEVICE, scope::ALL_DEVICES, scope::SUB_GROUP];
    scopes.get(usize::try_from(number).ok()?).copied()
}

/// `memory_order`, with clang's values.
fn order_of(number: u64) -> u64 {
    match number {
        0 => 0,
        1 | 2 => semantics::ACQUIRE,
        3 => semantics::RELEASE,
        4 => semantics::ACQUIRE_RELEASE,
        _ => semantics::SEQUENTIALLY_CONSISTENT,
    }
}
