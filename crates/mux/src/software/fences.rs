//! Fences: `and` of the semantics, then one block per memory order.

use scythe_llvm::inkwell::AtomicOrdering;
use scythe_llvm::inkwell::values::IntValue;

use super::Body;
use crate::MuxError;
use crate::target::MuxTarget;

/// The bits of semantics for the memory order.
const ORDER: u64 = 0x1f;

const ORDERS: [(&str, u64, AtomicOrdering); 4] = [
    ("case.acquire", 0x2, AtomicOrdering::Acquire),
    ("case.release", 0x4, AtomicOrdering::Release),
    ("case.acq_rel", 0x8, AtomicOrdering::AcquireRelease),
    ("case.seq_cst", 0x10, AtomicOrdering::SequentiallyConsistent),
];

/// Emits a fence with the memory order of `semantics` and leaves the builder after it. A fence for a single
/// thread orders only what the compiler does.
///
/// # Errors
/// When the IR cannot be built.
pub fn emit_fence<'c, T: MuxTarget + ?Sized>(
    body: &Body<'_, 'c, T>,
    semantics: IntValue<'c>,
    single_thread: bool,
) -> Result<(), MuxError> {
    let context = body.module.get_context();
    let builder = &body.builder;
    let ty = semantics.get_type();
    let order = builder.build_and(semantics, ty.const_int(ORDER, false), "order")?;
    let block = |name: &str| context.append_basic_block(body.function, name);
    // Relaxed, or an unknown order: no fence.
    let relaxed = block("case.default");
    let fences = ORDERS.map(|(name, bits, order)| (block(name), ty.const_int(bits, false), order));
    let exit = block("exit");
    builder.build_switch(order, relaxed, &fences.map(|(block, bits, _)| (bits, block)))?;
    builder.position_at_end(relaxed);
    builder.build_unconditional_branch(exit)?;
    for (block, _, order) in fences {
        builder.position_at_end(block);
        builder.build_fence(order, single_thread, "")?;
        builder.build_unconditional_branch(exit)?;
    }
    builder.position_at_end(exit);
    Ok(())
}
