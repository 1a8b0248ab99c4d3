//! The entry point of a kernel in device code.
//!
//! Before: `define spir_kernel void @k(ptr byval(%closure) %kernel)`, the kernel as clang made it
//! After:  `define spir_kernel void @k(i32 %kernel.i, ptr byval(%X) %kernel.st.<1>, …)`, which rebuilds
//!         the closure from the arguments of the plan and calls the kernel, now `@k.body`, with it
//!
//! A kernel whose parameters are its arguments keeps its signature; clang passes objects that are not trivially
//! copyable by the address of a temporary, which looks like any pointer; the plan distinguishes them, and afterwards
//! the back end sees one passing mode.

use scythe_frontend::arguments::plan::{Argument, ArgumentType, Object, Plan, Rebuilt};
use scythe_frontend::notes::{Kernel, Kind};
use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{
    AnyTypeEnum, ArrayType, BasicMetadataTypeEnum, BasicTypeEnum, PointerType,
};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode,
    InstructionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    Repeated, SPIR_FUNC, add_attribute, borrow_debug_info, by_value, call_like_callee, calls_in,
    drop_attribute, in_bytes, references, release_used, set_attribute, string_attribute,
};

use crate::BindError;

/// Attributes of a kernel's body that are not valid for a function that receives arguments and rebuilds
/// objects.
const BODYS_OWN: &[&str] = &["memory", "optnone", "noinline", "norecurse"];

/// A kernel that rebuilds its objects.
#[derive(Clone, Copy, Debug)]
pub struct EntryPoint<'c> {
    /// Receives the arguments of the plan.
    pub entry: FunctionValue<'c>,
    /// The kernel as written, which only the entry point calls.
    pub body: FunctionValue<'c>,
}

/// The attribute of a kernel as written that has an entry point.
const ATTR_BODY: &str = "scythe-kernel-body";

/// How device code of a target family receives arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceAbi {
    /// The address space of pointers among the arguments.
    pub argument_space: u16,
    /// The address space of the pointers in C++ objects, which may refer to any memory.
    pub member_space: u16,
    /// Whether objects that are passed by value must be structures instead of arrays of bytes.
    pub by_value_structs: bool,
}

impl DeviceAbi {
    /// All memory is in one address space.
    pub const FLAT: Self = Self { argument_space: 0, member_space: 0, by_value_structs: false };
}

/// Gives a kernel the parameters of the plan, through an entry point. Returns none for a kernel that has them
/// already.
///
/// # Errors
/// When device code is not what the notes describe.
pub fn make_entry_point<'c>(
    device: &Module<'c>,
    kernel: &Kernel,
    abi: DeviceAbi,
) -> Result<Option<EntryPoint<'c>>, BindError> {
    let Some(body) = device.get_function(&kernel.symbol) else {
        return Ok(None);
    };
    if let Some(entry_point) = existing(body) {
        return Ok(Some(entry_point));
    }
    let plan = kernel.plan.as_ref().ok_or_else(|| BindError::NoPlan(kernel.name.clone()))?;
    if body.count_params() as usize != plan.objects.len() {
        return Err(BindError::Parameters(kernel.symbol.clone()));
    }
    pass_by_value((device, abi), body, kernel);
    for property in &kernel.properties {
        set_attribute(device, body, &property.name, &property.value);
    }
    if plan.is_plain() {
        set_properties(device, body, plan);
        return Ok(None);
    }
    let destroy: Vec<Option<&str>> =
        kernel.parameters.iter().map(|parameter| parameter.destroy.as_deref()).collect();
    let entry = rebuild((device, abi), body, plan, &destroy)?;
    set_attribute(device, body, ATTR_BODY, "");
    Ok(Some(EntryPoint { entry, body }))
}

fn existing(entry: FunctionValue<'_>) -> Option<EntryPoint<'_>> {
    let is_body = |f: &FunctionValue<'_>| string_attribute(*f, ATTR_BODY).is_some();
    let body = references(entry).into_iter().find(is_body)?;
    Some(EntryPoint { entry, body })
}

fn pass_by_value(device: (&Module<'_>, DeviceAbi), function: FunctionValue<'_>, kernel: &Kernel) {
    for (index, parameter) in (0..).zip(&kernel.parameters) {
        let is_object = matches!(parameter.kind, Kind::Class | Kind::Closure | Kind::Union);
        let is_pointer = function.get_nth_param(index).is_some_and(|p| p.is_pointer_value());
        if is_object && is_pointer && by_value(function, index).is_none() {
            set_by_value(device, function, index, (parameter.size, parameter.align));
        }
    }
}

fn set_by_value(
    (device, abi): (&Module<'_>, DeviceAbi),
    function: FunctionValue<'_>,
    index: u32,
    (size, align): (u64, u64),
) {
    let context = device.get_context();
    let at = AttributeLoc::Param(index);
    let byval = Attribute::get_named_enum_kind_id("byval");
    let bytes = bytes_type(device, size);
    let ty: AnyTypeEnum<'_> = match abi.by_value_structs {
        true => context.struct_type(&[bytes.into()], false).into(),
        false => bytes.into(),
    };
    drop_attribute(function, at, "dead_on_return");
    function.add_attribute(at, context.create_type_attribute(byval, ty));
    add_attribute(function, at, "align", align);
}

fn bytes_type<'c>(device: &Module<'c>, size: u64) -> ArrayType<'c> {
    device.get_context().i8_type().array_type(u32::try_from(size).unwrap_or(u32::MAX))
}

