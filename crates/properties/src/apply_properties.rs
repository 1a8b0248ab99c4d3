//! Translates properties for native code: into LLVM's attributes, and metadata that work-item lowering reads.
//!
//! Before: `define spir_kernel void @k(ptr "sycl-alignment"="64" %p) "sycl-work-group-size"="8,16"`
//! After:  on the CPU `align 64` and `!reqd_work_group_size !{i32 16, i32 8, i32 1}`, on PTX `align 64` and
//!         `"nvvm.reqntid"="16,8,1"`; the properties stay
//!
//! Annotations of members inhibit optimisation and have no effect on native code, so they are removed.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{add_attribute, by_value, set_attribute, set_numbers, string_attributes};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc, SPIR_KERNEL, is_kernel};

use crate::members;
use crate::table::{self, Native, On, Row};

pub const CPU: PassDesc = PassDesc {
    name: "apply-cpu-properties",
    summary: "turn properties into attributes and metadata for the CPU",
    run: |cx| run(cx, |row| row.cpu),
};

pub const PTX: PassDesc = PassDesc {
    name: "apply-ptx-properties",
    summary: "turn properties into attributes for PTX",
    run: |cx| run(cx, |row| row.ptx),
};

fn run(cx: &PassCx<'_, '_>, column: fn(&Row) -> Native) -> Result<Changed, MuxError> {
    for function in cx.module.get_functions() {
        if function.get_call_conventions() == SPIR_KERNEL || is_kernel(function) {
            kernel(cx, function, column);
            parameters(function, column);
        }
    }
    for member in members::addresses(cx.module) {
        for (name, value) in &member.properties {
            if let Some((Native::AlignPointee, numbers)) = meaning(On::Member, name, value, column)
                && let [align] = numbers[..]
            {
                members::align_pointee(cx.module, &member, align);
            }
        }
        members::dissolve(&member, member.pointer);
    }
    Ok(Changed::Yes)
}

fn meaning(
    on: On,
    name: &str,
    value: &str,
    column: fn(&Row) -> Native,
) -> Option<(Native, Vec<u32>)> {
    let row = table::find(on, name)?;
    Some((column(row), row.numbers(value)?))
}

fn kernel(cx: &PassCx<'_, '_>, function: FunctionValue<'_>, column: fn(&Row) -> Native) {
    for (name, value) in string_attributes(function, None) {
        let Some((native, numbers)) = meaning(On::Kernel, &name, &value, column) else { continue };
        let Some(signed) =
            numbers.iter().map(|n| i32::try_from(*n).ok()).collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        match native {
            Native::Metadata(metadata) => set_numbers(function, metadata, &signed),
            // A kernel with an unsupported size compiles, but cannot be launched.
            Native::SubGroupSize(metadata)
                if numbers.iter().all(|n| cx.target.sub_group_sizes().contains(&u64::from(*n))) =>
            {
                set_numbers(function, metadata, &signed);
            }
            Native::Sizes(attribute) => {
                let sizes: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                set_attribute(cx.module, function, attribute, &sizes.join(","));
            }
            _ => {}
        }
    }
}

fn parameters(function: FunctionValue<'_>, column: fn(&Row) -> Native) {
    for index in (0..function.count_params()).filter(|&index| is_pointer(function, index)) {
        for (name, value) in string_attributes(function, Some(index)) {
            if let Some((Native::Align, numbers)) = meaning(On::Parameter, &name, &value, column)
                && let [align] = numbers[..]
                && align.is_power_of_two()
            {
                add_attribute(function, AttributeLoc::Param(index), "align", u64::from(align));
            }
        }
    }
}

/// Whether a parameter is a pointer of the program, rather than the address of an object.
pub fn is_pointer(function: FunctionValue<'_>, index: u32) -> bool {
    function.get_nth_param(index).is_some_and(|p| p.is_pointer_value())
        && by_value(function, index).is_none()
}
