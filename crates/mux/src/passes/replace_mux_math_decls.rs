//! Defines the functions by which mathematical functions query their required accuracy.
//!
//! Before: `declare i1 @__mux_usefast()`
//! After:  `define internal i1 @__mux_usefast() { ret i1 false }`, or true with the option `fast`
//!
//! Subnormal numbers are never flushed, and no device has OpenCL's embedded profile.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::{add_attribute, set_reads_nothing};

use crate::software::Body;
use crate::{Builtin, Changed, MuxError, OptionDesc, PassCx, PassDesc, Shape};

pub const PASS: PassDesc = PassDesc {
    name: "replace-mux-math-decls",
    summary: "annotate mathematical functions with their required accuracy",
    run,
};

pub const OPTIONS: &[OptionDesc] = &[OptionDesc::flag("fast")];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let fast = cx.options.last_of(&["fast"]).is_some();
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        let asked = Builtin::of(function).filter(|builtin| builtin.shape() == Shape::Flag);
        let Some(builtin) = asked.filter(|_| function.count_basic_blocks() == 0) else {
            continue;
        };
        let body = Body::new(cx.target, cx.module, function, "");
        let answer = u64::from(builtin == Builtin::UseFast && fast);
        body.ret(body.result_type()?.const_int(answer, false).into())?;
        function.set_linkage(Linkage::Internal);
        add_attribute(function, AttributeLoc::Function, "alwaysinline", 0);
        set_reads_nothing(function);
        changed = Changed::Yes;
    }
    Ok(changed)
}
