//! Marks functions that may contain barriers as `convergent`, so that LLVM does not move calls of them into branches.
//!
//! Of functions without a body only intrinsics and builtins are known; all others may contain a barrier, and
//! so may their callers.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{add_attribute, calls_in, has_attribute};

use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "set-convergent-attr",
    summary: "mark functions that may contain barriers as convergent",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let mut mark = |function: FunctionValue<'_>| {
        add_attribute(function, AttributeLoc::Function, "convergent", 0);
        changed = Changed::Yes;
    };
    let is_marked = |function: FunctionValue<'_>| has_attribute(function, "convergent");
    let (bodies, declarations): (Vec<_>, Vec<_>) =
        cx.module.get_functions().partition(|f| f.count_basic_blocks() > 0);
    for function in declarations.into_iter().filter(|&f| !is_marked(f)) {
        let meets = match Builtin::of(function) {
            Some(builtin) => builtin.is_barrier_like(),
            None => function.get_intrinsic_id() == 0,
        };
        if meets {
            mark(function);
        }
    }
    let mut grows = true;
    while grows {
        grows = false;
        for &function in bodies.iter().filter(|&&f| !is_marked(f)) {
            // A call through a pointer may call anything.
            let meets = calls_in(function)
                .into_iter()
                .any(|call| call.get_called_fn_value().is_none_or(is_marked));
            if meets {
                mark(function);
                grows = true;
            }
        }
    }
    Ok(changed)
}
