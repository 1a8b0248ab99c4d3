//! Replaces `printf` by records in a buffer, for devices without standard output.
//!
//! Before: `call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i64 %id)`
//! After:  `call i32 @0(ptr addrspace(1) %buffer, i64 %id)`, where `@0` writes the record. Every function that
//!         prints, and all that call one, have the buffer as their last parameter
//!
//! The buffer: `i32` bytes in use, initially 8; `i32` size in bytes; records one after the other. A record:
//! `i32` the number of the call, then its values without padding. The named metadata `mux-printf-calls` has
//! an entry for each number: the format, and the texts for `%s`, which have to be literals. A record that
//! does not fit is not written, and the call returns -1.
//!
//! An invalid format is a warning; such a call prints nothing and returns -1.

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FloatValue, FunctionValue, PointerValue,
};
use scythe_llvm::inkwell::{AtomicOrdering, AtomicRMWBinOp, IntPredicate};
use scythe_llvm::{
    call_argument, call_instruction, call_sites, calls_in, constant_string, element, erase_call,
    extract_lane, place_of, replace_uses,
};

use super::add_hidden_params::{caller_of, pass_down};
use super::printf_format::{Conversion, Kind, conversions};
use super::report;
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "replace-printf",
    summary: "write what printf would print into a buffer",
    run,
};

/// SPIR's address space of memory that host and device share.
const GLOBAL: u16 = 1;
/// Named metadata: the format of each call.
const META_CALLS: &str = "mux-printf-calls";
/// The size of a call's number.
const NUMBER_BYTES: u64 = 4;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let Some(printf) = cx.module.get_function("printf") else { return Ok(Changed::No) };
    let sites =
        call_sites(printf).ok_or_else(|| MuxError::malformed("printf", "has its address taken"))?;
    if sites.is_empty() || printf.count_basic_blocks() > 0 {
        return Ok(Changed::No);
    }
    let users = sites.into_iter().filter_map(caller_of).collect();
    let space = cx.module.get_context().ptr_type(AddressSpace::from(GLOBAL));
    let mut number = 0;
    for (function, buffer) in pass_down(cx.module, users, space, "printf-buffer")? {
        buffer.set_name("");
        for call in calls_in(function) {
            if call.get_called_fn_value() != Some(printf) {
                continue;
            }
            let builder = cx.module.get_context().create_builder();
            builder.position_before(&call_instruction(call));
            let result = match values(cx, &builder, call)? {
                Ok((values, format)) => {
                    let result = record(cx, &builder, (call, buffer), number, &values)?;
                    list(cx, number, &format)?;
                    number += 1;
                    result
                }
                Err(wrong) => {
                    let place = place_of(&call_instruction(call));
                    let place = place.map_or(String::new(), |place| format!("{place}: "));
                    report::line(&format!("warning: {place}{wrong}"));
                    cx.module.get_context().i32_type().const_all_ones().into()
                }
            };
            if let Some(old) = call.try_as_basic_value().basic()
                && old.get_type() == result.get_type()
            {
                replace_uses(&old, &result);
            }
            erase_call(call);
        }
    }
    Ok(Changed::Yes)
}

/// The values that a call prints with the texts that describe it, or the error in its format.
type Values<'c> = Result<(Vec<BasicValueEnum<'c>>, Vec<String>), String>;

fn values<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    call: CallSiteValue<'c>,
) -> Result<Values<'c>, MuxError> {
    let literal = |value: Option<BasicValueEnum<'c>>| match value {
        Some(BasicValueEnum::PointerValue(pointer)) => constant_string(pointer),
        _ => None,
    };
    let Some(format) = literal(call_argument(call, 0)) else {
        return Ok(Err("the format of printf is not a literal".to_owned()));
    };
    let conversions = match conversions(format.as_bytes()) {
        Ok(conversions) => conversions,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let (mut values, mut texts) = (Vec::new(), vec![format]);
    for (index, conversion) in (1..).zip(conversions) {
        let Some(value) = call_argument(call, index) else {
            return Ok(Err(
                "the format of printf requires more arguments than the call has".to_owned()
            ));
        };
        match (conversion.kind, value) {
            (Kind::Text, value) => match literal(Some(value)) {
                Some(text) => texts.push(text),
                None => return Ok(Err("the 's' conversion specifier needs a literal".to_owned())),
            },
            (_, BasicValueEnum::VectorValue(vector))
                if vector.get_type().get_size() == conversion.lanes =>
            {
                for lane in 0..conversion.lanes {
                    let at = cx.module.get_context().i32_type().const_int(lane.into(), false);
                    let part = extract_lane(builder, value, at)?;
                    values.push(promoted(cx, builder, part)?);
                }
            }
            (kind, value) if is_scalar(conversion, kind, value) => {
                values.push(promoted(cx, builder, value)?);
            }
            _ => return Ok(Err("an argument of printf does not match its format".to_owned())),
        }
    }
    Ok(Ok((values, texts)))
}

fn is_scalar(conversion: Conversion, kind: Kind, value: BasicValueEnum<'_>) -> bool {
    conversion.lanes == 1
        && match kind {
            Kind::Float => value.is_float_value(),
            _ => value.is_int_value() || value.is_pointer_value(),
        }
}

