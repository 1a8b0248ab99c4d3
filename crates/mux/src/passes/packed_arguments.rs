//! The struct of packed arguments of a kernel wrapper.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::types::{BasicType, BasicTypeEnum, PointerType, StructType};
use scythe_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    add_attribute, by_value, element, in_bytes, poison, stack_array, string_attribute,
};

use crate::target::{MuxTarget, Wrapping};
use crate::{MuxError, size_type};

/// SPIR's address space of local memory.
const LOCAL: u16 = 3;

/// The alignment of local buffers, enough for any type, OpenCL's long16 included.
const MOST_ALIGN: u64 = 128;

/// The layout of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Without gaps.
    Packed,
    /// Each aligned to its size ([`scythe_image::argument_offset`]).
    Aligned,
}

/// The member for a pointer to local memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Locals {
    /// The number of bytes that the wrapper has to allocate.
    BySize,
    /// The pointer.
    ByPointer,
}

/// The kind of a member.
enum Kind<'c> {
    Value,
    /// An object of this alignment, passed by value.
    Object(u32),
    /// The size of a buffer in local memory.
    LocalSize(PointerType<'c>),
}

struct Member<'c> {
    kind: Kind<'c>,
    ty: BasicTypeEnum<'c>,
    /// The kernel's parameter.
    parameter: u32,
    place: Place,
}

/// The position of a member.
#[derive(Clone, Copy)]
enum Place {
    /// The index of the struct's field.
    Field(u32),
    /// The offset in bytes, if the kernel states it.
    Byte(u64),
    /// None: the kernel does not use it.
    Nowhere,
}

/// The struct and its members.
pub(super) struct PackedArguments<'c> {
    ty: StructType<'c>,
    members: Vec<Member<'c>>,
    packing: Packing,
    bytes: u64,
}

impl<'c> PackedArguments<'c> {
    /// Lays out the parameters `own` of a kernel.
    pub fn new(
        module: &Module<'c>,
        kernel: FunctionValue<'c>,
        base: &str,
        own: &[u32],
        (packing, locals): (Packing, Locals),
    ) -> Result<Self, MuxError> {
        let context = module.get_context();
        let layout = TargetData::create(&module.get_data_layout().as_str().to_string_lossy());
        let mut types: Vec<BasicTypeEnum<'c>> = Vec::new();
        let (mut members, mut offset) = (Vec::new(), 0u64);
        let stated = stated_places(kernel)?;
        for (number, &parameter) in own.iter().enumerate() {
            let value = kernel.get_nth_param(parameter).ok_or_else(|| lost(kernel))?;
            let (kind, ty) = match (by_value(kernel, parameter), value.get_type()) {
                (Some((ty, align)), _) => (Kind::Object(align), ty),
                (None, BasicTypeEnum::PointerType(ty))
                    if locals == Locals::BySize && ty.get_address_space() == LOCAL.into() =>
                {
                    (Kind::LocalSize(ty), size_type(module).into())
                }
                (None, ty) => (Kind::Value, ty),
            };
            let bytes = layout.get_abi_size(&ty);
            if let Some(stated) = &stated {
                let place = *stated.get(number).ok_or_else(|| lost(kernel))?;
                if let Place::Byte(at) = place {
                    offset = offset.max(at + bytes);
                }
                members.push(Member { kind, ty, parameter, place });
                continue;
            }
            if packing == Packing::Aligned {
                let align = match kind {
                    Kind::Object(align) => u64::from(align),
                    _ => 1,
                };
                let gap = scythe_image::argument_offset(offset, bytes, align) - offset;
                if gap > 0 {
                    let gap = u32::try_from(gap).unwrap_or(u32::MAX);
                    types.push(context.i8_type().array_type(gap).into());
                    offset += u64::from(gap);
                }
            }
            let index = u32::try_from(types.len()).unwrap_or(u32::MAX);
            members.push(Member { kind, ty, parameter, place: Place::Field(index) });
            types.push(ty);
            offset += bytes;
        }
        if stated.is_some() && offset > 0 {
            let bytes = u32::try_from(offset).unwrap_or(u32::MAX);
            types.push(context.i8_type().array_type(bytes).into());
        }
        let ty = context.opaque_struct_type(&format!("MuxPackedArgs.{base}"));
        ty.set_body(&types, packing == Packing::Packed);
        let bytes = layout.get_abi_size(&ty);
        Ok(Self { ty, members, packing, bytes })
    }

    /// Names the wrapper's parameter and sets its attributes; an empty struct needs no memory.
    pub fn dress(&self, wrapper: FunctionValue<'c>, index: u32) {
        if let Some(value) = wrapper.get_nth_param(index) {
            value.set_name("packed-args");
        }
        if self.bytes > 0 {
            let at = AttributeLoc::Param(index);
            add_attribute(wrapper, at, "noundef", 0);
            add_attribute(wrapper, at, "nonnull", 0);
            add_attribute(wrapper, at, "dereferenceable", self.bytes);
        }
    }