fn rebuild<'c>(
    (device, abi): (&Module<'c>, DeviceAbi),
    body: FunctionValue<'c>,
    plan: &Plan,
    destroy: &[Option<&str>],
) -> Result<FunctionValue<'c>, BindError> {
    let context = device.get_context();
    let symbol = body.get_name().to_string_lossy().into_owned();
    body.as_global_value().set_name(&format!("{symbol}.body"));
    let types: Vec<BasicMetadataTypeEnum<'c>> = plan
        .arguments
        .iter()
        .map(|argument| parameter_type((device, abi), argument).into())
        .collect();
    let entry = device.add_function(&symbol, context.void_type().fn_type(&types, false), None);
    entry.set_call_conventions(body.get_call_conventions());
    for attribute in body.attributes(AttributeLoc::Function) {
        let is =
            |name: &&str| Attribute::get_named_enum_kind_id(name) == attribute.get_enum_kind_id();
        if attribute.is_string() || !BODYS_OWN.iter().any(is) {
            entry.add_attribute(AttributeLoc::Function, attribute);
        }
    }
    for (index, argument) in (0..).zip(&plan.arguments) {
        if argument.ty == ArgumentType::Object {
            set_by_value((device, abi), entry, index, (argument.size, argument.align));
            // So that LLVM reads from the argument instead of copying it for each work-item.
            add_attribute(entry, AttributeLoc::Param(index), "noalias", 0);
            add_attribute(entry, AttributeLoc::Param(index), "readonly", 0);
        }
        if let Some(parameter) = entry.get_nth_param(index) {
            parameter.set_name(&argument.path);
        }
    }
    set_properties(device, entry, plan);
    make_inner(body);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(entry, "entry"));
    let rebuilder = Rebuilder { device, abi, builder: &builder, entry, plan };
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
    let mut rebuilt = Vec::new();
    for (index, object) in (0..).zip(&plan.objects) {
        let place = rebuilder.variable(object, "object")?;
        rebuilder.object(object, place)?;
        rebuilt.push(place);
        let value = match body.get_nth_param(index) {
            Some(_) if by_value(body, index).is_some() => place.into(),
            Some(parameter) => builder.build_load(parameter.get_type(), place, "")?,
            None => return Err(BindError::Parameters(symbol)),
        };
        arguments.push(value.into());
    }
    builder.build_call(body, &arguments, "")?;
    for (place, destroy) in rebuilt.into_iter().zip(destroy).rev() {
        if let Some(name) = destroy {
            let place = rebuilder.as_member(place.into())?;
            builder.build_call(rebuilder.function(name)?, &[place.into()], "")?;
        }
    }
    builder.build_return(None)?;
    for call in calls_in(entry) {
        if call.get_called_fn_value().is_some_and(|f| f.get_intrinsic_id() == 0) {
            call_like_callee(call, Repeated::All);
        }
    }
    borrow_debug_info(entry, body);
    Ok(entry)
}

/// Adds the properties of arguments as attributes of parameters.
fn set_properties(device: &Module<'_>, entry: FunctionValue<'_>, plan: &Plan) {
    let context = device.get_context();
    for (index, argument) in (0..).zip(&plan.arguments) {
        for property in &argument.properties {
            let attribute = context.create_string_attribute(&property.name, &property.value);
            entry.add_attribute(AttributeLoc::Param(index), attribute);
        }
    }
}

/// The kernel as written becomes an internal function.
fn make_inner(body: FunctionValue<'_>) {
    body.set_linkage(Linkage::Internal);
    body.set_call_conventions(SPIR_FUNC);
}

fn parameter_type<'c>(
    (device, abi): (&Module<'c>, DeviceAbi),
    argument: &Argument,
) -> BasicTypeEnum<'c> {
    let context = device.get_context();
    match (argument.ty, argument.size) {
        (ArgumentType::Integer, 1) => context.i8_type().into(),
        (ArgumentType::Integer, 2) => context.i16_type().into(),
        (ArgumentType::Integer, 4) => context.i32_type().into(),
        (ArgumentType::Integer, _) => context.i64_type().into(),
        (ArgumentType::Float, 4) => context.f32_type().into(),
        (ArgumentType::Float, _) => context.f64_type().into(),
        (ArgumentType::Pointer, _) => {
            context.ptr_type(AddressSpace::from(abi.argument_space)).into()
        }
        (ArgumentType::Object, _) => context.ptr_type(AddressSpace::default()).into(),
    }
}

