//! Allows unrolling of loops with barriers.
//!
//! Before: barriers and group operations that must not be duplicated
//! After:  the same, which may be copied, until `forbid-barrier-copies` says otherwise
//!
//! A loop like `for (half = 128; half > 0; half /= 2) { barrier; if (local < half) … }` has eight iterations.
//! Split without unrolling, it becomes a loop over regions in which `half` is unknown; after unrolling, each
//! region has loops over work-items of known length. A copy of a barrier is a barrier, as long as all
//! work-items reach the same one, which `convergent` ensures; that attribute stays.
//!
//! Requires: `legalize-attributes`.

use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{
    Among, NaturalLoop, UniformFacts, call_instruction, calls_in, drop_attribute,
    drop_call_attribute, loops, numbers,
};

use super::cuts::{Level, cuts_in, level_of};
use super::legalize_attributes::protect;
use crate::kernel::{META_BARRIER_LOOPS, entry_points};
use crate::reader::KernelGraph;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const ALLOW: PassDesc = PassDesc {
    name: "allow-barrier-copies",
    summary: "allow unrolling of loops with barriers",
    run: allow,
};

pub const FORBID: PassDesc = PassDesc {
    name: "forbid-barrier-copies",
    summary: "forbid duplication of barriers",
    run: forbid,
};

const SINGLE: &str = "noduplicate";

fn allow(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    let kind = Attribute::get_named_enum_kind_id(SINGLE);
    let single = cx.module.get_context().create_enum_attribute(kind, 0);
    for kernel in entry_points(cx.module) {
        let kept = numbers(kernel, META_BARRIER_LOOPS).is_some();
        let carrying = carrying_loops(kernel);
        for call in calls_in(kernel) {
            let builtin = call.get_called_fn_value().and_then(Builtin::of);
            if !builtin.is_some_and(Builtin::is_barrier_like) {
                continue;
            }
            changed = Changed::Yes;
            let group = builtin.and_then(level_of) == Some(Level::Group);
            let block = call_instruction(call).get_parent();
            let carries = |l: &NaturalLoop<'_>| block.is_some_and(|b| l.blocks.contains(&b));
            if kept || (group && carrying.iter().any(carries)) {
                call.add_attribute(AttributeLoc::Function, single);
            } else {
                drop_call_attribute(call, AttributeLoc::Function, SINGLE);
            }
        }
    }
    for function in cx.module.get_functions() {
        if Builtin::of(function).is_some_and(Builtin::is_barrier_like) {
            drop_attribute(function, AttributeLoc::Function, SINGLE);
        }
    }
    Ok(changed)
}

/// Loops with a value per work-item that is carried from iteration to iteration. Between work-group barriers
/// it is in memory, once in a loop and many times in its unrolled copies.
fn carrying_loops<'c>(kernel: FunctionValue<'c>) -> Vec<NaturalLoop<'c>> {
    if cuts_in(kernel).is_empty() {
        return Vec::new();
    }
    let read = KernelGraph::of(kernel);
    let uniformity = read.uniformity();
    let own = |i: InstructionValue<'c>| {
        i.get_opcode() == InstructionOpcode::Phi && !uniformity.is_same(i, Among::WorkGroup)
    };
    loops(kernel).into_iter().filter(|l| l.header.get_instructions().any(own)).collect()
}

fn forbid(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    for function in cx.module.get_functions() {
        if Builtin::of(function).is_some_and(Builtin::is_barrier_like) {
            protect(cx, function);
        }
    }
    Ok(Changed::Yes)
}