    /// Emits the arguments for the kernel, in the order of its parameters.
    pub fn unpack(
        &self,
        target: &dyn MuxTarget,
        wrapping: &Wrapping<'_, 'c>,
    ) -> Result<Vec<BasicValueEnum<'c>>, MuxError> {
        let Some(BasicValueEnum::PointerValue(base)) = wrapping.into.get_first_param() else {
            return Err(lost(wrapping.into));
        };
        self.members.iter().map(|member| self.take(member, target, wrapping, base)).collect()
    }

    fn take(
        &self,
        member: &Member<'c>,
        target: &dyn MuxTarget,
        wrapping: &Wrapping<'_, 'c>,
        base: PointerValue<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let builder = wrapping.builder;
        let parameter =
            wrapping.callee.get_nth_param(member.parameter).ok_or_else(|| lost(wrapping.callee))?;
        let name = parameter.get_name().to_string_lossy().into_owned();
        let Some(address) = self.address(member, wrapping, base)? else {
            return Ok(poison(parameter.get_type()));
        };
        match member.kind {
            Kind::Value => {
                let value = builder.build_load(member.ty, address, &name)?;
                self.annotate(wrapping, value, member.parameter)?;
                Ok(value)
            }
            Kind::Object(_) if !target.copies_arguments() => {
                address.set_name(&name);
                Ok(address.into())
            }
            Kind::Object(align) => {
                let copy = builder.build_alloca(member.ty, &name)?;
                let size = member.ty.size_of().ok_or_else(|| lost(wrapping.callee))?;
                if let Some(alloca) = copy.as_instruction_value() {
                    alloca.set_alignment(align).map_err(|_| lost(wrapping.callee))?;
                }
                let from = if self.packing == Packing::Packed { 1 } else { align };
                builder.build_memcpy(copy, align, address, from, size)?;
                Ok(copy.into())
            }
            Kind::LocalSize(ty) => {
                let size = builder.build_load(member.ty, address, "")?;
                self.annotate(wrapping, size, member.parameter)?;
                let align = u32::try_from(MOST_ALIGN).unwrap_or(1);
                let buffer = stack_array(builder, size.into_int_value(), align, "")?;
                Ok(builder.build_address_space_cast(buffer, ty, &name)?.into())
            }
        }
    }

    /// The address of a member; none if it has no position.
    fn address(
        &self,
        member: &Member<'c>,
        wrapping: &Wrapping<'_, 'c>,
        base: PointerValue<'c>,
    ) -> Result<Option<PointerValue<'c>>, MuxError> {
        let context = wrapping.module.get_context();
        match member.place {
            Place::Field(index) => {
                let number =
                    |n: u32| -> IntValue<'c> { context.i32_type().const_int(u64::from(n), false) };
                let path = [number(0), number(index)];
                Ok(Some(element(wrapping.builder, self.ty, base, &path, "")?))
            }
            Place::Byte(at) => {
                let offset = context.i64_type().const_int(at, false);
                Ok(Some(in_bytes(wrapping.builder, base, offset)?))
            }
            Place::Nowhere => Ok(None),
        }
    }

    /// Annotates a load with its alignment and the attributes of the kernel's parameter.
    fn annotate(
        &self,
        wrapping: &Wrapping<'_, 'c>,
        value: BasicValueEnum<'c>,
        parameter: u32,
    ) -> Result<(), MuxError> {
        let load = value.as_instruction_value().ok_or_else(|| lost(wrapping.callee))?;
        if self.packing == Packing::Packed {
            load.set_alignment(1).map_err(|_| lost(wrapping.callee))?;
        }
        let context = wrapping.module.get_context();
        for name in ["nonnull", "noundef"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            let at = AttributeLoc::Param(parameter);
            let promised = wrapping.callee.get_enum_attribute(at, kind).is_some();
            // A size is not the pointer that is promised to be non-null.
            if promised && (name == "noundef" || value.is_pointer_value()) {
                load.set_metadata(context.metadata_node(&[]), context.get_kind_id(name))
                    .map_err(|reason| MuxError::malformed(name, reason.to_string()))?;
            }
        }
        Ok(())
    }
}

/// The offsets of parameters in the kernel's attribute, in order.
fn stated_places(kernel: FunctionValue<'_>) -> Result<Option<Vec<Place>>, MuxError> {
    let Some(text) = string_attribute(kernel, scythe_image::ARGUMENT_OFFSETS) else {
        return Ok(None);
    };
    let place = |word: &str| match word {
        "-" => Ok(Place::Nowhere),
        word => word.parse().map(Place::Byte).map_err(|_| {
            let name = kernel.get_name().to_string_lossy();
            MuxError::malformed(name, format!("has no offsets of arguments in \"{text}\""))
        }),
    };
    text.split(',').map(place).collect::<Result<_, _>>().map(Some)
}

fn lost(function: FunctionValue<'_>) -> MuxError {
    MuxError::malformed(function.get_name().to_string_lossy(), "lost an argument")
}