/// Floating-point numbers in the largest precision of the device: double, or else single.
fn promoted<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    value: BasicValueEnum<'c>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let BasicValueEnum::FloatValue(float) = value else { return Ok(value) };
    let context = cx.module.get_context();
    let double = cx.device.info.is_none_or(|device| device.double);
    let to = if double { context.f64_type() } else { context.f32_type() };
    let wide: FloatValue<'c> = builder.build_float_cast(float, to, "")?;
    Ok(wide.into())
}

/// Calls a new function that writes a record.
fn record<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    (call, buffer): (CallSiteValue<'c>, PointerValue<'c>),
    number: u64,
    values: &[BasicValueEnum<'c>],
) -> Result<BasicValueEnum<'c>, MuxError> {
    let context = cx.module.get_context();
    let mut types: Vec<BasicMetadataTypeEnum<'c>> = vec![buffer.get_type().into()];
    types.extend(values.iter().map(|value| BasicMetadataTypeEnum::from(value.get_type())));
    let ty = context.i32_type().fn_type(&types, false);
    let writer = cx.module.add_function("", ty, Some(Linkage::LinkOnceODR));
    writer.set_call_conventions(call.get_call_convention());
    write_record(cx, writer, number)?;
    let mut arguments: Vec<BasicMetadataValueEnum<'c>> = vec![buffer.into()];
    arguments.extend(values.iter().map(|&value| BasicMetadataValueEnum::from(value)));
    let made = builder.build_call(writer, &arguments, "")?;
    made.set_call_convention(call.get_call_convention());
    made.try_as_basic_value()
        .basic()
        .ok_or_else(|| MuxError::malformed("printf", "is replaced by nothing"))
}

fn write_record<'c>(
    cx: &PassCx<'_, 'c>,
    writer: FunctionValue<'c>,
    number: u64,
) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let (i8_type, i32_type) = (context.i8_type(), context.i32_type());
    let parameters = writer.get_params();
    let Some((BasicValueEnum::PointerValue(buffer), values)) =
        parameters.split_first().map(|(first, rest)| (*first, rest))
    else {
        return Err(MuxError::malformed("printf", "has no buffer"));
    };
    let layout = cx.module.get_data_layout();
    let layout =
        scythe_llvm::inkwell::targets::TargetData::create(&layout.as_str().to_string_lossy());
    let bytes = |ty: BasicTypeEnum<'c>| layout.get_store_size(&ty);
    let size: u64 = NUMBER_BYTES + values.iter().map(|value| bytes(value.get_type())).sum::<u64>();
    let builder = context.create_builder();
    let [entry, store, full] =
        ["entry", "store", "full"].map(|name| context.append_basic_block(writer, name));
    let size = i32_type.const_int(size, false);
    builder.position_at_end(entry);
    let relaxed = AtomicOrdering::Monotonic;
    let at = builder.build_atomicrmw(AtomicRMWBinOp::Add, buffer, size, relaxed)?;
    let end = builder.build_int_add(at, size, "end")?;
    let second = element(&builder, i8_type, buffer, &[i32_type.const_int(4, false)], "")?;
    let capacity = builder.build_load(i32_type, second, "capacity")?.into_int_value();
    let fits = builder.build_int_compare(IntPredicate::ULE, end, capacity, "fits")?;
    builder.build_conditional_branch(fits, store, full)?;

    builder.position_at_end(store);
    let first = element(&builder, i8_type, buffer, &[at], "")?;
    unaligned(builder.build_store(first, i32_type.const_int(number, false))?)?;
    let (mut at, mut before) = (at, NUMBER_BYTES);
    for value in values {
        at = builder.build_int_add(at, i32_type.const_int(before, false), "")?;
        let place = element(&builder, i8_type, buffer, &[at], "")?;
        unaligned(builder.build_store(place, *value)?)?;
        before = bytes(value.get_type());
    }
    builder.build_return(Some(&i32_type.const_zero()))?;

    // The reserved bytes are released, so that the count stays within bounds.
    builder.position_at_end(full);
    builder.build_atomicrmw(AtomicRMWBinOp::Sub, buffer, size, relaxed)?;
    builder.build_return(Some(&i32_type.const_all_ones()))?;
    Ok(())
}

/// Values follow each other without padding.
fn unaligned(store: scythe_llvm::inkwell::values::InstructionValue<'_>) -> Result<(), MuxError> {
    store.set_alignment(1).map_err(|_| MuxError::malformed("printf", "cannot be stored"))
}

/// Records a call's format and literals.
fn list(cx: &PassCx<'_, '_>, number: u64, texts: &[String]) -> Result<(), MuxError> {
    let context = cx.module.get_context();
    let mut entry: Vec<BasicMetadataValueEnum<'_>> =
        vec![context.i32_type().const_int(number, false).into()];
    for text in texts {
        entry.push(context.metadata_string(text).into());
    }
    cx.module
        .add_global_metadata(META_CALLS, &context.metadata_node(&entry))
        .map_err(|error| MuxError::malformed(META_CALLS, error.to_string()))
}
