//! Runs the code without checks if all accesses of a launch are proven to be valid.
//!
//! Before: `@k.mux-entry-hook(ptr %closure)`, `i1 @k.proof(ptr %closure)`, and `@k.unchecked(ptr %closure)`
//! After:  `@k.mux-choice(ptr %closure)`, which calls one of the two others
//!
//! Requires: add-entry-hook, and the unchecked function at the same stage. Comes before scheduling parameters.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue};
use scythe_llvm::{Repeated, call_like_callee, drop_attribute, set_attribute, string_attribute};

use super::prove_accesses::proof_name;
use super::wrapper;
use crate::kernel::{ATTR_INNERMOST, SPIR_FUNC, base_name};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc =
    PassDesc { name: "choose-proven", summary: "run proven launches without checks", run };

/// The name of a kernel's code without checks.
#[must_use]
pub fn unchecked_name(base: &str) -> String {
    format!("{base}.unchecked")
}

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    wrapper::wrap_each(cx, choose)
}

fn choose<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let base = base_name(kernel);
    let proof = module.get_function(&proof_name(&base));
    let unchecked = module.get_function(&unchecked_name(&base));
    let (Some(proof), Some(unchecked)) = (proof, unchecked) else { return Ok(()) };
    if unchecked.get_type() != kernel.get_type() {
        return Ok(());
    }
    unchecked.set_linkage(Linkage::Internal);
    unchecked.set_call_conventions(SPIR_FUNC);
    let choice = wrapper::wrap_alike(cx, kernel, "mux-choice")?;
    if let Some(innermost) = string_attribute(unchecked, ATTR_INNERMOST) {
        set_attribute(module, choice, ATTR_INNERMOST, &innermost);
    }
    for index in 0..unchecked.count_params() {
        for outwards in ["byval", "noalias"] {
            drop_attribute(unchecked, AttributeLoc::Param(index), outwards);
        }
    }
    let builder = context.create_builder();
    let blocks = ["entry", "unchecked", "checked", "exit"];
    let [entry, good, other, exit] = blocks.map(|name| context.append_basic_block(choice, name));
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        choice.get_params().into_iter().map(Into::into).collect();
    builder.position_at_end(entry);
    let is_good = builder.build_call(proof, &arguments, "")?;
    is_good.set_call_convention(SPIR_FUNC);
    let Some(is_good) = is_good.try_as_basic_value().basic() else {
        return Err(MuxError::malformed(proof_name(&base), "returns nothing"));
    };
    builder.build_conditional_branch(is_good.into_int_value(), good, other)?;
    for (block, function) in [(good, unchecked), (other, kernel)] {
        builder.position_at_end(block);
        let call = builder.build_call(function, &arguments, "")?;
        call_like_callee(call, Repeated::All);
        builder.build_unconditional_branch(exit)?;
    }
    builder.position_at_end(exit);
    builder.build_return(None)?;
    wrapper::finish(choice, kernel);
    Ok(())
}