struct Rebuilder<'a, 'c> {
    device: &'a Module<'c>,
    abi: DeviceAbi,
    builder: &'a Builder<'c>,
    entry: FunctionValue<'c>,
    plan: &'a Plan,
}

impl<'c> Rebuilder<'_, 'c> {
    fn number(&self, value: u64) -> IntValue<'c> {
        self.device.get_context().i64_type().const_int(value, false)
    }

    /// A function of the headers, which only entry points call from now on.
    fn function(&self, name: &str) -> Result<FunctionValue<'c>, BindError> {
        let found = self.device.get_function(name);
        let function = found.ok_or_else(|| BindError::NoFunction(name.to_owned()))?;
        release_used(function);
        Ok(function)
    }

    /// Variables are at the start of the function: the calls between them will be inlined, with branches.
    fn declare(&self, ty: ArrayType<'c>, name: &str) -> Result<PointerValue<'c>, BindError> {
        let builder = self.device.get_context().create_builder();
        if let Some(start) = self.entry.get_first_basic_block() {
            let is_variable =
                |i: &InstructionValue<'c>| i.get_opcode() == InstructionOpcode::Alloca;
            match start.get_instructions().find(|i| !is_variable(i)) {
                Some(first) => builder.position_before(&first),
                None => builder.position_at_end(start),
            }
        }
        Ok(builder.build_alloca(ty, name)?)
    }

    fn variable(&self, object: &Object, name: &str) -> Result<PointerValue<'c>, BindError> {
        let place = self.declare(bytes_type(self.device, object.size.max(1)), name)?;
        if let Some(alloca) = place.as_instruction_value() {
            let align = u32::try_from(object.align.max(1)).unwrap_or(1);
            alloca.set_alignment(align).map_err(|_| BindError::Parameters(name.to_owned()))?;
        }
        Ok(place)
    }

    /// Assembles an object from arguments.
    fn object(&self, object: &Object, place: PointerValue<'c>) -> Result<(), BindError> {
        for part in &object.rebuilt {
            self.reconstruct(part, in_bytes(self.builder, place, self.number(part.at))?)?;
        }
        for part in &object.copied {
            let index = u32::try_from(part.argument).unwrap_or(u32::MAX);
            let argument = &self.plan.arguments[part.argument];
            let Some(value) = self.entry.get_nth_param(index) else {
                return Err(BindError::Parameters(argument.path.clone()));
            };
            if argument.ty != ArgumentType::Object {
                let to = in_bytes(self.builder, place, self.number(part.at))?;
                self.builder.build_store(to, self.as_member(value)?)?;
                continue;
            }
            for &(first, bytes) in &part.pieces {
                let to = in_bytes(self.builder, place, self.number(part.at + first))?;
                let from = in_bytes(self.builder, value.into_pointer_value(), self.number(first))?;
                self.builder.build_memcpy(to, 1, from, 1, self.number(bytes))?;
            }
        }
        Ok(())
    }

    /// Calls the headers' function around `sycl_reconstruct`.
    fn reconstruct(&self, part: &Rebuilt, place: PointerValue<'c>) -> Result<(), BindError> {
        let missing = || BindError::NoFunction(format!("reconstruct {}", part.path));
        let function = self.function(part.reconstruct.as_deref().ok_or_else(missing)?)?;
        let pointer = self.member_pointer();
        let count = u32::try_from(part.elements.len()).unwrap_or(u32::MAX);
        let addresses = self.declare(pointer.array_type(count), "elements")?;
        for (element, index) in part.elements.iter().zip(0..) {
            let value = self.variable(element, "element")?;
            self.object(element, value)?;
            let slot = in_bytes(self.builder, addresses, self.number(index * 8))?;
            self.builder.build_store(slot, self.as_member(value.into())?)?;
        }
        let arguments = [self.as_member(place.into())?, self.as_member(addresses.into())?];
        self.builder.build_call(function, &arguments.map(Into::into), "")?;
        Ok(())
    }

    /// The type of pointers in C++ objects.
    fn member_pointer(&self) -> PointerType<'c> {
        self.device.get_context().ptr_type(AddressSpace::from(self.abi.member_space))
    }

    /// A value as objects store it and functions receive it.
    fn as_member(&self, value: BasicValueEnum<'c>) -> Result<BasicValueEnum<'c>, BindError> {
        match value {
            BasicValueEnum::PointerValue(pointer) => {
                let to = self.member_pointer();
                Ok(self.builder.build_address_space_cast(pointer, to, "")?.into())
            }
            other => Ok(other),
        }
    }
}
