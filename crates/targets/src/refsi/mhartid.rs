//! The control and status register that holds the number of the hardware thread.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::IntType;
use scythe_llvm::inkwell::values::IntValue;
use scythe_mux::MuxError;
use scythe_mux::software::emit_assembly;

/// Emits a read of `mhartid`.
pub(super) fn read<'c>(builder: &Builder<'c>, ty: IntType<'c>) -> Result<IntValue<'c>, MuxError> {
    emit_assembly(builder, ty, ("csrr\t$0, mhartid", "=r,~{memory}"), "thread-id")
}
