//! Defines `operator delete`, which destructors refer to but kernels never call.
//!
//! Before: `declare void @_ZdlPvm(ptr, i64)`
//! After:  a definition that does nothing
//!
//! A class with a virtual destructor has a second one in its vtable, for `delete`. Device code can neither
//! allocate nor delete (SYCL 2020 §5.4), and the front end rejects it; but without optimisation the vtable
//! still refers to the destructor, and that to the function.

use scythe_llvm::inkwell::module::Linkage;

use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "define-deallocation",
    summary: "define deallocation functions that destructors refer to",
    run,
};

/// The mangled prefixes of `operator delete` and `operator delete[]`.
const PREFIXES: [&str; 2] = ["_ZdlPv", "_ZdaPv"];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for function in cx.module.get_functions() {
        let name = function.get_name().to_string_lossy();
        let is_meant = PREFIXES.iter().any(|prefix| name.starts_with(prefix))
            && function.count_basic_blocks() == 0
            && function.get_type().get_return_type().is_none();
        if !is_meant {
            continue;
        }
        let context = cx.module.get_context();
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        builder.build_return(None)?;
        function.set_linkage(Linkage::Internal);
        changed = Changed::Yes;
    }
    Ok(changed)
}
