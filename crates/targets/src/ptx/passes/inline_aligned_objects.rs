//! Inlines functions whose by-value objects are more aligned than PTX supports for function arguments.
//!
//! Before: `define void @f(ptr byval(%T) align 256 %object)`
//! After:  the same with `alwaysinline`
//!
//! Arguments of kernels may have any alignment, those of functions up to 128 bytes. Optimised code has no
//! such calls left; this is for code without optimisation, and for functions marked noinline.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{add_attribute, allow_optimization};
use scythe_mux::{Changed, MuxError, PTX_KERNEL, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "inline-aligned-objects",
    summary: "inline functions whose arguments PTX cannot align",
    run,
};

/// The largest alignment of function arguments.
const MOST: u64 = 128;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let is_function = |f: &FunctionValue<'_>| {
        f.count_basic_blocks() > 0 && f.get_call_conventions() != PTX_KERNEL
    };
    for function in cx.module.get_functions().filter(is_function) {
        if (0..function.count_params()).any(|index| is_too_much(function, index)) {
            allow_optimization(function);
            add_attribute(function, AttributeLoc::Function, "alwaysinline", 0);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

fn is_too_much(function: FunctionValue<'_>, index: u32) -> bool {
    let find = |name: &str| {
        let kind = Attribute::get_named_enum_kind_id(name);
        function.get_enum_attribute(AttributeLoc::Param(index), kind)
    };
    find("byval").is_some() && find("align").is_some_and(|align| align.get_enum_value() > MOST)
}
