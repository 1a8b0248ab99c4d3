//! Runs the work-items of a sub-group in lockstep between barriers, in kernels that request it.
//!
//! Before: `store i32 %v, ptr addrspace(3) %p`, with the kernel's metadata `scythe_lockstep`
//! After:  sub-group barriers in front of the store and behind it
//!
//! On GPUs without independent scheduling the lanes of a warp read before any of them writes, and all have
//! written before one reads again; kernels that omit barriers within a warp depend on it. Other lanes can
//! only observe writes to shared memory, so barriers around such writes suffice. `drop-idle-barriers` removes
//! those without accesses in between.
//!
//! Kernels without work-groups have no sub-groups, and are not changed.
//!
//! Requires: entry points marked; before barriers are prepared.

use scythe_llvm::inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use scythe_llvm::{instructions, numbers};

use super::cuts::Level;
use super::innermost;
use super::meet_in_loops::{Suspicion, meet_before};
use super::reaching::{Complaint, inline_reaching};
use super::shared_accesses::shared_accesses;
use crate::kernel::{META_LOCKSTEP, entry_points, original_name};
use crate::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "step-together",
    summary: "add sub-group barriers around writes to shared memory",
    run,
};

const COMPLAINT: Complaint = Complaint {
    has: "writes shared memory",
    recursive: "a recursive function that writes memory, and -fscythe-lockstep",
    help: "rewrite the recursion as a loop",
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        if numbers(kernel, META_LOCKSTEP).is_some() && innermost::knows_groups(kernel) {
            changed = Changed::Yes;
            inline_reaching(kernel, |f| !writes(f).is_empty(), &COMPLAINT)?;
            for write in writes(kernel) {
                let lost =
                    || MuxError::malformed(original_name(kernel), "has a block without an end");
                let next = write.get_next_instruction().ok_or_else(lost)?;
                meet_before(cx, write, (Level::SubGroup, Suspicion::Lanes))?;
                meet_before(cx, next, (Level::SubGroup, Suspicion::Lanes))?;
            }
        }
    }
    Ok(changed)
}

/// The instructions of a function itself that write shared memory.
fn writes<'c>(function: FunctionValue<'c>) -> Vec<InstructionValue<'c>> {
    use InstructionOpcode as Op;
    let is_write = |instruction: &InstructionValue<'c>| {
        let stores = matches!(
            instruction.get_opcode(),
            Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg | Op::Call
        );
        // Functions with bodies are inlined if they write; others are ignored.
        let known = instruction.get_opcode() != Op::Call
            || scythe_llvm::called_function(*instruction)
                .is_some_and(|f| f.get_name().to_bytes().starts_with(b"llvm."));
        stores && known && shared_accesses(function, *instruction).iter().any(|a| a.writes)
    };
    instructions(function).into_iter().filter(is_write).collect()
}
