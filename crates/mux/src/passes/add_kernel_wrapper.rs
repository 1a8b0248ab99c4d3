//! Gives kernels the external signature: packed arguments and external scheduling parameters.
//!
//! Before: `define void @k(ptr %p, i32 %n, ptr %wi-info, ptr %wg-info)`
//! After:  `define void @k.mux-kernel-wrapper(ptr %packed-args, ptr %wg-info)`, which takes the
//!         arguments out of `%MuxPackedArgs.k`, initialises the scheduling parameters that are not
//!         external and calls `@k`
//!
//! Options: members of the struct are contiguous (`packed`, the default) or aligned to their sizes
//! (`unpacked`); for a pointer to local memory it holds the size to allocate (`local-buffers-by-size`, the
//! default) or the pointer (`local-buffers-by-ptr`).
//!
//! An object passed by value stays among the packed arguments, unless the target requires copies
//! ([`crate::MuxTarget::copies_arguments`]). Copies matter if a call runs many work-items: variables whose
//! address does not escape become SSA values, so that a store to a buffer does not force reloads for every
//! work-item.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::types::BasicMetadataTypeEnum;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FunctionValue};
use scythe_llvm::{drop_attribute, numbers};

use super::packed_arguments::{Locals, PackedArguments, Packing};
use super::wrapper;
use crate::kernel::{base_name, kernels};
use crate::schedule::{META_SCHEDULED, SchedParam, set_scheduled};
use crate::target::Wrapping;
use crate::{Changed, MuxError, OptionDesc, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "add-kernel-wrapper",
    summary: "wrap kernels to take packed arguments and external scheduling parameters",
    run,
};

pub const OPTIONS: &[OptionDesc] = &[
    OptionDesc::flag("packed"),
    OptionDesc::flag("unpacked"),
    OptionDesc::flag("local-buffers-by-size"),
    OptionDesc::flag("local-buffers-by-ptr"),
];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let packing = match cx.options.last_of(&["packed", "unpacked"]) {
        Some("unpacked") => Packing::Aligned,
        _ => Packing::Packed,
    };
    let locals = match cx.options.last_of(&["local-buffers-by-size", "local-buffers-by-ptr"]) {
        Some("local-buffers-by-ptr") => Locals::ByPointer,
        _ => Locals::BySize,
    };
    let kernels = kernels(cx.module);
    for &kernel in &kernels {
        wrap_kernel(cx, kernel, packing, locals)?;
    }
    Ok(if kernels.is_empty() { Changed::No } else { Changed::Yes })
}

/// The value that the wrapper passes for a parameter of the kernel.
#[derive(Clone, Copy)]
enum Source {
    /// The next packed argument.
    Packed,
    /// A scheduling parameter, by its index in the target's list.
    Scheduled(usize),
}

fn wrap_kernel<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    packing: Packing,
    locals: Locals,
) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let parameters = cx.target.scheduling_parameters(module);
    let places = numbers(kernel, META_SCHEDULED).unwrap_or_default();
    let sources: Vec<Source> = (0..i64::from(kernel.count_params()))
        .map(|index| {
            let scheduled = places.iter().position(|&place| place == index);
            scheduled.map_or(Source::Packed, Source::Scheduled)
        })
        .collect();
    let own: Vec<u32> = (0..kernel.count_params())
        .zip(&sources)
        .filter(|(_, source)| matches!(source, Source::Packed))
        .map(|(index, _)| index)
        .collect();
    let packed = PackedArguments::new(module, kernel, &base_name(kernel), &own, (packing, locals))?;

    // A kernel without scheduling parameters gets none.
    let external: Vec<(&SchedParam<'c>, u32)> = parameters
        .iter()
        .filter(|p| p.external)
        .filter_map(|p| Some((p, u32::try_from(*places.get(p.id)?).ok()?)))
        .collect();
    let mut types: Vec<BasicMetadataTypeEnum<'c>> =
        vec![context.ptr_type(Default::default()).into()];
    types.extend(external.iter().map(|(p, _)| BasicMetadataTypeEnum::from(p.ty)));
    let ty = context.void_type().fn_type(&types, false);
    let outer = wrapper::wrap(module, kernel, "mux-kernel-wrapper", ty);
    packed.dress(outer, 0);
    let mut outer_places = vec![-1; parameters.len()];
    for (&(parameter, inner), index) in external.iter().zip(1u32..) {
        forward_attributes(kernel, inner, outer, index);
        outer_places[parameter.id] = i32::try_from(index).unwrap_or(-1);
    }
    set_scheduled(outer, &outer_places);

    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(outer, ""));
    let wrapping = Wrapping { module, builder: &builder, into: outer, callee: kernel };
    let mut unpacked = packed.unpack(cx.target, &wrapping)?.into_iter();
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
    for source in sources {
        let value = match source {
            Source::Packed => unpacked.next(),
            Source::Scheduled(id) => Some(scheduling_value(cx, &wrapping, &parameters, id)?),
        };
        let lost = || MuxError::malformed(base_name(kernel), "lost an argument");
        arguments.push(value.ok_or_else(lost)?.into());
    }
    if cx.target.copies_arguments() {
        // The wrapper has made the copies that `byval` requires.
        for &index in &own {
            drop_attribute(kernel, AttributeLoc::Param(index), "byval");
        }
    }
    builder.build_call(kernel, &arguments, "")?;
    builder.build_return(None)?;
    wrapper::finish(outer, kernel);
    Ok(())
}

/// Copies the attributes of an external parameter to the wrapper's.
fn forward_attributes(kernel: FunctionValue<'_>, inner: u32, outer: FunctionValue<'_>, index: u32) {
    for attribute in kernel.attributes(AttributeLoc::Param(inner)) {
        outer.add_attribute(AttributeLoc::Param(index), attribute);
    }
    if let (Some(from), Some(to)) = (kernel.get_nth_param(inner), outer.get_nth_param(index)) {
        to.set_name(&from.get_name().to_string_lossy());
    }
}

fn scheduling_value<'c>(
    cx: &PassCx<'_, 'c>,
    wrapping: &Wrapping<'_, 'c>,
    parameters: &[SchedParam<'c>],
    id: usize,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let parameter = parameters.get(id).ok_or_else(|| {
        MuxError::malformed(
            base_name(wrapping.callee),
            "has more scheduling parameters than the target",
        )
    })?;
    if !parameter.external {
        return cx.target.initialize_parameter(wrapping, parameter);
    }
    let passed = cx.target.function_scheduling_parameters(wrapping.into).get(id)?;
    cx.target.forward_parameter(wrapping, parameter, passed)
}
