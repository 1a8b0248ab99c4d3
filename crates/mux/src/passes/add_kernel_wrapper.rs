//! Gives kernels the signature the runtime calls: packed arguments and external scheduling
//! parameters.
//!
//! Before: `define void @k(ptr byval(%closure) %f, ptr %wi-info, ptr %sched-info, …)`
//! After:  `define void @k.mux-kernel-wrapper(ptr %packed-args, ptr %sched-info, …)`, which copies
//!         by-value arguments into variables of its own, once per call, initialises the parameters
//!         that are not external and calls `@k`
//!
//! The copies matter: values in variables whose address nobody else knows become SSA values, so
//! that a store to a buffer cannot force them to be loaded again for every work-item.
//!
//! Requires: scheduling parameters added.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum, StructType};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, FunctionValue, PointerValue,
};
use scythe_llvm::{by_value, drop_attribute, field};

use super::wrapper;
use crate::kernel::original_name;
use crate::target::SchedParam;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "add-kernel-wrapper",
    summary: "wrap kernels to take packed arguments and external scheduling parameters",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    wrapper::wrap_each(cx, wrap_kernel)
}

fn wrap_kernel<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let parameters = cx.target.scheduling_parameters(module);
    let own = usize::try_from(kernel.count_params()).unwrap_or(0).checked_sub(parameters.len());
    let own = own.ok_or_else(|| {
        MuxError::malformed(original_name(kernel), "has no scheduling parameters")
    })?;
    let members: Vec<Member<'c>> = (0..own).map(|index| Member::of(kernel, index)).collect();
    let packed = context.opaque_struct_type(&format!("MuxPackedArgs.{}", original_name(kernel)));
    packed.set_body(&members.iter().map(|m| m.ty).collect::<Vec<_>>(), false);

    let mut types: Vec<BasicMetadataTypeEnum<'c>> =
        vec![context.ptr_type(Default::default()).into()];
    types.extend(
        parameters.iter().filter(|p| p.external).map(|p| BasicMetadataTypeEnum::from(p.ty)),
    );
    let ty = context.void_type().fn_type(&types, false);
    let outer = wrapper::wrap(module, kernel, "mux-kernel-wrapper", ty);
    name_parameters(cx, outer, &parameters);

    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(outer, "entry"));
    let base = first_pointer(outer)?;
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        arguments.push(member.unpack(&builder, packed, base, index)?.into());
    }
    for value in scheduling_values(cx, &builder, outer, &parameters)? {
        arguments.push(value.into());
    }
    builder.build_call(kernel, &arguments, "")?;
    builder.build_return(None)?;
    // The wrapper has made the copies that `byval` asks for.
    for index in 0..own {
        let at = AttributeLoc::Param(u32::try_from(index).unwrap_or(u32::MAX));
        drop_attribute(kernel, at, "byval");
    }
    wrapper::finish(outer, kernel);
    Ok(())
}

/// One argument in the packed struct.
struct Member<'c> {
    ty: BasicTypeEnum<'c>,
    /// The alignment of a by-value object; none for values passed directly.
    by_value: Option<u32>,
}

impl<'c> Member<'c> {
    fn of(kernel: FunctionValue<'c>, index: usize) -> Self {
        match by_value(kernel, u32::try_from(index).unwrap_or(u32::MAX)) {
            Some((ty, align)) => Self { ty, by_value: Some(align) },
            None => Self { ty: kernel.get_params()[index].get_type(), by_value: None },
        }
    }

    fn unpack(
        &self,
        builder: &Builder<'c>,
        packed: StructType<'c>,
        base: PointerValue<'c>,
        index: u32,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        let address = field(builder, packed, base, index, "arg.addr")?;
        let Some(align) = self.by_value else {
            return Ok(builder.build_load(self.ty, address, "arg")?);
        };
        let copy = builder.build_alloca(self.ty, "arg")?;
        let fail = |reason: &str| MuxError::malformed("<argument>", reason);
        let size = self.ty.size_of().ok_or_else(|| fail("has no size"))?;
        if let Some(alloca) = copy.as_instruction_value() {
            alloca.set_alignment(align).map_err(|_| fail("has an odd alignment"))?;
        }
        builder.build_memcpy(copy, align, address, align, size)?;
        Ok(copy.into())
    }
}

fn first_pointer(function: FunctionValue<'_>) -> Result<PointerValue<'_>, MuxError> {
    match function.get_first_param() {
        Some(BasicValueEnum::PointerValue(pointer)) => Ok(pointer),
        _ => Err(MuxError::malformed(original_name(function), "lost its packed arguments")),
    }
}

fn name_parameters(cx: &PassCx<'_, '_>, outer: FunctionValue<'_>, parameters: &[SchedParam<'_>]) {
    let context = cx.module.get_context();
    let names = std::iter::once("packed-args")
        .chain(parameters.iter().filter(|p| p.external).map(|p| p.name));
    for (index, (value, name)) in outer.get_params().into_iter().zip(names).enumerate() {
        value.set_name(name);
        if value.is_pointer_value() {
            // Nobody writes to these while a kernel runs.
            for attribute in ["noalias", "readonly", "nonnull", "noundef"] {
                let kind = Attribute::get_named_enum_kind_id(attribute);
                let at = AttributeLoc::Param(u32::try_from(index).unwrap_or(u32::MAX));
                outer.add_attribute(at, context.create_enum_attribute(kind, 0));
            }
        }
    }
}

fn scheduling_values<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    outer: FunctionValue<'c>,
    parameters: &[SchedParam<'c>],
) -> Result<Vec<BasicValueEnum<'c>>, MuxError> {
    let mut passed = outer.get_params().into_iter().skip(1);
    let external: Vec<Option<BasicValueEnum<'c>>> =
        parameters.iter().map(|p| if p.external { passed.next() } else { None }).collect();
    (0..parameters.len())
        .map(|index| cx.target.initialize_parameter(cx.module, builder, index, &external))
        .collect()
}
